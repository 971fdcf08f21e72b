//! The repository keeps its form: each file of tests is compiled.

use std::path::Path;

/// A new file in a folder of tests would not be compiled, and nobody would see that it does not run.
#[test]
fn each_file_of_tests_is_a_module_of_a_binary() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let binaries = ["main.rs", "cases.rs"];
    for folder in ["tests", "frontend/tests", "cfg/tests", "rewrites/tests", "jit/tests"] {
        let read = |name: &str| std::fs::read_to_string(root.join(folder).join(name)).unwrap_or_default();
        let modules: String = binaries.map(read).concat();
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if let Some(module) = name.strip_suffix(".rs").filter(|_| !binaries.contains(&name.as_str())) {
                let line = format!("mod {module};");
                assert!(modules.lines().any(|other| other == line), "{folder}/main.rs lacks `{line}`");
            }
        }
    }
}
