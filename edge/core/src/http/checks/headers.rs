//! The headers of a prompt.

use docket_wire::{CONFIRM_HEADER, IDEMPOTENCY_HEADER, JobPatch, LABELS_HEADER, Label};

use super::InvalidRequest;
use crate::http::route::RequestInput;
use crate::http::{idempotency_key, label_list};

/// Checks the headers of a request. `header` returns the value of a header.
///
/// # Errors
/// Names the first header that is invalid.
pub fn check_headers(
    input: RequestInput,
    header: &dyn Fn(&str) -> Option<String>,
) -> Result<(), InvalidRequest> {
    if !matches!(input, RequestInput::Prompt | RequestInput::FollowUp) {
        return Ok(());
    }
    if header(IDEMPOTENCY_HEADER).is_some_and(|key| idempotency_key::parse(&key).is_none()) {
        let error = format!(
            "{IDEMPOTENCY_HEADER} must be given once: 1 to {} visible ASCII characters or spaces without commas, or \
             any of them in quotes.",
            idempotency_key::BYTES_MAX
        );
        return Err(InvalidRequest::new(IDEMPOTENCY_HEADER, error));
    }
    if header(CONFIRM_HEADER).is_some_and(|confirms| confirms != "1") {
        return Err(InvalidRequest::new(CONFIRM_HEADER, format!("{CONFIRM_HEADER} must be 1, or absent.")));
    }
    if header(LABELS_HEADER).is_some_and(|labels| label_list::parse(&labels).is_none()) {
        let error = format!(
            "{LABELS_HEADER} must have 1 to {} labels of 1 to {} characters, not only invisible ones, in percent-encoded UTF-8, \
             separated by commas.",
            JobPatch::LABELS_MAX,
            Label::CHARS_MAX
        );
        return Err(InvalidRequest::new(LABELS_HEADER, error));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_headers_of_a_prompt_are_checked() {
        for (input, name, value, is_valid) in [
            (RequestInput::Prompt, IDEMPOTENCY_HEADER, "a key", true),
            (RequestInput::Prompt, IDEMPOTENCY_HEADER, "", false),
            (RequestInput::FollowUp, IDEMPOTENCY_HEADER, "one, two", false),
            (RequestInput::PromptEdit, IDEMPOTENCY_HEADER, "one, two", true),
            (RequestInput::Prompt, CONFIRM_HEADER, "1", true),
            (RequestInput::FollowUp, CONFIRM_HEADER, "yes", false),
            (RequestInput::JobRef, CONFIRM_HEADER, "yes", true),
            (RequestInput::FollowUp, LABELS_HEADER, "sdk,release%204", true),
            (RequestInput::Prompt, LABELS_HEADER, "sdk,,", false),
            (RequestInput::Unchecked, LABELS_HEADER, "sdk,,", true),
        ] {
            let outcome = check_headers(input, &|asked| (asked == name).then(|| value.to_owned()));
            let field = outcome.as_ref().err().map(|invalid| invalid.field.as_str());
            assert_eq!(field, (!is_valid).then_some(name), "{input:?} {name}: {value}");
        }
    }
}
