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

/// All guards of the nodes, each taken apart into factors that vanish where it does.
pub fn guards(arena: &Arena, nodes: &[Id]) -> Vec<Guard> {
    let mut found = Vec::new();
    let mut push = |argument, offset, periodic| {
        found.push(Guard {
            argument,
            offset,
            periodic,
        });
    };
    for &id in nodes {
        match arena.view(id) {
            View::Number(_)
            | View::Constant(_)
            | View::Symbol(_)
            | View::Sum(_)
            | View::Product(_) => {}
            View::Power(base, exponent) => {
                let entire = matches!(arena.view(base), View::Constant(Constant::E))
                    || arena
                        .as_number(exponent)
                        .is_some_and(|q| q.is_integer() && !q.is_negative());
                if !entire {
                    push(base, 0, false);
                }
            }
            View::Call(f, arguments) => {
                let u = arguments[0];
                match f.entry().domain {
                    Domain::Reals => {
                        // Entire but for where their branch switches.
                        if matches!(f, Function::Abs | Function::Sign | Function::Root) {
                            push(u, 0, false);
                        }
                    }
                    Domain::Positive | Domain::NonZero => push(u, 0, false),
                    Domain::PositiveNotOne | Domain::HalfOpenUnit => {
                        push(u, 0, false);
                        push(u, -1, false);
                    }
                    Domain::CosineNonZero | Domain::SineNonZero => push(u, 0, true),
                    Domain::UnitInterval
                    | Domain::OpenUnitInterval
                    | Domain::OutsideUnitInterval
                    | Domain::OpenOutsideUnitInterval
                    | Domain::AtLeastOne => {
                        push(u, 0, false);
                        push(u, -1, false);
                        push(u, 1, false);
                    }
                }
            }
        }
    }
    let mut guards = Vec::new();
    while let Some(guard) = found.pop() {
        match parts(arena, guard) {
            // A part is a child of the guard, so this ends; a guard met before is not taken again.
            Some(parts) => found.extend(parts.into_iter().filter(|part| !guards.contains(part))),
            None => guards.push(guard),
        }
    }
    guards.sort_unstable();
    guards.dedup();
    guards
}

/// Guards whose zeros on the real line include all of this one's; `None` when it stays as it is.
fn parts(arena: &Arena, guard: Guard) -> Option<Vec<Guard>> {
    let Guard {
        argument,
        offset,
        periodic,
    } = guard;
    if periodic {
        return None;
    }
    let at = |argument, offset| Guard {
        argument,
        offset,
        periodic: false,
    };
    match (arena.view(argument), offset) {
        (View::Product(factors), 0) => Some(factors.iter().map(|&f| at(f, 0)).collect()),
        (View::Power(base, _), 0) if matches!(arena.view(base), View::Constant(Constant::E)) => {
            Some(Vec::new())
        }
        (View::Power(base, exponent), 0) if arena.as_number(exponent).is_some() => {
            Some(vec![at(base, 0)])
        }
        // bʳ = ±1 for a real b only where b = ±1.
        (View::Power(base, exponent), 1 | -1)
            if arena.as_number(exponent).is_some_and(|q| !q.is_zero()) =>
        {
            Some(vec![at(base, 1), at(base, -1)])
        }
        (View::Power(base, exponent), -1)
            if matches!(arena.view(base), View::Constant(Constant::E)) =>
        {
            Some(vec![at(exponent, 0)])
        }
        (View::Call(Function::Log, u), 0) => Some(vec![at(u[0], 0), at(u[0], -1)]),
        (View::Call(f, u), 0) if vanishes_at_zero_only(f) => Some(vec![at(u[0], 0)]),
        (View::Call(Function::Abs, u), -1) => Some(vec![at(u[0], 1), at(u[0], -1)]),
        (View::Call(Function::Abs, _), 1) => Some(Vec::new()),
        _ => None,
    }
}

/// Real functions whose only real zero is 0.
fn vanishes_at_zero_only(f: Function) -> bool {
    matches!(
        f,
        Function::Abs
            | Function::Sign
            | Function::Root
            | Function::Asin
            | Function::Atan
            | Function::Sinh
            | Function::Tanh
            | Function::Asinh
            | Function::Atanh
            | Function::Erf
            | Function::Erfi
            | Function::Si
            | Function::Shi
    )
}
