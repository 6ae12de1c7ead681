/// The paths of one table: one bit per id of the dictionary.
#[derive(Debug)]
pub(super) struct SeenPaths {
    table: i64,
    bits: Vec<u64>,
}

impl SeenPaths {
    pub(super) fn new(table: i64) -> Self {
        Self { table, bits: Vec::new() }
    }

    /// The id of the table.
    pub(super) fn table(&self) -> i64 {
        self.table
    }

    /// Adds a path. Returns whether it is new.
    pub(super) fn insert(&mut self, path: u32) -> bool {
        let (word, bit) = (usize::try_from(path / 64).unwrap_or(usize::MAX), 1_u64 << (path % 64));
        if self.bits.len() <= word {
            self.bits.resize(word.saturating_add(1), 0);
        }
        match self.bits.get_mut(word) {
            Some(bits) if *bits & bit == 0 => {
                *bits |= bit;
                true
            }
            _ => false,
        }
    }
}
