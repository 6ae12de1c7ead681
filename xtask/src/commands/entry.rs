//! Entries for the secrets that list people and programs.

use anyhow::{Result, bail};
use docket_core::settings::Settings;
use serde_json::Value;

/// Prints an entry, and how to set the secret that lists it.
pub(super) fn show(secret: &str, entry: &Value) {
    println!("entry of {secret}:\n\n    {entry}\n");
    println!("{secret} is one JSON list of all entries. To set it to this entry alone:\n");
    println!("    npx wrangler secret put {secret} --config edge/wrangler.jsonc\n");
    println!("and enter the value:\n\n    {}", list(entry));
}

/// Fails, by the Worker's own rules, if the Worker would refuse this entry.
pub(super) fn check(secret: &str, entry: &Value) -> Result<()> {
    let list = list(entry);
    let read = Settings::read(|name| (name == secret).then(|| list.clone()));
    // The other settings are missing here, which does not matter.
    match read.err().into_iter().flatten().find(|missing| missing.name == secret) {
        Some(missing) => bail!("{} {}", missing.name, missing.problem),
        None => Ok(()),
    }
}

/// The value of a secret that lists this entry alone.
pub(super) fn list(entry: &Value) -> String {
    Value::from(vec![entry.clone()]).to_string()
}

#[cfg(test)]
mod tests {
    use docket_core::settings::names;
    use serde_json::json;

    use super::*;

    #[test]
    fn an_entry_that_the_worker_would_refuse_is_refused() {
        let account = |name: &str| {
            let hash = docket_core::auth::passphrase::hash("correct horse", &[1; 16]).unwrap();
            check(names::ACCOUNTS, &json!({ "name": name, "hash": hash }))
        };
        assert!(account("ada").is_ok());
        assert!(account("token:ci").is_err());
        let token = json!({ "id": "ci", "hash": "00", "rights": ["jobs:read"] });
        assert!(check(names::TOKENS, &token).is_err());
    }
}
