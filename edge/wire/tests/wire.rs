//! Pins the JSON of every message, and the rules of every checked text.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test panics on what it does not expect")]

use docket_wire::*;
use serde_json::{Value, json};

/// What is written must be exactly `expected`, and must read back as what was written.
fn pin<T>(value: &T, expected: Value)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    assert_eq!(serde_json::to_value(value).unwrap(), expected);
    assert_eq!(&serde_json::from_value::<T>(expected).unwrap(), value);
}

fn entry() -> JobEntry {
    JobEntry {
        id: "job_1".parse().unwrap(),
        status: JobStatus::Active,
        title: Some("Update the quickstart".into()),
        author: Some(CallerName("ada".into())),
        repository: Some("https://code.example/acme/docs".into()),
        reference: None,
        model: Some("sonnet".into()),
        pr_link: None,
        added_at: UnixMs(1000),
        ended_at: None,
        checked_at: UnixMs(2000),
        polling: Polling::Scheduled { next_at: UnixMs(3000), last_error: None },
        follow_ups: 0,
        stale: false,
        labels: vec![Label::try_from("sdk".to_owned()).unwrap()],
        hidden: false,
        revision: 2,
    }
}

fn entry_json() -> Value {
    json!({
        "id": "job_1", "status": "active", "title": "Update the quickstart", "author": "ada",
        "repository": "https://code.example/acme/docs", "ref": null, "model": "sonnet", "prLink": null,
        "addedAt": 1000, "endedAt": null, "checkedAt": 2000,
        "polling": {"state": "scheduled", "nextAt": 3000, "lastError": null}, "followUps": 0,
        "stale": false, "labels": ["sdk"], "hidden": false, "revision": 2
    })
}

fn fault() -> Fault {
    Fault { code: ProblemCode::ServiceTimeout, error: "No answer.".into() }
}

fn fault_json() -> Value {
    json!({"code": "service_timeout", "error": "No answer."})
}

fn submission(state: SubmissionState) -> Submission {
    Submission {
        id: "sub_1".parse().unwrap(),
        kind: SubmissionKind::Create,
        job: None,
        prompt: "Hi".into(),
        author: CallerName("ada".into()),
        submitted_at: UnixMs(1),
        state,
        revision: 1,
    }
}

fn submission_json(state: Value) -> Value {
    json!({"id": "sub_1", "kind": "create", "job": null, "prompt": "Hi", "author": "ada", "submittedAt": 1,
           "state": state, "revision": 1})
}

fn event(what: EventKind) -> Event {
    Event { revision: 7, at: UnixMs(5), job: None, submission: None, author: None, what }
}

#[test]
fn a_job_may_hold_more_than_the_contract_names() {
    let told = json!({
        "id": "j", "status": "paused", "source": {"repository": "r", "depth": 3}, "prLink": null, "priority": {"level": 1}
    });
    let job: Job = serde_json::from_value(told).unwrap();
    assert_eq!(job.status, JobStatus::Other("paused".into()));
    assert!(!job.status.has_ended());
    assert_eq!(job.source.repository.as_deref(), Some("r"));
}

#[test]
fn of_a_job_only_id_and_status_are_needed_and_null_is_absent() {
    let bare: Job = serde_json::from_value(json!({"id": "j", "status": "active"})).unwrap();
    let nulls: Job = serde_json::from_value(json!({
        "id": "j", "status": "active", "source": null, "model": null, "prLink": null, "createdAt": null, "archivedAt": null
    }))
    .unwrap();
    assert_eq!(bare, nulls);
    for broken in
        [json!({"id": "j"}), json!({"status": "active"}), json!({"id": "", "status": "active"}), json!([])]
    {
        assert!(serde_json::from_value::<Job>(broken.clone()).is_err(), "{broken}");
    }
}

#[test]
fn visitors_and_prompts() {
    pin(
        &VisitorsPage {
            totals: VisitorTotals { human: 3, ai: 2, total: 4 },
            visitors: vec![VisitorRow { path: "/a".into(), human: 1, ai: 1, total: 1 }],
            has_more: true,
        },
        json!({"totals": {"human": 3, "ai": 2, "total": 4},
               "visitors": [{"path": "/a", "human": 1, "ai": 1, "total": 1}], "hasMore": true}),
    );
    pin(&Prompt { prompt: "Do it".into() }, json!({"prompt": "Do it"}));
    pin(&ServiceError { error: "no".into() }, json!({"error": "no"}));
    for (text, ok) in [("", false), (" \n\t", false), ("x", true), (&"é".repeat(50_001), false)] {
        assert_eq!(Prompt { prompt: text.into() }.check().is_ok(), ok, "{} bytes", text.len());
    }
}

#[test]
fn ledger_views() {
    pin(&entry(), entry_json());
    pin(&Polling::Ended, json!({"state": "ended"}));
    pin(&Polling::Stopped, json!({"state": "stopped"}));
    pin(&Polling::Suspended { reason: fault() }, json!({"state": "suspended", "reason": fault_json()}));
    pin(&submission(SubmissionState::Sending), submission_json(json!({"state": "sending"})));
    pin(&submission(SubmissionState::Queued), submission_json(json!({"state": "queued"})));
    pin(&submission(SubmissionState::Discarded), submission_json(json!({"state": "discarded"})));
    pin(&JobRef { job: "j".parse().unwrap() }, json!({"job": "j"}));
    pin(&JobPatch::default(), json!({}));
    pin(
        &JobPatch { polling: Some(false), hidden: Some(true), labels: Some(entry().labels) },
        json!({"polling": false, "hidden": true, "labels": ["sdk"]}),
    );
    pin(&submission(SubmissionState::Accepted), submission_json(json!({"state": "accepted"})));
    pin(
        &submission(SubmissionState::Rejected { reason: fault() }),
        submission_json(json!({"state": "rejected", "reason": fault_json()})),
    );
    pin(
        &submission(SubmissionState::Unknown { reason: fault() }),
        submission_json(json!({"state": "unknown", "reason": fault_json()})),
    );
    pin(
        &JobDetail {
            revision: 7,
            job: entry(),
            submissions: vec![],
            events: vec![event(EventKind::Accepted)],
        },
        json!({"revision": 7, "job": entry_json(), "submissions": [],
               "events": [{"revision": 7, "at": 5, "job": null, "submission": null, "author": null, "what": {"kind": "accepted"}}]}),
    );
}

#[test]
fn events() {
    let cases = [
        (EventKind::Submitted, json!({"kind": "submitted"})),
        (EventKind::Accepted, json!({"kind": "accepted"})),
        (EventKind::Rejected { reason: fault() }, json!({"kind": "rejected", "reason": fault_json()})),
        (
            EventKind::OutcomeUnknown { reason: fault() },
            json!({"kind": "outcome_unknown", "reason": fault_json()}),
        ),
        (EventKind::Attached { status: JobStatus::Active }, json!({"kind": "attached", "status": "active"})),
        (
            EventKind::StatusChanged { from: JobStatus::Active, to: JobStatus::Failed },
            json!({"kind": "status_changed", "from": "active", "to": "failed"}),
        ),
        (EventKind::PullRequest { url: "u".into() }, json!({"kind": "pull_request", "url": "u"})),
        (
            EventKind::PollingSuspended { reason: fault() },
            json!({"kind": "polling_suspended", "reason": fault_json()}),
        ),
        (EventKind::PollingResumed, json!({"kind": "polling_resumed"})),
        (EventKind::PollingStopped, json!({"kind": "polling_stopped"})),
        (EventKind::BecameStale, json!({"kind": "became_stale"})),
        (EventKind::Queued, json!({"kind": "queued"})),
        (EventKind::Edited, json!({"kind": "edited"})),
        (EventKind::Resent, json!({"kind": "resent"})),
        (EventKind::Matched, json!({"kind": "matched"})),
        (EventKind::Discarded, json!({"kind": "discarded"})),
        (EventKind::Labelled { labels: entry().labels }, json!({"kind": "labelled", "labels": ["sdk"]})),
        (EventKind::Hidden, json!({"kind": "hidden"})),
        (EventKind::Unhidden, json!({"kind": "unhidden"})),
    ];
    for (kind, expected) in cases {
        pin(&kind, expected);
    }
}

/// Both ways of reading a frame read the same.
fn pin_live(message: &LiveMessage, expected: Value) {
    assert_eq!(&LiveMessage::from_json(&expected.to_string()).unwrap(), message);
    pin(message, expected);
}

#[test]
fn live_messages() {
    pin_live(
        &LiveMessage::Snapshot(Snapshot {
            revision: 2,
            jobs: vec![entry()],
            submissions: vec![],
            has_more: false,
        }),
        json!({"type": "snapshot", "revision": 2, "jobs": [entry_json()], "submissions": [], "hasMore": false}),
    );
    pin_live(
        &LiveMessage::Changes { since: 1, revision: 2, events: vec![], jobs: vec![], submissions: vec![] },
        json!({"type": "changes", "since": 1, "revision": 2, "events": [], "jobs": [], "submissions": []}),
    );
    pin_live(
        &LiveMessage::Checked { job: "j".parse().unwrap(), checked_at: UnixMs(1), next_at: Some(UnixMs(2)) },
        json!({"type": "checked", "job": "j", "checkedAt": 1, "nextAt": 2}),
    );
    for broken in ["pong", "{}", r#"{"type":"other"}"#, r#"{"type":"changes","since":1}"#] {
        assert!(LiveMessage::from_json(broken).is_err(), "{broken}");
    }
}

#[test]
fn problems_sessions_and_health() {
    let mut problem = Problem {
        error: "limit must be …".into(),
        code: ProblemCode::InvalidRequest,
        request_id: "r1".into(),
        field: Some("limit".into()),
        submission_id: None,
    };
    pin(
        &problem,
        json!({"error": "limit must be …", "code": "invalid_request", "requestId": "r1", "field": "limit"}),
    );
    problem.field = None;
    problem.submission_id = Some("sub_1".parse().unwrap());
    pin(
        &problem,
        json!({"error": "limit must be …", "code": "invalid_request", "requestId": "r1", "submissionId": "sub_1"}),
    );
    pin(
        &Session { name: CallerName("ada".into()), rights: Right::ALL.to_vec(), expires_at: UnixMs(9) },
        json!({"name": "ada", "rights": ["jobs:read", "jobs:write", "visitors:read"], "expiresAt": 9}),
    );
    pin(&Project { id: "docs".parse().unwrap(), name: "Docs".into() }, json!({"id": "docs", "name": "Docs"}));
    pin(
        &Health {
            status: HealthState::NotConfigured,
            missing: vec!["DOCKET_ADMIN_KEY".into()],
            version: "0.1.0".into(),
        },
        json!({"status": "not_configured", "missing": ["DOCKET_ADMIN_KEY"], "version": "0.1.0"}),
    );
    for right in Right::ALL {
        assert_eq!(serde_json::to_value(right).unwrap(), json!(right.as_str()));
    }
}

#[test]
fn a_passphrase_is_never_shown() {
    let sign_in = SignIn { name: "ada".into(), passphrase: "correct horse".into() };
    assert!(!format!("{sign_in:?}").contains("horse"));
}

#[test]
fn ids_are_one_path_segment() {
    for good in ["a", "job_1", "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "café", "a.b", "a:b@c"] {
        assert!(good.parse::<JobId>().is_ok(), "{good}");
    }
    let long = "x".repeat(201);
    for bad in ["", ".", "..", "a/b", "a\\b", "a b", "a\nb", "a?b", "a#b", "a%2fb", &long] {
        assert!(bad.parse::<JobId>().is_err(), "{bad}");
    }
    assert_eq!("".parse::<ProjectId>().unwrap_err().to_string(), "project id must not be empty");
}

#[test]
fn dates() {
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
fn visitors_queries() {
    let read = |pairs: &[(&str, &str)]| VisitorsQuery::from_pairs(pairs.iter().copied());
    let good =
        read(&[("dateFrom", "2026-01-01"), ("dateTo", "2026-02-01"), ("limit", "250"), ("offset", "500")])
            .unwrap();
    assert_eq!(
        good.pairs(),
        [
            ("dateFrom", "2026-01-01".into()),
            ("dateTo", "2026-02-01".into()),
            ("limit", "250".into()),
            ("offset", "500".into())
        ]
    );
    assert_eq!(read(&[("unknown", "x"), ("limit", "")]).unwrap(), VisitorsQuery::default());
    let bad: [(&[(&str, &str)], &str); 9] = [
        (&[("limit", "0")], "limit"),
        (&[("limit", "251")], "limit"),
        (&[("limit", "+5")], "limit"),
        (&[("limit", "5.0")], "limit"),
        (&[("offset", "-1")], "offset"),
        (&[("offset", "9007199254740993")], "offset"),
        (&[("dateTo", "2026-02-30")], "dateTo"),
        (&[("dateFrom", "2026-02-01"), ("dateTo", "2026-02-01")], "dateFrom"),
        (&[("limit", "5"), ("limit", "6")], "limit"),
    ];
    for (pairs, field) in bad {
        assert_eq!(read(pairs).unwrap_err().field(), field, "{pairs:?}");
    }
}

#[test]
fn labels() {
    for good in ["sdk", "release 4", &"é".repeat(40)] {
        assert!(Label::try_from(good.to_owned()).is_ok(), "{good}");
    }
    assert_eq!(Label::try_from(" sdk ".to_owned()).unwrap().as_str(), "sdk");
    for bad in ["", " ", "a,b", "a\nb", &"x".repeat(41)] {
        assert!(Label::try_from(bad.to_owned()).is_err(), "{bad}");
    }
}

#[test]
fn filters() {
    let read = |pairs: &[(&str, &str)]| JobFilter::from_pairs(pairs.iter().copied());
    let all = [
        ("status", "failed"),
        ("author", "ada"),
        ("label", "sdk"),
        ("since", "1"),
        ("until", "2"),
        ("q", "quick start"),
        ("hidden", "true"),
        ("before", "job_1"),
        ("limit", "200"),
    ];
    let filter = read(&all).unwrap();
    let pairs = filter.pairs();
    assert_eq!(pairs.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>(), all);
    assert!(
        !filter.is_plain()
            && read(&[("limit", "5"), ("before", "j"), ("q", ""), ("x", "y")]).unwrap().is_plain()
    );
    let long = "x".repeat(201);
    for (name, value) in [
        ("limit", "0"),
        ("limit", "201"),
        ("since", "today"),
        ("label", "a,b"),
        ("before", "a/b"),
        ("hidden", "1"),
        ("q", &long),
    ] {
        assert_eq!(read(&[(name, value)]).unwrap_err().field, name);
    }
}

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

const BUDGET: RequestBudget = RequestBudget { limit: 100, remaining: 99, reset_s: 3 };

fn budget_json() -> Value {
    json!({"limit": 100, "remaining": 99, "resetS": 3})
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
        "interval": interval_json(), "partial": true, "totals": totals_json(), "humanAndAi": 1, "checkedAt": 5,
        "stale": false, "compared": null, "budget": budget_json()
    });
    pin(&summary, expected.clone());
    summary.compared = Some(ComparedTotals { interval: interval(), totals: totals(), human_and_ai: 1 });
    expected["compared"] = json!({"interval": interval_json(), "totals": totals_json(), "humanAndAi": 1});
    pin(&summary, expected);
    let (backfill, day) =
        (BackfillProgress { done: 3, total: 30, resumes_at: Some(UnixMs(9)) }, "2026-11-01".parse().unwrap());
    let progress_json = json!({"done": 3, "total": 30, "resumesAt": 9});
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
            budget: BUDGET,
        },
        json!({
            "zone": "UTC",
            "days": [
                {"day": "2026-11-01", "interval": interval_json(), "totals": totals_json(), "partial": false, "checkedAt": 7},
                {"day": "2026-11-01", "interval": interval_json(), "totals": null, "partial": false, "checkedAt": null}
            ],
            "missing": 1, "backfill": progress_json.clone(), "backfillError": "It failed.", "budget": budget_json()
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
    let queued = QueuedBackfill {
        project: "docs".parse().unwrap(),
        kind: BackfillKind::Days,
        span: request.span,
        progress: backfill,
    };
    pin(
        &BudgetReport { budget: BUDGET, backfills: vec![queued] },
        json!({
            "budget": budget_json(),
            "backfills": [{
                "project": "docs", "kind": "days", "progress": progress_json,
                "span": {"from": "2026-11-01", "to": "2026-11-01", "zone": "UTC"}
            }]
        }),
    );
    for what in [BackfillKind::Days, BackfillKind::Paths] {
        assert_eq!(serde_json::to_value(what).unwrap(), json!(what.as_str()));
        assert_eq!(BackfillKind::parse(what.as_str()), Some(what));
    }
}

#[test]
fn figures_hold_whatever_the_service_counts() {
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
        (0, 0, Change::None),
        (0, 5, Change::New),
        (4, 6, Change::By(0.5)),
        (4, 4, Change::By(0.0)),
        (4, 0, Change::By(-1.0)),
        (most, 2 * most, Change::By(1.0)),
    ] {
        assert_eq!(Change::of(earlier, later), change, "{earlier} {later}");
    }
}

#[test]
fn rows_and_folders() {
    let rows = Rows {
        interval: interval(),
        partial: true,
        rows: vec![VisitorRow { path: "/a".into(), human: 9, ai: 3, total: 11 }],
        folders: Vec::new(),
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
        budget: RequestBudget { limit: 100, remaining: 40, reset_s: 60 },
    };
    let mut expected = json!({
        "interval": interval_json(),
        "partial": true,
        "rows": [{ "path": "/a", "human": 9, "ai": 3, "total": 11 }],
        "matched": 1,
        "loaded": 250,
        "complete": false,
        "pagesLoaded": 1,
        "duplicatesDropped": 2,
        "totalsChanged": true,
        "fetchedFrom": 1000,
        "fetchedTo": 2000,
        "stale": false,
        "totals": totals_json(),
        "backfill": null,
        "budget": { "limit": 100, "remaining": 40, "resetS": 60 },
    });
    pin(&rows, expected.clone());
    let folders = vec![Folder { folder: "/guides/".into(), pages: 12, at_least: totals() }];
    expected["folders"] = json!([{ "folder": "/guides/", "pages": 12, "atLeast": totals_json() }]);
    expected["backfillError"] = json!("It failed.");
    pin(&Rows { folders, backfill_error: Some("It failed.".into()), ..rows }, expected);
}

#[test]
fn rows_queries() {
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
    ] {
        assert_eq!(read(pairs).unwrap().is_descending(), descending, "{pairs:?}");
    }
    let long = "x".repeat(2001);
    for (pairs, field) in [
        (&[("sort", "size")][..], "sort"),
        (&[("order", "up")], "order"),
        (&[("group", "day")], "group"),
        (&[("group", "folder"), ("sort", "share")], "sort"),
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
