//! One line for each family.

/// The shapes of each family, after one length of history.
pub struct Column {
    pub name: String,
    pub goal: f64,
    pub of_optimum: Vec<Vec<f64>>,
    pub of_keller: Vec<Vec<f64>>,
    pub of_fixed: Vec<Vec<f64>>,
}

/// Never behind a fixed interval.
const FIXED_GOAL: f64 = 1.0;

pub fn print(families: &[&str], columns: &[Column]) {
    let head = columns.iter().map(|column| format!(" | {:^46}", column.name)).collect::<String>();
    println!("{:<24}{head}", "");
    let names = format!(" | {:>8} {:>8}  {:>12} {:>13} ", "median", "worst", "worst/Keller", "worst/fixed");
    println!("{:<24}{}", "", names.repeat(columns.len()));
    for (index, family) in families.iter().enumerate() {
        let cells = columns.iter().map(|column| {
            let of_optimum = &column.of_optimum[index];
            let worst_of = worst(of_optimum);
            let worst_of_fixed = worst(&column.of_fixed[index]);
            format!(
                " | {:>8.3} {:>8.3}{} {:>12.3} {:>13.3}{}",
                median(of_optimum),
                worst_of,
                mark(worst_of, column.goal),
                worst(&column.of_keller[index]),
                worst_of_fixed,
                // Three digits, as the cell shows: what is left beyond them comes from the search for equal numbers of polls.
                mark((worst_of_fixed * 1e3).round() / 1e3, FIXED_GOAL)
            )
        });
        println!("{family:<24}{}", cells.collect::<String>());
    }
}

/// A star, if a goal is missed.
pub fn mark(value: f64, goal: f64) -> &'static str {
    if value > goal { "*" } else { " " }
}

pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}

pub fn worst(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

pub fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}
