//! The services of the system for programs: the arguments and the answers of each, in order.

/// A service of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Service {
    /// DATE_AND_TIME: date, time and zone as texts, and the eight numbers of VALUES.
    DateAndTime,
    /// SYSTEM_CLOCK of a kind of INTEGER: count, rate, greatest count.
    SystemClock,
    /// CPU_TIME and SECOND: the processor time in seconds.
    CpuTime,
    /// ETIME: the processor time of the program, of the system for it, and their sum.
    ElapsedTime,
    /// DTIME: the same since the last DTIME.
    IntervalTime,
    /// SECNDS of a number: the seconds since midnight less that number.
    SecondsOfDay,
    /// TIME: the seconds since 1970.
    EpochSeconds,
    /// MCLOCK: the processor time in ticks.
    CpuTicks,
    /// IDATE: day, month, year.
    Date,
    /// ITIME: hour, minute, second.
    TimeOfDay,
    /// CTIME of seconds since 1970: a text.
    TimeText,
    /// FDATE: a text.
    PresentTimeText,
    /// COMMAND_ARGUMENT_COUNT
    ArgumentCount,
    /// GET_COMMAND_ARGUMENT of a number: the text, its length, the status.
    Argument,
    /// GET_COMMAND: the text, its length, the status.
    Command,
    /// GET_ENVIRONMENT_VARIABLE of a name, and whether its trailing blanks count for nothing: the text, its length, the
    /// status.
    EnvironmentVariable,
    /// GETPID
    ProcessId,
    /// RANDOM_NUMBER: as many numbers as are read.
    RandomNumber,
    /// RANDOM_SEED without arguments.
    RandomInit,
    /// The size of a seed.
    RandomSize,
    /// Sets the seed to the numbers given.
    RandomPut,
    /// The numbers of the seed.
    RandomGet,
    /// RAND of a number.
    Rand,
    /// IRAND of a number.
    Irand,
    /// SRAND of a number.
    Srand,
    /// SLEEP for a number of seconds.
    Sleep,
    /// FLUSH of all units.
    Flush,
    /// What the controls of the transfer of a unit say that begins next, by their specifiers.
    Controls,
    /// The same of an internal file.
    InternalControls,
    /// INQUIRE of IOLENGTH: the number of bytes of the values given.
    ItemLength,
    /// OPEN, by its specifiers.
    Open,
    /// CLOSE
    Close,
    /// INQUIRE of a unit or a file.
    Inquire,
    /// REWIND
    Rewind,
    /// BACKSPACE
    Backspace,
    /// ENDFILE
    EndFile,
    /// FLUSH of one unit.
    FlushUnit,
    /// WAIT
    Wait,
    /// SIZE= of the transfer that ended last: the number of characters that data edit descriptors read.
    Size,
    /// IOMSG= of the transfer that ended last: a text.
    Message,
}

impl Service {
    /// All services, with their names: those of the procedures that request them first.
    pub const ALL: [(Service, &'static str); 40] = [
        (Service::DateAndTime, "date_and_time"),
        (Service::SystemClock, "system_clock"),
        (Service::CpuTime, "cpu_time"),
        (Service::ElapsedTime, "etime"),
        (Service::IntervalTime, "dtime"),
        (Service::SecondsOfDay, "secnds"),
        (Service::EpochSeconds, "time"),
        (Service::CpuTicks, "mclock"),
        (Service::Date, "idate"),
        (Service::TimeOfDay, "itime"),
        (Service::TimeText, "ctime"),
        (Service::PresentTimeText, "fdate"),
        (Service::ArgumentCount, "command_argument_count"),
        (Service::Argument, "get_command_argument"),
        (Service::Command, "get_command"),
        (Service::EnvironmentVariable, "get_environment_variable"),
        (Service::ProcessId, "getpid"),
        (Service::RandomNumber, "random_number"),
        (Service::RandomInit, "random_seed"),
        (Service::RandomSize, "random_seed_size"),
        (Service::RandomPut, "random_seed_put"),
        (Service::RandomGet, "random_seed_get"),
        (Service::Rand, "rand"),
        (Service::Irand, "irand"),
        (Service::Srand, "srand"),
        (Service::Sleep, "sleep"),
        (Service::Flush, "flush"),
        (Service::Controls, "controls"),
        (Service::InternalControls, "internal_controls"),
        (Service::ItemLength, "iolength"),
        (Service::Open, "open"),
        (Service::Close, "close"),
        (Service::Inquire, "inquire"),
        (Service::Rewind, "rewind"),
        (Service::Backspace, "backspace"),
        (Service::EndFile, "endfile"),
        (Service::FlushUnit, "flush_unit"),
        (Service::Wait, "wait"),
        (Service::Size, "size"),
        (Service::Message, "message"),
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        Service::ALL.iter().find(|(service, _)| *service == self).map_or("", |(_, name)| name)
    }

    /// Its place in [`Service::ALL`], by which generated code names it.
    pub fn number(self) -> i64 {
        Service::ALL.iter().position(|(service, _)| *service == self).map_or(-1, |number| number as i64)
    }

    /// How many values are given; none if all that is written is.
    pub fn given(self) -> Option<usize> {
        match self {
            Service::RandomPut | Service::ItemLength => None,
            Service::EnvironmentVariable => Some(2),
            Service::SystemClock
            | Service::SecondsOfDay
            | Service::TimeText
            | Service::Argument
            | Service::Rand
            | Service::Irand
            | Service::Srand
            | Service::Sleep => Some(1),
            _ => Some(0),
        }
    }

    /// Whether its arguments and answers have keywords.
    pub fn has_specifiers(self) -> bool {
        matches!(self, Service::Controls | Service::InternalControls) || self.is_file_statement()
    }

    /// Whether it is a statement about a unit or a file.
    pub fn is_file_statement(self) -> bool {
        matches!(
            self,
            Service::Open
                | Service::Close
                | Service::Inquire
                | Service::Rewind
                | Service::Backspace
                | Service::EndFile
                | Service::FlushUnit
                | Service::Wait
        )
    }

    /// Whether each row of a kernel can request it: it is about internal files, or about what is printed.
    pub fn is_for_each_row(self) -> bool {
        use Service::{Controls, InternalControls, ItemLength, Message, Size};
        matches!(self, Controls | InternalControls | ItemLength | Size | Message)
    }

    /// Whether a text that is longer than what it is read into becomes blanks, instead of being cut off.
    pub fn blanks_what_is_short(self) -> bool {
        matches!(self, Service::TimeText | Service::PresentTimeText)
    }
}
