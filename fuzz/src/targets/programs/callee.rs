//! How the units of a random program are called.

/// What a unit is called with.
#[derive(Clone, Debug)]
pub struct Callee {
    pub name: String,
    pub is_function: bool,
    /// The arrays that it takes after its scalars.
    pub arrays: Vec<&'static str>,
    /// Whether it has two alternate returns.
    pub has_alternates: bool,
}

impl Callee {
    /// What is after the scalars in a call of it: arrays, which each unit has by the same names, and labels.
    pub fn further_arguments(&self, labels: [u32; 2]) -> String {
        let arrays = self.arrays.iter().map(|array| format!(", {array}"));
        let labels = labels.iter().filter(|_| self.has_alternates).map(|label| format!(", *{label}"));
        arrays.chain(labels).collect()
    }
}
