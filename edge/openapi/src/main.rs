//! Writes the document and the reference. With the name of a table of `docs/operating.md`, prints it instead.

use std::fs;
use std::path::Path;

use docket_openapi::{
    DOCUMENT_FILE, REFERENCE_FILE, document, document_text, metrics_table, reference, settings_table,
};

fn main() -> std::io::Result<()> {
    let table = match std::env::args().nth(1).as_deref() {
        None => return write(),
        Some("settings") => settings_table(),
        Some("metrics") => metrics_table(),
        Some(other) => return Err(std::io::Error::other(format!("there is no table {other}"))),
    };
    print!("{table}");
    Ok(())
}

fn write() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (file, text) in [(DOCUMENT_FILE, document_text()), (REFERENCE_FILE, reference(&document()))] {
        let path = root.join(file);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
        println!("{file}");
    }
    Ok(())
}
