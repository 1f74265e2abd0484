//! Enclosures contain what they must, against higher precision and against mpmath.
#![allow(clippy::pedantic, clippy::unwrap_used)]

mod property;
mod reference;
