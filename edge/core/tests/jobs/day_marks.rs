//! Marks on days: notes, their conflicts and records, and counts of what became of jobs.

use docket_core::audit::{AuditedChange, RequestSource};
use docket_core::jobs::{MARKS_COUNTED_MAX, NOTES_MAX, NoteConflict};
use docket_wire::*;

use crate::world::{World, response};

fn by(name: &str, action: AuditAction) -> AuditedChange {
    let source = RequestSource::new(None, None, "req_1".into());
    AuditedChange::new(CallerName(name.into()), AuditCredential::Passphrase, source, action.into())
}

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

fn put(
    world: &World,
    who: &str,
    on: &str,
    text: &str,
    replaces: Option<&str>,
) -> Result<DayNote, NoteConflict> {
    let edit = NoteEdit { text: text.into(), replaces: replaces.map(str::to_owned) };
    world.ledger.notes().put(day(on), edit, by(who, AuditAction::PutNote), world.now).unwrap()
}

fn marks(world: &World, from: &str, to: &str) -> DayMarks {
    let span = Span::new(day(from), day(to), ZoneName::utc()).unwrap();
    world.ledger.reads().day_marks(&span, &Utc).unwrap()
}

/// The action and the target of each record, newest first.
fn records(world: &World) -> Vec<(String, String)> {
    let page = world.ledger.audit().page(&AuditQuery::default(), None, world.now).unwrap();
    let read = |text: &String| {
        let entry: serde_json::Value = serde_json::from_str(text).unwrap();
        assert!(!text.contains("Launch") && !text.contains("Sale"), "{text}");
        (entry["action"].as_str().unwrap().to_owned(), entry["target"]["id"].as_str().unwrap().to_owned())
    };
    page.entries.iter().map(read).collect()
}

#[test]
fn nobody_replaces_a_note_that_they_have_not_seen() {
    let world = World::new();
    let first = put(&world, "ada", "2026-09-20", "Launch", None).unwrap();
    assert_eq!((first.author.0.as_str(), first.at), ("ada", world.now));
    assert_eq!(put(&world, "bo", "2026-09-20", "Launch", None), Ok(first.clone()), "the same text again");
    assert_eq!(put(&world, "bo", "2026-09-20", "Sale", None), Err(NoteConflict::Edited(first.clone())));
    assert_eq!(put(&world, "bo", "2026-09-20", "Sale", Some("Lunch")), Err(NoteConflict::Edited(first)));
    assert_eq!(put(&world, "bo", "2026-09-20", "Sale", Some("Launch")).unwrap().text, "Sale");
    let delete = |text| {
        let by = by("bo", AuditAction::DeleteNote);
        world.ledger.notes().delete(day("2026-09-20"), text, by, world.now).unwrap()
    };
    assert!(matches!(delete(Some("Launch")), Err(NoteConflict::Edited(note)) if note.text == "Sale"));
    assert_eq!(marks(&world, "2026-09-20", "2026-09-20").days.len(), 1, "a note that was not seen stays");
    assert_eq!(delete(Some("Sale")), Ok(()));
    assert_eq!(delete(Some("Sale")), Ok(()), "a request whose response was lost");
    assert_eq!(delete(None), Ok(()));
    assert_eq!(put(&world, "ada", "2026-09-20", "Launch 2", Some("Launch")), Err(NoteConflict::Deleted));
    assert_eq!(marks(&world, "2026-09-20", "2026-09-20").days, []);
    let expected = ["delete_note", "put_note", "put_note"].map(|action| (action.into(), "2026-09-20".into()));
    assert_eq!(records(&world), expected, "one record for each change, without the text");
}

#[test]
fn a_note_of_an_earlier_release_is_known_by_what_is_visible_of_it() {
    let world = World::new();
    for (on, stored, seen) in
        [("2026-09-20", "\u{200b}", ""), ("2026-09-21", "Launch\n\u{2800}\nSale", "Launch\nSale")]
    {
        // The Worker checks what is stored from now on, and what is seen.
        put(&world, "ada", on, stored, None).unwrap();
        assert!(matches!(put(&world, "bo", on, "Sale 2", Some("Sale")), Err(NoteConflict::Edited(_))));
        assert_eq!(put(&world, "bo", on, "Sale 2", Some(seen)).unwrap().text, "Sale 2");
        put(&world, "ada", on, stored, Some("Sale 2")).unwrap();
        let by = by("bo", AuditAction::DeleteNote);
        assert_eq!(world.ledger.notes().delete(day(on), Some(seen), by, world.now).unwrap(), Ok(()));
    }
}

#[test]
fn notes_are_limited() {
    let world = World::new();
    let days: Vec<Day> =
        (0..).map_while(|n| day("2025-01-01").plus(n)).take(NOTES_MAX as usize + 1).collect();
    let (last, first) = days.split_last().unwrap();
    for day in first {
        put(&world, "ada", &day.to_string(), "Launch", None).unwrap();
    }
    assert_eq!(put(&world, "ada", &last.to_string(), "Launch", None), Err(NoteConflict::TooMany));
    put(&world, "ada", "2025-01-01", "Relaunch", Some("Launch")).unwrap();
    let notes = marks(&world, "2025-01-01", "2026-01-31").days;
    assert_eq!(notes.len(), 396);
    assert_eq!(notes[0].note.as_ref().map(|note| note.text.as_str()), Some("Relaunch"));
}

/// Hours ahead of UTC.
struct Ahead(i32);

impl UtcOffsets for Ahead {
    fn offset_s(&self, _at: UnixMs) -> i32 {
        self.0 * 3600
    }
}

#[test]
fn jobs_and_pull_requests_count_on_their_day_in_the_zone() {
    // The world begins on 2026-09-21 at 14:13 UTC.
    let mut world = World::new();
    for (id, link) in [("j1", None), ("j2", Some("https://code.example/pull/2"))] {
        world.create(id);
        world.poll(response(id, "completed", link));
    }
    world.create("j3");
    let mark = |day: &str, jobs_ended, pull_requests, note: Option<DayNote>| DayMark {
        day: day.parse().unwrap(),
        note,
        jobs_ended,
        pull_requests,
    };
    let note = put(&world, "ada", "2026-09-19", "Launch", None).unwrap();
    let expected = [mark("2026-09-19", 0, 0, Some(note)), mark("2026-09-21", 2, 1, None)];
    assert_eq!(marks(&world, "2026-09-01", "2026-09-30").days, expected);
    assert_eq!(marks(&world, "2026-09-22", "2026-09-30").days, []);
    let zone = ZoneName::try_from("Pacific/Kiritimati".to_owned()).unwrap();
    let span = Span::new(day("2026-09-20"), day("2026-09-30"), zone).unwrap();
    let there = world.ledger.reads().day_marks(&span, &Ahead(14)).unwrap();
    assert_eq!(there.days, [mark("2026-09-22", 2, 1, None)], "where it is already the next day");
    assert_eq!(there.counted_from, None);
}

#[test]
fn hidden_jobs_do_not_count_as_in_the_list_that_the_day_leads_to() {
    let mut world = World::new();
    for id in ["j1", "j2"] {
        world.create(id);
        world.poll(response(id, "completed", None));
    }
    let ended = |world: &World| {
        let marks = marks(world, "2026-09-21", "2026-09-21");
        marks.days.iter().map(|mark| mark.jobs_ended).collect::<Vec<_>>()
    };
    let hide = |hidden| JobPatch { hidden: Some(hidden), ..JobPatch::default() };
    world.patch("j1", hide(true));
    assert_eq!(ended(&world), [1]);
    world.patch("j2", hide(true));
    assert_eq!(ended(&world), Vec::<u32>::new(), "a day with hidden jobs alone has no mark");
    world.patch("j1", hide(false));
    assert_eq!(ended(&world), [1]);
}

#[test]
fn a_read_counts_a_bounded_number_of_jobs_and_says_from_when_on() {
    use docket_core::storage::Database as _;
    let db = std::rc::Rc::new(crate::sqlite::Sqlite::in_memory());
    let now = UnixMs(1_790_000_000_000);
    let ledger =
        docket_core::jobs::Ledger::open(std::rc::Rc::clone(&db), crate::world::SETTINGS, now).unwrap();
    // One in each minute of the days before.
    let linked = "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5999)
         INSERT INTO events (revision, at, what)
         SELECT 1 + i, 1790000000000 - i * 60000, '{\"kind\":\"pull_request\",\"url\":\"u\"}' FROM n";
    db.run(linked, &[]).unwrap();
    let span = Span::new(day("2026-09-01"), day("2026-09-21"), ZoneName::utc()).unwrap();
    let marks = ledger.reads().day_marks(&span, &Utc).unwrap();
    let counted: u32 = marks.days.iter().map(|mark| mark.pull_requests).sum();
    let from = marks.counted_from.unwrap();
    assert_eq!(marks.days.first().map(|mark| mark.day), Some(from), "days before have no counts");
    assert!(
        counted <= MARKS_COUNTED_MAX
            && marks.days.iter().skip(1).rev().skip(1).all(|mark| mark.pull_requests == 1440)
    );
    assert_eq!(marks.days[0].pull_requests, 1440, "the first counted day has all of its own");
}
