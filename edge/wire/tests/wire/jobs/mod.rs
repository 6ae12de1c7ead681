mod inbox;
mod live;
mod templates;

use docket_wire::*;
use serde_json::{Value, json};

use crate::http::{reason, reason_json};
use crate::{pin, pin_every_variant};

pub(crate) fn entry() -> JobEntry {
    serde_json::from_str(JobEntry::EXAMPLE).unwrap()
}

pub(crate) fn entry_json() -> Value {
    serde_json::from_str(JobEntry::EXAMPLE).unwrap()
}

fn submission(state: SubmissionState) -> Submission {
    Submission {
        id: "sub_1".parse().unwrap(),
        kind: SubmissionKind::Create,
        job: None,
        title: "Hi".into(),
        prompt: Some("Hi\nthere".into()),
        prompt_deleted_after_days: None,
        author: CallerName("ada".into()),
        submitted_at: UnixMs(1),
        state,
        revision: 1,
    }
}

fn submission_json(state: &str) -> Value {
    json!({"id": "sub_1", "kind": "create", "job": null, "title": "Hi", "prompt": "Hi\nthere", "author": "ada", "submittedAt": "1970-01-01T00:00:00.001Z",
           "state": state, "revision": 1})
}

fn event(what: EventKind) -> Event {
    Event { revision: 7, at: UnixMs(5), job: None, submission: None, author: None, what }
}

#[test]
fn entries_and_submissions() {
    pin(&entry(), entry_json());
    pin(&submission(SubmissionState::Sending), submission_json("sending"));
    let long = Submission { prompt: None, ..submission(SubmissionState::Sending) };
    let mut long_json = submission_json("sending");
    long_json["prompt"] = Value::Null;
    pin(&long, long_json.clone());
    pin(
        &SubmissionsPage { submissions: vec![long], has_more: true },
        json!({"submissions": [long_json], "hasMore": true}),
    );
    let deleted = Submission {
        title: String::new(),
        prompt: None,
        prompt_deleted_after_days: Some(30),
        ..submission(SubmissionState::Accepted)
    };
    let mut deleted_json = submission_json("accepted");
    (deleted_json["title"], deleted_json["prompt"]) = ("".into(), Value::Null);
    deleted_json["promptDeletedAfterDays"] = 30.into();
    pin(&deleted, deleted_json);
    let without = JobEntry {
        title: None,
        prompts_deleted_after_days: Some(30),
        reference: None,
        ended_at: None,
        ..entry()
    };
    let mut without_json = entry_json();
    for absent in ["title", "ref", "endedAt"] {
        without_json[absent] = Value::Null;
    }
    without_json["promptsDeletedAfterDays"] = 30.into();
    pin(&without, without_json);
    pin(&JobRef { job: "j".parse().unwrap() }, json!({"job": "j"}));
    pin(&JobPatch::default(), json!({}));
    pin(
        &JobPatch { polling: Some(false), hidden: Some(true), labels: Some(entry().labels) },
        json!({"polling": false, "hidden": true, "labels": ["docs"]}),
    );
    pin(
        &JobDetail {
            revision: 7,
            job: entry(),
            submissions: vec![],
            events: vec![event(EventKind::Accepted)],
            has_more: true,
            durations: LearnedDurations {
                learned_from: 12,
                median_ms: Some(90_000),
                nine_of_ten_ms: None,
                typical_ms: 150_000,
            },
        },
        json!({"revision": 7, "job": entry_json(), "submissions": [],
               "durations": {"learnedFrom": 12, "medianMs": 90_000, "nineOfTenMs": null, "typicalMs": 150_000},
               "events": [{"revision": 7, "at": "1970-01-01T00:00:00.005Z", "job": null, "submission": null, "author": null, "what": {"kind": "accepted"}}], "hasMore": true}),
    );
}

#[test]
fn every_state_of_polling_and_of_a_submission() {
    pin_every_variant(
        "state",
        &[
            (
                Polling::Scheduled { next_at: UnixMs(3000), last_error: Some(reason()) },
                json!({"state": "scheduled", "nextAt": "1970-01-01T00:00:03.000Z", "lastError": reason_json()}),
            ),
            (Polling::Ended, json!({"state": "ended"})),
            (Polling::Stopped, json!({"state": "stopped"})),
            (Polling::Suspended { reason: reason() }, json!({"state": "suspended", "reason": reason_json()})),
        ],
    );
    let submissions = [
        (SubmissionState::Sending, "sending"),
        (SubmissionState::Queued, "queued"),
        (SubmissionState::Discarded, "discarded"),
        (SubmissionState::Accepted, "accepted"),
        (SubmissionState::Rejected { reason: reason() }, "rejected"),
        (SubmissionState::Unknown { reason: reason() }, "unknown"),
    ]
    .map(|(state, name)| {
        let mut expected = submission_json(name);
        if matches!(state, SubmissionState::Rejected { .. } | SubmissionState::Unknown { .. }) {
            expected["reason"] = reason_json();
        }
        (submission(state), expected)
    });
    pin_every_variant("state", &submissions);
    for without_reason in [submission_json("rejected"), submission_json("unknown")] {
        assert!(serde_json::from_value::<Submission>(without_reason).is_err());
    }
    for incomplete in [
        json!({"state": "scheduled"}),
        json!({"state": "suspended", "nextAt": "1970-01-01T00:00:00.001Z"}),
        json!({}),
    ] {
        assert!(serde_json::from_value::<Polling>(incomplete).is_err());
    }
}

#[test]
fn a_state_of_polling_has_the_name_of_its_json() {
    let scheduled = Polling::Scheduled { next_at: UnixMs(3000), last_error: None };
    let suspended = Polling::Suspended { reason: reason() };
    for polling in [scheduled, Polling::Ended, Polling::Stopped, suspended] {
        assert_eq!(serde_json::to_value(&polling).unwrap()["state"], polling.as_str());
    }
}

#[test]
fn every_kind_of_event() {
    let cases = [
        (EventKind::Submitted, json!({"kind": "submitted"})),
        (EventKind::Accepted, json!({"kind": "accepted"})),
        (EventKind::Rejected { reason: reason() }, json!({"kind": "rejected", "reason": reason_json()})),
        (
            EventKind::OutcomeUnknown { reason: reason() },
            json!({"kind": "outcome_unknown", "reason": reason_json()}),
        ),
        (EventKind::Imported { status: JobStatus::Active }, json!({"kind": "attached", "status": "active"})),
        (
            EventKind::StatusChanged { from: JobStatus::Active, to: JobStatus::Failed },
            json!({"kind": "status_changed", "from": "active", "to": "failed"}),
        ),
        (EventKind::PullRequest { url: "u".into() }, json!({"kind": "pull_request", "url": "u"})),
        (
            EventKind::PollingSuspended { reason: reason() },
            json!({"kind": "polling_suspended", "reason": reason_json()}),
        ),
        (EventKind::PollingResumed, json!({"kind": "polling_resumed"})),
        (EventKind::PollingStopped, json!({"kind": "polling_stopped"})),
        (EventKind::RunningLong, json!({"kind": "running_long"})),
        (EventKind::Queued, json!({"kind": "queued"})),
        (EventKind::Edited, json!({"kind": "edited"})),
        (EventKind::Resent, json!({"kind": "resent"})),
        (EventKind::Matched, json!({"kind": "matched"})),
        (EventKind::Discarded, json!({"kind": "discarded"})),
        (EventKind::Labelled { labels: entry().labels }, json!({"kind": "labelled", "labels": ["docs"]})),
        (EventKind::Hidden, json!({"kind": "hidden"})),
        (EventKind::Unhidden, json!({"kind": "unhidden"})),
        (EventKind::PromptsDeleted, json!({"kind": "prompts_deleted"})),
        (EventKind::Deleted, json!({"kind": "deleted"})),
        (EventKind::Restored, json!({"kind": "restored"})),
    ];
    pin_every_variant("kind", &cases);
}

#[test]
fn a_label_has_1_to_40_characters_without_commas() {
    for valid in ["sdk", "release 4", &"é".repeat(40)] {
        assert!(Label::try_from(valid.to_owned()).is_ok(), "{valid}");
    }
    assert_eq!(Label::try_from(" sdk ".to_owned()).unwrap().as_str(), "sdk");
    for bad in ["", " ", "a,b", "a\nb", &"x".repeat(41)] {
        assert!(Label::try_from(bad.to_owned()).is_err(), "{bad}");
    }
}

#[test]
fn a_filter_names_its_invalid_parameter() {
    let read = |pairs: &[(&str, &str)]| JobFilter::from_pairs(pairs.iter().copied());
    let all = [
        ("status", "failed"),
        ("author", "ada"),
        ("label", "sdk"),
        ("addedSince", "1970-01-01T00:00:00.001Z"),
        ("addedUntil", "1970-01-01T00:00:00.002Z"),
        ("endedSince", "1970-01-01T00:00:00.003Z"),
        ("endedUntil", "1970-01-01T00:00:00.004Z"),
        ("q", "quick start"),
        ("hidden", "true"),
        ("sort", "oldest"),
        ("before", "job_1"),
        ("limit", "200"),
    ];
    assert_eq!(all.map(|(name, _)| name), JobFilter::PARAMETERS);
    let filter = read(&all).unwrap();
    let pairs = filter.pairs();
    assert_eq!(pairs.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>(), all);
    assert!(
        !filter.is_plain()
            && read(&[("limit", "5"), ("sort", "oldest"), ("before", "j"), ("q", ""), ("x", "y")])
                .unwrap()
                .is_plain()
    );
    let long = "x".repeat(201);
    for (name, value) in [
        ("limit", "0"),
        ("limit", "201"),
        ("addedSince", "today"),
        ("addedUntil", "1767225600000"),
        ("endedSince", "yesterday"),
        ("endedUntil", "1767225600000"),
        ("label", "a,b"),
        ("before", "a/b"),
        ("hidden", "1"),
        ("sort", "status"),
        ("q", &long),
        ("status", &long),
    ] {
        assert_eq!(read(&[(name, value)]).unwrap_err().field, name);
    }
}

#[test]
fn a_query_for_submissions_names_its_invalid_parameter() {
    let read = |pairs: &[(&str, &str)]| SubmissionsQuery::from_pairs(pairs.iter().copied());
    let both = SubmissionsQuery { before: Some("sub_1".parse().unwrap()), limit: Some(200) };
    assert_eq!(read(&[("before", "sub_1"), ("limit", "200")]), Ok(both));
    assert_eq!(read(&[("before", "")]), Ok(SubmissionsQuery::default()));
    for (name, value) in [("limit", "0"), ("limit", ""), ("before", "a/b")] {
        assert_eq!(read(&[(name, value)]).unwrap_err().field, name);
    }
}
