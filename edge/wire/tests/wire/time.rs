use docket_wire::*;

#[test]
fn a_date_is_iso_8601_and_exists() {
    let good = [
        ("2026-01-31", 1_769_817_600_000),
        ("2024-02-29", 1_709_164_800_000),
        ("2026-01-31T00:00:00Z", 1_769_817_600_000),
        ("2026-01-31T01:00:00+01:00", 1_769_817_600_000),
        ("2026-01-31T00:00:00.250Z", 1_769_817_600_250),
        ("2026-01-31T00:00:00", 1_769_817_600_000),
        ("2026-01-31T00:00Z", 1_769_817_600_000),
    ];
    for (text, ms) in good {
        let point: DateOrTime = text.parse().unwrap_or_else(|_| panic!("{text}"));
        assert_eq!(point.instant().0, ms, "{text}");
        assert_eq!(point.to_string(), text);
    }
    let bad = [
        "",
        "today",
        "2026-02-29",
        "2026-13-01",
        "31.01.2026",
        "2026-1-3",
        "2026-01-31 00:00:00Z",
        "2026-01-31T25:00:00Z",
        "2026-01-31T00:00:00Z[Europe/Berlin]",
        "2026-01-31T",
        "２０２６-01-31",
        "1769817600",
    ];
    for text in bad {
        assert!(text.parse::<DateOrTime>().is_err(), "{text}");
    }
}
