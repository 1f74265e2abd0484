//! The command line, as a person or a program meets it.

mod audit;
mod batch;
mod child;
mod hostile;
#[cfg(feature = "parquet")]
mod parquet;
mod program;
mod read;
mod resume;
mod schema;
mod verify;
