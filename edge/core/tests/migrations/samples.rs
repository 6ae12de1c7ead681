//! Databases as earlier schemas stored them, with their schemas. Databases from before there were versions are not among them.

/// The ledger of schema 3, and what each of these later schemas changed.
macro_rules! from_schema_3 {
    ($($later:literal),*) => { concat!(include_str!("jobs_3.sql") $(, include_str!($later))*) };
}

/// Ledgers.
pub(crate) const LEDGERS: [(u32, &str); 13] = [
    (1, include_str!("jobs_1.sql")),
    (2, include_str!("jobs_2.sql")),
    (3, from_schema_3!()),
    (4, from_schema_3!("jobs_4.sql")),
    (5, from_schema_3!("jobs_4.sql", "jobs_5.sql")),
    (6, from_schema_3!("jobs_4.sql", "jobs_5.sql", "jobs_6.sql")),
    (7, from_schema_3!("jobs_4.sql", "jobs_5.sql", "jobs_6.sql", "jobs_7.sql")),
    (8, from_schema_3!("jobs_4.sql", "jobs_5.sql", "jobs_6.sql", "jobs_7.sql", "jobs_8.sql")),
    (9, from_schema_3!("jobs_4.sql", "jobs_5.sql", "jobs_6.sql", "jobs_7.sql", "jobs_8.sql", "jobs_9.sql")),
    (
        10,
        from_schema_3!(
            "jobs_4.sql",
            "jobs_5.sql",
            "jobs_6.sql",
            "jobs_7.sql",
            "jobs_8.sql",
            "jobs_9.sql",
            "jobs_10.sql"
        ),
    ),
    (
        11,
        from_schema_3!(
            "jobs_4.sql",
            "jobs_5.sql",
            "jobs_6.sql",
            "jobs_7.sql",
            "jobs_8.sql",
            "jobs_9.sql",
            "jobs_10.sql",
            "jobs_11.sql"
        ),
    ),
    (
        12,
        from_schema_3!(
            "jobs_4.sql",
            "jobs_5.sql",
            "jobs_6.sql",
            "jobs_7.sql",
            "jobs_8.sql",
            "jobs_9.sql",
            "jobs_10.sql",
            "jobs_11.sql",
            "jobs_12.sql"
        ),
    ),
    (
        13,
        from_schema_3!(
            "jobs_4.sql",
            "jobs_5.sql",
            "jobs_6.sql",
            "jobs_7.sql",
            "jobs_8.sql",
            "jobs_9.sql",
            "jobs_10.sql",
            "jobs_11.sql",
            "jobs_12.sql",
            "jobs_13.sql"
        ),
    ),
];

/// Databases of figures.
pub(crate) const FIGURES: [(u32, &str); 6] = [
    (2, include_str!("analytics_2.sql")),
    (3, include_str!("analytics_3.sql")),
    (4, include_str!("analytics_4.sql")),
    (5, include_str!("analytics_5.sql")),
    (6, include_str!("analytics_6.sql")),
    (7, include_str!("analytics_7.sql")),
];

/// Databases of tokens and people.
pub(crate) const ACCESS: [(u32, &str); 2] =
    [(1, include_str!("access_1.sql")), (2, include_str!("access_2.sql"))];
