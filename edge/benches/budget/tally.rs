//! The figures of a replay.

/// Counts of page views and calls, and the ages of shown data.
#[derive(Default)]
pub struct Tally {
    pub views: usize,
    pub calls: usize,
    pub refusals: usize,
    pub stale: usize,
    /// The ages of data of ranges that include today, in seconds.
    ages_s: Vec<u64>,
}

impl Tally {
    pub fn record(&mut self, age_s: u64, includes_today: bool, is_stale: bool) {
        self.stale += usize::from(is_stale);
        if includes_today {
            self.ages_s.push(age_s);
        }
    }

    pub fn print(&mut self) {
        self.ages_s.sort_unstable();
        let age = |share: f64| {
            let index = (self.ages_s.len() as f64 * share) as usize;
            let age_s = self.ages_s[index.min(self.ages_s.len() - 1)];
            format!("{}:{:02}", age_s / 60, age_s % 60)
        };
        println!("  page views {}", self.views);
        println!("  calls made {:>29}   (target: at most 100)", self.calls);
        println!("  refusals seen by people {:>16}   (target: 0)", self.refusals);
        println!("  answers marked as stale {:>16}", self.stale);
        println!(
            "  age of data that include today: median {} min, 90th percentile {}, maximum {}",
            age(0.5),
            age(0.9),
            age(1.0)
        );
    }
}
