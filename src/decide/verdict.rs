use serde::{Deserialize, Serialize};

/// What shows that both sides are equal, the strongest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// The derivative simplifies to the integrand.
    Structural,
    /// Both are one rational function, exactly.
    Rational,
    /// The finite-field test, with its error bound.
    Identity,
    /// Numerical agreement only, where the caller accepts that.
    Numeric,
}

/// How far the proof reaches, the farthest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Coverage {
    /// All pieces of f's domain.
    Full,
    /// With the same certainty some piece is not covered.
    Partial,
    /// The pieces met; the rest was sampled at most.
    Sampled,
}

/// Whose fault it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Field {
    /// The record itself.
    Record,
    /// f.
    Integrand,
    /// F.
    Antiderivative,
}

/// Why nothing could be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No point was found at which both sides are defined.
    Domain,
    /// The sides differ where F is not real, and F is real nowhere that was looked.
    DisagreesOffReal,
    /// Some pieces are proved, others neither proved nor refuted.
    Pieces,
    /// Both sides agree numerically, but no proof was found.
    NoProof,
    /// The budget is used up.
    Budget,
    /// The proof covers sampled pieces only, and the policy requires certainty.
    NotCertified,
    /// The verifier failed, which is a defect of this library.
    Internal,
}

/// An interval on which both sides are proved to be defined and to differ.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Witness {
    /// The ends of the interval of the variable, exact or rounded outward; with an imaginary part
    /// in complex mode.
    pub interval: [String; 2],
    /// The values of the parameters, exact.
    pub parameters: Vec<(String, String)>,
    /// Encloses F′ on the interval.
    pub derivative: [String; 2],
    /// Encloses f on the interval, disjoint from the former.
    pub integrand: [String; 2],
}

impl Witness {
    /// The place, the enclosure of F′ and that of f, in words; of long numbers the first digits.
    pub fn words(&self, variable: &str) -> [String; 3] {
        let [from, to] = self.interval.each_ref().map(|end| shortened(end));
        let mut place = if from == to {
            format!("{variable} = {from}")
        } else {
            format!("{variable} from {from} to {to}")
        };
        for (name, value) in &self.parameters {
            place.extend([", ", name, " = ", &shortened(value)]);
        }
        let [slope, integrand] = [&self.derivative, &self.integrand].map(|enclosure| {
            let [from, to] = enclosure.each_ref().map(|end| shortened(end));
            format!("[{from}, {to}]")
        });
        [place, slope, integrand]
    }
}

/// What a problem is decided to be.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// F′ = f.
    Equal {
        /// By which layer.
        evidence: Evidence,
        /// −log₂ of the bound of the error, for an identity.
        error_bits: Option<f64>,
        /// How far the proof reaches.
        coverage: Coverage,
        /// How many pieces are proved and how many are not covered, where pieces were counted.
        pieces: Option<[usize; 2]>,
        /// Points at which F jumps although f does not, where seen.
        jumps: Vec<String>,
    },
    /// F′ ≠ f.
    Different {
        /// One for each piece where all pieces were wanted, else one.
        witnesses: Vec<Witness>,
    },
    /// Neither could be shown.
    Undecided {
        /// Why.
        reason: Reason,
        /// How many decimal digits agreed at least, at `points` points.
        digits: u32,
        /// The number of points compared.
        points: u32,
        /// Why the identity layer abstained, if it did.
        detail: Option<&'static str>,
    },
    /// One side is defined on no open set.
    Invalid {
        /// Which.
        field: Field,
        /// What is wrong.
        message: String,
    },
}

/// With no more than some digits after each decimal point. What is left out is marked.
fn shortened(number: &str) -> String {
    const DIGITS: usize = 14;
    let mut text = String::new();
    let mut fraction = None;
    for c in number.chars() {
        fraction = match fraction {
            None if c == '.' => Some(0),
            Some(count) if c.is_ascii_digit() => Some(count + 1),
            _ => None,
        };
        match fraction {
            Some(count) if count == DIGITS + 1 => text.push('…'),
            Some(count) if count > DIGITS => {}
            _ => text.push(c),
        }
    }
    text
}
