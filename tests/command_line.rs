//! The command line as users meet it: files in a temporary folder, what is printed, exit statuses, what is left after.

mod arrays;
mod assumed_shape;
mod bad_data;
mod bad_sources;
mod corrupt_tables;
mod diagnostics;
mod folder;
mod kept_columns;
mod kinds_of_columns;
mod limits;
mod main_programs;
mod options;
mod output_arrays;
mod pipes;
mod places;
mod preprocessor;
mod printed;
mod reached;
mod recursion;
mod setup;
mod stages;
mod statistics;
mod tables;
mod text_arrays;
mod texts;
