use super::scripts;
use crate::node;

#[test]
fn backups_and_restores_continue_after_interruptions() {
    let tests = ["--test", "tests/backup.test.mjs", "tests/restore.test.mjs"];
    let output = node::run(&scripts(), &tests, "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
