use docket_wire::*;
use serde_json::{Value, json};

use crate::pin;

fn interval() -> Interval {
    Interval { from: "2026-11-01".parse().unwrap(), to: "2026-11-02".parse().unwrap() }
}

fn interval_json() -> Value {
    json!({"from": "2026-11-01", "to": "2026-11-02"})
}

fn totals() -> VisitorTotals {
    VisitorTotals { human: 2, ai: 1, total: 2 }
}

fn totals_json() -> Value {
    json!({"human": 2, "ai": 1, "total": 2})
}

const BUDGET: RequestBudget = RequestBudget { limit: 100, remaining: 99, reset_s: 3, paused_until: None };

fn budget_json() -> Value {
    json!({"limit": 100, "remaining": 99, "resetS": 3})
}

const COST: BackfillCost =
    BackfillCost { requests: 88, estimated: false, available: 41, reserved: 20, done_at: UnixMs(9000) };

fn cost_json() -> Value {
    json!({"requests": 88, "estimated": false, "available": 41, "reserved": 20, "doneAt": "1970-01-01T00:00:09.000Z"})
}

#[test]
fn summaries_and_trends() {
    let mut summary = Summary {
        interval: interval(),
        partial: true,
        totals: totals(),
        human_and_ai: 1,
        checked_at: UnixMs(5),
        stale: false,
        compared: None,
        budget: BUDGET,
    };
    let mut expected = json!({
        "interval": interval_json(), "partial": true, "totals": totals_json(), "humanAndAi": 1, "checkedAt": "1970-01-01T00:00:00.005Z",
        "stale": false, "compared": null, "budget": budget_json()
    });
    pin(&summary, expected.clone());
    summary.compared =
        Some(ComparedTotals { interval: interval(), totals: totals(), human_and_ai: 1, longer: true });
    expected["compared"] =
        json!({"interval": interval_json(), "totals": totals_json(), "humanAndAi": 1, "longer": true});
    pin(&summary, expected);
    let (backfill, day) =
        (BackfillProgress { done: 3, total: 30, resumes_at: Some(UnixMs(9)) }, "2026-11-01".parse().unwrap());
    let progress_json = json!({"done": 3, "total": 30, "resumesAt": "1970-01-01T00:00:00.009Z"});
    let missing = TrendDay { day, interval: interval(), totals: None, partial: false, checked_at: None };
    pin(
        &Trend {
            zone: ZoneName::utc(),
            days: vec![
                TrendDay { totals: Some(totals()), checked_at: Some(UnixMs(7)), ..missing.clone() },
                missing,
            ],
            missing: 1,
            backfill: Some(backfill),
            backfill_error: Some("It failed.".into()),
            cost: Some(COST),
            budget: BUDGET,
        },
        json!({
            "zone": "UTC",
            "days": [
                {"day": "2026-11-01", "interval": interval_json(), "totals": totals_json(), "partial": false, "checkedAt": "1970-01-01T00:00:00.007Z"},
                {"day": "2026-11-01", "interval": interval_json(), "totals": null, "partial": false, "checkedAt": null}
            ],
            "missing": 1, "backfill": progress_json.clone(), "backfillError": "It failed.", "cost": cost_json(), "budget": budget_json()
        }),
    );
    let request =
        BackfillRequest { kind: BackfillKind::Paths, span: Span::new(day, day, ZoneName::utc()).unwrap() };
    let request_json = json!({"kind": "paths", "from": "2026-11-01", "to": "2026-11-01", "zone": "UTC"});
    assert_eq!(serde_json::to_value(&request).unwrap(), request_json);
    let pairs = request.pairs();
    let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str()));
    assert_eq!(BackfillRequest::from_pairs(pairs.clone()).as_ref(), Ok(&request));
    assert_eq!(BackfillRequest::from_pairs(pairs.skip(1)).unwrap_err().field, "kind");
    let queued = QueuedBackfill { kind: BackfillKind::Days, span: request.span, progress: backfill };
    pin(
        &BudgetReport { budget: BUDGET, backfills: vec![queued], queued_by_other_projects: 7 },
        json!({
            "budget": budget_json(),
            "backfills": [{
                "kind": "days", "progress": progress_json,
                "span": {"from": "2026-11-01", "to": "2026-11-01", "zone": "UTC"}
            }],
            "queuedByOtherProjects": 7
        }),
    );
    for what in [BackfillKind::Days, BackfillKind::DayPaths, BackfillKind::Paths] {
        assert_eq!(serde_json::to_value(what).unwrap(), json!(what.as_str()));
        assert_eq!(BackfillKind::parse(what.as_str()), Some(what));
    }
}

#[test]
fn a_page_trend_tells_zero_unknown_and_missing_apart() {
    let day = "2026-11-01".parse::<Day>().unwrap();
    let of = |read| PageDay { day, interval: interval(), partial: false, read };
    let read = PageDayRead { totals: Some(totals()), rows: 250, checked_at: UnixMs(7) };
    let day_json = |read: serde_json::Value| json!({"day": "2026-11-01", "interval": interval_json(), "partial": false, "read": read});
    let at = "1970-01-01T00:00:00.007Z";
    pin(
        &PageTrend {
            path: "/guides".into(),
            zone: ZoneName::utc(),
            days: vec![of(Some(read)), of(Some(PageDayRead { totals: None, ..read })), of(None)],
            missing: 1,
            backfill: None,
            backfill_error: None,
            cost: Some(COST),
            budget: BUDGET,
        },
        json!({
            "path": "/guides", "zone": "UTC", "missing": 1, "backfill": null, "cost": cost_json(), "budget": budget_json(),
            "days": [
                day_json(json!({"totals": totals_json(), "rows": 250, "checkedAt": at})),
                day_json(json!({"totals": null, "rows": 250, "checkedAt": at})),
                day_json(json!(null)),
            ],
        }),
    );
}

#[test]
fn the_path_of_a_page_trend_has_bounds() {
    assert_eq!(page_path([("zone", "UTC"), ("path", "/a b")]), Ok("/a b"));
    let longest = "/".repeat(PAGE_PATH_BYTES_MAX);
    assert_eq!(page_path([("path", longest.as_str())]), Ok(longest.as_str()));
    let longer = "/".repeat(PAGE_PATH_BYTES_MAX + 1);
    for pairs in [&[][..], &[("path", "")], &[("path", longer.as_str())]] {
        assert_eq!(page_path(pairs.iter().copied()).unwrap_err().field, "path");
    }
}

#[test]
fn contradictory_counts_stay_within_bounds() {
    let of = |human, ai, total| VisitorTotals { human, ai, total };
    let most = 1 << 53;
    for (totals, both, share) in [
        (of(0, 0, 0), 0, None),
        (of(3, 2, 4), 1, Some(0.5)),
        (of(3, 0, 3), 0, Some(0.0)),
        // Approximate counts contradict each other.
        (of(3, 2, 9), 0, Some(2.0 / 9.0)),
        (of(5, 7, 4), 5, Some(1.0)),
        (of(0, 7, 0), 0, None),
        (of(most, most, most), most, Some(1.0)),
        (of(u64::MAX, u64::MAX, 1), u64::MAX - 1, Some(1.0)),
    ] {
        assert_eq!((totals.human_and_ai(), totals.ai_share()), (both, share), "{totals:?}");
    }
    for (earlier, later, change) in [
        (0, 0, RelativeChange::StillZero),
        (0, 5, RelativeChange::New),
        (4, 6, RelativeChange::By(0.5)),
        (4, 4, RelativeChange::By(0.0)),
        (4, 0, RelativeChange::By(-1.0)),
        (most, 2 * most, RelativeChange::By(1.0)),
    ] {
        assert_eq!(RelativeChange::of(earlier, later), change, "{earlier} {later}");
    }
}

#[test]
fn rows_and_folders() {
    let rows = Rows {
        interval: interval(),
        partial: true,
        rows: vec![VisitorRow { path: "/a".into(), human: 9, ai: 3, total: 11 }],
        folders: Vec::new(),
        compared: None,
        cost: None,
        has_more: true,
        matched: 1,
        loaded: 250,
        complete: false,
        pages_loaded: 1,
        duplicates_dropped: 2,
        totals_changed: true,
        fetched_from: UnixMs(1000),
        fetched_to: UnixMs(2000),
        stale: false,
        totals: totals(),
        backfill: None,
        backfill_error: None,
        budget: RequestBudget { limit: 100, remaining: 0, reset_s: 60, paused_until: Some(UnixMs(9)) },
    };
    let mut expected = json!({
        "interval": interval_json(),
        "partial": true,
        "rows": [{ "path": "/a", "human": 9, "ai": 3, "total": 11 }],
        "hasMore": true,
        "matched": 1,
        "loaded": 250,
        "complete": false,
        "pagesLoaded": 1,
        "duplicatesDropped": 2,
        "totalsChanged": true,
        "fetchedFrom": "1970-01-01T00:00:01.000Z",
        "fetchedTo": "1970-01-01T00:00:02.000Z",
        "stale": false,
        "totals": totals_json(),
        "backfill": null,
        "budget": { "limit": 100, "remaining": 0, "resetS": 60, "pausedUntil": "1970-01-01T00:00:00.009Z" },
    });
    pin(&rows, expected.clone());
    let folders = vec![Folder { folder: "/guides/".into(), pages: 12, at_least: totals() }];
    expected["folders"] = json!([{ "folder": "/guides/", "pages": 12, "atLeast": totals_json() }]);
    expected["backfillError"] = json!("It failed.");
    pin(&Rows { folders, backfill_error: Some("It failed.".into()), ..rows.clone() }, expected.clone());
    let compared = ComparedRows {
        interval: interval(),
        rows: vec![totals()],
        loaded: 250,
        complete: false,
        longer: true,
        backfill: None,
        backfill_error: None,
        cost: Some(COST),
    };
    let of_view =
        serde_json::to_value(Rows { compared: Some(compared.clone()), cost: Some(COST), ..rows }).unwrap();
    let compared_json = json!({
        "interval": interval_json(), "rows": [totals_json()], "loaded": 250, "complete": false, "longer": true, "backfill": null,
        "cost": cost_json()
    });
    assert_eq!((&of_view["compared"], &of_view["cost"]), (&compared_json, &cost_json()));
    pin(&compared, compared_json);
}

#[test]
fn a_rows_query_names_its_invalid_parameter() {
    let read = |pairs: &[(&str, &str)]| RowsQuery::from_pairs(pairs.iter().copied());
    let plain = read(&[("sort", ""), ("zone", "UTC")]).unwrap();
    assert_eq!(plain, RowsQuery::default());
    assert!(!plain.needs_all() && plain.pairs().is_empty());
    let all = [
        ("sort", "share"),
        ("order", "asc"),
        ("q", "a b"),
        ("prefix", "/guides/"),
        ("offset", "500"),
        ("limit", "1000"),
    ];
    let query = read(&all).unwrap();
    assert!(query.needs_all() && query.has_filter() && !query.is_descending());
    assert_eq!(query.pairs(), all.map(|(name, value)| (name, value.to_owned())));
    for (pairs, descending) in [
        (&[("sort", "path")][..], false),
        (&[("sort", "ai")], true),
        (&[("sort", "path"), ("order", "desc")], true),
        (&[("group", "folder")], true),
        (&[("sort", "before"), ("view", "quiet")], true),
        (&[("sort", "change"), ("view", "falling")], false),
    ] {
        assert_eq!(read(pairs).unwrap().is_descending(), descending, "{pairs:?}");
    }
    let long = "x".repeat(2001);
    for (pairs, field) in [
        (&[("sort", "size")][..], "sort"),
        (&[("order", "up")], "order"),
        (&[("group", "day")], "group"),
        (&[("group", "folder"), ("sort", "share")], "sort"),
        (&[("sort", "change")], "sort"),
        (&[("sort", "before"), ("view", "ai")], "sort"),
        (&[("limit", "0")], "limit"),
        (&[("limit", "1001")], "limit"),
        (&[("offset", "-1")], "offset"),
        (&[("offset", "9007199254740993")], "offset"),
        (&[("q", &long[..201])], "q"),
        (&[("prefix", &long)], "prefix"),
    ] {
        assert_eq!(read(pairs).unwrap_err().field, field, "{pairs:?}");
    }
}

#[test]
fn marks_and_notes() {
    let day: Day = "2026-11-01".parse().unwrap();
    let note = DayNote { text: "Launch".into(), author: CallerName("ada".into()), at: UnixMs(1000) };
    let note_json = json!({"text": "Launch", "author": "ada", "at": "1970-01-01T00:00:01.000Z"});
    pin(&note, note_json.clone());
    let marks = DayMarks {
        zone: ZoneName::utc(),
        days: vec![
            DayMark { day, note: Some(note), jobs_ended: 2, pull_requests: 1 },
            DayMark { day, note: None, jobs_ended: 0, pull_requests: 3 },
        ],
        counted_from: None,
    };
    let mut expected = json!({
        "zone": "UTC",
        "days": [
            {"day": "2026-11-01", "note": note_json, "jobsEnded": 2, "pullRequests": 1},
            {"day": "2026-11-01", "note": null, "jobsEnded": 0, "pullRequests": 3}
        ]
    });
    pin(&marks, expected.clone());
    expected["countedFrom"] = json!("2026-11-01");
    pin(&DayMarks { counted_from: Some(day), ..marks }, expected);
    pin(&NoteEdit { text: "a".into(), replaces: None }, json!({"text": "a"}));
    pin(&NoteEdit { text: "a".into(), replaces: Some("b".into()) }, json!({"text": "a", "replaces": "b"}));
}

#[test]
fn a_note_is_short_and_has_a_line_for_each_thing() {
    let checked =
        |text: &str| NoteEdit { text: text.to_owned(), replaces: None }.checked().map(|edit| edit.text);
    assert_eq!(checked("  Launch of 2.0 "), Ok("Launch of 2.0".to_owned()));
    assert_eq!(checked(&"ü".repeat(200)), Ok("ü".repeat(200)));
    assert_eq!(checked(" Launch\r\n\n  Sale \n"), Ok("Launch\nSale".to_owned()));
    assert_eq!(checked(&format!("{}\n{}", "ü".repeat(99), "ü".repeat(100))).map(|text| text.len()), Ok(399));
    for invalid in [
        "",
        "  ",
        "\n \n",
        "a\tb",
        "a\rb",
        "a\u{7f}",
        &"ü".repeat(201),
        &format!("{}\n{}", "ü".repeat(100), "ü".repeat(100)),
    ] {
        assert_eq!(checked(invalid).map_err(|invalid| invalid.field), Err("text"), "{invalid:?}");
    }
}

#[test]
fn a_view_has_a_word_and_is_about_pages() {
    for view in RowsView::ALL {
        assert_eq!(RowsView::parse(view.as_str()), Ok(view));
        let query = RowsQuery::from_pairs([("view", view.as_str())]).unwrap();
        assert!(query.needs_all() && query.is_descending() && !query.has_filter());
        assert_eq!(query.pairs(), [("view", view.as_str().to_owned())]);
        let folders = RowsQuery::from_pairs([("view", view.as_str()), ("group", "folder")]);
        assert_eq!(folders.unwrap_err().field, "view");
    }
    assert_eq!(RowsQuery::from_pairs([("view", "best")]).unwrap_err().field, "view");
}
