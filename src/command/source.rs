use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use barrow::batch::Source;
use flate2::read::MultiGzDecoder;

use super::output::blame;
use super::table;

/// The input of a batch: files, or the standard input.
pub struct Sources {
    files: Vec<PathBuf>,
    /// How many bytes were read so far, before decompression.
    pub progress: Arc<AtomicU64>,
    /// How many there are, where all are files: then they can be read a second time.
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

#[derive(Clone, Copy)]
enum Format {
    Gzip,
    Zstandard,
    Parquet,
}

/// Each with the extension of its name and its first bytes. What is none of them is lines.
const FORMATS: &[(Format, &str, &[u8])] = &[
    (Format::Gzip, "gz", b"\x1f\x8b"),
    (Format::Zstandard, "zst", b"\x28\xb5\x2f\xfd"),
    (Format::Parquet, "parquet", b"PAR1"),
];

/// By the first bytes of a file; by its name, where these say nothing or cannot be read twice.
fn format(path: &Path, file: &mut File) -> io::Result<Option<Format>> {
    let mut start = Vec::new();
    if file.metadata()?.is_file() {
        file.take(4).read_to_end(&mut start)?;
        file.rewind()?;
    }
    let magic = FORMATS
        .iter()
        .find(|(_, _, magic)| start.starts_with(magic));
    let named = |(_, extension, _): &&(_, &str, _)| has_extension(path, extension);
    let found = magic.or_else(|| FORMATS.iter().find(named));
    Ok(found.map(|(format, ..)| *format))
}

/// Whether a name ends so.
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension()
        .is_some_and(|e| e.eq_ignore_ascii_case(extension))
}

fn open(path: &Path, progress: Arc<AtomicU64>) -> io::Result<Source> {
    let mut file = File::open(path)?;
    let format = format(path, &mut file)?;
    if let Some(Format::Parquet) = format {
        let passed = move |bytes| {
            progress.fetch_add(bytes, Ordering::Relaxed);
        };
        return table::source(file, passed);
    }
    let file = Counted { file, progress };
    Ok(match format {
        Some(Format::Gzip) => Source::new(MultiGzDecoder::new(file)),
        Some(Format::Zstandard) => Source::new(zstd::Decoder::new(file)?),
        Some(Format::Parquet) | None => Source::new(file),
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
