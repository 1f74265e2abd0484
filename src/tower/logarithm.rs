use num_bigint::BigInt;
use num_integer::Integer;

use super::anchor::{Anchor, Choice};
use super::constants::{Combination, Generator, Obstacle, add_scaled, factor};
use super::echelon::{Echelon, Relation};
use super::entries::{Branch, Entry, raise};
use super::grid::{Column, element};
use super::state::Tower;
use super::stop::{Abstention, Stop};
use super::value::{Bound, Value};
use crate::expr::{Id, View};
use crate::field::reconstruct;
use crate::number::Rational;

/// Independent elements of one tower.
const ENTRIES: usize = 96;
/// Nodes that are registered first to uncover hidden powers.
pub(super) const KERNELS: usize = 6;

/// The logarithm of a constant, and what is open about it: nothing (`None`), or multiples of 2πi/m
/// that may differ from row to row (whole turns where the list is empty).
type ConstantLog = (Combination, Option<Vec<u64>>);

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
                    self.log_of_value(&b)?;
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
                                known(base)
                            }
                            _ => Some(b.clone()),
                        };
                        if let Some(inner) = inner {
                            self.log_of_value(&inner)?;
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

    fn new_log(&mut self, value: &Value<A::Value>) -> Result<Form, Stop> {
        self.nonzero(value.v)?;
        let principal = self.anchor.log(&value.z).ok_or(Abstention::Branch)?;
        let Some(g) = value.g else {
            let (constants, part) = self.constant_log(value.v, value.exact.as_ref(), &principal)?;
            return self.with_branch(
                Form {
                    entries: Vec::new(),
                    constants,
                },
                part,
                &principal,
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
        let (constants, part) = self.constant_log(rest, None, &principal)?;
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
        self.with_branch(form, Some(part.unwrap_or_default()), &principal)
    }

    /// The combination of the entries' logarithms whose derivative is the column.
    fn combination(&mut self, column: Column) -> Result<Option<Vec<(usize, Rational)>>, Stop> {
        let needed = self.echelon.len() + 5;
        if self.grid.least_live() < needed {
            return Err(self.more_rows(needed + 4));
        }
        self.relations += 1;
        match self.echelon.solve(&self.grid, column) {
            Relation::None => Ok(None),
            Relation::Combination(c) => Ok(Some(c)),
            Relation::Inconsistent => Err(Abstention::Relation.into()),
        }
    }

    /// Bounds of a free element: the samples hold b with E = bᵐ.
    fn free_size(&self) -> Bound {
        Bound {
            degree: self.grid.m() as f64,
            height: 1.0,
        }
    }

    fn new_entry(&mut self, slope: Column, entry: Entry<A::Value>) -> Result<Form, Stop> {
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
    fn with_branch(
        &mut self,
        mut form: Form,
        part: Option<Vec<u64>>,
        principal: &A::Value,
    ) -> Result<Form, Stop> {
        let Some(part) = part else { return Ok(form) };
        let sum = self.form_enclosure(&form);
        match self
            .anchor
            .turns(principal, &sum)
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

    fn free_branch(&mut self, part: Vec<u64>) -> Generator {
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

    fn half_turn(&mut self) -> Column {
        let i = self.grid.root_of_unity(self.grid.m() / 4);
        self.grid.mul(i, self.pi)
    }

    /// The logarithm of a constant. The second part is `None` when it is the principal one;
    /// otherwise it is right up to a multiple of 2πi/m that may differ from row to row (empty: by
    /// whole turns only).
    fn constant_log(
        &mut self,
        w: Column,
        exact: Option<&Rational>,
        principal: &A::Value,
    ) -> Result<ConstantLog, Stop> {
        if self.e.is_some_and(|e| self.grid.agree(e, w)) {
            return Ok((vec![(Generator::One, Rational::ONE)], None));
        }
        if let Some(q) = exact.cloned().or_else(|| self.as_rational(w)) {
            let mut form = self.log_rational(&q.abs())?;
            if q.is_negative() {
                form.push((Generator::HalfTurn, Rational::ONE));
            }
            return Ok((form, None));
        }
        if w == self.pi {
            return Ok((vec![(Generator::LogPi, Rational::ONE)], None));
        }
        if let Some((turns, part)) = self.as_root_of_unity(w) {
            let form = if turns.is_zero() {
                Vec::new()
            } else {
                vec![(Generator::HalfTurn, turns)]
            };
            return Ok((form, part));
        }
        if let Some(related) = self.related_log(w)? {
            return Ok(related);
        }
        let free = self.free_size();
        self.others.push(Entry {
            log: None,
            exp: Some(w),
            base: None,
            root: None,
            powers: Vec::new(),
            principal: true,
            size: free,
            z: principal.clone(),
        });
        Ok((
            vec![(Generator::Other(self.others.len() - 1), Rational::ONE)],
            None,
        ))
    }

    /// The logarithm of a constant that is a rational number or root of unity times another
    /// constant or its inverse, as conjugates are: (5 − √5)(5 + √5) = 20.
    fn related_log(&mut self, w: Column) -> Result<Option<ConstantLog>, Stop> {
        for index in 0..self.others.len() {
            let Some(other) = self.others[index].exp else {
                continue;
            };
            if self.grid.agree(other, w) {
                let part = (!self.others[index].principal).then(Vec::new);
                return Ok(Some((vec![(Generator::Other(index), Rational::ONE)], part)));
            }
            let inverse = self.grid.invert(other);
            for (factor, sign) in [(other, -1), (inverse, 1)] {
                let rest = self.grid.mul(w, factor);
                let (mut form, part) = if let Some(q) = self.as_rational(rest) {
                    let half_turns = Rational::from(i64::from(q.is_negative()));
                    let mut form = self.log_rational(&q.abs())?;
                    add_scaled(
                        &mut form,
                        &[(Generator::HalfTurn, half_turns)],
                        &Rational::ONE,
                    );
                    (form, Vec::new())
                } else if let Some((turns, part)) = self.as_root_of_unity(rest) {
                    let mut form = Combination::new();
                    add_scaled(&mut form, &[(Generator::HalfTurn, turns)], &Rational::ONE);
                    (form, part.unwrap_or_default())
                } else {
                    continue;
                };
                form.push((Generator::Other(index), Rational::from(sign)));
                return Ok(Some((form, Some(part))));
            }
        }
        Ok(None)
    }

    fn as_rational(&self, w: Column) -> Option<Rational> {
        let mut found: Option<Rational> = None;
        for (index, prime) in self.grid.primes().iter().enumerate() {
            let mut expected = None;
            for row in self.grid.block(index).filter(|&row| self.grid.live(row)) {
                let value = self.grid.get(w)[row];
                if let Some(e) = expected {
                    if e != value {
                        return None;
                    }
                    continue;
                }
                let q = match &found {
                    Some(q) => q.clone(),
                    None => reconstruct(prime, value)?,
                };
                if element(prime, &q)? != value {
                    return None;
                }
                expected = Some(value);
                found = Some(q);
            }
        }
        found
    }

    /// w = e^(iπ·turns) if it is a root of unity of the field in every row, and the rows' own
    /// multiples of 2πi/m where they differ.
    fn as_root_of_unity(&self, w: Column) -> Option<(Rational, Option<Vec<u64>>)> {
        let m = self.grid.m();
        let rows: Vec<usize> = (0..self.grid.rows())
            .filter(|&row| self.grid.live(row))
            .collect();
        let all = |n: u64| {
            rows.iter().all(|&row| {
                let p = self.grid.prime_of(row);
                p.pow(self.grid.get(w)[row], n) == p.one()
            })
        };
        if !all(m) {
            return None;
        }
        let order = (1..=720u64)
            .filter(|n| m.is_multiple_of(*n))
            .find(|&n| all(n))?;
        let mut part = vec![0; self.grid.rows()];
        for &row in &rows {
            let p = self.grid.prime_of(row);
            let step = p.root_of_unity(
                (u128::from(m / order) * u128::from(self.grid.unit(row)) % u128::from(m)) as u64,
            );
            let mut z = p.one();
            let value = self.grid.get(w)[row];
            let k = (0..order).find(|_| {
                let here = z == value;
                z = p.mul(z, step);
                here
            })?;
            part[row] = k * (m / order);
        }
        let first = part[*rows.first()?];
        if rows.iter().all(|&row| part[row] == first) {
            // Principal: −π < argument ≤ π.
            let k = first as i64;
            let k = if 2 * k > m as i64 { k - m as i64 } else { k };
            return Some((Rational::new(2 * k, m as i64)?, None));
        }
        Some((Rational::ZERO, Some(part)))
    }

    fn log_rational(&mut self, q: &Rational) -> Result<Combination, Stop> {
        let mut form = Combination::new();
        for (n, sign) in [(q.numerator(), 1), (q.denominator(), -1)] {
            match factor(&n, &mut self.atoms, &self.hints.factors) {
                Ok(powers) => {
                    for (atom, e) in powers {
                        add_scaled(
                            &mut form,
                            &[(Generator::LogAtom(atom), Rational::from(sign * e))],
                            &Rational::ONE,
                        );
                    }
                }
                Err(Obstacle::Factor(common)) => {
                    self.hints.factors.push(common);
                    return Err(Stop::Again);
                }
                Err(Obstacle::Large) => return Err(Abstention::Height.into()),
            }
        }
        self.atom_logs.resize(self.atoms.len(), None);
        self.atom_roots.resize(self.atoms.len(), None);
        Ok(form)
    }

    /// The value of a generator.
    fn generator_value(&mut self, generator: Generator) -> Column {
        match generator {
            Generator::One => self.one,
            Generator::HalfTurn => self.half_turn(),
            Generator::LogPi => *self.log_pi.get_or_insert_with(|| self.grid.random()),
            Generator::LogAtom(i) => *self.atom_logs[i].get_or_insert_with(|| self.grid.random()),
            Generator::Branch(i) => self.branches[i].column,
            Generator::Other(i) => *self.others[i].log.get_or_insert_with(|| self.grid.random()),
        }
    }

    fn generator_enclosure(&self, generator: Generator) -> A::Value {
        use crate::expr::Constant;
        match generator {
            // Free branch integers occur without an anchor only, where there is nothing to enclose.
            Generator::One | Generator::Branch(_) => self.anchor.rational(&Rational::ONE),
            Generator::HalfTurn => self.anchor.mul(
                &self.anchor.constant(Constant::Pi),
                &self.anchor.constant(Constant::I),
            ),
            Generator::LogPi => {
                let pi = self.anchor.constant(Constant::Pi);
                self.anchor.log(&pi).unwrap_or(pi)
            }
            Generator::LogAtom(i) => {
                let n = self.anchor.rational(&Rational::from(self.atoms[i].clone()));
                self.anchor.log(&n).unwrap_or(n)
            }
            Generator::Other(i) => self.others[i].z.clone(),
        }
    }

    fn form_enclosure(&self, form: &Form) -> A::Value {
        let mut sum = self.anchor.rational(&Rational::ZERO);
        let terms = form
            .entries
            .iter()
            .map(|(j, r)| (self.entries[*j].z.clone(), r))
            .chain(
                form.constants
                    .iter()
                    .map(|(g, r)| (self.generator_enclosure(*g), r)),
            );
        for (z, r) in terms {
            sum = self
                .anchor
                .add(&sum, &self.anchor.mul(&z, &self.anchor.rational(r)));
        }
        sum
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

    fn entry_log(&mut self, j: usize) -> Column {
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
        let z = self.anchor.exp(&u.z);
        let form = match u.g {
            None => Form {
                entries: Vec::new(),
                constants: self.constant_form(u.v, u.exact.as_ref(), &u.z)?,
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
                        z: u.z.clone(),
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
                    let minus = self.anchor.mul(
                        &self.form_enclosure(&form),
                        &self.anchor.rational(&Rational::MINUS_ONE),
                    );
                    let rest_z = self.anchor.add(&u.z, &minus);
                    form.constants = self.constant_form(rest, None, &rest_z)?;
                    form
                }
            },
        };
        let (v, size) = self.form_power(&form, &Rational::ONE)?;
        Ok(self.chain(v, size, (v, size), u, z))
    }

    /// A constant as a combination of generators.
    fn constant_form(
        &mut self,
        k: Column,
        exact: Option<&Rational>,
        z: &A::Value,
    ) -> Result<Combination, Stop> {
        if self.grid.is_zero(k) {
            return Ok(Vec::new());
        }
        if let Some(q) = exact {
            return Ok(vec![(Generator::One, q.clone())]);
        }
        let mut generators = vec![Generator::One, Generator::HalfTurn, Generator::LogPi];
        generators.extend((0..self.atoms.len()).map(Generator::LogAtom));
        generators.extend((0..self.branches.len()).map(Generator::Branch));
        generators.extend((0..self.others.len()).map(Generator::Other));
        let needed = generators.len() + 5;
        if self.grid.least_live() < needed {
            return Err(self.more_rows(needed + 4));
        }
        let mut lattice = Echelon::default();
        for &generator in &generators {
            let value = self.generator_value(generator);
            lattice.push(&self.grid, value);
        }
        self.relations += 1;
        match lattice.solve(&self.grid, k) {
            Relation::Combination(c) => {
                Ok(c.into_iter().map(|(i, r)| (generators[i], r)).collect())
            }
            Relation::Inconsistent => Err(Abstention::Relation.into()),
            Relation::None => {
                let free = self.free_size();
                self.others.push(Entry {
                    log: Some(k),
                    exp: None,
                    base: None,
                    root: None,
                    powers: Vec::new(),
                    principal: false,
                    size: free,
                    z: z.clone(),
                });
                Ok(vec![(
                    Generator::Other(self.others.len() - 1),
                    Rational::ONE,
                )])
            }
        }
    }

    /// Names a power that is hidden in an entry: a node whose logarithm, with those of the entries,
    /// makes up the entry's. Found, it is registered first in the next run, so that the entry's
    /// root becomes an expression in it.
    pub(super) fn name_hidden(&mut self, nodes: &[Id], values: &Values<A::Value>) -> bool {
        let found = self.hidden.iter().find_map(|&j| {
            let entry = self.entries[j].exp?;
            let mut others = Echelon::default();
            for (k, &slope) in self.slopes.iter().enumerate() {
                if k != j {
                    others.push(&self.grid, slope);
                }
            }
            let wanted = self.slopes[j];
            // What is made of the entry itself, its root above all, names nothing.
            let mut made = vec![false; values.len()];
            for id in nodes {
                made[id.index()] = values[id.index()]
                    .as_ref()
                    .is_some_and(|value| self.grid.agree(value.v, entry))
                    || self
                        .arena
                        .children(*id)
                        .as_slice()
                        .iter()
                        .any(|c| made[c.index()]);
            }
            nodes
                .iter()
                .copied()
                .filter(|id| !made[id.index()])
                .find(|id| {
                    let Some(value) = &values[id.index()] else {
                        return false;
                    };
                    let Some(g) = value.g else { return false };
                    if self.hints.kernels.contains(id) || self.grid.has_zero(value.v) {
                        return false;
                    }
                    let inverse = self.grid.invert(value.v);
                    let slope = self.grid.mul(g, inverse);
                    if !matches!(others.solve(&self.grid, slope), Relation::None) {
                        return false;
                    }
                    let mut with = others.clone();
                    with.push(&self.grid, slope);
                    // A proper power: n times the node's logarithm with |n| > 1.
                    matches!(with.solve(&self.grid, wanted), Relation::Combination(c)
                    if c.iter().any(|(k, r)| *k + 1 == with.len() && !r.abs().is_one()))
                })
        });
        match found {
            Some(id) => {
                self.hints.kernels.push(id);
                true
            }
            None => false,
        }
    }

    /// Notes that there may be so many times as many combinations of signs.
    pub(super) fn note_degree(&mut self, degree: u64) {
        self.sign_degree *= degree as f64;
    }

    /// Notes that a prime must have a root of an integer, and runs again.
    pub(super) fn need_residue(&mut self, n: &BigInt, degree: u64) -> Stop {
        match self.hints.residues.iter_mut().find(|(k, _)| k == n) {
            Some((_, d)) => *d = d.lcm(&degree),
            None => self.hints.residues.push((n.clone(), degree)),
        }
        Stop::Again
    }

    /// Notes that an atom's root of a higher degree is needed, and runs again.
    pub(super) fn need_atom_degree(&mut self, atom: usize, degree: u64) -> Stop {
        raise(&mut self.hints.atoms, atom, degree);
        Stop::Again
    }
}
