//! The command line, as a person or a program meets it.

mod audit;
mod batch;
mod child;
mod hostile;
mod program;
mod read;
mod schema;
mod verify;
