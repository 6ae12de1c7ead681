//! The lines of a file that are not rows.

use docket_core::backup::checkpoint::Checkpoint;
use docket_core::backup::{ObjectId, ObjectKind, end_line, header_line, object_line};

use crate::NOW;

#[test]
fn the_format_is_pinned() {
    let object = ObjectId { kind: ObjectKind::Jobs, id: "acme-docs".into() };
    assert_eq!(
        header_line("0.1.0", NOW, std::slice::from_ref(&object)).unwrap(),
        "{\"docketBackup\":1,\"version\":\"0.1.0\",\"at\":\"2026-09-21T14:18:20.000Z\",\
         \"objects\":[{\"kind\":\"jobs\",\"id\":\"acme-docs\"}]}\n"
    );
    assert_eq!(
        object_line(&object, 10, NOW).unwrap(),
        "{\"object\":{\"kind\":\"jobs\",\"id\":\"acme-docs\"},\"schema\":10,\"at\":\"2026-09-21T14:18:20.000Z\"}\n"
    );
    assert_eq!(end_line(7, "ab").unwrap(), "{\"end\":{\"rows\":7,\"sha256\":\"ab\"}}\n");
    let checkpoint = Checkpoint::start().after("one\n").after("two\n");
    assert_eq!(
        checkpoint.line().unwrap(),
        // printf 'one\n' | sha256sum, and then of these digits and 'two\n'.
        "{\"checkpoint\":{\"object\":0,\"snapshot\":null,\"cursor\":null,\"rows\":0,\
         \"sha256\":\"636722a4aa753c8f4e774e5eacf6ea9cca3053d9b4e4b7e078725d2f14a90fe8\"}}\n"
    );
}
