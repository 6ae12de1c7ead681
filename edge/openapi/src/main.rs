//! Writes the document and the reference: `cargo xtask openapi`.

use std::fs;
use std::path::Path;

use docket_openapi::{DOCUMENT_FILE, REFERENCE_FILE, document, document_text, reference};

fn main() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (file, text) in [(DOCUMENT_FILE, document_text()), (REFERENCE_FILE, reference(&document()))] {
        let path = root.join(file);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
        println!("{file}");
    }
    Ok(())
}
