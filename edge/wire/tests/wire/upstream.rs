use docket_wire::*;
use serde_json::json;

use crate::pin;

#[test]
fn a_job_may_have_fields_that_the_contract_does_not_name() {
    let body = json!({
        "id": "j", "status": "paused", "source": {"repository": "r", "depth": 3}, "prLink": null, "priority": {"level": 1}
    });
    let job: Job = serde_json::from_value(body).unwrap();
    assert_eq!(job.status, JobStatus::Other("paused".into()));
    assert!(!job.status.has_ended());
    assert_eq!(job.source.repository.as_deref(), Some("r"));
}

#[test]
fn a_job_needs_only_id_and_status_and_null_is_absent() {
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
        &VisitorsResponse {
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
fn ids_are_one_path_segment() {
    for valid in ["a", "job_1", "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "café", "a.b", "a:b@c"] {
        assert!(valid.parse::<JobId>().is_ok(), "{valid}");
    }
    let long = "x".repeat(201);
    for bad in ["", ".", "..", "a/b", "a\\b", "a b", "a\nb", "a?b", "a#b", "a%2fb", &long] {
        assert!(bad.parse::<JobId>().is_err(), "{bad}");
    }
    assert_eq!("".parse::<ProjectId>().unwrap_err().to_string(), "project id must not be empty");
}

#[test]
fn a_visitors_query_names_its_invalid_parameter() {
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
    assert_eq!(read(&[("unknown", "x"), ("dateFrom", "")]).unwrap(), VisitorsQuery::default());
    let bad: [(&[(&str, &str)], &str); 11] = [
        (&[("limit", "0")], "limit"),
        (&[("limit", "")], "limit"),
        (&[("offset", "")], "offset"),
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
        assert_eq!(read(pairs).unwrap_err().field, field, "{pairs:?}");
    }
}
