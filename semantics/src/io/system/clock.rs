//! Dates and times as in gfortran, in local time.

use super::Answer;
use chrono::{DateTime, Datelike, Local, TimeZone, Timelike, Utc};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The date, the time and the difference from UTC as texts, then VALUES.
pub(super) fn date_and_time() -> Vec<Answer> {
    let now = Local::now();
    let zone = i64::from(now.offset().local_minus_utc()) / 60;
    let sign = if zone < 0 { '-' } else { '+' };
    let texts = [
        now.format("%Y%m%d").to_string(),
        now.format("%H%M%S%.3f").to_string(),
        format!("{sign}{:02}{:02}", zone.abs() / 60, zone.abs() % 60),
    ];
    let (year, month, day) = date_of(&now);
    let (hour, minute, second) = time_of(&now);
    let values = [year, month, day, zone, hour, minute, second, i64::from(now.timestamp_subsec_millis())];
    let texts = texts.into_iter().map(|text| Answer::Text(text.into_bytes()));
    texts.chain(values.into_iter().map(Answer::Integer)).collect()
}

fn date_of(time: &DateTime<Local>) -> (i64, i64, i64) {
    (i64::from(time.year()), i64::from(time.month()), i64::from(time.day()))
}

fn time_of(time: &DateTime<Local>) -> (i64, i64, i64) {
    (i64::from(time.hour()), i64::from(time.minute()), i64::from(time.second()))
}

/// Count, rate and greatest count: nanoseconds in the kind 8, milliseconds in the kind 4, no clock in others.
pub(super) fn system_clock(kind: i64) -> Vec<Answer> {
    let now = since_epoch();
    let numbers = match kind {
        8 => [i64::try_from(now.as_nanos()).unwrap_or(i64::MAX), 1_000_000_000, i64::MAX],
        4 => [(now.as_millis() % (1 << 31)) as i64, 1000, i64::from(i32::MAX)],
        2 => [-i64::from(i16::MAX), 0, 0],
        _ => [-i64::from(i8::MAX), 0, 0],
    };
    numbers.map(Answer::Integer).to_vec()
}

fn since_epoch() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// The processor time.
pub(super) fn cpu_time() -> Vec<Answer> {
    vec![Answer::Real(processor_time().as_secs_f64())]
}

/// The processor time in millionths of a second.
pub(super) fn cpu_ticks() -> Vec<Answer> {
    vec![Answer::Integer(processor_time().as_micros() as i64)]
}

/// The processor time of the program, of the system for it, and their sum.
pub(super) fn elapsed_time() -> Vec<Answer> {
    parts(processor_times())
}

/// The same since the times that are given, which become the present ones.
pub(super) fn interval_time(last: &mut (Duration, Duration)) -> Vec<Answer> {
    let now = processor_times();
    let since = (now.0.saturating_sub(last.0), now.1.saturating_sub(last.1));
    *last = now;
    parts(since)
}

fn parts((program, system): (Duration, Duration)) -> Vec<Answer> {
    [program, system, program + system].map(|time| Answer::Real(time.as_secs_f64())).to_vec()
}

/// The processor time that the threads of the process took together.
#[cfg(unix)]
pub fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The time since the first request; the processor time is not available.
#[cfg(not(unix))]
pub fn processor_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// The processor time that this thread took.
#[cfg(unix)]
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The time since the first request; the processor time is not available.
#[cfg(not(unix))]
pub fn thread_time() -> Duration {
    processor_time()
}

/// The processor time of the program, and of the system for it, as far as the system distinguishes them.
#[cfg(unix)]
fn processor_times() -> (Duration, Duration) {
    let whole = processor_time();
    let system = system_time().unwrap_or_default().min(whole);
    (whole - system, system)
}

/// The processor time of the program; that of the system is not available.
#[cfg(not(unix))]
fn processor_times() -> (Duration, Duration) {
    (processor_time(), Duration::ZERO)
}

/// The processor time that the system took for the program, which Linux shows in hundredths of a second.
#[cfg(unix)]
fn system_time() -> Option<Duration> {
    let shown = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in the second field may hold blanks; it ends with a parenthesis.
    let after_name = &shown[shown.rfind(')')? + 1..];
    let ticks: u64 = after_name.split_ascii_whitespace().nth(12)?.parse().ok()?;
    Some(Duration::from_millis(ticks.saturating_mul(10)))
}

/// The seconds since midnight less a number.
pub(super) fn seconds_of_day(less: f64) -> Vec<Answer> {
    let now = Local::now();
    let seconds = f64::from(now.num_seconds_from_midnight()) + f64::from(now.timestamp_subsec_micros()) / 1e6;
    vec![Answer::Real(seconds - less)]
}

/// The seconds since 1970.
pub(super) fn epoch_seconds() -> Vec<Answer> {
    vec![Answer::Integer(since_epoch().as_secs() as i64)]
}

/// Day, month, year.
pub(super) fn date() -> Vec<Answer> {
    let (year, month, day) = date_of(&Local::now());
    [day, month, year].map(Answer::Integer).to_vec()
}

/// Hour, minute, second.
pub(super) fn time_of_day() -> Vec<Answer> {
    let (hour, minute, second) = time_of(&Local::now());
    [hour, minute, second].map(Answer::Integer).to_vec()
}

/// The nine numbers of C's `tm` for the seconds since 1970, in local time.
pub(super) fn local_time(seconds: i64) -> Vec<Answer> {
    let time = Local.timestamp_opt(seconds, 0).single();
    let offset = |time: &DateTime<Local>| time.offset().local_minus_utc();
    // In summer the difference from UTC is greater than in one of these months.
    let is_summer = |time: &DateTime<Local>| {
        let mut months =
            [1, 7].into_iter().filter_map(|month| Local.with_ymd_and_hms(time.year(), month, 1, 0, 0, 0).single());
        months.any(|other| offset(time) > offset(&other))
    };
    time.map(|time| time_numbers(&time, is_summer(&time))).unwrap_or_default()
}

/// The same in UTC.
pub(super) fn universal_time(seconds: i64) -> Vec<Answer> {
    Utc.timestamp_opt(seconds, 0).single().map(|time| time_numbers(&time, false)).unwrap_or_default()
}

fn time_numbers(time: &(impl Datelike + Timelike), is_summer: bool) -> Vec<Answer> {
    let clock = [time.second(), time.minute(), time.hour(), time.day(), time.month0()];
    let year = i64::from(time.year()) - 1900;
    let days = [time.weekday().num_days_from_sunday(), time.ordinal0(), u32::from(is_summer)];
    let numbers = clock.map(i64::from).into_iter().chain([year]).chain(days.map(i64::from));
    numbers.map(Answer::Integer).collect()
}

/// The seconds since 1970 as C's `ctime` shows them, without the end of the line.
pub(super) fn time_text(seconds: i64) -> Vec<Answer> {
    text_of(Local.timestamp_opt(seconds, 0).single())
}

/// The present time in that form.
pub(super) fn present_time_text() -> Vec<Answer> {
    text_of(Some(Local::now()))
}

fn text_of(time: Option<DateTime<Local>>) -> Vec<Answer> {
    let text = time.map(|time| time.format("%a %b %e %H:%M:%S %Y").to_string()).unwrap_or_default();
    vec![Answer::Text(text.into_bytes())]
}
