use proptest::prelude::*;

use super::parse::parse_duration;
use super::*;

fn fault(text: &str) -> Result<SimFault, InvalidFault> {
    text.parse()
}

#[test]
fn every_listed_name_reads_as_its_kind_and_is_listed_once() {
    for row in FAULTS {
        assert_eq!(fault(row.name).unwrap().kind(), row.kind, "{}", row.name);
        assert_eq!(FAULTS.iter().filter(|r| r.name == row.name || r.kind == row.kind).count(), 1);
    }
}

#[test]
fn statuses_need_not_be_listed() {
    assert_eq!(fault("418").unwrap(), SimFault::status(418));
    assert_eq!(fault("404-empty").unwrap().kind(), FaultKind::Status(404, BodyShape::Empty));
    assert_eq!(fault("200-html").unwrap().kind(), FaultKind::Status(200, BodyShape::Html));
    assert_eq!(fault("429-html").unwrap().kind(), FaultKind::Status(429, BodyShape::Html));
    for text in ["204", "302", "600", "99", "", "500-xml", "flood"] {
        assert_eq!(fault(text), Err(InvalidFault::Unknown(text.to_owned())));
    }
}

#[test]
fn only_a_fault_around_the_work_has_a_moment() {
    assert!(!fault("drop-before").unwrap().work_is_done());
    assert!(fault("drop-after").unwrap().work_is_done());
    assert_eq!(fault("500-html-after"), Ok(fault("500-html").unwrap().after_the_work()));
    assert!(matches!(fault("truncated-before"), Err(InvalidFault::Moment(_))));
    assert!(fault("truncated").unwrap().work_is_done());
}

#[test]
fn durations_have_a_unit() {
    assert_eq!(fault("timeout-after 3s").unwrap().duration(), Duration::from_secs(3));
    assert_eq!(fault("timeout").unwrap().duration(), Duration::from_secs(600));
    assert_eq!(parse_duration("250ms"), Some(Duration::from_millis(250)));
    assert_eq!(parse_duration("2m"), Some(Duration::from_secs(120)));
    for text in ["", "5", "s", "-1s", "1.5s", "5 s", "99999999999999999999s", "9999999h", "1d"] {
        assert_eq!(parse_duration(text), None, "{text:?}");
    }
    assert!(matches!(fault("429 soon"), Err(InvalidFault::Duration(_))));
}

proptest! {
    #[test]
    fn a_fault_reads_back_as_it_was_written(
        row in 0..FAULTS.len(), after: bool, lasting in prop::option::of(0_u64..100_000), status in 400_u16..600
    ) {
        for kind in [FAULTS[row].kind, FaultKind::Status(status, BodyShape::Text)] {
            let mut written = SimFault { lasting: lasting.map(Duration::from_millis), ..SimFault::new(kind) };
            if after {
                written = written.after_the_work();
            }
            prop_assert_eq!(fault(&written.to_string()), Ok(written));
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC*") {
        let _ = fault(&text);
    }
}
