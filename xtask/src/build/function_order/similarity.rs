//! Which functions have the most in common.

#![expect(clippy::indexing_slicing, reason = "functions are numbered by their place in lists of one length")]

use std::collections::{BTreeSet, HashMap, VecDeque};

/// The length of the sequences of bytes by which functions are compared. Of 4 to 8, this length compresses best.
const SEQUENCE_BYTES: usize = 6;
/// What more functions have in common says little about which of them belong together.
const FUNCTIONS_MAX: usize = 60;
/// gzip finds again what is in the last 32 KiB.
const WINDOW_BYTES: usize = 30_000;

/// A sequence of bytes, as a number.
type Sequence = u64;

/// The order of these functions in which each has the most in common with those in the window before it.
pub(super) fn by_similarity(bodies: &[&[u8]]) -> Vec<usize> {
    let mut recent = RecentFunctions::new(bodies);
    let mut left: BTreeSet<usize> = (0..bodies.len()).collect();
    let mut order = Vec::with_capacity(bodies.len());
    let compare =
        |recent: &RecentFunctions, one, other| recent.similarity(one).total_cmp(&recent.similarity(other));
    // Of those alike, `max_by` returns the last.
    while let Some(next) = left.iter().rev().copied().max_by(|one, other| compare(&recent, *one, *other)) {
        left.remove(&next);
        recent.push(next);
        order.push(next);
    }
    order
}

/// The last functions in the order.
struct RecentFunctions<'a> {
    bodies: &'a [&'a [u8]],
    /// The sequences in each function that some, but not too many others have as well.
    sequences: Vec<BTreeSet<Sequence>>,
    functions_with: HashMap<Sequence, Vec<usize>>,
    functions: VecDeque<usize>,
    bytes: usize,
    /// How many functions in the window have each sequence.
    times: HashMap<Sequence, u32>,
    /// How many sequences of the window each function has.
    common: Vec<u32>,
}

impl<'a> RecentFunctions<'a> {
    fn new(bodies: &'a [&'a [u8]]) -> Self {
        let sequences_of = |body: &&[u8]| body.windows(SEQUENCE_BYTES).map(number).collect::<BTreeSet<_>>();
        let mut sequences: Vec<_> = bodies.iter().map(sequences_of).collect();
        let mut functions_with = HashMap::<_, Vec<_>>::new();
        for (function, sequences) in sequences.iter().enumerate() {
            for sequence in sequences {
                functions_with.entry(*sequence).or_default().push(function);
            }
        }
        functions_with.retain(|_, functions| (2..=FUNCTIONS_MAX).contains(&functions.len()));
        for sequences in &mut sequences {
            sequences.retain(|sequence| functions_with.contains_key(sequence));
        }
        Self {
            bodies,
            sequences,
            functions_with,
            functions: VecDeque::new(),
            bytes: 0,
            times: HashMap::new(),
            common: vec![0; bodies.len()],
        }
    }

    /// How well a function would follow the window. Much in common counts more than a large share of it: a long function that fits
    /// well comes before a short one.
    fn similarity(&self, function: usize) -> f64 {
        f64::from(self.common[function]).powf(1.5) / self.bodies[function].len() as f64
    }

    /// Adds a function, and drops those that are too far before it.
    fn push(&mut self, function: usize) {
        self.functions.push_back(function);
        self.bytes += self.bodies[function].len();
        for sequence in &self.sequences[function] {
            let times = self.times.entry(*sequence).or_default();
            *times += 1;
            if *times == 1 {
                self.functions_with[sequence].iter().for_each(|function| self.common[*function] += 1);
            }
        }
        while self.bytes > WINDOW_BYTES
            && let Some(oldest) = self.functions.pop_front()
        {
            self.bytes -= self.bodies[oldest].len();
            for sequence in &self.sequences[oldest] {
                let times = self.times.entry(*sequence).or_default();
                *times -= 1;
                if *times == 0 {
                    self.functions_with[sequence].iter().for_each(|function| self.common[*function] -= 1);
                }
            }
        }
    }
}

fn number(sequence: &[u8]) -> Sequence {
    sequence.iter().fold(0, |number, byte| number << 8 | Sequence::from(*byte))
}
