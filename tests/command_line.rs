//! The command line as users meet it: files in a temporary folder, what is printed, exit statuses, what is left behind.

#[path = "command_line/bad_data.rs"]
mod bad_data;
#[path = "command_line/bad_sources.rs"]
mod bad_sources;
#[path = "command_line/diagnostics.rs"]
mod diagnostics;
#[path = "command_line/folder.rs"]
mod folder;
mod harness;
#[path = "command_line/options.rs"]
mod options;
#[path = "command_line/places.rs"]
mod places;
#[path = "command_line/stages.rs"]
mod stages;
#[path = "command_line/tables.rs"]
mod tables;
