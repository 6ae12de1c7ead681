//! The Worker's settings for a real service.

use std::env;

use docket_core::settings::names;

use crate::{dotenv::Values, environment};

/// The service's base URL, and the settings in the environment.
pub(super) fn of_service(url: &str) -> Values {
    let mut values: Values = env::vars().filter(|(name, _)| is_setting(name)).collect();
    values.insert(names::UPSTREAM.to_owned(), url.to_owned());
    values
}

/// Whether a variable is the Worker's, rather than xtask's own.
fn is_setting(name: &str) -> bool {
    name.starts_with("DOCKET_") && !environment::names::ALL.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xtasks_own_variables_are_not_the_workers() {
        assert!(is_setting("DOCKET_ADMIN_KEY_EU"));
        assert!(!is_setting("DOCKET_CACHE"));
        assert!(!is_setting("PATH"));
    }
}
