//! Wrong answers made from right ones.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::Rng;

use crate::opinion::Opinion;
use crate::tree::Tree;

/// Ways to be wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mutation {
    /// F + x/10¹².
    Tilt,
    /// F + e^(−40x).
    Decay,
    /// One term times 1 + 10⁻⁹.
    Nudge,
    /// All of F times 1 + 10⁻⁹.
    NudgeAll,
    /// A term with the other sign.
    SignSlip,
    /// A term left out.
    DroppedTerm,
    /// A numeric factor or divisor left out, as by a forgotten chain rule.
    ForgottenFactor,
    /// A number off by one.
    WrongConstant,
    /// An exponent off by one.
    WrongExponent,
    /// sin for cos and the like.
    WrongFunction,
    /// 2x for x inside one function.
    WrongArgument,
}

pub const ALL: [Mutation; 11] = [
    Mutation::Tilt,
    Mutation::Decay,
    Mutation::Nudge,
    Mutation::NudgeAll,
    Mutation::SignSlip,
    Mutation::DroppedTerm,
    Mutation::ForgottenFactor,
    Mutation::WrongConstant,
    Mutation::WrongExponent,
    Mutation::WrongFunction,
    Mutation::WrongArgument,
];

const EXCHANGED: &[(&str, &str)] = &[
    ("sin", "cos"),
    ("tan", "cot"),
    ("sec", "csc"),
    ("sinh", "cosh"),
    ("tanh", "coth"),
    ("asin", "acos"),
    ("atan", "atanh"),
    ("asinh", "acosh"),
    ("log", "exp"),
];

impl Mutation {
    /// The mutant and why it is wrong: by exact reasoning for what is too small to see, otherwise
    /// by the second opinion. `None` where the mutation does not apply or may be harmless.
    ///
    /// Exact: where F′ = f, (F + t)′ − f = t′, which is not zero for t = x/10¹² and t = e^(−40x),
    /// nor for t = 10⁻⁹·T where the second opinion sees that T varies.
    pub fn apply(
        self,
        right: &Tree,
        variable: &str,
        opinion: &Opinion,
        generator: &mut ChaCha12Rng,
    ) -> Option<Tree> {
        let x = Tree::Symbol(variable.to_owned());
        let number = |text: &str| Tree::number(text);
        let plus = |t: Tree| Tree::binary('+', right.clone(), t);
        let tiny = |t: Tree| Tree::binary('/', t, Tree::binary('^', number("10"), number("9")));
        match self {
            Mutation::Tilt => {
                let scale = Tree::binary('^', number("10"), number("12"));
                Some(plus(Tree::binary('/', x, scale)))
            }
            Mutation::Decay => {
                let exponent = Tree::Negative(Box::new(Tree::binary('*', number("40"), x)));
                Some(plus(Tree::Call("exp".into(), vec![exponent])))
            }
            Mutation::Nudge => {
                let terms = terms(right);
                let term = terms[generator.next_u64() as usize % terms.len()].clone();
                opinion.varies(&term).then(|| plus(tiny(term)))
            }
            Mutation::NudgeAll => opinion.varies(right).then(|| plus(tiny(right.clone()))),
            _ => {
                let mut mutant = right.clone();
                let places = self.places(&mut mutant, None);
                if places == 0 {
                    return None;
                }
                self.places(&mut mutant, Some(generator.next_u64() as usize % places));
                opinion.is_wrong(&mutant).then_some(mutant)
            }
        }
    }

    /// Counts the places where the mutation applies, and applies it at the chosen one.
    fn places(self, tree: &mut Tree, chosen: Option<usize>) -> usize {
        let mut count = 0;
        tree.visit_mut(&mut |node| {
            let Some(replacement) = self.replacement(node) else {
                return false;
            };
            count += 1;
            if chosen == Some(count - 1) {
                *node = replacement;
                return true;
            }
            false
        });
        count
    }

    fn replacement(self, node: &Tree) -> Option<Tree> {
        let one_more = |text: &str| {
            text.parse::<u64>()
                .ok()
                .map(|n| Tree::number((n + 1).to_string()))
        };
        match (self, node) {
            (Mutation::SignSlip, Tree::Binary('+', a, b)) => {
                Some(Tree::binary('-', *a.clone(), *b.clone()))
            }
            (Mutation::SignSlip, Tree::Binary('-', a, b)) => {
                Some(Tree::binary('+', *a.clone(), *b.clone()))
            }
            (Mutation::SignSlip, Tree::Negative(a))
            | (Mutation::DroppedTerm, Tree::Binary('+' | '-', a, _)) => Some(*a.clone()),
            (Mutation::ForgottenFactor, Tree::Binary('*', a, b)) if is_number(a) => {
                Some(*b.clone())
            }
            (Mutation::ForgottenFactor, Tree::Binary('*' | '/', a, b)) if is_number(b) => {
                Some(*a.clone())
            }
            (Mutation::WrongConstant, Tree::Number(text)) => one_more(text),
            (Mutation::WrongExponent, Tree::Binary('^', a, b)) => Some(Tree::binary(
                '^',
                *a.clone(),
                Tree::binary('+', *b.clone(), Tree::number("1")),
            )),
            (Mutation::WrongFunction, Tree::Call(name, arguments)) => {
                let other = EXCHANGED.iter().find_map(|(a, b)| {
                    if a == name {
                        Some(*b)
                    } else if b == name {
                        Some(*a)
                    } else {
                        None
                    }
                });
                other.map(|other| Tree::Call(other.into(), arguments.clone()))
            }
            (Mutation::WrongArgument, Tree::Call(name, arguments)) => {
                let twice = Tree::binary('*', Tree::number("2"), arguments[0].clone());
                Some(Tree::Call(
                    name.clone(),
                    [&[twice], &arguments[1..]].concat(),
                ))
            }
            _ => None,
        }
    }
}

fn is_number(tree: &Tree) -> bool {
    matches!(tree, Tree::Number(text) if text != "1")
}

/// The terms of the sum, signs aside.
fn terms(tree: &Tree) -> Vec<&Tree> {
    match tree {
        Tree::Binary('+' | '-', a, b) => [terms(a), vec![b]].concat(),
        _ => vec![tree],
    }
}
