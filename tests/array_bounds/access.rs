//! How an array gets to where it is accessed, and the access.

use super::storage::{Kind, Setting};

/// The actual argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    Whole,
    Element(Index),
    /// The elements up to that of the row.
    Section,
}

/// An index: constant, of the row, or common to all rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    First,
    Row,
    Common,
}

/// What the dummy argument is declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dummy {
    Scalar,
    AssumedSize,
    /// The number of elements.
    Fixed(usize),
    /// Of as many elements as an argument says.
    Adjustable,
    /// A scalar of a type of another size.
    OtherScalar,
    /// An array of a type of another size.
    OtherArray,
}

/// What is done at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    Read(Index),
    Store(Index),
    ReadAll,
    StoreAll,
}

/// How the procedures are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Subroutine,
    Function,
    /// The second entry of a subroutine whose first takes other arguments.
    Entry,
}

/// An access through calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    pub calls: Vec<(Pass, Dummy)>,
    pub last: Last,
    pub form: Form,
}

const INDICES: [Index; 3] = [Index::First, Index::Row, Index::Common];
const PASSES: [Pass; 5] =
    [Pass::Whole, Pass::Element(Index::First), Pass::Element(Index::Row), Pass::Element(Index::Common), Pass::Section];
const DUMMIES: [Dummy; 8] = [
    Dummy::Scalar,
    Dummy::AssumedSize,
    Dummy::Fixed(0),
    Dummy::Fixed(1),
    Dummy::Fixed(5),
    Dummy::Adjustable,
    Dummy::OtherScalar,
    Dummy::OtherArray,
];

impl Dummy {
    pub fn is_scalar(self) -> bool {
        matches!(self, Dummy::Scalar | Dummy::OtherScalar)
    }

    /// Whether its elements are of another size than those of the array.
    pub fn is_other(self) -> bool {
        matches!(self, Dummy::OtherScalar | Dummy::OtherArray)
    }

    /// The declaration of the dummy argument, which has the array's name: where its procedure is inlined, failures name
    /// the array.
    pub fn declaration(self, kind: Kind) -> String {
        let (kind, bounds) = match self {
            Dummy::Scalar => (kind, String::new()),
            Dummy::AssumedSize => (kind, "(*)".to_owned()),
            Dummy::Fixed(length) => (kind, format!("({length})")),
            Dummy::Adjustable => (kind, "(j)".to_owned()),
            Dummy::OtherScalar => (kind.other(), String::new()),
            Dummy::OtherArray => (kind.other(), "(*)".to_owned()),
        };
        format!(" {} a{bounds}\n", kind.name())
    }
}

impl Last {
    pub fn is_store(self) -> bool {
        matches!(self, Last::Store(_) | Last::StoreAll)
    }

    /// Whether it fits what is accessed: the array itself or the last dummy argument.
    fn fits(self, dummy: Option<Dummy>) -> bool {
        match dummy {
            None => true,
            Some(Dummy::Scalar | Dummy::OtherScalar) => {
                matches!(self, Last::Read(Index::First) | Last::Store(Index::First))
            }
            // The length (1) is an old way to say that it is that of the actual argument.
            Some(Dummy::AssumedSize | Dummy::OtherArray | Dummy::Fixed(1)) => {
                !matches!(self, Last::ReadAll | Last::StoreAll)
            }
            // Where the values of all elements come before the first store, a row would have billions of them.
            Some(Dummy::Adjustable) => self != Last::StoreAll,
            Some(Dummy::Fixed(_)) => true,
        }
    }
}

impl Access {
    /// Whether a scalar is passed to a scalar with more bytes, which is an error.
    fn lengthens_scalar(&self, kind: Kind) -> bool {
        let mut kind = kind;
        let mut scalar: Option<Kind> = None;
        for (_, dummy) in &self.calls {
            kind = if dummy.is_other() { kind.other() } else { kind };
            if dummy.is_scalar() && scalar.is_some_and(|scalar| scalar.size() < kind.size()) {
                return true;
            }
            scalar = dummy.is_scalar().then_some(kind);
        }
        false
    }
}

/// The accesses that are tried with each setting, by number.
pub struct Chains {
    chains: Vec<Access>,
}

impl Chains {
    /// All of at most one call.
    pub fn up_to_one_call() -> Chains {
        let mut chains = Chains { chains: Vec::new() };
        chains.add(&[]);
        for pass in PASSES {
            DUMMIES.iter().for_each(|dummy| chains.add(&[(pass, *dummy)]));
        }
        chains
    }

    /// All of two calls.
    pub fn of_several_calls() -> Chains {
        let mut chains = Chains { chains: Vec::new() };
        for first in PASSES {
            for dummy in DUMMIES {
                for pass in PASSES.into_iter().filter(|pass| *pass == Pass::Whole || !dummy.is_scalar()) {
                    DUMMIES.iter().for_each(|last| chains.add(&[(first, dummy), (pass, *last)]));
                }
            }
        }
        chains
    }

    fn add(&mut self, calls: &[(Pass, Dummy)]) {
        let lasts = INDICES.into_iter().flat_map(|index| [Last::Read(index), Last::Store(index)]);
        for last in lasts.chain([Last::ReadAll, Last::StoreAll]) {
            if last.fits(calls.last().map(|(_, dummy)| *dummy)) {
                let form = [Form::Subroutine, Form::Function, Form::Entry][self.chains.len() % 3];
                self.chains.push(Access { calls: calls.to_vec(), last, form });
            }
        }
    }

    pub fn count(&self) -> usize {
        self.chains.len()
    }

    /// The access of that number, if it can be done to an array of the setting.
    pub fn get(&self, number: usize, setting: Setting) -> Option<Access> {
        let access = &self.chains[number];
        let is_possible = setting.storage.is_assignable() || !access.last.is_store();
        (is_possible && !access.lengthens_scalar(setting.kind)).then(|| access.clone())
    }
}
