//! `cargo xtask docs`: writes the description of the API, and the tables of the manuals.

use std::process::Stdio;

use anyhow::{Context as _, Result, bail};
use fs_err as fs;

use crate::{environment::Environment, process, workspace::Workspace};

/// The tables: the manual, the name there, and the program that prints it. These are programs of their own, so that
/// building xtask does not build JSON Schemas.
const TABLES: [(&str, &str, &str); 3] = [
    ("docs/operating.md", "settings", "--package docket-openapi -- settings"),
    ("docs/operating.md", "metrics", "--package docket-openapi -- metrics"),
    ("docs/stand-in.md", "faults", "--package docket-sim -- --list-faults"),
];

/// Runs the generators.
pub(crate) fn run(workspace: Workspace) -> Result<()> {
    let root = workspace.root().to_owned();
    let environment = Environment::inherited(workspace);
    let generator = |line: &str| {
        let mut generator = environment.command("cargo");
        generator.args(["run", "--quiet", "--locked"]).args(line.split_whitespace());
        generator
    };
    process::run(generator("--package docket-openapi"))?;
    for (manual, name, line) in TABLES {
        let output = generator(line).stderr(Stdio::inherit()).output().context("cannot start cargo")?;
        if !output.status.success() {
            bail!("`cargo run {line}` ended with {}", output.status);
        }
        let path = root.join(manual);
        let text = with_table(&fs::read_to_string(&path)?, name, &String::from_utf8(output.stdout)?)
            .with_context(|| format!("{manual} has no place for the table of {name}"))?;
        fs::write(path, text)?;
        println!("{manual}: {name}");
    }
    Ok(())
}

/// Replaces what is between the marks of a table.
fn with_table(text: &str, name: &str, table: &str) -> Option<String> {
    let mark = format!("<!-- cargo xtask docs: {name} -->\n");
    let (before, rest) = text.split_once(&mark)?;
    let (_, after) = rest.split_once("<!-- end -->\n")?;
    Some(format!("{before}{mark}{table}<!-- end -->\n{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_replaces_what_is_between_its_marks() {
        let text = |table: &str| {
            format!(
                "a\n<!-- cargo xtask docs: b -->\n{table}<!-- end -->\nc\n<!-- cargo xtask docs: d -->\n<!-- end -->\n"
            )
        };
        assert_eq!(with_table(&text("| old |\n"), "b", "| new |\n"), Some(text("| new |\n")));
        assert_eq!(with_table(&text(""), "e", "| new |\n"), None);
    }
}
