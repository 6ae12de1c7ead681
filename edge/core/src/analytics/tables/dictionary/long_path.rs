use std::borrow::Cow;

use base16ct::lower::encode_string;
use sha2::{Digest, Sha256};

/// The longest path that is stored whole, in bytes. Any visitor chooses the paths of requests, and the dictionary
/// stores a million of them.
pub const PATH_BYTES_MAX: usize = 2000;

/// A path as the dictionary stores it: a longer one is cut and marked. Its digest keeps cut paths apart.
pub(crate) fn stored_path(path: &str) -> Cow<'_, str> {
    if path.len() <= PATH_BYTES_MAX {
        return Cow::Borrowed(path);
    }
    let start = path.get(..path.floor_char_boundary(PATH_BYTES_MAX)).unwrap_or_default();
    let digest = encode_string(Sha256::digest(path.as_bytes()).get(..8).unwrap_or_default());
    Cow::Owned(format!("{start}… [cut from {} bytes, {digest}]", path.len()))
}
