//! Entity tags: a client that has a response sends its tag, and gets a body only if the response has changed.

use base16ct::lower;
use sha2::{Digest, Sha256};

/// Bytes of the digest in a tag: enough that two responses of a job never share it by chance.
const DIGEST_BYTES: usize = 16;

/// The tag of a response that has what the ledger recorded up to a revision. It is weak, because times of polls change
/// without a revision.
#[must_use]
pub fn of_revision(revision: u64) -> String {
    format!("W/\"{revision}\"")
}

/// The tag of a response with this body.
#[must_use]
pub fn of_body(body: &str) -> String {
    let digest = Sha256::digest(body);
    let start = digest.get(..DIGEST_BYTES).unwrap_or_default();
    format!("\"{}\"", lower::encode_string(start))
}

/// Whether `If-None-Match` has a tag. Weak and strong tags are equal here, as RFC 9110 has it for this header.
#[must_use]
pub fn matches(if_none_match: &str, tag: &str) -> bool {
    let opaque = |tag: &'_ str| tag.trim().trim_start_matches("W/").to_owned();
    if_none_match.trim() == "*" || if_none_match.split(',').any(|known| opaque(known) == opaque(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_matches_itself_in_any_list() {
        let tag = of_revision(7);
        for header in ["W/\"7\"", "\"7\"", "\"x\", W/\"7\"", " W/\"7\" ,\"8\"", "*"] {
            assert!(matches(header, &tag), "{header}");
        }
        for header in ["", "W/\"70\"", "7", "W/\"8\"", "\"*\""] {
            assert!(!matches(header, &tag), "{header}");
        }
    }

    #[test]
    fn equal_bodies_have_equal_tags() {
        assert_eq!(of_body("{}"), "\"44136fa355b3678a1146ad16f7e8649e\"");
        assert!(matches(&of_body("{}"), &of_body("{}")) && !matches(&of_body("{}"), &of_body("{ }")));
    }
}
