/// A prime p = m·q + 1 below 2⁶³ with everything needed to compute modulo it.
///
/// Elements are `u64` in Montgomery form (a·2⁶⁴ mod p), always reduced.
#[derive(Clone, Debug)]
pub struct Prime {
    p: u64,
    /// −p⁻¹ mod 2⁶⁴.
    negative_inverse: u64,
    /// 2¹²⁸ mod p, which takes an integer to Montgomery form.
    square: u64,
    one: u64,
    m: u64,
    /// An element of order m.
    zeta: u64,
    /// (ℓ, ℓˢ) for each prime power that exactly divides m.
    factors: Vec<(u64, u64)>,
}

impl Prime {
    /// Prepares p = m·q + 1, where q is prime to m; `None` when p is not an odd prime below 2⁶³ or q
    /// is not prime to m. `random` is any source of field elements.
    pub fn new(m: u64, q: u64, mut random: impl FnMut() -> u64) -> Option<Self> {
        let p = m.checked_mul(q)?.checked_add(1)?;
        if p >= 1 << 63 || p.is_multiple_of(2) || num_integer::gcd(m, q) != 1 {
            return None;
        }
        let mut prime = Self::modulus(p, m);
        if !prime.is_prime() {
            return None;
        }
        prime.factors = prime_powers(m);
        // An element of order m is the product of elements of order ℓˢ.
        let mut zeta = prime.one;
        let mut missing = prime.factors.clone();
        while !missing.is_empty() {
            // Their orders divide m.
            let elements: [u64; 2] = std::array::from_fn(|_| prime.from_u64(random() % p));
            for root in prime.powers(elements, q) {
                missing.retain(|&(l, power)| {
                    let g = prime.pow(root, m / power);
                    let found = g != 0 && prime.pow(g, power / l) != prime.one;
                    if found {
                        zeta = prime.mul(zeta, g);
                    }
                    !found
                });
            }
        }
        prime.zeta = zeta;
        Some(prime)
    }

    fn modulus(p: u64, m: u64) -> Self {
        // Newton's iteration doubles the number of correct low bits: 3, 6, …, 96.
        let mut inverse = p.wrapping_mul(3) ^ 2;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(inverse)));
        }
        let one = ((1u128 << 64) % u128::from(p)) as u64;
        let square = (u128::from(one) * u128::from(one) % u128::from(p)) as u64;
        Self {
            p,
            negative_inverse: inverse.wrapping_neg(),
            square,
            one,
            m,
            zeta: one,
            factors: Vec::new(),
        }
    }

    /// The prime.
    pub fn p(&self) -> u64 {
        self.p
    }

    /// The order of the group of roots of unity at hand.
    pub fn m(&self) -> u64 {
        self.m
    }

    /// The element 1.
    pub fn one(&self) -> u64 {
        self.one
    }

    /// The element of an integer.
    #[inline]
    pub fn from_u64(&self, a: u64) -> u64 {
        self.mul(a % self.p, self.square)
    }

    /// The element of a signed integer.
    pub fn from_i64(&self, a: i64) -> u64 {
        let b = self.from_u64(a.unsigned_abs());
        if a < 0 { self.neg(b) } else { b }
    }

    /// The representative in [0, p).
    pub fn to_u64(&self, a: u64) -> u64 {
        self.reduce(u128::from(a))
    }

    #[inline]
    fn reduce(&self, t: u128) -> u64 {
        let k = (t as u64).wrapping_mul(self.negative_inverse);
        let r = ((t + u128::from(k) * u128::from(self.p)) >> 64) as u64;
        if r >= self.p { r - self.p } else { r }
    }

    /// a·b.
    #[inline]
    pub fn mul(&self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    /// a·b + c·d with one reduction.
    #[inline]
    pub fn mul_add_mul(&self, a: u64, b: u64, c: u64, d: u64) -> u64 {
        // Each product is below 2¹²⁴·… p², and 2p² < 2⁶⁴·p since p < 2⁶³.
        let t = u128::from(a) * u128::from(b) + u128::from(c) * u128::from(d);
        let k = (t as u64).wrapping_mul(self.negative_inverse);
        // t + k·p < 2p² + 2⁶⁴p < 2¹²⁸; the quotient is below 2p.
        let r = ((t + u128::from(k) * u128::from(self.p)) >> 64) as u64;
        if r >= self.p { r - self.p } else { r }
    }

    /// a + b.
    #[inline]
    pub fn add(&self, a: u64, b: u64) -> u64 {
        let s = a + b;
        if s >= self.p { s - self.p } else { s }
    }

    /// a − b.
    #[inline]
    pub fn sub(&self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.p - b }
    }

    /// −a.
    #[inline]
    pub fn neg(&self, a: u64) -> u64 {
        if a == 0 { 0 } else { self.p - a }
    }

    /// aⁿ.
    pub fn pow(&self, mut a: u64, mut n: u64) -> u64 {
        let mut r = self.one;
        while n > 0 {
            if n & 1 == 1 {
                r = self.mul(r, a);
            }
            a = self.mul(a, a);
            n >>= 1;
        }
        r
    }

    /// aⁿ for a negative n too; 0 is its own inverse here, callers exclude it.
    pub fn pow_signed(&self, a: u64, n: i64) -> u64 {
        let power = self.pow(a, n.unsigned_abs());
        if n < 0 { self.inv(power) } else { power }
    }

    /// 1/a; 0 for 0.
    pub fn inv(&self, a: u64) -> u64 {
        // The extended Euclidean algorithm is faster than a power here.
        let a = self.to_u64(a);
        let (mut r0, mut r1) = (self.p as i64, a as i64);
        let (mut s0, mut s1) = (0i64, 1i64);
        if a == 0 {
            return 0;
        }
        while r1 > 1 {
            let k = r0 / r1;
            (r0, r1) = (r1, r0 - k * r1);
            (s0, s1) = (s1, s0 - k * s1);
        }
        self.from_i64(s1)
    }

    /// Replaces every element by its inverse, zeros staying zero (Montgomery's trick).
    pub fn invert_all(&self, values: &mut [u64]) {
        let mut products = Vec::with_capacity(values.len());
        let mut product = self.one;
        for &v in values.iter() {
            products.push(product);
            if v != 0 {
                product = self.mul(product, v);
            }
        }
        let mut inverse = self.inv(product);
        for (v, before) in values.iter_mut().zip(products).rev() {
            if *v != 0 {
                let here = self.mul(inverse, before);
                inverse = self.mul(inverse, *v);
                *v = here;
            }
        }
    }

    /// A primitive root of unity of order m to the power k.
    pub fn root_of_unity(&self, k: u64) -> u64 {
        self.pow(self.zeta, k % self.m)
    }

    /// Whether a ≠ 0 is an n-th power; n | m.
    pub fn is_power(&self, a: u64, n: u64) -> bool {
        self.pow(a, (self.p - 1) / n) == self.one
    }

    /// Some n-th root of a, n | m; `None` when there is none (or n does not divide m).
    pub fn root(&self, a: u64, n: u64) -> Option<u64> {
        self.extractor(n)?.root(self, a)
    }

    /// What it takes to extract n-th roots; `None` unless n | m.
    pub fn extractor(&self, n: u64) -> Option<Extractor> {
        if n == 0 || !self.m.is_multiple_of(n) {
            return None;
        }
        let mut parts = Vec::new();
        let mut sylow = 1;
        for &(l, order) in &self.factors {
            if !n.is_multiple_of(l) {
                continue;
            }
            sylow *= order;
            let degree = num_integer::gcd(n, order);
            let generator = self.pow(self.zeta, self.m / order);
            let table = (0..order).scan(self.one, |power, _| {
                let here = *power;
                *power = self.mul(here, generator);
                Some(here)
            });
            parts.push(Part {
                order,
                degree,
                table: table.collect(),
                lift: 0,
            });
        }
        // The elements whose order is prime to n have n-th roots by a power.
        let rest = (self.p - 1) / sylow;
        let exponent = inverse_modulo(n % rest, rest)?;
        for part in &mut parts {
            // x ↦ x^lift is the projection of the Sylow parts onto this one.
            let others = sylow / part.order;
            part.lift = others * inverse_modulo(others % part.order, part.order)?;
        }
        Some(Extractor { n, exponent, parts })
    }

    /// Each aⁿ, at the same time: one product waits for the one before it, four do not.
    fn powers<const N: usize>(&self, mut a: [u64; N], mut n: u64) -> [u64; N] {
        let mut r = [self.one; N];
        while n > 0 {
            if n & 1 == 1 {
                r = std::array::from_fn(|k| self.mul(r[k], a[k]));
            }
            a = a.map(|a| self.mul(a, a));
            n >>= 1;
        }
        r
    }

    /// Miller's test, deterministic below 2⁶⁴ with the seven bases of J. Sinclair (2011).
    fn is_prime(&self) -> bool {
        if self.p < 3 || self.p.is_multiple_of(2) {
            return false;
        }
        self.pass([2]) && self.pass([325, 9375, 28178, 450_775, 9_780_504, 1_795_265_022])
    }

    /// Whether p is a strong probable prime to the bases.
    fn pass<const N: usize>(&self, bases: [u64; N]) -> bool {
        let twos = (self.p - 1).trailing_zeros();
        let minus_one = self.p - self.one;
        let bases = bases.map(|base| self.from_u64(base));
        let powers = self.powers(bases, (self.p - 1) >> twos);
        bases.into_iter().zip(powers).all(|(base, mut x)| {
            base == 0
                || x == self.one
                || x == minus_one
                || (1..twos).any(|_| {
                    x = self.mul(x, x);
                    x == minus_one
                })
        })
    }
}

/// Which of some odd numbers above 2 and below 2⁶³ pass Fermat's test to the base 2, as few
/// composite ones do.
pub(super) fn pass_fermat<const N: usize>(numbers: [u64; N]) -> [bool; N] {
    let moduli = numbers.map(|n| Prime::modulus(n, 1));
    // 2^(n−1) from the highest bit down, where a product by 2 is a sum.
    let mut powers: [u64; N] = std::array::from_fn(|k| moduli[k].one);
    let top = numbers.iter().map(|n| n.ilog2()).max().unwrap_or(0);
    for bit in (0..=top).rev() {
        powers = std::array::from_fn(|k| {
            let square = moduli[k].mul(powers[k], powers[k]);
            if (numbers[k] - 1) >> bit & 1 == 1 {
                moduli[k].add(square, square)
            } else {
                square
            }
        });
    }
    std::array::from_fn(|k| powers[k] == moduli[k].one)
}

/// Each prime ℓ of n, from the least on, with the power ℓˢ that exactly divides n; n has no large
/// primes, or is small.
pub fn prime_powers(mut n: u64) -> Vec<(u64, u64)> {
    let mut powers = Vec::new();
    let mut l = 2;
    while n > 1 {
        if l * l > n {
            l = n;
        }
        let mut power = 1;
        while n.is_multiple_of(l) {
            n /= l;
            power *= l;
        }
        if power > 1 {
            powers.push((l, power));
        }
        l += 1;
    }
    powers
}

/// A prepared extraction of n-th roots.
///
/// With u·n ≡ 1 modulo the part of p − 1 that is prime to n, x = aᵘ is a root but for
/// e = xⁿ/a, which lies in the small group of elements whose order divides a power of n; there
/// the exponent of e is looked up, prime by prime (Adleman, Manders and Miller).
pub struct Extractor {
    n: u64,
    exponent: u64,
    parts: Vec<Part>,
}

struct Part {
    order: u64,
    degree: u64,
    /// The powers of a generator.
    table: Vec<u64>,
    lift: u64,
}

impl Extractor {
    /// Some n-th root of a; `None` when there is none.
    pub fn root(&self, prime: &Prime, a: u64) -> Option<u64> {
        if a == 0 || self.n == 1 {
            return Some(a);
        }
        // xⁿ/a = wⁿ·aⁿ⁻¹ with w = aᵘ⁻¹ = x/a needs no inverse.
        let w = if self.exponent == 0 {
            prime.inv(a)
        } else {
            prime.pow(a, self.exponent - 1)
        };
        let mut root = prime.mul(w, a);
        let excess = prime.mul(prime.pow(w, self.n), prime.pow(a, self.n - 1));
        for part in &self.parts {
            let here = if self.parts.len() == 1 {
                excess
            } else {
                prime.pow(excess, part.lift)
            };
            let k = part.table.iter().position(|&power| power == here)? as u64;
            if !k.is_multiple_of(part.degree) {
                return None;
            }
            // g^(−k/n): n = degree·cofactor, the cofactor being a unit modulo the order.
            let cofactor = self.n / part.degree % part.order;
            let k = k / part.degree * inverse_modulo(cofactor, part.order)? % part.order;
            root = prime.mul(
                root,
                part.table[(part.order - k) as usize % part.order as usize],
            );
        }
        Some(root)
    }
}

/// The inverse of a modulo n.
pub(super) fn inverse_modulo(a: u64, n: u64) -> Option<u64> {
    if n == 1 {
        return Some(0);
    }
    // Both are below 2⁶³, and the coefficients are bounded by them.
    let (mut r0, mut r1) = (n as i64, a as i64);
    let (mut s0, mut s1) = (0i64, 1i64);
    while r1 != 0 {
        let k = r0 / r1;
        (r0, r1) = (r1, r0 - k * r1);
        (s0, s1) = (s1, s0 - k * s1);
    }
    (r0 == 1).then(|| s0.rem_euclid(n as i64) as u64)
}
