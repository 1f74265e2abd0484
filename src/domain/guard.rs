use crate::expr::{Arena, Constant, Domain, Function, Id, View};

/// A subexpression shifted by a small integer: u + offset.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Guard {
    /// u.
    pub argument: Id,
    /// What is added to it.
    pub offset: i64,
    /// Whether the guard is a circular function's divisor, sin u or cos u, which has infinitely
    /// many zeros when u is unbounded.
    pub periodic: bool,
}

/// All guards of the nodes.
pub fn guards(arena: &Arena, nodes: &[Id]) -> Vec<Guard> {
    let mut guards = Vec::new();
    let mut push = |argument, offset| guards.push(Guard { argument, offset, periodic: false });
    let mut circular = Vec::new();
    for &id in nodes {
        match arena.view(id) {
            View::Number(_) | View::Constant(_) | View::Symbol(_) | View::Sum(_) | View::Product(_) => {}
            View::Power(base, exponent) => {
                let entire = matches!(arena.view(base), View::Constant(Constant::E))
                    || arena.as_number(exponent).is_some_and(|q| q.is_integer() && !q.is_negative());
                if !entire {
                    push(base, 0);
                }
            }
            View::Call(f, arguments) => {
                let u = arguments[0];
                match f.entry().domain {
                    Domain::Reals => {
                        // Entire but for where their branch switches.
                        if matches!(f, Function::Abs | Function::Sign | Function::Root) {
                            push(u, 0);
                        }
                    }
                    Domain::Positive | Domain::NonZero => push(u, 0),
                    Domain::PositiveNotOne | Domain::HalfOpenUnit => {
                        push(u, 0);
                        push(u, -1);
                    }
                    Domain::CosineNonZero | Domain::SineNonZero => circular.push(u),
                    Domain::UnitInterval
                    | Domain::OpenUnitInterval
                    | Domain::OutsideUnitInterval
                    | Domain::OpenOutsideUnitInterval
                    | Domain::AtLeastOne => {
                        push(u, 0);
                        push(u, -1);
                        push(u, 1);
                    }
                }
            }
        }
    }
    guards.extend(circular.into_iter().map(|argument| Guard { argument, offset: 0, periodic: true }));
    guards.sort_unstable();
    guards.dedup();
    guards
}
