//! Files that the browser saves.

use std::time::Duration;

use js_sys::{Array, Uint8Array};
use leptos::prelude::{document, set_timeout};
use leptos::wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// Saves `text` as a UTF-8 file through the browser's download.
pub(crate) fn save_text(text: &str, name: &str) {
    save(&Array::of1(&Uint8Array::from(text.as_bytes())), name);
}

/// Saves `pieces` as a file through the browser's download.
pub(crate) fn save(pieces: &Array, name: &str) {
    let kind = BlobPropertyBag::new();
    kind.set_type("application/octet-stream");
    let Ok(blob) = Blob::new_with_u8_array_sequence_and_options(pieces, &kind) else { return };
    let Ok(url) = Url::create_object_url_with_blob(&blob) else { return };
    let link = document().create_element("a").ok().and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok());
    if let Some(link) = link {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    // The browser has started the download by then.
    set_timeout(
        move || {
            let _ = Url::revoke_object_url(&url);
        },
        Duration::from_secs(60),
    );
}
