//! Templates to begin with.

/// Name and text of a template that fits most teams that write documentation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Starter {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// The templates that an empty list offers.
pub(crate) const STARTERS: [Starter; 3] = [
    Starter {
        name: "Update a page for a release",
        text: "Update the page {{page}} for {{release}}.\n\nCompare it with the changelog and with the code of that release. \
               Change what is out of date, and say what is new. Keep the structure and the examples that still work. Do not \
               change other pages, except links that break.",
    },
    Starter {
        name: "Improve a page that many read",
        text: "Improve the page {{page}}.\n\n{{figures}}\n\nBegin with what a reader wants to do here. Shorten what is long, put \
               the most frequent task first, and add an example that can be copied. Check every link and every command.",
    },
    Starter {
        name: "Make a page easier for AI to quote",
        text: "Rewrite the page {{page}} so that each section makes sense on its own.\n\n{{figures}}\n\nGive every section a \
               heading that names its question. Answer it in the first sentence. Write out what \"this\" and \"it\" refer to. \
               Add a description to the front matter. Do not change what the page says.",
    },
];

#[cfg(test)]
mod tests {
    use docket_wire::{NewTemplate, variables};

    use super::*;

    #[test]
    fn every_starter_is_a_valid_template_about_a_page() {
        for Starter { name, text } in STARTERS {
            let new = NewTemplate { name: name.into(), text: text.into() };
            assert_eq!(new.clone().checked(), Ok(new));
            assert!(variables(text).iter().any(|variable| variable == "page"), "{name}");
        }
    }
}
