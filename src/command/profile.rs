//! `--profile`: the time and the work of a kernel by line, and what idle lanes wait for.

use super::{ProfileFormat, terminal};
use crate::profile::{LineProfile, Profile, WaitProfile};
use forlane_jit::{Place, Waiting};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// The most lines and reasons of the table, and the least share of the work that they have.
const MOST_LINES: usize = 30;
const LEAST_SHARE: f64 = 0.005;
/// Columns of a source line in the table.
const SOURCE_COLUMNS: usize = 60;

/// What was counted for some rows, and their times, or why there are none, as the format says.
pub(super) fn shown(profile: &Profile, rows: (u64, &str), format: ProfileFormat) -> String {
    match format {
        ProfileFormat::Text => as_table(profile, rows),
        ProfileFormat::Source => as_source(profile, rows),
        ProfileFormat::Json => format!("{}\n", as_json(profile, rows)),
    }
}

/// The files of a profile, as far as they can be read again; others are shown without their text.
#[derive(Default)]
struct Texts(HashMap<String, Vec<String>>);

impl Texts {
    fn of(&mut self, file: &str) -> &[String] {
        self.0.entry(file.to_owned()).or_insert_with(|| {
            let bytes = std::fs::read(file).unwrap_or_default();
            String::from_utf8_lossy(&bytes).lines().map(|line| terminal::visible_line(line).into_owned()).collect()
        })
    }

    fn line(&mut self, place: &Place) -> &str {
        let lines = self.of(&place.file);
        place.line.checked_sub(1).and_then(|index| lines.get(index as usize)).map_or("", String::as_str)
    }
}

fn heading(profile: &Profile, (rows, why_no_times): (u64, &str)) -> String {
    let work = format!(
        "profile of {rows} {} in gangs of {}; of its lanes {} are active, by work (estimated from operations)\n",
        if rows == 1 { "row" } else { "rows" },
        profile.lanes,
        percent(profile.occupancy),
    );
    let time = match &profile.time {
        Some(time) => format!(
            "time by {} samples of these rows, without counting; of it {} in functions that lines call, {} of no line\n",
            time.samples,
            percent(time.in_functions),
            percent(time.elsewhere),
        ),
        None => format!("no time by line: {why_no_times}\n"),
    };
    work + &time
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn as_table(profile: &Profile, rows: (u64, &str)) -> String {
    let mut texts = Texts::default();
    let mut text = heading(profile, rows);
    let _ = writeln!(text, "{}  line", titles(profile));
    let is_shown = |line: &&LineProfile| line.share.max(time_share(line)) >= LEAST_SHARE;
    for line in profile.lines.iter().filter(is_shown).take(MOST_LINES) {
        let source = texts.line(&line.place).trim().to_owned();
        let place = format!("{}:{}", terminal::visible_line(&line.place.file), line.place.line);
        let _ = writeln!(text, "{}  {place}  {}", columns(line), terminal::cut(&source, SOURCE_COLUMNS));
    }
    text += &waits(profile);
    text
}

/// The titles of what is beside a line.
fn titles(profile: &Profile) -> String {
    let time = if profile.time.is_some() { "   time  " } else { "" };
    format!("{time}   work    executions  active")
}

fn columns(line: &LineProfile) -> String {
    let time = line.time.as_ref().map_or(String::new(), |time| format!("{:>7}  ", percent(time.share)));
    match line.executions {
        0 => format!("{time}{}", " ".repeat("   work    executions  active".len())),
        executions => format!("{time}{:>7}  {executions:>12}  {:>6.1}", percent(line.share), line.active),
    }
}

fn time_share(line: &LineProfile) -> f64 {
    line.time.as_ref().map_or(0.0, |time| time.share)
}

fn waits(profile: &Profile) -> String {
    let mut text = String::new();
    let listed: Vec<&WaitProfile> =
        profile.waits.iter().filter(|wait| wait.share >= LEAST_SHARE).take(MOST_LINES).collect();
    if listed.is_empty() {
        return text;
    }
    let _ = writeln!(text, "what idle lanes wait for, in parts of all lanes");
    for wait in listed {
        let _ = writeln!(text, "{:>7}  {}", percent(wait.share), in_words(wait));
    }
    text
}

fn in_words(wait: &WaitProfile) -> String {
    let place = format!("{}:{}", terminal::visible_line(&wait.place.file), wait.place.line);
    match wait.reason {
        Some(Waiting::Loop) => format!("left the loop at {place}, wait for those that go on in it"),
        Some(Waiting::Branch) => format!("take another way at the branch at {place}"),
        Some(Waiting::Left) => format!("left in the construct at {place} (EXIT, GO TO, RETURN or a failure)"),
        None => {
            format!("have not entered `{}` (another way in its caller, or a gang with fewer rows)", wait.place.unit)
        }
    }
}

/// The subprograms that were executed, from the first of their lines to the last, with what each line took beside it.
fn as_source(profile: &Profile, rows: (u64, &str)) -> String {
    let mut texts = Texts::default();
    let mut text = heading(profile, rows);
    let mut files: BTreeMap<&str, BTreeMap<u32, &LineProfile>> = BTreeMap::new();
    for line in &profile.lines {
        files.entry(&line.place.file).or_default().insert(line.place.line, line);
    }
    for (file, lines) in files {
        let titles = titles(profile);
        let _ = writeln!(text, "\n{}\n{titles}", terminal::visible_line(file));
        let mut last: Option<(u32, &str)> = None;
        for (number, line) in lines {
            let first = match last {
                Some((last, unit)) if unit == line.place.unit => last + 1,
                _ => number,
            };
            if last.is_some() && first == number && last != Some((number - 1, &line.place.unit)) {
                text += "\n";
            }
            for between in first..=number {
                let beside = if between == number { columns(line) } else { " ".repeat(titles.len()) };
                let source = texts.of(file).get(between as usize - 1).map_or("", String::as_str);
                let _ = writeln!(text, "{}", format!("{beside}  {between:>5} {source}").trim_end());
            }
            last = Some((number, &line.place.unit));
        }
    }
    let waits = waits(profile);
    if waits.is_empty() { text } else { text + "\n" + &waits }
}

fn as_json(profile: &Profile, (rows, why_no_times): (u64, &str)) -> Value {
    let place = |place: &Place| json!({ "file": place.file, "line": place.line, "unit": place.unit });
    let line = |line: &LineProfile| {
        json!({
            "place": place(&line.place),
            "time_share": line.time.as_ref().map(|time| time.share),
            "time_in_functions": line.time.as_ref().map(|time| time.in_functions),
            "share": line.share,
            "executions": line.executions,
            "mean_active_lanes": line.active,
        })
    };
    let wait = |wait: &WaitProfile| {
        let reason = match wait.reason {
            Some(Waiting::Loop) => "loop",
            Some(Waiting::Branch) => "branch",
            Some(Waiting::Left) => "left",
            None => "not entered",
        };
        json!({ "reason": reason, "place": place(&wait.place), "share": wait.share, "text": in_words(wait) })
    };
    let time = match &profile.time {
        Some(time) => json!({
            "samples": time.samples,
            "share_in_functions": time.in_functions,
            "share_of_no_line": time.elsewhere,
        }),
        None => json!({ "missing": why_no_times }),
    };
    json!({
        "rows": rows,
        "gang": profile.lanes,
        "mean_occupancy": profile.occupancy,
        "time": time,
        "lines": profile.lines.iter().map(line).collect::<Vec<_>>(),
        "waits": profile.waits.iter().map(wait).collect::<Vec<_>>(),
    })
}
