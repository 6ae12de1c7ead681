use crate::upstream::base_url::BaseUrl;

const TAG_CHARS: usize = 64;

/// Names an application of Cloudflare Access: 64 hex digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AudienceTag(String);

impl AudienceTag {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The application of Cloudflare Access in front of Docket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessApplication<'a> {
    /// The address of the team, which issues the assertions.
    pub team: &'a BaseUrl,
    /// The tags that an assertion may be for.
    pub audience: &'a [AudienceTag],
}

impl AccessApplication<'_> {
    /// The address of the team's public keys.
    #[must_use]
    pub fn keys_url(&self) -> String {
        format!("{}/cdn-cgi/access/certs", self.team.origin())
    }
}

/// Reads a team domain, with or without `https://`.
///
/// # Errors
/// Says what is wrong, without quoting it.
pub fn team(text: &str) -> Result<BaseUrl, String> {
    let url = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    BaseUrl::parse_origin(&url).map_err(|_| "must be a team domain like acme.cloudflareaccess.com".to_owned())
}

/// Reads tags with spaces or commas between them.
///
/// # Errors
/// Says what is wrong, without quoting it.
pub fn audience(text: &str) -> Result<Vec<AudienceTag>, String> {
    let tags = text.split([',', ' ', '\n']).filter(|tag| !tag.is_empty());
    let tags: Option<Vec<_>> = tags.map(|tag| is_tag(tag).then(|| AudienceTag(tag.to_owned()))).collect();
    tags.filter(|tags| !tags.is_empty()).ok_or_else(|| {
        format!("must be one or several AUD tags of {TAG_CHARS} hex digits, separated by commas")
    })
}

fn is_tag(text: &str) -> bool {
    text.len() == TAG_CHARS && text.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_is_an_https_origin_or_this_machine() {
        for (text, expected) in [
            ("acme.cloudflareaccess.com", Some("https://acme.cloudflareaccess.com")),
            ("https://Acme.cloudflareaccess.com/", Some("https://acme.cloudflareaccess.com")),
            ("http://127.0.0.1:4010", Some("http://127.0.0.1:4010")),
            ("http://acme.cloudflareaccess.com", None),
            ("acme.cloudflareaccess.com/cdn-cgi", None),
            ("acme@cloudflareaccess.com", None),
            ("ftp://acme.cloudflareaccess.com", None),
        ] {
            assert_eq!(team(text).ok().map(|url| url.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn an_audience_is_one_or_several_tags() {
        let [a, b] = ["a", "B"].map(|digit| digit.repeat(TAG_CHARS));
        assert_eq!(audience(&a).unwrap(), [AudienceTag(a.clone())]);
        assert_eq!(audience(&format!("{a}, {b}")).unwrap().len(), 2);
        for bad in ["", ",", &a[1..], &"g".repeat(TAG_CHARS), &format!("{a},x")] {
            assert!(audience(bad).is_err(), "{bad}");
        }
    }
}
