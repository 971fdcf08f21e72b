//! What code loads from the bytes after it.

use std::collections::HashMap;

/// Constants, each once, aligned for its size.
#[derive(Debug, Default)]
pub struct Constants {
    bytes: Vec<u8>,
    /// Where each is. Only looked up, never walked.
    places: HashMap<Vec<u8>, u32>,
}

impl Constants {
    /// The offset of a constant of 4, 8, 16, 32 or 64 bytes.
    pub fn place(&mut self, constant: &[u8]) -> u32 {
        if let Some(place) = self.places.get(constant) {
            return *place;
        }
        self.bytes.resize(self.bytes.len().next_multiple_of(constant.len()), 0);
        let place = self.bytes.len() as u32;
        self.bytes.extend_from_slice(constant);
        self.places.insert(constant.to_vec(), place);
        place
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
