//! What came of the looks.

/// Counts and ages.
#[derive(Default)]
pub struct Tally {
    pub looks: usize,
    pub calls: usize,
    pub refusals: usize,
    pub stale: usize,
    /// Seconds, of ranges that hold today.
    ages_s: Vec<u64>,
}

impl Tally {
    pub fn saw(&mut self, age_s: u64, holds_today: bool, is_stale: bool) {
        self.stale += usize::from(is_stale);
        if holds_today {
            self.ages_s.push(age_s);
        }
    }

    pub fn print(&mut self) {
        self.ages_s.sort_unstable();
        let age = |share: f64| {
            let place = (self.ages_s.len() as f64 * share) as usize;
            let age_s = self.ages_s[place.min(self.ages_s.len() - 1)];
            format!("{}:{:02}", age_s / 60, age_s % 60)
        };
        println!("  looks {}", self.looks);
        println!("  calls made {:>29}   (to reach: at most 100)", self.calls);
        println!("  refusals seen by people {:>16}   (to reach: 0)", self.refusals);
        println!("  answers marked as stale {:>16}", self.stale);
        println!(
            "  age of figures that hold today: half up to {} min, nine of ten up to {}, the oldest {}",
            age(0.5),
            age(0.9),
            age(1.0)
        );
    }
}
