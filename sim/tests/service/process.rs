use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_docket-sim");

#[cfg(unix)]
#[test]
fn it_prints_its_address_and_ends_on_sigterm() {
    let mut child = Command::new(BINARY)
        .args(["--paths", "50", "--project", "one", "--project", "two"])
        .env("DOCKET_SIM_KEY", "mint_from_the_environment")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    let base = line.trim_end().strip_prefix("docket-sim listening on ").unwrap().to_owned();
    assert!(base.starts_with("http://127.0.0.1:"));
    for project in ["one", "two"] {
        let request = ureq::get(format!("{base}/v1/analytics/{project}/visitors"));
        let answer = request.header("Authorization", "Bearer mint_from_the_environment").call();
        assert_eq!(answer.unwrap().status(), 200);
    }
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}

#[test]
fn a_setting_out_of_range_is_an_error() {
    let output = Command::new(BINARY).args(["--chaos", "2"]).output().unwrap();
    assert!(!output.status.success());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "docket-sim: chaos must be from 0 to 1\n");
    let help = Command::new(BINARY).arg("--help").env("DOCKET_SIM_KEY", "mint_canary").output().unwrap();
    assert!(!String::from_utf8(help.stdout).unwrap().contains("mint_canary"));
}
