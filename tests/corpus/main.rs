//! The corpora in `data/` as tests, and what must hold whatever the corpus.
//!
//! A case is a line in a file with the right verdict. What the verifier cannot do yet stands in
//! `gaps.tsv`, and is checked both ways, so that the list cannot grow unnoticed, and shrinks when it can.

#![allow(clippy::unwrap_used)]

mod expected;
mod gaps;
mod guarantees;
mod jumps;
mod layers;
mod mutants;
mod mutation;
mod opinion;
mod prime_attacks;
mod row;
mod samples;
mod tree;
