//! Databases as earlier schemas stored them, with their schemas. Databases from before there were versions are not among them.

/// Databases with their schemas: some of their own, and a series, in which the statements of each file follow those of the files
/// before it.
macro_rules! samples {
    ([$($own:expr),*], $($schema:literal: $file:literal),+) => {
        samples!(@ [$($own),*] [] $($schema: $file),+)
    };
    (@ [$($done:expr),*] [$($before:literal),*] $schema:literal: $file:literal $(, $($later:tt)+)?) => {
        samples!(
            @ [$($done,)* ($schema, concat!($(include_str!($before),)* include_str!($file)))]
            [$($before,)* $file] $($($later)+)?
        )
    };
    (@ [$($done:expr),*] [$($before:literal),*]) => { &[$($done),*] };
}

/// Ledgers.
pub(crate) const LEDGERS: &[(u32, &str)] = samples!(
    [(1, include_str!("jobs_1.sql")), (2, include_str!("jobs_2.sql"))],
    3: "jobs_3.sql",
    4: "jobs_4.sql",
    5: "jobs_5.sql",
    6: "jobs_6.sql",
    7: "jobs_7.sql",
    8: "jobs_8.sql",
    9: "jobs_9.sql",
    10: "jobs_10.sql",
    11: "jobs_11.sql",
    12: "jobs_12.sql",
    13: "jobs_13.sql",
    14: "jobs_14.sql",
    15: "jobs_15.sql",
    16: "jobs_16.sql",
    17: "jobs_17.sql"
);

/// Databases of visitors.
pub(crate) const VISITORS: &[(u32, &str)] = samples!(
    [],
    2: "analytics_2.sql",
    3: "analytics_3.sql",
    4: "analytics_4.sql",
    5: "analytics_5.sql",
    6: "analytics_6.sql",
    7: "analytics_7.sql"
);

/// Databases of tokens and people.
pub(crate) const AUTH: [(u32, &str); 2] = [(1, include_str!("auth_1.sql")), (2, include_str!("auth_2.sql"))];
