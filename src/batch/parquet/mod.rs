//! Parquet: rows in, records out. Pages are read one by one, so memory does not grow with a file.

mod footer;
mod rows;
mod table;

use std::io;

use parquet::errors::ParquetError;

use crate::contain::contain;

pub(super) use rows::rows;
pub use table::Table;

/// What the library says of a file, which may be hostile: its panics are errors too.
fn contained<T>(run: impl FnOnce() -> Result<T, ParquetError>) -> io::Result<T> {
    let damaged = |what: &dyn std::fmt::Display| {
        let message = format!("the Parquet file cannot be read: {what}");
        io::Error::new(io::ErrorKind::InvalidData, message)
    };
    match contain(run) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(ParquetError::External(error))) if error.is::<io::Error>() => {
            Err(io::Error::other(error))
        }
        Ok(Err(error)) => Err(damaged(&error)),
        Err(panic) => Err(damaged(&panic)),
    }
}
