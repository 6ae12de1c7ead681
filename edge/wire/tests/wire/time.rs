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

#[test]
fn a_moment_is_a_date_time_in_utc_with_milliseconds() {
    for (ms, text) in [
        (0, "1970-01-01T00:00:00.000Z"),
        (1_769_851_800_000, "2026-01-31T09:30:00.000Z"),
        (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
    ] {
        assert_eq!(UnixMs(ms).to_string(), text);
        assert_eq!(text.parse(), Ok(UnixMs(ms)));
        crate::pin(&UnixMs(ms), serde_json::json!(text));
    }
    assert_eq!("2026-01-31T10:30:00+01:00".parse(), Ok(UnixMs(1_769_851_800_000)));
    for bad in ["", "1769851800000", "2026-01-31", "yesterday"] {
        assert!(bad.parse::<UnixMs>().is_err(), "{bad}");
    }
    assert!(serde_json::from_str::<UnixMs>("1769851800000").is_err());
}
