//! The chunks of a downloaded file.

use js_sys::{Array, Uint8Array};
use leptos::wasm_bindgen::JsCast as _;

use crate::format::analytics::csv_table;

/// Removes the comment lines before and after the table of a CSV file, because spreadsheets import them as rows by default. The
/// file does not need them: it is known to be complete, and its name says what it holds.
pub(super) fn table_alone(chunks: &Array, end_bytes: u32) -> Array {
    let chunks = without_end(chunks, end_bytes);
    let mut head = Vec::new();
    // The head can be split over several chunks.
    while let Some(chunk) = chunks.shift().dyn_ref::<Uint8Array>() {
        head.extend(chunk.to_vec());
        if let Some(table) = csv_table(&head) {
            chunks.unshift(&Uint8Array::from(table.as_slice()));
            break;
        }
    }
    chunks
}

/// A copy of `chunks` without its last `length_bytes` bytes.
pub(super) fn without_end(chunks: &Array, mut length_bytes: u32) -> Array {
    let chunks = chunks.slice(0, chunks.length());
    while length_bytes > 0 && chunks.length() > 0 {
        let chunk = Uint8Array::from(chunks.pop());
        if chunk.length() > length_bytes {
            chunks.push(&chunk.slice(0, chunk.length() - length_bytes));
            break;
        }
        length_bytes -= chunk.length();
    }
    chunks
}
