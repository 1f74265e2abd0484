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
    q: u64,
    /// An element of order m.
    zeta: u64,
    /// (ℓ, ℓˢ) for each prime power that exactly divides m.
    prime_powers: Vec<(u64, u64)>,
}

impl Prime {
    /// Prepares p = m·q + 1, where q is a prime above m; `None` when p is not an odd prime below
    /// 2⁶³ or q is not such a prime. `random` is any source of field elements.
    pub fn new(m: u64, q: u64, mut random: impl FnMut() -> u64) -> Option<Self> {
        let p = m.checked_mul(q)?.checked_add(1)?;
        if p >= 1 << 63 || p.is_multiple_of(2) || q <= m {
            return None;
        }
        let mut prime = Self::modulus(p, m, q);
        if !prime.is_probable_prime() || !Self::modulus(q, 1, q - 1).is_probable_prime() {
            return None;
        }
        prime.prime_powers = prime_powers(m);
        // An element of order m is the product of elements of order ℓˢ.
        let mut zeta = prime.one;
        for &(l, power) in &prime.prime_powers {
            zeta = loop {
                let g = prime.pow(prime.from_u64(random() % p), (p - 1) / power);
                if g != 0 && prime.pow(g, power / l) != prime.one {
                    break prime.mul(zeta, g);
                }
            };
        }
        prime.zeta = zeta;
        Some(prime)
    }

    fn modulus(p: u64, m: u64, q: u64) -> Self {
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
            q,
            zeta: one,
            prime_powers: Vec::new(),
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
        if a == 0 || n == 1 {
            return Some(a);
        }
        if n == 0 || !self.m.is_multiple_of(n) {
            return None;
        }
        // Split a = b·c with b of order dividing q and c of order dividing m. A root of b is a
        // power of b; c is found among the powers of zeta, prime by prime (Pohlig–Hellman).
        let u = inverse_modulo(self.m % self.q, self.q)?;
        let b = self.pow(a, self.m * (u % self.q) % (self.p - 1));
        let c = self.mul(a, self.inv(b));
        let root_b = self.pow(b, inverse_modulo(n % self.q, self.q)?);
        let mut root = root_b;
        for &(l, power) in &self.prime_powers {
            // The part of c, and of zeta, of order dividing ℓˢ.
            let cofactor = self.m / power;
            let lift = cofactor * inverse_modulo(cofactor % power, power).unwrap_or(1) % self.m;
            let part = self.pow(c, lift);
            let generator = self.root_of_unity(cofactor);
            let mut degree = 1;
            let mut rest = n;
            while rest.is_multiple_of(l) {
                rest /= l;
                degree *= l;
            }
            let k = self.logarithm(part, generator, l, power)?;
            // rest is a unit modulo ℓˢ and degree is the ℓ-part of n.
            if k % degree != 0 {
                return None;
            }
            let k = k / degree * inverse_modulo(rest % power, power).unwrap_or(1) % power;
            root = self.mul(root, self.pow(generator, k));
        }
        Some(root)
    }

    /// k with generatorᵏ = a, where the generator has order `power` = ℓˢ.
    fn logarithm(&self, a: u64, generator: u64, l: u64, power: u64) -> Option<u64> {
        let top = self.pow(generator, power / l);
        let mut k = 0;
        let mut place = 1;
        while place < power {
            let shifted = self.mul(a, self.inv(self.pow(generator, k)));
            let digit = self.pow(shifted, power / l / place);
            let mut j = 0;
            let mut z = self.one;
            while z != digit {
                z = self.mul(z, top);
                j += 1;
                if j == l {
                    return None;
                }
            }
            k += j * place;
            place *= l;
        }
        Some(k)
    }

    /// Deterministic below 2⁶⁴ (bases of J. Sinclair, 2011).
    fn is_probable_prime(&self) -> bool {
        let p = self.p;
        if p < 3 || p.is_multiple_of(2) {
            return false;
        }
        let twos = (p - 1).trailing_zeros();
        let odd = (p - 1) >> twos;
        let minus_one = self.p - self.one;
        [2, 325, 9375, 28178, 450_775, 9_780_504, 1_795_265_022]
            .into_iter()
            .all(|base| {
                let base = self.from_u64(base);
                if base == 0 {
                    return true;
                }
                let mut x = self.pow(base, odd);
                if x == self.one || x == minus_one {
                    return true;
                }
                (1..twos).any(|_| {
                    x = self.mul(x, x);
                    x == minus_one
                })
            })
    }
}

/// The prime powers ℓˢ that exactly divide n, n small.
fn prime_powers(mut n: u64) -> Vec<(u64, u64)> {
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

/// The inverse of a modulo n.
fn inverse_modulo(a: u64, n: u64) -> Option<u64> {
    if n == 1 {
        return Some(0);
    }
    let (mut r0, mut r1) = (n as i128, i128::from(a));
    let (mut s0, mut s1) = (0i128, 1i128);
    while r1 != 0 {
        let k = r0 / r1;
        (r0, r1) = (r1, r0 - k * r1);
        (s0, s1) = (s1, s0 - k * s1);
    }
    (r0 == 1).then(|| s0.rem_euclid(n as i128) as u64)
}
