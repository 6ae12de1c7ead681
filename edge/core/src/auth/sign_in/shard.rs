//! The objects among which sign-in is spread, so that a flood of attempts slows down few people and no session check.
//!
//! A shard is one of 256 objects of its kind, by the hash of its key.

use docket_wire::SessionId;
use sha2::{Digest, Sha256};

use super::throttle::address_key;

/// The object that counts the attempts under a name.
#[must_use]
pub fn of_name(name: &str) -> String {
    shard("name", name)
}

/// The object that counts the attempts from an address.
#[must_use]
pub fn of_address(address: &str) -> String {
    shard("address", &address_key(address))
}

/// The object that knows whether a session has ended.
#[must_use]
pub fn of_session(session: &SessionId) -> String {
    shard("session", session.as_str())
}

fn shard(kind: &str, key: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(key.as_bytes()).into();
    let [first, ..] = digest;
    format!("{kind}-{first:02x}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_addresses_and_sessions_have_different_objects() {
        // The place of stored data does not change between releases.
        assert_eq!(of_name("ada"), "name-fd");
        assert_eq!(of_address("203.0.113.9"), of_address("::ffff:203.0.113.9"));
        assert_eq!(of_address("2001:db8:1:2:3::4"), of_address("2001:db8:1:2::"));
        let all: BTreeSet<String> = (0..2000_u32)
            .flat_map(|n| {
                let session = SessionId::new([n.to_be_bytes(); 4].concat().try_into().unwrap());
                [
                    of_name(&n.to_string()),
                    of_address(&format!("10.0.{}.{}", n / 256, n % 256)),
                    of_session(&session),
                ]
            })
            .collect();
        assert_eq!(all.len(), 3 * 256);
    }
}
