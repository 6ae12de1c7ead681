//! Ids that Docket gives to requests, submissions and templates.

/// An id from random bytes: `<prefix>_` and 24 hex digits.
#[must_use]
pub fn from_random(prefix: &str, random: &[u8; 12]) -> String {
    [prefix, "_", &base16ct::lower::encode_string(random)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_two_digits_for_each_byte() {
        let id = from_random("sub", &[0, 1, 0x0a, 0xff, 0, 0, 0, 0, 0, 0, 0, 0x10]);
        assert_eq!(id, "sub_00010aff0000000000000010");
    }
}
