//! Intrinsic types, their kinds, and constants of them.

/// The kinds of INTEGER, named by their size in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntegerKind {
    /// 8 bits, for storage only: what is computed with has 32 or 64. Also the element of CHARACTER in memory.
    I1,
    /// 16 bits, for storage only.
    I2,
    /// 32 bits, the default.
    I4,
    /// 64 bits.
    I8,
}

impl IntegerKind {
    /// Size in bytes.
    pub fn size(self) -> usize {
        match self {
            IntegerKind::I1 => 1,
            IntegerKind::I2 => 2,
            IntegerKind::I4 => 4,
            IntegerKind::I8 => 8,
        }
    }

    /// Whether integers of this kind are stored, but never computed with.
    pub fn is_narrow(self) -> bool {
        self < IntegerKind::I4
    }

    /// The least value.
    pub fn least(self) -> i64 {
        i64::MIN >> (64 - 8 * self.size())
    }

    /// Whether a value is in the range of the kind.
    pub fn holds(self, value: i64) -> bool {
        (self.least()..=!self.least()).contains(&value)
    }
}

/// The kinds of REAL, named by their size in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RealKind {
    /// IEEE binary32, the default.
    R4,
    /// IEEE binary64, DOUBLE PRECISION.
    R8,
}

/// The INTENT of a dummy argument: the direction in which it passes values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intent {
    /// IN.
    In,
    /// OUT.
    Out,
    /// INOUT.
    InOut,
}

/// The type of an expression or variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// INTEGER of a kind.
    Integer(IntegerKind),
    /// REAL of a kind.
    Real(RealKind),
    /// COMPLEX, whose real and imaginary parts are of a kind of REAL.
    Complex(RealKind),
    /// LOGICAL; every kind is stored in 4 bytes, true as 1.
    Logical,
    /// CHARACTER; the length belongs to the variable, and bytes in memory are [`IntegerKind::I1`].
    Character,
}

impl Type {
    /// Size in bytes of an element in memory; 0 for CHARACTER, whose length is not part of the type.
    pub fn size(self) -> usize {
        match self {
            Type::Integer(kind) => kind.size(),
            Type::Real(RealKind::R4) | Type::Logical => 4,
            Type::Real(RealKind::R8) | Type::Complex(RealKind::R4) => 8,
            Type::Complex(RealKind::R8) => 16,
            Type::Character => 0,
        }
    }

    /// What the address of an element is a multiple of, in bytes.
    pub fn alignment(self) -> usize {
        match self {
            Type::Complex(kind) => Type::Real(kind).size(),
            _ => self.size().max(1),
        }
    }

    /// The Fortran name, as messages show it.
    pub fn name(self) -> &'static str {
        match self {
            Type::Integer(IntegerKind::I1) => "INTEGER(1)",
            Type::Integer(IntegerKind::I2) => "INTEGER(2)",
            Type::Integer(IntegerKind::I4) => "INTEGER",
            Type::Integer(IntegerKind::I8) => "INTEGER(8)",
            Type::Real(RealKind::R4) => "REAL",
            Type::Real(RealKind::R8) => "DOUBLE PRECISION",
            Type::Complex(RealKind::R4) => "COMPLEX",
            Type::Complex(RealKind::R8) => "COMPLEX(8)",
            Type::Logical => "LOGICAL",
            Type::Character => "CHARACTER",
        }
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A constant value.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// An integer, already in the range of its kind.
    Integer(IntegerKind, i64),
    /// A real; one of kind 4 is held as the double of equal value.
    Real(RealKind, f64),
    /// A complex number: real and imaginary part, held as in [`Constant::Real`].
    Complex(RealKind, f64, f64),
    /// A logical.
    Logical(bool),
    /// Text: a byte each character.
    Character(Vec<u8>),
}

impl Constant {
    /// The constant's type.
    pub fn ty(&self) -> Type {
        match self {
            Constant::Integer(kind, _) => Type::Integer(*kind),
            Constant::Real(kind, _) => Type::Real(*kind),
            Constant::Complex(kind, ..) => Type::Complex(*kind),
            Constant::Logical(_) => Type::Logical,
            Constant::Character(_) => Type::Character,
        }
    }

    /// What bytes in memory are as a value of a type; none for CHARACTER, and for a NaN of kind 4, whose bits a
    /// constant does not keep.
    pub fn from_bytes(ty: Type, bytes: &[u8]) -> Option<Constant> {
        let real = |kind, bytes: &[u8]| match kind {
            RealKind::R4 => Some(f32::from_ne_bytes(bytes.try_into().ok()?)).filter(|it| !it.is_nan()).map(f64::from),
            RealKind::R8 => Some(f64::from_ne_bytes(bytes.try_into().ok()?)),
        };
        let integer = |kind| match kind {
            IntegerKind::I1 => Some(i64::from(i8::from_ne_bytes(bytes.try_into().ok()?))),
            IntegerKind::I2 => Some(i64::from(i16::from_ne_bytes(bytes.try_into().ok()?))),
            IntegerKind::I4 => Some(i64::from(i32::from_ne_bytes(bytes.try_into().ok()?))),
            IntegerKind::I8 => Some(i64::from_ne_bytes(bytes.try_into().ok()?)),
        };
        match ty {
            Type::Integer(kind) => Some(Constant::Integer(kind, integer(kind)?)),
            Type::Real(kind) => Some(Constant::Real(kind, real(kind, bytes)?)),
            Type::Complex(kind) => {
                let (left, right) = bytes.split_at_checked(bytes.len() / 2)?;
                Some(Constant::Complex(kind, real(kind, left)?, real(kind, right)?))
            }
            Type::Logical => Some(Constant::Logical(integer(IntegerKind::I4)? != 0)),
            Type::Character => None,
        }
    }

    /// The value as it is in memory, as many bytes as its type has.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Constant::Integer(IntegerKind::I1, value) => (*value as i8).to_ne_bytes().to_vec(),
            Constant::Integer(IntegerKind::I2, value) => (*value as i16).to_ne_bytes().to_vec(),
            Constant::Integer(IntegerKind::I4, value) => (*value as i32).to_ne_bytes().to_vec(),
            Constant::Integer(IntegerKind::I8, value) => value.to_ne_bytes().to_vec(),
            Constant::Real(RealKind::R4, value) => (*value as f32).to_ne_bytes().to_vec(),
            Constant::Real(RealKind::R8, value) => value.to_ne_bytes().to_vec(),
            Constant::Complex(kind, real, imaginary) => {
                [real, imaginary].into_iter().flat_map(|part| Constant::Real(*kind, *part).to_bytes()).collect()
            }
            Constant::Logical(value) => i32::from(*value).to_ne_bytes().to_vec(),
            Constant::Character(text) => text.clone(),
        }
    }
}
