use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use barrow::batch::Journal;

use super::output::{Output, blame, replaceable};

/// The records of a run that is not complete, beside the file that they belong into, and their log.
/// Both outlive a run that is killed or fails.
pub struct Kept {
    target: PathBuf,
    records: PathBuf,
    log: PathBuf,
    /// A table that is being made of the records.
    table: PathBuf,
    /// Holds the lock.
    file: File,
}

impl Kept {
    /// Of an output; what an earlier run has left is thrown away unless it is resumed. `None` where
    /// the output is no file.
    pub fn open(path: &Path, resume: bool) -> io::Result<Option<Self>> {
        let Some(target) = replaceable(path) else {
            return Ok(None);
        };
        let beside = |extension: &str| {
            let mut name = OsString::from(&target);
            name.push(extension);
            PathBuf::from(name)
        };
        let [records, log, table] = [".partial", ".partial.log", ".partial.table"].map(beside);
        let file = open(&log)?;
        // Where files cannot be locked, nobody can tell.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let busy = io::Error::new(io::ErrorKind::WouldBlock, "another run is writing it");
            return Err(blame(path, &busy));
        }
        if !resume {
            file.set_len(0).map_err(|e| blame(&log, &e))?;
        }
        Ok(Some(Self {
            target,
            records,
            log,
            table,
            file,
        }))
    }

    /// The two files.
    pub fn journal(&self) -> io::Result<Journal> {
        Ok(Journal {
            records: open(&self.records)?,
            log: self.file.try_clone()?,
        })
    }

    /// The records, from their start.
    pub fn records(&self) -> io::Result<File> {
        File::open(&self.records).map_err(|e| blame(&self.records, &e))
    }

    /// A table that takes the place of the output.
    pub fn table(&self) -> io::Result<Output> {
        Output::through(self.table.clone(), self.target.clone())
    }

    /// Why a run ended, and what can be done. Without records nothing is kept.
    pub fn blame(self, error: io::Error) -> io::Error {
        let records = self.records.display();
        let message = match (error.kind(), self.records.metadata()) {
            (io::ErrorKind::InvalidInput, _) => {
                format!("{records}: {error}; without --resume it is thrown away")
            }
            (_, Ok(data)) if data.len() > 0 => format!(
                "{error}\nwhat is decided so far is in {records}; --resume goes on from there"
            ),
            _ => {
                // What failed first is reported.
                let _ = self.forget();
                return error;
            }
        };
        io::Error::new(error.kind(), message)
    }

    /// Gives the records, which are complete, the name of the output.
    pub fn finish(self) -> io::Result<()> {
        let renamed = File::open(&self.records)
            .and_then(|records| records.sync_all())
            .and_then(|()| fs::rename(&self.records, &self.target));
        renamed.map_err(|e| blame(&self.target, &e))?;
        self.forget()
    }

    /// Removes what is left of the files.
    pub fn forget(self) -> io::Result<()> {
        for path in [&self.records, &self.log, &self.table] {
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(blame(path, &error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn open(path: &Path) -> io::Result<File> {
    File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(|e| blame(path, &e))
}
