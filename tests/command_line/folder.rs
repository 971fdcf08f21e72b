//! A temporary folder with files, in which the command line is run.

use crate::harness::{Run, forlane};
use std::path::PathBuf;
use tempfile::TempDir;

/// Kernels that the tests share.
pub const KERNELS: &str = "      SUBROUTINE HALF(X, N, Y, Z)
      DOUBLE PRECISION X, Y
      INTEGER N, Z
      Y = X/2
      Z = 100/N
      N = N + 1
      END
      DOUBLE PRECISION FUNCTION TOTAL(A, K)
      DOUBLE PRECISION A(3)
      INTEGER K
      TOTAL = A(1) + A(2)*A(K)
      END
      SUBROUTINE FILL(A, X)
      DOUBLE PRECISION A(3), X
      A(1) = X
      A(3) = A(2)*X
      END
      SUBROUTINE KINDS(R, D, I, L, P, Q)
      REAL R
      DOUBLE PRECISION D
      INTEGER I
      INTEGER*8 L
      LOGICAL P, Q
      Q = .NOT. P
      END
      SUBROUTINE COPY(I, J)
      J = I
      END
";

/// The folder.
pub struct Folder {
    folder: TempDir,
}

impl Folder {
    /// A folder with the kernels in `kernels.f`.
    pub fn new() -> Folder {
        let folder = Folder { folder: tempfile::tempdir().expect("a temporary folder") };
        folder.write("kernels.f", KERNELS);
        folder
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Folder {
        std::fs::write(self.path(name), text).expect("a file can be written");
        self
    }

    /// Reads a file.
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The names of all files, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).expect("a readable folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Runs a command line; its words are separated by blanks.
    pub fn run(&self, command_line: &str) -> Run {
        let words: Vec<&str> = command_line.split_whitespace().collect();
        forlane(self.folder.path(), &words)
    }

    /// Runs a command line of these words.
    pub fn run_words(&self, words: &[&str]) -> Run {
        forlane(self.folder.path(), words)
    }

    /// Runs a command line that succeeds, and returns what it printed.
    pub fn output(&self, command_line: &str) -> String {
        let run = self.run(command_line);
        assert_eq!(run.status, 0, "{command_line}: {}", run.stderr);
        run.stdout
    }

    /// The same of a run over a table of which rows fail.
    pub fn output_with_failures(&self, command_line: &str) -> String {
        let run = self.run(command_line);
        assert_eq!(run.status, 3, "{command_line}: {}", run.stderr);
        assert!(run.stderr.contains("rows failed"), "{command_line}: {}", run.stderr);
        run.stdout
    }

    /// Runs a command line that ends with that status and says each of these; no file comes or changes.
    pub fn fails(&self, command_line: &str, status: i32, says: &[&str]) {
        let contents = || {
            let read = |name: String| (std::fs::read(self.path(&name)).ok(), name);
            self.names().into_iter().map(read).collect::<Vec<_>>()
        };
        let before = contents();
        let run = self.run(command_line);
        assert_eq!(run.status, status, "{command_line}: {}", run.stderr);
        for text in says {
            assert!(run.stderr.contains(text), "{command_line} does not say `{text}`:\n{}", run.stderr);
        }
        assert!(run.stderr.contains("error"), "{command_line} calls nothing an error:\n{}", run.stderr);
        assert_eq!(run.stdout, "", "{command_line} prints something");
        assert!(before == contents(), "{command_line} leaves something behind: {:?}", self.names());
    }
}
