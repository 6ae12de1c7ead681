//! The archive of the package: the same bytes for the same files.

use std::{io::Write, path::Path};

use anyhow::Result;
use flate2::{Compression, GzBuilder};
use fs_err::File;
use tar::{Builder, Header};

use super::files::Files;

/// The time of all files: the start of 2000, since some programs warn of older ones when they unpack them.
const TIME_S: u64 = 946_684_800;

/// Writes the archive, with everything below a folder of this name.
pub(super) fn write(path: &Path, folder: &str, files: &Files) -> Result<()> {
    write_to(File::create(path)?, folder, files)
}

fn write_to(output: impl Write, folder: &str, files: &Files) -> Result<()> {
    // The header of gzip would have the time and the name of a file.
    let gzip = GzBuilder::new().mtime(0).write(output, Compression::best());
    let mut archive = Builder::new(gzip);
    for (path, content) in files.iter() {
        let mut header = Header::new_gnu();
        header.set_size(content.len().try_into()?);
        header.set_mode(0o644);
        header.set_mtime(TIME_S);
        archive.append_data(&mut header, format!("{folder}/{path}"), content.as_slice())?;
    }
    archive.into_inner()?.finish()?.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;
    use tar::Archive;

    use super::*;

    #[test]
    fn the_archive_is_the_same_for_the_same_files_and_sorted() {
        let write = |names: [&str; 3]| {
            let (mut files, mut archive) = (Files::default(), Vec::new());
            names.into_iter().for_each(|name| files.add(name, name));
            write_to(&mut archive, "docket-1", &files).unwrap();
            archive
        };
        let first = write(["b", "a/c", "a/b"]);
        assert_eq!(write(["a/b", "b", "a/c"]), first);
        assert_eq!(first[4..8], [0; 4], "gzip's header has the time");

        let mut archive = Archive::new(GzDecoder::new(first.as_slice()));
        let entries = archive.entries().unwrap().map(|entry| {
            let mut entry = entry.unwrap();
            assert_eq!(entry.header().mtime().unwrap(), TIME_S);
            let mut content = String::new();
            entry.read_to_string(&mut content).unwrap();
            (entry.path().unwrap().display().to_string(), content)
        });
        let expected = ["a/b", "a/c", "b"].map(|name| (format!("docket-1/{name}"), name.to_owned()));
        assert_eq!(entries.collect::<Vec<_>>(), expected);
    }
}
