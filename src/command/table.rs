//! Parquet, where this program is built with it.

#[cfg(feature = "parquet")]
pub use with::{check, source, written};
#[cfg(not(feature = "parquet"))]
pub use without::{check, source, written};

#[cfg(feature = "parquet")]
#[expect(clippy::unnecessary_wraps)] // Without the feature these fail.
mod with {
    use std::fs::File;
    use std::io::{self, Write};
    use std::path::Path;

    use barrow::batch::{Source, Table};

    use crate::command::output::{Output, blame, filled};

    /// The rows of a file.
    pub fn source(file: File, passed: impl FnMut(u64) + Send + 'static) -> io::Result<Source> {
        Ok(Source::parquet(file, passed))
    }

    /// Fails where no table can be written.
    pub fn check() -> io::Result<()> {
        Ok(())
    }

    /// Writes a table of the lines that `write` writes. It appears when it is complete.
    pub fn written<T>(
        path: &Path,
        output: io::Result<Output>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> io::Result<T> {
        filled(path, output, |output| {
            let mut table = Table::new(output).map_err(|e| blame(path, &e))?;
            let result = write(&mut table)?;
            table.finish().map_err(|e| blame(path, &e))?;
            Ok(result)
        })
    }
}

#[cfg(not(feature = "parquet"))]
mod without {
    use std::fs::File;
    use std::io::{self, Write};
    use std::path::Path;

    use barrow::batch::Source;

    use crate::command::output::Output;

    fn missing<T>() -> io::Result<T> {
        let message = "this program was built without the feature `parquet`";
        Err(io::Error::new(io::ErrorKind::Unsupported, message))
    }

    pub fn check() -> io::Result<()> {
        missing()
    }

    pub fn source(_: File, _: impl FnMut(u64) + Send + 'static) -> io::Result<Source> {
        missing()
    }

    pub fn written<T>(
        _: &Path,
        _: io::Result<Output>,
        _: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> io::Result<T> {
        missing()
    }
}
