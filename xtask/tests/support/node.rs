//! Node, for tests of scripts and workflows.

use std::{
    env,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

/// Runs Node in a folder, with this input. Where npm's packages bring a Node, it is that one.
pub(crate) fn run(folder: &Path, args: &[&str], input: &str) -> Output {
    let node_bin = Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("../node_modules/.bin");
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([node_bin].into_iter().chain(env::split_paths(&path))).unwrap();
    let mut node = Command::new("node");
    node.args(args).current_dir(folder).env("PATH", path);
    let mut node = node.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    node.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    node.wait_with_output().unwrap()
}

/// Runs a module, and reads the JSON that it prints.
pub(crate) fn eval(folder: &Path, module: &str, input: &str) -> serde_json::Value {
    let output = run(folder, &["--input-type=module", "--eval", module], input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}
