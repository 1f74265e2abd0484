use super::trail::Step;
use super::verdict::Witness;

/// What is known of one piece.
pub(super) enum Piece {
    Outside,
    Proved {
        natural: bool,
    },
    Refuted(Witness),
    /// F is not real here, and its derivative differs.
    Uncovered(Witness),
    /// Both sides agree as far as was looked, or nothing is known.
    Open,
}

/// What the pieces turned out to be.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) proved: usize,
    pub(super) off_real_proved: bool,
    pub(super) refuted: Vec<Witness>,
    pub(super) uncovered: Vec<Witness>,
    pub(super) outside: usize,
    pub(super) error_bits: f64,
}

impl Tally {
    /// Adds a piece; open ones are kept by the caller.
    pub(super) fn count(&mut self, piece: Piece) {
        match piece {
            Piece::Outside => self.outside += 1,
            Piece::Proved { natural } => {
                self.proved += 1;
                self.off_real_proved |= !natural;
            }
            Piece::Refuted(witness) => self.refuted.push(witness),
            Piece::Uncovered(witness) => self.uncovered.push(witness),
            Piece::Open => {}
        }
    }

    /// The tally as a step of the trail, with so many pieces left open.
    pub(super) fn step(&self, open: usize, complete: bool) -> Step {
        Step::Pieces {
            proved: self.proved,
            refuted: self.refuted.len(),
            uncovered: self.uncovered.len(),
            outside: self.outside,
            open,
            complete,
        }
    }
}
