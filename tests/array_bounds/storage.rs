//! Where an array is declared, and what is beside it.

/// A storage class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    Local,
    Saved,
    /// In COMMON, all of whose variables have elements of one size.
    Common,
    /// In COMMON that another unit takes as elements of another size, so that lanes have it apart.
    MixedCommon,
    Module,
    Constant,
    /// A dummy argument of the kernel, an array that all rows share.
    Shared,
    /// A dummy argument of the kernel, an array for each row.
    Rows,
    /// A local array of the host.
    Host,
    /// An assumed-shape dummy argument of an internal procedure.
    AssumedShape,
    Automatic,
    Allocated,
    /// ALLOCATABLE, with a length of zero not allocated.
    Freed,
}

/// All storage classes.
pub const STORAGES: [Storage; 13] = [
    Storage::Local,
    Storage::Saved,
    Storage::Common,
    Storage::MixedCommon,
    Storage::Module,
    Storage::Constant,
    Storage::Shared,
    Storage::Rows,
    Storage::Host,
    Storage::AssumedShape,
    Storage::Automatic,
    Storage::Allocated,
    Storage::Freed,
];

/// The type of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    I4,
    I8,
    R4,
    R8,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::R8, Kind::I4, Kind::R4, Kind::I8];

    pub fn name(self) -> &'static str {
        match self {
            Kind::I4 => "integer(4)",
            Kind::I8 => "integer(8)",
            Kind::R4 => "real(4)",
            Kind::R8 => "real(8)",
        }
    }

    pub fn size(self) -> usize {
        match self {
            Kind::I4 | Kind::R4 => 4,
            Kind::I8 | Kind::R8 => 8,
        }
    }

    /// A type with elements of another size.
    pub fn other(self) -> Kind {
        match self {
            Kind::I4 => Kind::R8,
            Kind::R4 => Kind::I8,
            Kind::I8 => Kind::R4,
            Kind::R8 => Kind::I4,
        }
    }
}

/// What the accesses of a program have in common.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub storage: Storage,
    pub kind: Kind,
    pub length: usize,
    /// Which of the ways to write the bounds.
    pub spelling: usize,
}

impl Storage {
    /// Whether the array may be assigned.
    pub fn is_assignable(self) -> bool {
        !matches!(self, Storage::Constant | Storage::Shared)
    }
}

impl Setting {
    /// The bounds in parentheses.
    pub fn bounds(self) -> &'static str {
        let spellings = match self.length {
            0 => ["(0)", "(5:4)", "(3, 0)", "(0:-3)"],
            1 => ["(1)", "(-1:-1)", "(1, 1)", "(0:0)"],
            _ => ["(3)", "(-1:1)", "(3, 1)", "(0:2)"],
        };
        spellings[self.form()]
    }

    /// The array's element with that (first) index.
    pub fn element(self, index: &str) -> String {
        if self.form() == 2 { format!("a({index}, 1)") } else { format!("a({index})") }
    }

    /// The form of the bounds. An array whose length comes with it has the first, and one dimension.
    fn form(self) -> usize {
        match self.storage {
            Storage::Shared | Storage::Rows | Storage::AssumedShape => 0,
            Storage::Automatic | Storage::Allocated | Storage::Freed => 0,
            Storage::Constant if self.spelling % 4 == 2 => 0,
            _ => self.spelling % 4,
        }
    }

    /// The modules before the kernel.
    pub fn modules(self) -> String {
        match self.storage {
            Storage::Module => format!("module around\n{} {}\nend module\n", self.kind.name(), self.variables()),
            _ => String::new(),
        }
    }

    /// A unit that nobody calls, and that takes the COMMON block otherwise.
    pub fn others(self) -> String {
        match self.storage {
            Storage::MixedCommon => {
                let other = self.kind.other();
                let count = if other.size() == 4 { 14 } else { 4 };
                format!("subroutine other\n {} z({count})\n common /area/ z\nend\n", other.name())
            }
            _ => String::new(),
        }
    }

    fn variables(self) -> String {
        format!("before(2), a{}, after(2)", self.bounds())
    }

    /// The declarations of the array and its neighbours, in the kernel.
    pub fn declarations(self) -> String {
        let (kind, variables) = (self.kind.name(), self.variables());
        match self.storage {
            Storage::Local | Storage::Host | Storage::AssumedShape => format!(" {kind} :: {variables}\n"),
            Storage::Saved => format!(" {kind}, save :: {variables}\n"),
            Storage::Common | Storage::MixedCommon => {
                format!(" {kind} :: {variables}\n common /area/ before, a, after\n")
            }
            Storage::Module => String::new(),
            Storage::Constant => {
                let values = ["1", "2", "3"][..self.length].join(", ");
                let constant = format!(" {kind}, parameter :: a{} = [{kind} :: {values}]\n", self.bounds());
                format!("{constant} {kind} :: before(2), after(2)\n")
            }
            Storage::Shared | Storage::Rows => format!(" {kind} :: before(2), after(2), a(*)\n"),
            Storage::Automatic => format!(" {kind} :: before(2), a(m), after(2)\n"),
            Storage::Allocated | Storage::Freed => {
                format!(" {kind} :: before(2), after(2)\n {kind}, allocatable :: a(:)\n")
            }
        }
    }

    /// What assigns the elements and their neighbours.
    pub fn start(self) -> String {
        let allocate = match self.storage {
            Storage::Freed if self.length == 0 => String::new(),
            Storage::Allocated | Storage::Freed => " allocate(a(m))\n".to_owned(),
            _ => String::new(),
        };
        let elements = match self.storage {
            _ if !self.storage.is_assignable() || self.storage == Storage::Rows => String::new(),
            Storage::Freed if self.length == 0 => String::new(),
            _ => " a = 7\n".to_owned(),
        };
        format!("{allocate} before = 10\n after = 20\n{elements}")
    }

    /// What adds up the elements that the kernel may have assigned and their neighbours.
    pub fn sum(self) -> &'static str {
        match self.storage {
            Storage::Freed if self.length == 0 => " y = sum(before) + 100*sum(after)\n",
            Storage::Shared | Storage::Rows => " y = sum(before) + 100*sum(after)\n",
            _ => " y = sum(before) + 100*sum(after) + 10000*sum(a)\n",
        }
    }
}
