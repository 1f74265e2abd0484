use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use barrow::batch::Source;
use flate2::read::MultiGzDecoder;

use super::output::blame;

/// The input of a batch: files, or the standard input.
pub struct Sources {
    files: Vec<PathBuf>,
    /// How many bytes were read so far, before decompression.
    pub progress: Arc<AtomicU64>,
    /// How many there are, where all are files.
    pub total: Option<u64>,
}

/// The standard input among files.
fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Sources {
    /// Fails when a file is missing, before any is read.
    pub fn new(files: Vec<PathBuf>) -> io::Result<Self> {
        let files = if files.is_empty() {
            vec!["-".into()]
        } else {
            files
        };
        let mut total = Some(0);
        for path in &files {
            let size = if is_standard(path) {
                None
            } else {
                let file = path.metadata().map_err(|e| blame(path, &e))?;
                file.is_file().then_some(file.len())
            };
            total = total.zip(size).map(|(total, size)| total + size);
        }
        Ok(Self {
            files,
            progress: Arc::default(),
            total,
        })
    }

    /// Opens each when its turn comes.
    pub fn open(&self) -> impl Iterator<Item = io::Result<Source>> + Send + 'static + use<> {
        let several = self.files.len() > 1;
        let progress = Arc::clone(&self.progress);
        self.files.clone().into_iter().map(move |path| {
            let source = if is_standard(&path) {
                Source::new(io::stdin())
            } else {
                open(&path, Arc::clone(&progress)).map_err(|e| blame(&path, &e))?
            };
            Ok(if several {
                source.named(&path.to_string_lossy())
            } else {
                source
            })
        })
    }
}

/// Compressed or not, by its name.
fn open(path: &Path, progress: Arc<AtomicU64>) -> io::Result<Source> {
    let file = Counted {
        file: File::open(path)?,
        progress,
    };
    let is = |extension: &str| {
        path.extension()
            .is_some_and(|e| e.eq_ignore_ascii_case(extension))
    };
    Ok(if is("gz") {
        Source::new(MultiGzDecoder::new(file))
    } else if is("zst") {
        Source::new(zstd::Decoder::new(file)?)
    } else {
        Source::new(file)
    })
}

struct Counted {
    file: File,
    progress: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.progress.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
