use docket_wire::*;
use serde_json::json;

use crate::pin;

#[test]
fn steps_of_a_restore() {
    pin(&RestoreStep::Check(10), json!({"check": 10}));
    pin(&RestoreStep::Begin(10), json!({"begin": 10}));
    let rows = vec![vec![
        ColumnValue::Null,
        ColumnValue::Integer(-7),
        ColumnValue::Text("text".into()),
        ColumnValue::Blob { hex: "00ff".into() },
    ]];
    let columns = ["a", "b", "c", "d"].map(str::to_owned).into();
    pin(
        &RestoreStep::Insert(TableRows { table: "events".into(), columns, rows }),
        json!({"insert": {
            "table": "events",
            "columns": ["a", "b", "c", "d"],
            "rows": [[null, -7, "text", {"hex": "00ff"}]],
        }}),
    );
    pin(&RestoreStep::End(3), json!({"end": 3}));
    pin(&RestoreStep::Cancel(()), json!({"cancel": null}));
    let ids = ["acme-docs", "new-docs"].map(|id| id.parse().unwrap());
    pin(&RestoreStep::MoveProject(ids), json!({"move_project": ["acme-docs", "new-docs"]}));
}
