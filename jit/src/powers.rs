//! Powers with constant exponents, as products.

/// Powers of at most this exponent, or with this one negated, are products in place of calls.
const MOST: u64 = 64;

/// Whether a power with that exponent is done by products.
pub(crate) fn is_product(exponent: i64) -> bool {
    exponent.unsigned_abs() <= MOST
}

/// `base` to the power of a positive exponent, from its low bit up: the order of products that
/// [`forlane_semantics::numeric`] states for reals. None for the exponent 0.
pub(crate) fn product<V: Copy>(base: V, exponent: u64, mut multiply: impl FnMut(V, V) -> V) -> Option<V> {
    let (mut square, mut rest, mut product) = (base, exponent, None);
    while rest != 0 {
        if rest & 1 == 1 {
            product = Some(match product {
                None => square,
                Some(product) => multiply(product, square),
            });
        }
        rest >>= 1;
        if rest != 0 {
            square = multiply(square, square);
        }
    }
    product
}
