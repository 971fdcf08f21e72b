//! GETCWD, CHDIR, STAT, ACCESS, RENAME and UNLINK: files by their names.

use super::Answer;
use crate::io::units::{access, path_of};
use std::fs::Metadata;
use std::io;
use std::path::PathBuf;

/// The status of GETCWD for a variable that is too short.
const TOO_LONG: i64 = 34;

/// The path of a name, whose trailing blanks and what follows a null character do not count.
pub(super) fn path(name: &[u8]) -> PathBuf {
    let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
    path_of(&name[..name.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1)])
}

/// The status of what was done: zero, or the number of the error.
fn status<T>(done: &io::Result<T>) -> Answer {
    let number = done.as_ref().err().map(|error| error.raw_os_error().unwrap_or(-1));
    Answer::Integer(i64::from(number.unwrap_or(0)))
}

/// The name of the working folder, and the status.
pub(super) fn working_folder() -> Vec<Answer> {
    match std::env::current_dir() {
        Ok(folder) => vec![Answer::Text(folder.into_os_string().into_encoded_bytes()), Answer::Fit(TOO_LONG)],
        failed => vec![Answer::Text(Vec::new()), status(&failed)],
    }
}

/// The status of making a folder the working one.
pub(super) fn change_folder(name: &[u8]) -> Vec<Answer> {
    vec![status(&std::env::set_current_dir(path(name)))]
}

/// The status of removing a file.
pub(super) fn unlink(name: &[u8]) -> Vec<Answer> {
    vec![status(&std::fs::remove_file(path(name)))]
}

/// The status of giving a file another name.
pub(super) fn rename(name: &[u8], new: &[u8]) -> Vec<Answer> {
    vec![status(&std::fs::rename(path(name), path(new)))]
}

/// Whether the file can be used in the ways that letters say: a status.
pub(super) fn access_status(name: &[u8], modes: &[u8]) -> Vec<Answer> {
    let modes = modes.split(|byte| *byte == 0).next().unwrap_or_default().to_ascii_lowercase();
    if modes.iter().any(|mode| !b" rwx".contains(mode)) {
        return vec![Answer::Integer(-1)];
    }
    let [reads, writes, executes] = [b'r', b'w', b'x'].map(|mode| modes.contains(&mode));
    vec![status(&access(&path(name), reads, writes, executes))]
}

/// The status of STAT, or of LSTAT, which does not follow links, and the thirteen numbers.
pub(super) fn file_status(name: &[u8], follows: bool) -> Vec<Answer> {
    let path = path(name);
    status_and_numbers(if follows { path.metadata() } else { path.symlink_metadata() })
}

/// The status, and what is known of a file.
pub(super) fn status_and_numbers(known: io::Result<Metadata>) -> Vec<Answer> {
    let status = status(&known);
    let numbers = known.map(|known| numbers(&known)).unwrap_or_default();
    std::iter::once(status).chain(numbers.into_iter().map(Answer::Integer)).collect()
}

#[cfg(unix)]
fn numbers(known: &Metadata) -> Vec<i64> {
    use std::os::unix::fs::MetadataExt;
    let [device, inode, mode, links] = [known.dev(), known.ino(), known.mode().into(), known.nlink()];
    let [user, group, kind, size] = [known.uid().into(), known.gid().into(), known.rdev(), known.size()];
    let first = [device, inode, mode, links, user, group, kind, size].map(|number| number as i64);
    let times = [known.atime(), known.mtime(), known.ctime()];
    let blocks = [known.blksize(), known.blocks()].map(|number| number as i64);
    [&first[..], &times, &blocks].concat()
}

/// Elsewhere the size alone is known.
#[cfg(not(unix))]
fn numbers(known: &Metadata) -> Vec<i64> {
    vec![0, 0, 0, 1, 0, 0, 0, known.len() as i64, 0, 0, 0, -1, -1]
}
