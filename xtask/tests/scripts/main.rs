//! The scripts of the package follow the rules of the Worker.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

mod account;
mod check;
#[path = "../support/node.rs"]
mod node;

use std::path::PathBuf;

use docket_core::settings::Settings;
use serde_json::Value;

/// The folder of the scripts.
fn scripts() -> PathBuf {
    // A target folder that several checkouts share has the path of the last one built.
    PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("package")
}

/// What a function of a script returns for each of these lists of arguments.
fn call(script: &str, function: &str, arguments: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let program = format!(
        "import {{ {function} }} from './{script}';
         let input = ''; for await (const part of process.stdin) input += part;
         const results = JSON.parse(input).map((it) => {function}(...it) ?? null);
         console.log(JSON.stringify(results));"
    );
    let results = node::eval(&scripts(), &program, &arguments.into_iter().collect::<Value>().to_string());
    serde_json::from_value(results).unwrap()
}

/// What the Worker says about one setting.
fn problem(name: &str, text: &str) -> Option<String> {
    let read = Settings::read(|asked| (asked == name).then(|| text.to_owned()));
    read.err().into_iter().flatten().find(|invalid| invalid.name == name).map(|invalid| invalid.problem)
}

#[test]
fn the_scripts_pass_their_own_tests() {
    let tests = ["backup", "check", "restore", "start"].map(|name| format!("tests/{name}.test.mjs"));
    let tests: Vec<_> = ["--test"].into_iter().chain(tests.iter().map(String::as_str)).collect();
    let output = node::run(&scripts(), &tests, "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
