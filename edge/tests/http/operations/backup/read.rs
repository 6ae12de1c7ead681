//! The contents of a backup, and how an interrupted backup continues.

use reqwest::Method;
use serde_json::{Value, json};

use super::{File, answer_of, backup, create, of_project};
use crate::harness::stored::change_schema;
use crate::harness::{CANARY, OTHER_PROJECT, Options, PASSPHRASE, Program, World, answer, run};

#[test]
fn a_backup_has_every_object_and_no_secret() {
    run(async {
        let world = World::start(Options::default()).await;
        create(&world, "What the backup has").await;
        let answer = backup(&world).await;
        assert_eq!(answer.header("Content-Type"), Some("application/x-ndjson; charset=utf-8"));
        let file = File::read(&answer.text);
        assert!(file.is_whole());
        assert_eq!(file.0[0]["docketBackup"], 1);
        let listed: Vec<Value> = file.objects().iter().map(|(line, _)| line["object"].clone()).collect();
        assert_eq!(json!(listed), file.0[0]["objects"]);
        assert_eq!(listed[0], "auth/auth");
        assert!(listed.contains(&json!("analytics/DOCKET_ADMIN_KEY")));
        assert!(listed.contains(&json!(format!("jobs/{OTHER_PROJECT}"))));
        assert!(answer.text.contains("What the backup has"));
        for secret in
            [CANARY, PASSPHRASE, "docket_everything", &world.worker.setting("DOCKET_SESSION_SECRET")]
        {
            assert!(!answer.text.contains(secret));
        }
        let log = answer_of(&world, "/api/audit?action=backup").await;
        assert_eq!(log["entries"][0]["author"], "token:backup-read");
    });
}

/// The jobs of a backup that is interrupted, with 90 kB of prompt each.
const JOBS: usize = 160;

#[test]
fn an_interrupted_backup_continues_at_its_last_checkpoint() {
    run(async {
        let world = World::start(Options::default()).await;
        // More than the connection holds: what the client has not read is not all sent.
        for number in 0..JOBS {
            create(&world, &format!("{number} {}", "long ".repeat(18_000))).await;
        }
        let mut response =
            world.program(Program::BackupRead, Method::GET, "/api/backup").send().await.unwrap();
        let mut arrived = Vec::new();
        let (text, within) = loop {
            arrived.extend(response.chunk().await.unwrap().unwrap());
            let end = arrived.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let text = String::from_utf8(arrived[..end].to_vec()).unwrap();
            let last: Value =
                text.lines().next_back().map_or(Value::Null, |line| serde_json::from_str(line).unwrap());
            match last["checkpoint"].as_str() {
                Some(checkpoint) if !checkpoint.ends_with("..") => {
                    break (text.clone(), checkpoint.to_owned());
                }
                _ => {}
            }
        };
        drop(response);

        // What happens meanwhile is not in the snapshot that is being read.
        create(&world, "Too late for the snapshot").await;
        let resumed = format!("/api/backup?resume={}", encoded(&within));
        let rest = answer(world.program(Program::BackupRead, Method::GET, &resumed)).await;
        assert_eq!(rest.status, 200, "{rest:?}");
        let file = File::read(&format!("{text}{}", rest.text));
        assert!(file.is_whole());
        let (_, jobs) = file.object(&of_project());
        let submissions = jobs.iter().skip_while(|line| line["table"] != "submissions").skip(1);
        assert_eq!(submissions.take_while(|line| line.is_array()).count(), JOBS);

        let resume = async |checkpoint: &str| {
            let path = format!("/api/backup?resume={}", encoded(checkpoint));
            answer(world.program(Program::BackupRead, Method::GET, &path)).await
        };
        resume(&within).await.is_problem(410, "snapshot_expired");
        // Between two objects nothing expires, unless the file was begun with other projects.
        let between = file.0[1]["checkpoint"].as_str().unwrap();
        assert!(between.ends_with(".."), "{between}");
        assert_eq!(resume(between).await.status, 200);
        let (number, rest) = between.split_once('.').unwrap();
        let number: u64 = number.parse().unwrap();
        let last = number + file.objects().len() as u64;
        assert_eq!(resume(&format!("{last}.{rest}")).await.status, 200, "only the last line is missing");
        for other in [0, number - 1, last + 1] {
            resume(&format!("{other}.{rest}")).await.is_problem(410, "snapshot_expired");
        }
        let invalid = world.program(Program::BackupRead, Method::GET, "/api/backup?resume=0.0...");
        answer(invalid).await.is_problem(400, "invalid_request");
    });
}

#[test]
fn a_backup_breaks_off_at_an_object_that_cannot_be_read_and_resumes_with_the_reason() {
    run(async {
        let world = World::start(Options::default()).await;
        create(&world, "A newer release wrote this").await;
        let world = world.restarted_after(|state| change_schema(state, "JobsObject", 900)).await;
        let mut response =
            world.program(Program::BackupRead, Method::GET, "/api/backup").send().await.unwrap();
        let mut arrived = Vec::new();
        let end = loop {
            match response.chunk().await {
                Ok(Some(chunk)) => arrived.extend(chunk),
                end => break end,
            }
        };
        assert!(end.is_err(), "a browser does not take it for a complete file");
        let text = String::from_utf8(arrived).unwrap();
        let last: Value = serde_json::from_str(text.lines().next_back().unwrap()).unwrap();
        let path = format!("/api/backup?resume={}", encoded(last["checkpoint"].as_str().unwrap()));
        let resumed = answer(world.program(Program::BackupRead, Method::GET, &path)).await;
        resumed.is_problem(503, "newer_schema");
    });
}

/// A text in a query.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
