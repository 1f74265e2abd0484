use super::anchor::{Anchor, Choice};
use super::constants::{Combination, Generator, add_scaled};
use super::echelon::Relation;
use super::entries::{Branch, Entry};
use super::grid::Column;
use super::state::Tower;
use super::stop::{Abstention, Stop};
use super::value::{Bound, Value};
use crate::expr::{Id, View};
use crate::number::Rational;

/// Independent elements of one tower.
const ENTRIES: usize = 96;
/// Nodes that are registered first to uncover hidden powers.
pub(super) const KERNELS: usize = 6;

/// The logarithm of a constant, and what is open about it: nothing (`None`), or multiples of 2πi/m
/// that may differ from row to row (whole turns where the list is empty).
pub(super) type ConstantLog = (Combination, Option<Vec<u64>>);

/// The values of the nodes evaluated so far, by node.
pub(super) type Values<Z> = [Option<Value<Z>>];

/// A logarithm: a rational combination of the entries' logarithms and of constants.
#[derive(Clone, Default)]
pub(super) struct Form {
    pub entries: Vec<(usize, Rational)>,
    pub constants: Combination,
}

impl Form {
    pub(super) fn add_scaled(&mut self, other: &Self, q: &Rational) {
        add_scaled(&mut self.entries, &other.entries, q);
        add_scaled(&mut self.constants, &other.constants, q);
    }
}

impl<A: Anchor> Tower<'_, A> {
    /// The logarithm of a subexpression, its form looked at first: log(c·u) = log c + log u and
    /// log cʳ = r·log c for c > 0 hold without a branch integer, and the logarithms of factors
    /// and bases are registered before that of what is made of them, so that hidden powers show.
    pub(super) fn log_of(
        &mut self,
        id: Id,
        value: &Value<A::Value>,
        values: &Values<A::Value>,
    ) -> Result<Form, Stop> {
        if let Some((_, form)) = self.logs.iter().find(|(v, _)| *v == value.v) {
            return Ok(form.clone());
        }
        let form = self.log_by_form(id, value, values)?;
        if self.logs.last().is_none_or(|(v, _)| *v != value.v) {
            self.logs.push((value.v, form.clone()));
        }
        Ok(form)
    }

    fn log_by_form(
        &mut self,
        id: Id,
        value: &Value<A::Value>,
        values: &Values<A::Value>,
    ) -> Result<Form, Stop> {
        let arena = self.arena;
        let known = |id: Id| values[id.index()].clone();
        match arena.view(id) {
            View::Power(base, exponent) if self.is_positive(base) => {
                if let (Some(q), Some(b)) = (arena.as_number(exponent), known(base)) {
                    let mut form = Form::default();
                    form.add_scaled(&self.log_of(base, &b, values)?, q);
                    return Ok(form);
                }
            }
            View::Power(base, exponent) if arena.as_number(exponent).is_some() => {
                if let Some(b) = known(base)
                    && b.g.is_some()
                {
                    self.log_of(base, &b, values)?;
                }
            }
            View::Product(factors) => {
                let mut form = Form::default();
                let mut rest = None;
                let mut rest_id = None;
                for &f in factors {
                    let Some(b) = known(f) else {
                        return self.log_of_value(value);
                    };
                    if self.is_positive(f) {
                        form.add_scaled(&self.log_of(f, &b, values)?, &Rational::ONE);
                        continue;
                    }
                    if b.g.is_some() {
                        let inner = match arena.view(f) {
                            View::Power(base, exponent) if arena.as_number(exponent).is_some() => {
                                base
                            }
                            _ => f,
                        };
                        if let Some(value) = known(inner) {
                            self.log_of(inner, &value, values)?;
                        }
                    }
                    rest_id = if rest.is_none() { Some(f) } else { None };
                    rest = Some(match rest {
                        None => b,
                        Some(r) => self.mul(&r, &b)?,
                    });
                }
                if let Some(rest) = rest {
                    let log = match rest_id {
                        // A single factor that is a product or power again is a smaller node.
                        Some(f) if !matches!(arena.view(f), View::Product(_)) => {
                            self.log_of(f, &rest, values)?
                        }
                        _ => self.log_of_value(&rest)?,
                    };
                    form.add_scaled(&log, &Rational::ONE);
                }
                return Ok(form);
            }
            _ => {}
        }
        self.log_of_value(value)
    }

    /// The logarithm of a value, with a branch integer where one is needed.
    pub(super) fn log_of_value(&mut self, value: &Value<A::Value>) -> Result<Form, Stop> {
        if let Some((_, form)) = self.logs.iter().find(|(v, _)| self.grid.agree(*v, value.v)) {
            return Ok(form.clone());
        }
        let form = self.new_log(value)?;
        self.logs.push((value.v, form.clone()));
        Ok(form)
    }

    pub(super) fn new_log(&mut self, value: &Value<A::Value>) -> Result<Form, Stop> {
        self.nonzero(value.v)?;
        let principal = self.anchor.log(value.z).ok_or(Abstention::Branch)?;
        let Some(g) = value.g else {
            let (constants, part) = self.constant_log(value.v, value.exact.as_ref(), principal)?;
            return self.with_branch(
                Form {
                    entries: Vec::new(),
                    constants,
                },
                part,
                principal,
            );
        };
        let inverse = self.grid.invert(value.v);
        let slope = self.grid.mul(g, inverse);
        let Some(entries) = self.combination(slope)? else {
            let base = self
                .bases
                .iter()
                .find(|(v, _)| *v == value.v)
                .map(|(_, b)| *b);
            let entry = Entry {
                log: None,
                exp: Some(value.v),
                base,
                root: None,
                powers: Vec::new(),
                principal: true,
                size: value.size,
                z: principal,
            };
            return self.new_entry(slope, entry);
        };
        // The rest is a constant.
        let mut rest = value.v;
        for (entry, r) in &entries {
            let power = self.entry_power(*entry, &-r)?;
            rest = self.grid.mul(rest, power);
        }
        let single = match entries.as_slice() {
            [(j, r)] => r.is_one() && self.entries[*j].principal,
            _ => false,
        };
        let (constants, part) = self.constant_log(rest, None, principal)?;
        if part.as_ref().is_some_and(|part| !part.is_empty()) {
            // The value is a root of what is made of entries, up to a sign that nothing fixes:
            // it had better be registered before them.
            let node = self
                .evaluated
                .iter()
                .find(|(v, _)| *v == value.v)
                .map(|(_, id)| *id);
            if let Some(id) = node
                && self.hints.kernels.len() < KERNELS
                && !self.hints.kernels.contains(&id)
            {
                self.hints.kernels.push(id);
                return Err(Stop::Again);
            }
        }
        let positive = part.is_none()
            && constants
                .iter()
                .all(|(g, _)| matches!(g, Generator::LogAtom(_)));
        let form = Form { entries, constants };
        if single && positive {
            // log(c·u) = log c + log u for a rational c > 0.
            return Ok(form);
        }
        self.with_branch(form, Some(part.unwrap_or_default()), principal)
    }

    /// The combination of the entries' logarithms whose derivative is the column.
    pub(super) fn combination(
        &mut self,
        column: Column,
    ) -> Result<Option<Vec<(usize, Rational)>>, Stop> {
        let needed = self.echelon.len() + 5;
        if self.grid.least_live() < needed {
            return Err(self.more_rows(needed));
        }
        self.relations += 1;
        match self.echelon.solve(&self.grid, column) {
            Relation::None => Ok(None),
            Relation::Combination(c) => Ok(Some(c)),
            Relation::Inconsistent => Err(Abstention::Relation.into()),
        }
    }

    /// Bounds of a free element: the samples hold b with E = bᵐ.
    pub(super) fn free_size(&self) -> Bound {
        Bound {
            degree: self.grid.m() as f64,
            height: 1.0,
        }
    }

    pub(super) fn new_entry(
        &mut self,
        slope: Column,
        entry: Entry<A::Value>,
    ) -> Result<Form, Stop> {
        if self.entries.len() >= ENTRIES {
            return Err(Abstention::Size.into());
        }
        self.echelon.push(&self.grid, slope);
        self.slopes.push(slope);
        self.entries.push(entry);
        Ok(Form {
            entries: vec![(self.entries.len() - 1, Rational::ONE)],
            constants: Vec::new(),
        })
    }

    /// Completes a form that is right up to 2πik to the principal logarithm. `part` is `None`
    /// when it is principal as it stands.
    pub(super) fn with_branch(
        &mut self,
        mut form: Form,
        part: Option<Vec<u64>>,
        principal: A::Value,
    ) -> Result<Form, Stop> {
        let Some(part) = part else { return Ok(form) };
        let sum = self.form_enclosure(&form);
        match self
            .anchor
            .turns(principal, sum)
            .ok_or(Abstention::Branch)?
        {
            // At an anchor a sign that differs from row to row has no known value.
            Choice::Known(_) if !part.is_empty() => Err(Abstention::Signs.into()),
            Choice::Known(k) => {
                let turns = Rational::from(k.saturating_mul(2));
                add_scaled(
                    &mut form.constants,
                    &[(Generator::HalfTurn, turns)],
                    &Rational::ONE,
                );
                Ok(form)
            }
            Choice::Free => {
                let branch = self.free_branch(part);
                form.constants.push((branch, Rational::ONE));
                Ok(form)
            }
        }
    }

    pub(super) fn free_branch(&mut self, part: Vec<u64>) -> Generator {
        use rand_chacha::rand_core::Rng;
        let rows = self.grid.rows();
        let part = if part.is_empty() { vec![0; rows] } else { part };
        let whole: Vec<u64> = (0..rows)
            .map(|_| self.grid.generator.next_u64() >> 32)
            .collect();
        let m = self.grid.m();
        let half_turn = self.half_turn();
        let column = self.grid.make(|grid, row, p| {
            let turns = p.add(
                p.from_u64(whole[row]),
                p.mul(p.from_u64(part[row]), p.inv(p.from_u64(m))),
            );
            p.mul(p.add(turns, turns), grid.get(half_turn)[row])
        });
        self.grid.mark_branched(column);
        self.branches.push(Branch {
            whole,
            part,
            column,
            degree: 1,
        });
        Generator::Branch(self.branches.len() - 1)
    }

    pub(super) fn half_turn(&mut self) -> Column {
        let i = self.grid.root_of_unity(self.grid.m() / 4);
        self.grid.mul(i, self.pi)
    }

    pub(super) fn form_enclosure(&mut self, form: &Form) -> A::Value {
        let mut sum = self.anchor.rational(&Rational::ZERO);
        for (j, r) in &form.entries {
            let log = self.entries[*j].z;
            sum = self.add_enclosure(sum, log, r);
        }
        for (generator, r) in &form.constants {
            let value = self.generator_enclosure(*generator);
            sum = self.add_enclosure(sum, value, r);
        }
        sum
    }

    /// a + r·b.
    fn add_enclosure(&mut self, a: A::Value, b: A::Value, r: &Rational) -> A::Value {
        let r = self.anchor.rational(r);
        let term = self.anchor.mul(b, r);
        self.anchor.add(a, term)
    }

    /// The sum of the form's terms.
    pub(super) fn form_value(&mut self, form: &Form) -> Result<Column, Stop> {
        let mut sum = self.grid.make(|_, _, _| 0);
        for (j, r) in &form.entries {
            let log = self.entry_log(*j);
            let term = self.grid.scale(log, r).ok_or(Stop::Redraw)?;
            sum = self.grid.add(sum, term);
        }
        for (g, r) in &form.constants {
            let value = self.generator_value(*g);
            let term = self.grid.scale(value, r).ok_or(Stop::Redraw)?;
            sum = self.grid.add(sum, term);
        }
        Ok(sum)
    }

    pub(super) fn entry_log(&mut self, j: usize) -> Column {
        *self.entries[j]
            .log
            .get_or_insert_with(|| self.grid.random())
    }

    /// The exponential of q times the form.
    pub(super) fn form_power(
        &mut self,
        form: &Form,
        q: &Rational,
    ) -> Result<(Column, Bound), Stop> {
        let mut product = self.one;
        let mut size = Bound::ZERO;
        for (j, r) in &form.entries {
            let r = r * q;
            let power = self.entry_power(*j, &r)?;
            product = self.grid.mul(product, power);
            // At the samples E is an m-th power, or a rational function of what is.
            let n = r.abs().to_f64().clamp(1.0, (1u64 << 24) as f64);
            size = size.mul(self.entries[*j].size.power(n));
        }
        for (g, r) in &form.constants {
            let power = self.generator_power(*g, &(r * q))?;
            product = self.grid.mul(product, power);
            size = size.mul(Bound {
                degree: self.grid.m() as f64,
                height: r.height_bits() as f64,
            });
        }
        Ok((product, size))
    }

    /// The exponential of a value.
    pub(super) fn exp(&mut self, u: &Value<A::Value>) -> Result<Value<A::Value>, Stop> {
        let z = self.anchor.exp(u.z);
        let form = match u.g {
            None => Form {
                entries: Vec::new(),
                constants: self.constant_form(u.v, u.exact.as_ref(), u.z)?,
            },
            Some(g) => match self.combination(g)? {
                None => {
                    let free = self.free_size();
                    let entry = Entry {
                        log: Some(u.v),
                        exp: None,
                        base: None,
                        root: None,
                        powers: Vec::new(),
                        principal: false,
                        size: free,
                        z: u.z,
                    };
                    self.new_entry(g, entry)?
                }
                Some(entries) => {
                    let mut form = Form {
                        entries,
                        constants: Vec::new(),
                    };
                    let value = self.form_value(&form)?;
                    let rest = self.grid.sub(u.v, value);
                    let sum = self.form_enclosure(&form);
                    let minus_one = self.anchor.rational(&Rational::MINUS_ONE);
                    let minus = self.anchor.mul(sum, minus_one);
                    let rest_z = self.anchor.add(u.z, minus);
                    form.constants = self.constant_form(rest, None, rest_z)?;
                    form
                }
            },
        };
        let (v, size) = self.form_power(&form, &Rational::ONE)?;
        Ok(self.chain(v, size, (v, size), u, z))
    }
}
