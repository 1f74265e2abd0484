use std::fs::File;
use std::io;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::reader::RowIter;
use parquet::record::{Field, List, Map, Row};
use parquet::schema::types::Type;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{contained, footer};
use crate::batch::fields::Wanted;
use crate::batch::lines::Rows;

/// Rows taken from the pages at once. Each keeps the page of its texts in memory.
const BATCH: usize = 128;

/// The rows of a file as JSON objects of the wanted fields. `passed` is told of how many bytes of
/// the file each stands for.
pub(in crate::batch) fn rows(
    mut file: File,
    wanted: &Wanted,
    mut passed: impl FnMut(u64) + Send + 'static,
) -> io::Result<Rows> {
    let size = file.metadata()?.len();
    footer::check(&mut file)?;
    let reader = contained(|| SerializedFileReader::new(file))?;
    let metadata = reader.metadata().file_metadata();
    let schema = metadata.schema();
    let names: Vec<&str> = schema
        .get_fields()
        .iter()
        .map(|field| field.name())
        .collect();
    if let Some(column) = wanted.missing(&names) {
        let message = format!(
            "there is no column `{column}` among `{}`; its name can be given",
            names.join("`, `")
        );
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let fields = schema.get_fields().iter();
    let fields = fields.filter(|field| wanted.has(field.name())).cloned();
    let projection = Type::group_type_builder(schema.name()).with_fields(fields.collect());
    let projection = contained(|| projection.build())?;
    let count = u64::try_from(metadata.num_rows()).unwrap_or(0).max(1);
    let mut iterator = contained(move || {
        RowIter::from_file_into(Box::new(reader))
            .with_batch_size(BATCH)
            .project(Some(projection))
    })?;
    let mut number = 0;
    let share =
        move |number: u64| (u128::from(size) * u128::from(number) / u128::from(count)) as u64;
    let row = move || {
        let row = contained(|| {
            let row = iterator.next().transpose()?;
            Ok(row.map(|row| serde_json::to_vec(&Object(&row))))
        });
        let row = row.and_then(|row| Ok(row.transpose()?));
        number += 1;
        passed(share(number.min(count)) - share((number - 1).min(count)));
        row.transpose()
    };
    Ok(Box::new(std::iter::from_fn(row)))
}

/// A row as an object.
struct Object<'a>(&'a Row);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            self.0
                .get_column_iter()
                .map(|(name, field)| (name, Json(field))),
        )
    }
}

/// A value as JSON. Bytes are text where they are UTF-8, as of writers that do not annotate text;
/// dates and times are text.
struct Json<'a>(&'a Field);

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Field::Null => serializer.serialize_unit(),
            Field::Bool(yes) => yes.serialize(serializer),
            Field::Byte(n) => n.serialize(serializer),
            Field::Short(n) => n.serialize(serializer),
            Field::Int(n) => n.serialize(serializer),
            Field::Long(n) => n.serialize(serializer),
            Field::UByte(n) => n.serialize(serializer),
            Field::UShort(n) => n.serialize(serializer),
            Field::UInt(n) => n.serialize(serializer),
            Field::ULong(n) => n.serialize(serializer),
            Field::Float16(n) => n.to_f32().serialize(serializer),
            Field::Float(n) => n.serialize(serializer),
            Field::Double(n) => n.serialize(serializer),
            Field::Str(text) => text.serialize(serializer),
            Field::Bytes(bytes) => match bytes.as_utf8() {
                Ok(text) => text.serialize(serializer),
                Err(_) => bytes.data().serialize(serializer),
            },
            Field::Group(row) => Object(row).serialize(serializer),
            Field::ListInternal(list) => elements(list, serializer),
            Field::MapInternal(map) => entries(map, serializer),
            Field::Decimal(_)
            | Field::Date(_)
            | Field::TimeMillis(_)
            | Field::TimeMicros(_)
            | Field::TimestampMillis(_)
            | Field::TimestampMicros(_) => serializer.collect_str(self.0),
        }
    }
}

fn elements<S: Serializer>(list: &List, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(list.elements().iter().map(Json))
}

/// An object, where the keys are text; other keys are written as text.
fn entries<S: Serializer>(map: &Map, serializer: S) -> Result<S::Ok, S::Error> {
    let mut object = serializer.serialize_map(Some(map.len()))?;
    for (key, value) in map.entries() {
        match key {
            Field::Str(key) => object.serialize_entry(key, &Json(value))?,
            key => object.serialize_entry(&key.to_string(), &Json(value))?,
        }
    }
    object.end()
}
