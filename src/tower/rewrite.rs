use super::anchor::{Anchor, Choice};
use super::entries::Special;
use super::grid::Column;
use super::logarithm::{Form, Values};
use super::state::Tower;
use super::stop::{Abstention, Stop};
use super::value::{Bound, Value};
use crate::expr::{Constant, Function, Id, View};
use crate::number::Rational;

/// Powers up to this exponent are products; beyond it they are exp(n·log u).
const DIRECT: f64 = (1u64 << 24) as f64;

impl<A: Anchor> Tower<'_, A> {
    /// The value of one node, given those of its children.
    pub(super) fn node(
        &mut self,
        id: Id,
        values: &Values<A::Value>,
    ) -> Result<Value<A::Value>, Stop> {
        let arena = self.arena;
        let known = |id: Id| {
            values[id.index()]
                .clone()
                .ok_or(Stop::Abstain(Abstention::Size))
        };
        match arena.view(id) {
            View::Number(q) => self.rational(q),
            View::Constant(c) => self.constant(c),
            View::Symbol(s) => Ok(self.symbol(s)),
            View::Sum(terms) => {
                let mut sum = known(terms[0])?;
                for &term in &terms[1..] {
                    sum = self.add(&sum, &known(term)?)?;
                }
                Ok(sum)
            }
            View::Product(factors) => {
                let mut product = known(factors[0])?;
                for &factor in &factors[1..] {
                    product = self.mul(&product, &known(factor)?)?;
                }
                Ok(product)
            }
            View::Power(base, exponent) => {
                let e = known(exponent)?;
                if matches!(arena.view(base), View::Constant(Constant::E)) {
                    return self.exp(&e);
                }
                let b = known(base)?;
                self.power(Some((base, values)), &b, &e)
            }
            View::Call(f, arguments) => {
                let u = known(arguments[0])?;
                let form = match f {
                    Function::Log => Some(self.log_of(arguments[0], &u, values)?),
                    _ => None,
                };
                self.call(
                    f,
                    &u,
                    arguments.get(1).map(|&n| known(n)).transpose()?.as_ref(),
                    form,
                )
            }
        }
    }

    fn power(
        &mut self,
        node: Option<(Id, &Values<A::Value>)>,
        b: &Value<A::Value>,
        e: &Value<A::Value>,
    ) -> Result<Value<A::Value>, Stop> {
        let Some(q) = &e.exact else {
            let form = self.form_of(node, b)?;
            let log = self.log_value(&form, b)?;
            let product = self.mul(e, &log)?;
            return self.exp(&product);
        };
        if let Some(n) = q.to_i64()
            && n.unsigned_abs() as f64 * b.size.degree.max(b.size.height).max(1.0)
                <= DIRECT * b.size.degree.max(1.0)
            && n.unsigned_abs() <= DIRECT as u64
        {
            return self.integer_power(b, n);
        }
        if b.exact.as_ref().is_some_and(Rational::is_zero) {
            return if q.is_negative() {
                Err(Abstention::ZeroDivisor.into())
            } else {
                self.integer(0)
            };
        }
        if let Some(unit) = b
            .exact
            .as_ref()
            .and_then(Rational::to_i64)
            .filter(|n| n.abs() == 1)
            && q.is_integer()
        {
            let odd = num_integer::Integer::is_odd(&q.numerator());
            return self.integer(if odd { unit } else { 1 });
        }
        let form = self.form_of(node, b)?;
        let (v, size) = self.form_power(&form, q)?;
        let z = self.anchor.power(b.z, q).ok_or(Abstention::Branch)?;
        // (b^q)′ = q·b^q·b′/b.
        let inverse = self.grid.invert(b.v);
        let ratio = self.grid.mul(v, inverse);
        let factor = self.grid.scale(ratio, q).ok_or(Stop::Redraw)?;
        Ok(self.chain(v, size, (factor, size.mul(b.size)), b, z))
    }

    fn form_of(
        &mut self,
        node: Option<(Id, &Values<A::Value>)>,
        b: &Value<A::Value>,
    ) -> Result<Form, Stop> {
        match node {
            Some((id, values)) => self.log_of(id, b, values),
            None => self.log_of_value(b),
        }
    }

    /// log u as a value.
    fn log_value(&mut self, form: &Form, u: &Value<A::Value>) -> Result<Value<A::Value>, Stop> {
        let v = self.form_value(form)?;
        let inverse = self.grid.invert(u.v);
        let z = self.anchor.log(u.z).ok_or(Abstention::Branch)?;
        let terms = (form.entries.len() + form.constants.len()).max(1) as f64;
        let size = Bound {
            degree: 1.0,
            height: 64.0 * terms,
        };
        Ok(self.chain(v, size, (inverse, u.size), u, z))
    }

    fn log(&mut self, u: &Value<A::Value>) -> Result<Value<A::Value>, Stop> {
        let form = self.log_of_value(u)?;
        self.log_value(&form, u)
    }

    fn sqrt(&mut self, u: &Value<A::Value>) -> Result<Value<A::Value>, Stop> {
        let half = self.rational(&Rational::HALF)?;
        self.power(None, u, &half)
    }

    fn i_times(&mut self, u: &Value<A::Value>) -> Result<Value<A::Value>, Stop> {
        let i = self.constant(Constant::I)?;
        self.mul(&i, u)
    }

    /// 1 + q·u².
    fn one_plus_square(&mut self, q: i64, u: &Value<A::Value>) -> Result<Value<A::Value>, Stop> {
        let square = self.mul(u, u)?;
        let square = self.scale(&square, &Rational::from(q))?;
        let one = self.integer(1)?;
        self.add(&one, &square)
    }

    /// (E − E⁻¹)/2 and (E + E⁻¹)/2 with E = e^u.
    fn hyperbolic(&mut self, u: &Value<A::Value>) -> Result<[Value<A::Value>; 2], Stop> {
        let e = self.exp(u)?;
        let inverse = self.recip(&e)?;
        let difference = self.sub(&e, &inverse)?;
        let sum = self.add(&e, &inverse)?;
        Ok([
            self.scale(&difference, &Rational::HALF)?,
            self.scale(&sum, &Rational::HALF)?,
        ])
    }

    /// sin u and cos u.
    fn circular(&mut self, u: &Value<A::Value>) -> Result<[Value<A::Value>; 2], Stop> {
        let iu = self.i_times(u)?;
        let [i_sine, cosine] = self.hyperbolic(&iu)?;
        let minus = self.scale(&i_sine, &Rational::MINUS_ONE)?;
        Ok([self.i_times(&minus)?, cosine])
    }

    fn call(
        &mut self,
        f: Function,
        u: &Value<A::Value>,
        second: Option<&Value<A::Value>>,
        form: Option<Form>,
    ) -> Result<Value<A::Value>, Stop> {
        let n = second.and_then(|n| n.exact.as_ref()?.to_i64());
        let z = self.anchor.call(f, u.z, n).ok_or(Abstention::Branch)?;
        let mut value = self.rewritten(f, u, second, form)?;
        value.z = z;
        Ok(value)
    }

    #[expect(
        clippy::too_many_lines,
        reason = "a table, one line or formula for each function"
    )]
    /// The principal formulas of DLMF chapters 4 and 6, in terms of exp, log and powers.
    fn rewritten(
        &mut self,
        f: Function,
        u: &Value<A::Value>,
        second: Option<&Value<A::Value>>,
        form: Option<Form>,
    ) -> Result<Value<A::Value>, Stop> {
        match f {
            Function::Log => match form {
                Some(form) => self.log_value(&form, u),
                None => self.log(u),
            },
            Function::Abs => {
                let s = self.sign(u)?;
                self.mul(&s, u)
            }
            Function::Sign => self.sign(u),
            Function::Root => self.real_root(u, second),
            Function::Sin => Ok(self.circular(u)?[0].clone()),
            Function::Cos => Ok(self.circular(u)?[1].clone()),
            Function::Tan => {
                let [s, c] = self.circular(u)?;
                self.div(&s, &c)
            }
            Function::Cot => {
                let [s, c] = self.circular(u)?;
                self.div(&c, &s)
            }
            Function::Sec => {
                let [_, c] = self.circular(u)?;
                self.recip(&c)
            }
            Function::Csc => {
                let [s, _] = self.circular(u)?;
                self.recip(&s)
            }
            Function::Sinh => Ok(self.hyperbolic(u)?[0].clone()),
            Function::Cosh => Ok(self.hyperbolic(u)?[1].clone()),
            Function::Tanh => {
                let [s, c] = self.hyperbolic(u)?;
                self.div(&s, &c)
            }
            Function::Coth => {
                let [s, c] = self.hyperbolic(u)?;
                self.div(&c, &s)
            }
            Function::Sech => {
                let [_, c] = self.hyperbolic(u)?;
                self.recip(&c)
            }
            Function::Csch => {
                let [s, _] = self.hyperbolic(u)?;
                self.recip(&s)
            }
            Function::Asin => self.arcsine(u),
            Function::Acos => self.arccosine(u),
            Function::Atan => self.arctangent(u),
            Function::Acot => {
                let v = self.recip(u)?;
                self.call(Function::Atan, &v, None, None)
            }
            Function::Asec => {
                let v = self.recip(u)?;
                self.call(Function::Acos, &v, None, None)
            }
            Function::Acsc => {
                let v = self.recip(u)?;
                self.call(Function::Asin, &v, None, None)
            }
            Function::Asinh => {
                // log(u + √(u² + 1)).
                let square = self.one_plus_square(1, u)?;
                let root = self.sqrt(&square)?;
                let sum = self.add(u, &root)?;
                self.log(&sum)
            }
            Function::Acosh => {
                // log(u + √(u − 1)·√(u + 1)).
                let one = self.integer(1)?;
                let below = self.sub(u, &one)?;
                let above = self.add(u, &one)?;
                let below = self.sqrt(&below)?;
                let above = self.sqrt(&above)?;
                let root = self.mul(&below, &above)?;
                let sum = self.add(u, &root)?;
                self.log(&sum)
            }
            Function::Atanh => {
                let one = self.integer(1)?;
                let above = self.add(&one, u)?;
                let below = self.sub(&one, u)?;
                let above = self.log(&above)?;
                let below = self.log(&below)?;
                let difference = self.sub(&above, &below)?;
                self.scale(&difference, &Rational::HALF)
            }
            Function::Acoth => {
                let v = self.recip(u)?;
                self.call(Function::Atanh, &v, None, None)
            }
            Function::Asech => {
                let v = self.recip(u)?;
                self.call(Function::Acosh, &v, None, None)
            }
            Function::Acsch => {
                let v = self.recip(u)?;
                self.call(Function::Asinh, &v, None, None)
            }
            Function::Erfc => {
                let erf = self.special(Function::Erf, u)?;
                let one = self.integer(1)?;
                self.sub(&one, &erf)
            }
            Function::Erfi => {
                // −i·erf(iu).
                let iu = self.i_times(u)?;
                let erf = self.special(Function::Erf, &iu)?;
                let minus = self.scale(&erf, &Rational::MINUS_ONE)?;
                self.i_times(&minus)
            }
            Function::Shi => {
                // −i·Si(iu).
                let iu = self.i_times(u)?;
                let si = self.special(Function::Si, &iu)?;
                let minus = self.scale(&si, &Rational::MINUS_ONE)?;
                self.i_times(&minus)
            }
            Function::Li => {
                let log = self.log(u)?;
                self.special(Function::Ei, &log)
            }
            Function::Erf | Function::Si | Function::Ci | Function::Chi | Function::Ei => {
                self.special(f, u)
            }
        }
    }

    fn arcsine(&mut self, u: &Value<A::Value>) -> Result<Value<A::Value>, Stop> {
        // −i·log(iu + √(1 − u²)).
        let square = self.one_plus_square(-1, u)?;
        let root = self.sqrt(&square)?;
        let iu = self.i_times(u)?;
        let sum = self.add(&iu, &root)?;
        let log = self.log(&sum)?;
        let minus = self.scale(&log, &Rational::MINUS_ONE)?;
        self.i_times(&minus)
    }

    fn arccosine(&mut self, u: &Value<A::Value>) -> Result<Value<A::Value>, Stop> {
        let asin = self.arcsine(u)?;
        let pi = self.constant(Constant::Pi)?;
        let quarter = self.scale(&pi, &Rational::HALF)?;
        self.sub(&quarter, &asin)
    }

    fn arctangent(&mut self, u: &Value<A::Value>) -> Result<Value<A::Value>, Stop> {
        // (i/2)·(log(1 − iu) − log(1 + iu)).
        let iu = self.i_times(u)?;
        let one = self.integer(1)?;
        let below = self.sub(&one, &iu)?;
        let above = self.add(&one, &iu)?;
        let below = self.log(&below)?;
        let above = self.log(&above)?;
        let difference = self.sub(&below, &above)?;
        let half = self.scale(&difference, &Rational::HALF)?;
        self.i_times(&half)
    }

    /// The sign of a real value: ±1, free or as at the anchor.
    fn sign(&mut self, u: &Value<A::Value>) -> Result<Value<A::Value>, Stop> {
        use rand_chacha::rand_core::Rng;
        if let Some(q) = &u.exact {
            let sign = if q.is_zero() {
                0
            } else if q.is_negative() {
                -1
            } else {
                1
            };
            return self.integer(sign);
        }
        self.nonzero(u.v)?;
        let one = self.integer(1)?;
        let v = match self.anchor.sign(u.z).ok_or(Abstention::Branch)? {
            Choice::Known(s) => return self.integer(s),
            Choice::Free => {
                let known = self
                    .signs
                    .iter()
                    .find(|(a, _)| self.grid.agree(*a, u.v))
                    .map(|(_, s)| *s);
                if let Some(s) = known {
                    s
                } else {
                    let signs: Vec<bool> = (0..self.grid.rows())
                        .map(|_| self.grid.generator.next_u64() & 1 == 1)
                        .collect();
                    let s = self
                        .grid
                        .make(|_, row, p| if signs[row] { p.neg(p.one()) } else { p.one() });
                    self.grid.mark_branched(s);
                    self.signs.push((u.v, s));
                    self.note_degree(2);
                    s
                }
            }
        };
        Ok(Value {
            v,
            exact: None,
            ..one
        })
    }

    /// The real n-th root, n odd: the principal one times a root of unity of order n.
    fn real_root(
        &mut self,
        u: &Value<A::Value>,
        second: Option<&Value<A::Value>>,
    ) -> Result<Value<A::Value>, Stop> {
        let n = second
            .and_then(|n| n.exact.as_ref())
            .and_then(Rational::to_i64)
            .filter(|n| *n > 0 && n % 2 == 1)
            .ok_or(Abstention::Function)?;
        if n == 1 {
            return Ok(u.clone());
        }
        if let Some(root) = u.exact.as_ref().and_then(|q| q.exact_root(n as u32)) {
            return self.rational(&root);
        }
        let q = Rational::new(1, n).ok_or(Abstention::Function)?;
        // root(u) = sign(u)·(sign(u)·u)^(1/n): with the sign of u known or free, the inner
        // power is of a positive number.
        let s = self.sign(u)?;
        let positive = self.mul(&s, u)?;
        let exponent = self.rational(&q)?;
        let root = self.power(None, &positive, &exponent)?;
        self.mul(&s, &root)
    }

    /// A special function: an independent element for each argument, with its derivative.
    fn special(&mut self, f: Function, u: &Value<A::Value>) -> Result<Value<A::Value>, Stop> {
        let negated = self
            .grid
            .scale(u.v, &Rational::MINUS_ONE)
            .ok_or(Stop::Redraw)?;
        let find = |tower: &Self, argument: Column| {
            tower
                .specials
                .iter()
                .find(|s| s.function == f && tower.grid.agree(s.argument, argument))
                .map(|s| s.value)
        };
        let odd = matches!(f, Function::Erf | Function::Si);
        let v = if let Some(v) = find(self, u.v) {
            v
        } else if let Some(v) = find(self, negated).filter(|_| odd) {
            let minus = self.grid.scale(v, &Rational::MINUS_ONE);
            minus.ok_or(Stop::Redraw)?
        } else {
            let value = self.grid.random();
            self.specials.push(Special {
                function: f,
                argument: u.v,
                value,
            });
            value
        };
        if u.g.is_none() {
            // erf 0 and Si 0 are 0; other values of constants are constants.
            if odd && self.grid.is_zero(u.v) {
                return self.integer(0);
            }
            return Ok(Self::constant_value(v, None, Bound::GENERATOR, u.z));
        }
        let slope = match f {
            Function::Erf => {
                // 2/√π·e^(−u²), DLMF 7.2.1.
                let square = self.mul(u, u)?;
                let square = self.scale(&square, &Rational::MINUS_ONE)?;
                let exp = self.exp(&square)?;
                let pi = self.constant(Constant::Pi)?;
                let root = self.sqrt(&pi)?;
                let two = self.scale(&exp, &Rational::from(2))?;
                self.div(&two, &root)?
            }
            Function::Si => {
                let [s, _] = self.circular(u)?;
                self.div(&s, u)?
            }
            Function::Ci => {
                let [_, c] = self.circular(u)?;
                self.div(&c, u)?
            }
            Function::Chi => {
                let [_, c] = self.hyperbolic(u)?;
                self.div(&c, u)?
            }
            Function::Ei => {
                let exp = self.exp(u)?;
                self.div(&exp, u)?
            }
            _ => return Err(Abstention::Function.into()),
        };
        Ok(self.chain(v, Bound::GENERATOR, (slope.v, slope.size), u, u.z))
    }
}
