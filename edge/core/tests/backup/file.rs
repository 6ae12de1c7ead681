//! The lines of a file that are not rows.

use docket_core::backup::checkpoint::Checkpoint;
use docket_core::backup::{end_line, first_object, header_line, object_line};
use docket_wire::BackupObject;

use crate::NOW;

/// `printf 'one\n' | sha256sum`, and then of these digits and `two\n`.
const HASH: &str = "636722a4aa753c8f4e774e5eacf6ea9cca3053d9b4e4b7e078725d2f14a90fe8";

#[test]
fn the_format_is_pinned() {
    let object: BackupObject = "jobs/acme-docs".parse().unwrap();
    assert_eq!(
        header_line("0.1.0", NOW, &["auth/auth".parse().unwrap(), object.clone()]),
        "{\"docketBackup\":1,\"version\":\"0.1.0\",\"at\":\"2026-09-21T14:18:20.000Z\",\
         \"objects\":[\"auth/auth\",\"jobs/acme-docs\"]}\n"
    );
    assert_eq!(
        object_line(&object, 10, NOW),
        "{\"object\":\"jobs/acme-docs\",\"schema\":10,\"at\":\"2026-09-21T14:18:20.000Z\"}\n"
    );
    assert_eq!(end_line(7, "ab"), "{\"end\":true,\"rows\":7,\"sha256\":\"ab\"}\n");
    let checkpoint = Checkpoint::start().after("one\n").after("two\n");
    let line = format!("{{\"checkpoint\":\"0.0.{HASH}..\",\"sha256\":\"{HASH}\"}}\n");
    assert_eq!(checkpoint.line(), line);
}

#[test]
fn a_checkpoint_is_read_as_it_was_written() {
    for text in [
        format!("0.0.{HASH}.."),
        format!("12.3456.{HASH}.1790000300000.events.[12]"),
        format!("1.2.{HASH}.1790000300000.totals.[1,\"a.b\",null]"),
    ] {
        assert_eq!(text.parse::<Checkpoint>().unwrap().to_string(), text);
    }
    let hash = "0".repeat(63);
    for invalid in ["", "0.0...", "x.0..", "{}"] {
        assert!(invalid.parse::<Checkpoint>().is_err(), "{invalid}");
    }
    assert!(format!("0.0.{hash}..").parse::<Checkpoint>().is_err(), "a hash that is too short");
    assert!(format!("0.0.{HASH}.x.").parse::<Checkpoint>().is_err());
    assert!(format!("0.0.{HASH}.1.events").parse::<Checkpoint>().is_err());
}

#[test]
fn objects_have_other_numbers_in_another_list() {
    let lists: [&[&str]; 6] = [
        &["auth/auth", "jobs/a", "jobs/b"],
        &["auth/auth", "jobs/b", "jobs/a"],
        &["auth/auth", "jobs/a"],
        &["auth/auth", "jobs/a", "jobs/c"],
        &["auth/auth", "analytics/A", "jobs/a", "jobs/b"],
        &["auth/auth", "analytics/B", "jobs/a", "jobs/b"],
    ];
    let objects =
        |list: &[&str]| -> Vec<BackupObject> { list.iter().map(|object| object.parse().unwrap()).collect() };
    let numbers = lists.map(|list| first_object(&objects(list)));
    for (at, number) in numbers.iter().enumerate() {
        assert_eq!(*number, first_object(&objects(lists[at])));
        assert!(*number <= 0x0fff_ffff, "there is room for the numbers of the other objects");
        assert!(numbers[..at].iter().all(|other| number.abs_diff(*other) > 10_000), "{numbers:?}");
    }
}

#[test]
fn the_id_of_an_object_is_read_as_it_was_written() {
    for text in ["auth/auth", "analytics/DOCKET_ADMIN_KEY", "jobs/acme-docs"] {
        assert_eq!(text.parse::<BackupObject>().unwrap().to_string(), text);
    }
    for invalid in ["", "jobs", "sign_in/1", "Jobs/acme-docs"] {
        assert!(invalid.parse::<BackupObject>().is_err(), "{invalid}");
    }
}
