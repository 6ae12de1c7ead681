//! The scripts of the package follow the rules of the Worker.

mod backup;
mod check;
mod operator;

use std::path::PathBuf;

use docket_core::settings::Settings;
use serde_json::Value;

use crate::{node, workspace::Workspace};

/// The folder of the scripts.
fn scripts() -> PathBuf {
    Workspace::find().unwrap().root().join("xtask/package")
}

/// What a function of a script returns for each of these arguments.
fn call(script: &str, function: &str, arguments: &Value) -> Value {
    let program = format!(
        "import {{ {function} }} from './{script}';
         let input = ''; for await (const part of process.stdin) input += part;
         const results = JSON.parse(input).map((it) => {function}(...it) ?? null);
         console.log(JSON.stringify(results));"
    );
    node::eval(&scripts(), &program, &arguments.to_string())
}

/// What the Worker says about one setting.
fn problem(name: &str, text: &str) -> Option<String> {
    let read = Settings::read(|asked| (asked == name).then(|| text.to_owned()));
    read.err().into_iter().flatten().find(|invalid| invalid.name == name).map(|invalid| invalid.problem)
}
