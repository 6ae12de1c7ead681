//! Responses of the service, which may say anything: the key is in nothing that is read of them.

#![no_main]

use docket_core::auth::sso::signing_keys;
use docket_core::upstream::redact::redact;
use docket_core::upstream::response::{read_failure, read_job, read_visitors};
use libfuzzer_sys::fuzz_target;

const KEY: &str = "mint_k";

fuzz_target!(|body: &str| {
    let clean = redact(body.replace("KEY", KEY), KEY);
    assert!(!clean.contains(KEY), "{clean}");
    for status in [200, 202, 400, 404, 409, 429, 500, 503] {
        match read_job(status, clean.clone()) {
            Ok(read) => assert_eq!(read.status, status),
            Err(failure) => assert!(!format!("{failure:?}").contains(KEY)),
        }
        let failure = read_failure(status, (body, body), &clean);
        assert!((400..600).contains(&failure.http_status()), "{failure:?}");
        assert!(failure.pause_s().is_none_or(|pause| pause > 0));
    }
    if let Ok((page, remainder)) = read_visitors(clean) {
        assert!(!format!("{page:?}{remainder}").contains(KEY));
    }
    let _ = signing_keys(body);
});
