use std::collections::BTreeMap;
use std::io::{self, Write};
use std::mem::take;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use serde_json::value::RawValue;

/// Rows and bytes of a row group, whichever is reached first.
const ROWS: usize = 1 << 17;
const BYTES: usize = 32 << 20;

/// Whether a column holds text: a text as it is, anything else as JSON. Else it holds an integer.
type IsText = bool;

/// The columns, the fields of a record. All are optional: null where a record has no such field.
/// What is nested is JSON text, so the schema stays the same whatever records come to hold, and
/// every reader of Parquet can take it apart.
const COLUMNS: &[(&str, IsText)] = &[
    ("id", true),
    ("verdict", true),
    ("evidence", true),
    ("error_bits", false),
    ("coverage", true),
    ("pieces", true),
    ("jumps", true),
    ("witness", true),
    ("further_witnesses", true),
    ("reason", true),
    ("detail", true),
    ("digits", false),
    ("points", false),
    ("stage", true),
    ("field", true),
    ("message", true),
    ("span", true),
    ("line", false),
    ("notes", true),
    ("input", true),
];

/// The name of the header among the metadata of the file.
const HEADER: &str = "barrow";

/// Makes a Parquet file of the lines that a [`Batch`](super::super::Batch) writes: a row of a
/// record; the header becomes metadata of the file, under `barrow`.
///
/// ```
/// use std::io::Write;
/// use barrow::batch::Table;
///
/// let mut table = Table::new(Vec::new())?;
/// table.write_all(b"{\"id\":7,\"verdict\":\"undecided\",\"reason\":\"budget\"}\n")?;
/// assert!(table.finish()?.starts_with(b"PAR1"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Table<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Column>,
    rows: usize,
    bytes: usize,
    /// The start of a line whose end was not written yet.
    line: Vec<u8>,
}

/// What a row group has of a column so far.
#[derive(Default)]
struct Column {
    /// 1 where there is a value.
    levels: Vec<i16>,
    texts: Vec<ByteArray>,
    integers: Vec<i64>,
}

impl<W: Write + Send> Table<W> {
    /// A file without rows.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn new(writer: W) -> io::Result<Self> {
        let column = |(name, is_text): &(&str, IsText)| {
            let (physical, logical) = if *is_text {
                (Physical::BYTE_ARRAY, Some(LogicalType::String))
            } else {
                (Physical::INT64, None)
            };
            Type::primitive_type_builder(name, physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(logical)
                .build()
                .map(Arc::new)
        };
        let fields = COLUMNS
            .iter()
            .map(column)
            .collect::<Result<_, _>>()
            .map_err(failed)?;
        let schema = Type::group_type_builder("records")
            .with_fields(fields)
            .build()
            .map_err(failed)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("barrow ", env!("CARGO_PKG_VERSION")).into())
            .build();
        let writer = SerializedFileWriter::new(writer, Arc::new(schema), Arc::new(properties));
        Ok(Self {
            writer: writer.map_err(failed)?,
            columns: COLUMNS.iter().map(|_| Column::default()).collect(),
            rows: 0,
            bytes: 0,
            line: Vec::new(),
        })
    }

    /// Completes the file and hands the writer back.
    ///
    /// # Errors
    /// When the writer fails, or the last line has no end.
    pub fn finish(mut self) -> io::Result<W> {
        if !self.line.is_empty() {
            let message = "the last record is incomplete";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
        self.flush_rows()?;
        self.writer.into_inner().map_err(failed)
    }

    fn add(&mut self, line: &[u8]) -> io::Result<()> {
        let mut fields: BTreeMap<&str, &RawValue> = serde_json::from_slice(line)?;
        if let Some(header) = fields.get("header") {
            let header = KeyValue::new(HEADER.into(), header.get().to_owned());
            self.writer.append_key_value_metadata(header);
            return Ok(());
        }
        for ((name, is_text), column) in COLUMNS.iter().zip(&mut self.columns) {
            let value = fields.remove(name).filter(|value| value.get() != "null");
            column.levels.push(value.is_some().into());
            let Some(value) = value.map(RawValue::get) else {
                continue;
            };
            if !is_text {
                column.integers.push(serde_json::from_str(value)?);
                continue;
            }
            let text = if value.starts_with('"') {
                serde_json::from_str(value)?
            } else {
                value.to_owned()
            };
            self.bytes += text.len();
            column.texts.push(text.into_bytes().into());
        }
        if let Some(name) = fields.keys().next() {
            let message = format!("there is no column for the field `{name}` of a record");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        self.rows += 1;
        if self.rows >= ROWS || self.bytes >= BYTES {
            self.flush_rows()?;
        }
        Ok(())
    }

    /// Writes a row group.
    fn flush_rows(&mut self) -> io::Result<()> {
        if take(&mut self.rows) == 0 {
            return Ok(());
        }
        self.bytes = 0;
        let mut group = self.writer.next_row_group().map_err(failed)?;
        for ((_, is_text), column) in COLUMNS.iter().zip(&mut self.columns) {
            let Column {
                levels,
                texts,
                integers,
            } = take(column);
            let Some(mut writer) = group.next_column().map_err(failed)? else {
                break;
            };
            let written = if *is_text {
                writer
                    .typed::<ByteArrayType>()
                    .write_batch(&texts, Some(&levels), None)
            } else {
                writer
                    .typed::<Int64Type>()
                    .write_batch(&integers, Some(&levels), None)
            };
            written.map_err(failed)?;
            writer.close().map_err(failed)?;
        }
        group.close().map_err(failed)?;
        Ok(())
    }
}

/// Takes lines in pieces of any length.
impl<W: Write + Send> Write for Table<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                let line = take(&mut self.line);
                self.add(&line)?;
                self.line = line;
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An error of the writer as it was, where it was one.
fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
