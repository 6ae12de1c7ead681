//! Prefixes of paths.

/// A prefix as paths have it: with a slash at the start. `None` if nothing was typed.
pub(crate) fn path_prefix(typed: &str) -> Option<String> {
    let typed = typed.trim();
    match typed {
        "" => None,
        _ if typed.starts_with('/') => Some(typed.to_owned()),
        _ => Some(format!("/{typed}")),
    }
}

/// The folders that contain the folder of a prefix, the outermost first: `/a/` and `/a/b/` for `/a/b/c/`.
pub(crate) fn folders_above(prefix: &str) -> impl Iterator<Item = &str> {
    let ends = prefix.match_indices('/').map(|(at, _)| at + 1);
    ends.filter(|end| (2..prefix.len()).contains(end)).filter_map(|end| prefix.get(..end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_starts_with_a_slash() {
        for (typed, prefix) in [("", None), ("  ", None), ("/a/", Some("/a/")), (" guides", Some("/guides"))]
        {
            assert_eq!(path_prefix(typed).as_deref(), prefix, "{typed:?}");
        }
    }

    #[test]
    fn a_folder_is_below_each_folder_of_its_path() {
        for (prefix, above) in [
            ("/", &[][..]),
            ("/guides/", &[]),
            ("/guides/sdk/", &["/guides/"]),
            ("/guides/sdk/ja", &["/guides/", "/guides/sdk/"]),
            ("/日本語/b/c/", &["/日本語/", "/日本語/b/"]),
        ] {
            assert_eq!(folders_above(prefix).collect::<Vec<_>>(), above, "{prefix}");
        }
    }
}
