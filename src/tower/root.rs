use num_bigint::BigInt;
use num_integer::Integer;

use super::anchor::Anchor;
use super::constants::Generator;
use super::entries::{degree_at, raise, small_denominator};
use super::grid::{Column, prime_divisors};
use super::state::Tower;
use super::stop::{Abstention, Stop};
use crate::number::Rational;

/// Exponents beyond this are not computed: such a power is a free element.
const LARGE: i64 = 1 << 24;
/// Large exponents are reduced by multiples of this, so that powers whose exponents differ by
/// little stay related.
const STEP: u32 = 1 << 13;

/// Rows in which a residue character that should look random is none.
const TELLING: usize = 10;

/// Where an element with both sides of exp is kept.
#[derive(Clone, Copy)]
enum Place {
    Entry(usize),
    Other(usize),
}

impl<A: Anchor> Tower<'_, A> {
    /// E^r for an entry.
    pub(super) fn entry_power(&mut self, j: usize, r: &Rational) -> Result<Column, Stop> {
        self.power_at(Place::Entry(j), r)
    }

    /// The exponential of r times a generator of the constants.
    pub(super) fn generator_power(
        &mut self,
        generator: Generator,
        r: &Rational,
    ) -> Result<Column, Stop> {
        let d = small_denominator(r).ok_or(Abstention::Order)?;
        match generator {
            Generator::One => {
                let base = *self.e_base.get_or_insert_with(|| self.grid.random());
                self.base_power(base, r, d)
            }
            Generator::LogPi => {
                let base = self.bases[0].1;
                self.base_power(base, r, d)
            }
            Generator::HalfTurn => {
                // e^(iπ·n/d) has order dividing 2d.
                let order = d.checked_mul(2).ok_or(Abstention::Order)?;
                if !self.grid.m().is_multiple_of(order) {
                    return Err(self.need_order(order));
                }
                let turns = r.numerator().mod_floor(&BigInt::from(order));
                let turns = u64::try_from(turns).unwrap_or(0);
                Ok(self.grid.root_of_unity(turns * (self.grid.m() / order)))
            }
            Generator::LogAtom(i) => self.atom_power(i, r, d),
            Generator::Branch(i) => self.branch_power(i, r, d),
            Generator::Other(i) => self.power_at(Place::Other(i), r),
        }
    }

    /// (bᵐ)^r from b.
    fn base_power(&mut self, base: Column, r: &Rational, d: u64) -> Result<Column, Stop> {
        let m = self.grid.m();
        if !m.is_multiple_of(d) {
            return Err(self.need_order(d));
        }
        let n = i64::try_from(r.numerator())
            .ok()
            .filter(|n| n.unsigned_abs() <= LARGE as u64)
            .ok_or(Abstention::Height)?;
        Ok(self.grid.power(base, n * (m / d) as i64))
    }

    /// n^r for an atom n. The square roots of the primes dividing m are Gauss sums of the roots of
    /// unity, and every root of even degree is a root of that square root, so that each row sees
    /// one consistent conjugate of the number field.
    fn atom_power(&mut self, i: usize, r: &Rational, d: u64) -> Result<Column, Stop> {
        let n = self.atoms[i].clone();
        if d == 1 {
            let k = r
                .to_i64()
                .filter(|k| k.abs() <= LARGE)
                .ok_or(Abstention::Height)?;
            let column = self.grid.rational(&Rational::from(n)).ok_or(Stop::Redraw)?;
            return Ok(self.grid.power(column, k));
        }
        let degree = degree_at(&self.hints.atoms, i);
        if !degree.is_multiple_of(d) {
            return Err(self.need_atom_degree(i, d));
        }
        if !self.grid.m().is_multiple_of(degree) {
            return Err(self.need_order(degree));
        }
        let root = if let Some(root) = self.atom_roots[i] {
            root
        } else {
            let root = self.atom_root(&n, degree)?;
            self.atom_roots[i] = Some(root);
            root
        };
        let k = (r * &Rational::from(degree as i64))
            .to_i64()
            .filter(|k| k.abs() <= LARGE)
            .ok_or(Abstention::Height)?;
        Ok(self.grid.power(root, k))
    }

    fn atom_root(&mut self, n: &BigInt, degree: u64) -> Result<Column, Stop> {
        let gauss = u64::try_from(n.clone())
            .ok()
            .filter(|&l| {
                degree.is_multiple_of(2) && self.grid.m().is_multiple_of(if l == 2 { 8 } else { l })
            })
            .filter(|&l| l == 2 || (l > 2 && (3..l).all(|k| k * k > l || !l.is_multiple_of(k))));
        let (radicand, degree) = match gauss {
            Some(l) => (self.square_root_of_prime(l), degree / 2),
            None => (
                self.grid
                    .rational(&Rational::from(n.clone()))
                    .ok_or(Stop::Redraw)?,
                degree,
            ),
        };
        let mut missing = Vec::new();
        let root = self.grid.root(radicand, degree, |row| missing.push(row));
        if missing.iter().any(|&row| self.grid.live(row)) {
            let full = if gauss.is_some() { degree * 2 } else { degree };
            return Err(self.need_residue(n, full));
        }
        Ok(root)
    }

    /// √ℓ for a prime ℓ | m (8 | m for ℓ = 2), positive under e^(2πi/m).
    fn square_root_of_prime(&mut self, l: u64) -> Column {
        let m = self.grid.m();
        if l == 2 {
            // ζ₈ + ζ₈⁻¹.
            let a = self.grid.root_of_unity(m / 8);
            let b = self.grid.root_of_unity(m - m / 8);
            return self.grid.add(a, b);
        }
        // Gauss: Σ (j/ℓ) ζ_ℓʲ is √ℓ for ℓ ≡ 1 and i√ℓ for ℓ ≡ 3 modulo 4; ζ ↦ ζᵃ takes it to (a/ℓ)
        // times itself.
        let mut is_square = vec![false; l as usize];
        for j in 1..l {
            is_square[(j * j % l) as usize] = true;
        }
        let sums: Vec<u64> = self
            .grid
            .primes()
            .iter()
            .map(|p| {
                let zeta = p.root_of_unity(m / l);
                let mut power = p.one();
                (1..l).fold(0, |sum, j| {
                    power = p.mul(power, zeta);
                    if is_square[j as usize] {
                        p.add(sum, power)
                    } else {
                        p.sub(sum, power)
                    }
                })
            })
            .collect();
        let mut sum = self.grid.make(|grid, row, p| {
            let sum = sums[grid.block_of(row)];
            if is_square[(grid.unit(row) % l) as usize] {
                sum
            } else {
                p.neg(sum)
            }
        });
        if l % 4 == 3 {
            let minus_i = self.grid.root_of_unity(m - m / 4);
            sum = self.grid.mul(sum, minus_i);
        }
        sum
    }

    /// e^(2πi·r·turns) for a free branch integer.
    fn branch_power(&mut self, i: usize, r: &Rational, d: u64) -> Result<Column, Stop> {
        let m = self.grid.m();
        let m_wide = u128::from(m);
        let branch = &self.branches[i];
        // The order of the rows' own parts of a turn.
        let part_order = branch
            .part
            .iter()
            .fold(1, |order: u64, &k| order.lcm(&(m / m.gcd(&k))));
        let order = part_order.checked_mul(d).ok_or(Abstention::Order)?;
        if !m.is_multiple_of(order) {
            return Err(self.need_order(order));
        }
        let n = u128::try_from(r.numerator().mod_floor(&BigInt::from(m))).unwrap_or(0);
        // turns·n/d = (whole·m + part)/d · n/m, and d divides both m and every part.
        let exponents: Vec<u64> = branch
            .whole
            .iter()
            .zip(&branch.part)
            .map(|(&whole, &part)| {
                let steps = u128::from(whole) * u128::from(m / d) + u128::from(part / d);
                (steps % m_wide * n % m_wide) as u64
            })
            .collect();
        let degree = branch.degree.lcm(&d);
        let grown = degree / branch.degree;
        self.branches[i].degree = degree;
        self.note_degree(grown);
        let column = self.grid.make(|grid, row, p| {
            let k = u128::from(exponents[row]) * u128::from(grid.unit(row)) % m_wide;
            p.root_of_unity(k as u64)
        });
        self.grid.mark_branched(column);
        Ok(column)
    }

    fn power_at(&mut self, place: Place, r: &Rational) -> Result<Column, Stop> {
        let m = self.grid.m();
        let d = match small_denominator(r) {
            Some(d) if m.is_multiple_of(d) => d,
            Some(d)
                if num_integer::lcm(u128::from(m), u128::from(d))
                    <= u128::from(crate::field::MAX_M) =>
            {
                return Err(self.need_order(d));
            }
            _ => {
                // The field has no such roots: E to the fractional part of r is a free element.
                let whole = Rational::from(r.floor());
                let free = self.free_power(place, r - &whole);
                let power = self.power_at(place, &whole)?;
                return Ok(self.grid.mul(free, power));
            }
        };
        let (entry, degrees, j) = match place {
            Place::Entry(j) => (&mut self.entries[j], &mut self.hints.entries, j),
            Place::Other(j) => (&mut self.others[j], &mut self.hints.others, j),
        };
        // Exponents as multiples of 1/degree, where the root of that degree is at hand.
        let (root, degree) = match (entry.base, entry.exp, entry.root) {
            (Some(base), _, _) => (base, m),
            (None, None, _) => {
                let base = self.grid.random();
                let exp = self.grid.power(base, m as i64);
                entry.base = Some(base);
                entry.exp = Some(exp);
                (base, m)
            }
            (None, Some(exp), root) => {
                let (degree, root) = root.unwrap_or((1, exp));
                if degree.is_multiple_of(d) {
                    (root, degree)
                } else {
                    raise(degrees, j, d);
                    let wanted = degree_at(degrees, j).lcm(&degree);
                    if degree > 1 && self.grid.is_branched(root) {
                        // A root of a hidden power's root: all at once, in another run.
                        return Err(Stop::Again);
                    }
                    let constant = matches!(place, Place::Other(_));
                    let (root, hidden) = self.take_root(root, wanted / degree, constant)?;
                    match place {
                        Place::Entry(j) => {
                            self.entries[j].root = Some((wanted, root));
                            if hidden {
                                self.hidden.push(j);
                            }
                        }
                        Place::Other(j) => self.others[j].root = Some((wanted, root)),
                    }
                    (root, wanted)
                }
            }
        };
        let exponent = r * &Rational::from(degree as i64);
        // r itself is bounded, not the exponent of the root.
        if r.abs() <= Rational::from(LARGE)
            && let Some(k) = exponent.to_i64()
        {
            return Ok(self.grid.power(root, k));
        }
        let (quotient, rest) = r.floor().div_mod_floor(&BigInt::from(STEP));
        let fraction = r - &Rational::from(r.floor());
        let rest = &Rational::from(rest) + &fraction;
        let free = self.free_power(place, Rational::from(quotient));
        let k = (&rest * &Rational::from(degree as i64))
            .to_i64()
            .ok_or(Abstention::Height)?;
        let small = self.grid.power(root, k);
        Ok(self.grid.mul(free, small))
    }

    /// A free element that stands for E to a power, named by a part of the exponent.
    fn free_power(&mut self, place: Place, part: Rational) -> Column {
        let entry = match place {
            Place::Entry(j) => &mut self.entries[j],
            Place::Other(j) => &mut self.others[j],
        };
        if let Some((_, column)) = entry.powers.iter().find(|(q, _)| *q == part) {
            return *column;
        }
        let column = self.grid.random();
        entry.powers.push((part, column));
        column
    }

    /// A root of degree n of an element that is no power by construction, and whether it may be a
    /// hidden power. Rows without a root die.
    ///
    /// If the element is a hidden power, the rows fall into components (the signs of the root),
    /// of which only one is the truth: its residue character, constant where it should look
    /// random, tells, and the number of components is kept for the final count of samples. A
    /// constant factor may turn the character of one prime around, so each prime is looked at
    /// alone.
    fn take_root(&mut self, e: Column, n: u64, constant: bool) -> Result<(Column, bool), Stop> {
        let mut dead = Vec::new();
        let root = self.grid.root(e, n, |row| dead.push(row));
        dead.retain(|&row| self.grid.live(row));
        let mut hidden = constant;
        for block in 0..self.grid.primes().len() {
            let live: Vec<usize> = self
                .grid
                .block(block)
                .filter(|&row| self.grid.live(row))
                .collect();
            let dying = live.iter().filter(|row| dead.contains(row)).count();
            let prime = &self.grid.primes()[block];
            if dying > 0 && self.grid.is_branched(e) {
                // On one component the element may be a constant times a power, and the constant
                // no power: that component would die as a whole and be forgotten.
                return Err(Abstention::Signs.into());
            }
            if dying == 0 && live.len() < TELLING && !constant {
                // Too few rows to tell a hidden power from chance.
                return Err(self.more_rows(TELLING));
            }
            if dying == live.len() && live.len() > 8 {
                if let Some(order) = self.grid.order(e, live[0]) {
                    // A root of unity: its roots are there if those of a higher order are.
                    return Err(self.need_order(order * n));
                }
                let square = n.saturating_mul(n);
                if constant && !self.grid.m().is_multiple_of(square) {
                    // So it is with one times a power.
                    return Err(self.need_order(square));
                }
                // A constant factor of a hidden power is no residue modulo this prime.
                return Err(Stop::Replace(prime.p()));
            }
            // All rows powers of degree ℓ for some prime ℓ | n; dying rows tell only that not all
            // these degrees are there.
            hidden |= prime_divisors(n).any(|l| {
                (dying == 0 || l != n)
                    && live
                        .iter()
                        .all(|&row| prime.is_power(self.grid.get(e)[row], l))
            });
        }
        let before = self.grid.live_count();
        for row in &dead {
            self.grid.kill(*row);
        }
        let after = self.grid.live_count();
        // One element in n has a root of degree n, since n | p − 1, if it is not hidden.
        self.lost *= match (dead.is_empty(), after) {
            (true, _) => 1.0,
            (false, 0..16) => n as f64,
            (false, _) => before as f64 / after as f64,
        };
        if hidden {
            self.grid.mark_branched(root);
            self.note_degree(n);
        }
        Ok((root, hidden))
    }
}
