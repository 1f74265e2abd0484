use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The error with the name of the file.
pub fn blame(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Writes a file, which appears when it is complete. Only what `write` fails with is not about
/// the file.
pub fn written<T>(path: &Path, write: impl FnOnce(&Output) -> io::Result<T>) -> io::Result<T> {
    filled(path, Output::new(path), write)
}

/// The same with what was opened for it.
pub fn filled<T>(
    path: &Path,
    output: io::Result<Output>,
    write: impl FnOnce(&Output) -> io::Result<T>,
) -> io::Result<T> {
    let output = output.map_err(|e| blame(path, &e))?;
    let result = write(&output)?;
    output.finish().map_err(|e| blame(path, &e))?;
    Ok(result)
}

/// Writes a text to a file, which appears when it is complete.
pub fn write_file(path: &Path, text: impl Display) -> io::Result<()> {
    written(path, |mut output| {
        write!(output, "{text}").map_err(|e| blame(path, &e))
    })
}

/// The file that an output replaces: a link stays a link. `None` for what is no file.
pub fn replaceable(path: &Path) -> Option<PathBuf> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let is_other = target.metadata().is_ok_and(|data| !data.is_file());
    (!is_other).then_some(target)
}

/// A file that appears under its name when it is complete, and not at all otherwise.
pub struct Output {
    file: File,
    /// Where it is written, and where it belongs.
    parts: Option<(PathBuf, PathBuf)>,
}

impl Output {
    /// Beside `path`. What is no file, such as `/dev/null` or a named pipe, is written directly.
    pub fn new(path: &Path) -> io::Result<Self> {
        let Some(target) = replaceable(path) else {
            let file = OpenOptions::new().write(true).open(path)?;
            return Ok(Self { file, parts: None });
        };
        let name = target
            .file_name()
            .ok_or(io::ErrorKind::InvalidInput)?
            .to_string_lossy();
        let part = target.with_file_name(format!(".{name}.{}.part", std::process::id()));
        Self::through(part, target)
    }

    /// By way of a file that is nobody else's.
    pub fn through(part: PathBuf, target: PathBuf) -> io::Result<Self> {
        Ok(Self {
            file: File::create(&part)?,
            parts: Some((part, target)),
        })
    }

    /// Gives the complete file its name.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some((part, target)) = self.parts.take() {
            let renamed = self
                .file
                .sync_all()
                .and_then(|()| fs::rename(&part, target));
            if renamed.is_err() {
                // What failed first is reported.
                let _ = fs::remove_file(part);
            }
            renamed?;
        }
        Ok(())
    }
}

impl Write for &Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&self.file).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&self.file).flush()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some((part, _)) = &self.parts {
            // The file is incomplete; that is reported already.
            let _ = fs::remove_file(part);
        }
    }
}
