//! Small parts of the app in one file: one request for all of them, and they compress well together.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};

use super::assets::{APP, hashed_name};

/// Parts with fewer bytes are packed. Of 1,000, 2,000, 4,000 and 6,000, this value makes all pages together load the fewest bytes.
/// The sum includes the count of the inbox, because every visit loads it.
const BYTES_MAX: usize = 2000;
/// The beginning of the names of parts that several pages share.
const SHARED: &str = "chunk_";
/// How the loader gets a packed part. It tries a failed request again, as it does for other parts.
const UNPACK: &str = r#"
let pack;
const unpack = async (start, end) => {
    if (!pack) {
        pack = fetch(new URL("./PACK", import.meta.url))
            .then((response) => response.ok ? response.arrayBuffer() : Promise.reject(response));
        pack.catch(() => (pack = undefined));
    }
    return new Response((await pack).slice(start, end), { headers: { "Content-Type": "application/wasm" } });
};
"#;

/// The small parts, one after the other.
pub(super) struct Pack {
    /// Its name in dist/. It ends like a module's, so that it is served and compressed like one.
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    /// The splitter's names of the parts in it.
    pub(super) parts: Vec<String>,
}

/// Takes the small parts out of `parts`, and has the loader look for them in the pack. `parts` are by the splitter's names,
/// without their ending.
pub(super) fn pack(parts: &mut BTreeMap<String, Vec<u8>>, loader: &mut String) -> Result<Pack> {
    let is_small = |name: &str, bytes: &[u8]| name.starts_with(SHARED) && bytes.len() < BYTES_MAX;
    let mut pack = Pack { name: String::new(), bytes: Vec::new(), parts: Vec::new() };
    for (name, bytes) in parts.extract_if(.., |name, bytes| is_small(name, bytes)) {
        let request = format!("fetch(new URL(\"./{name}.wasm\", import.meta.url))");
        let start = pack.bytes.len();
        pack.bytes.extend(bytes);
        let (before, after) = loader.split_once(&request).with_context(|| format!("nothing loads {name}"))?;
        *loader = format!("{before}unpack({start}, {}){after}", pack.bytes.len());
        pack.parts.push(name);
    }
    pack.name = hashed_name(&format!("{APP}-chunks"), &pack.bytes, ".wasm");
    loader.push_str(&UNPACK.replace("PACK", &pack.name));
    Ok(pack)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_shared_parts_are_found_in_the_pack() {
        let names = ["chunk_1", "chunk_2", "chunk_3", "split_job"];
        let fetched = |name: &str| format!("fetch(new URL(\"./{name}.wasm\", import.meta.url))");
        let mut loader: String = names.iter().map(|name| fetched(name) + ";\n").collect();
        let mut parts: BTreeMap<_, _> = names.map(|name| (name.to_owned(), name.as_bytes().to_vec())).into();
        parts.insert("chunk_2".to_owned(), vec![0; BYTES_MAX]);

        let pack = pack(&mut parts, &mut loader).unwrap();
        assert_eq!(pack.parts, ["chunk_1", "chunk_3"]);
        assert_eq!(parts.keys().collect::<Vec<_>>(), ["chunk_2", "split_job"]);
        assert_eq!(pack.bytes, b"chunk_1chunk_3");
        let expected =
            format!("unpack(0, 7);\n{};\nunpack(7, 14);\n{};\n", fetched("chunk_2"), fetched("split_job"));
        assert!(loader.starts_with(&expected), "{loader}");
        assert!(loader.contains(&format!("./{}", pack.name)), "{loader}");
    }

    #[test]
    fn a_part_that_nothing_loads_is_an_error() {
        let mut parts = BTreeMap::from([("chunk_1".to_owned(), Vec::new())]);
        assert!(pack(&mut parts, &mut String::new()).is_err());
    }
}
