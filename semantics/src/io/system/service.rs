//! The services of the system for programs: the arguments and the answers of each, in order.

/// Defines the services, each with its name: that of the procedure that requests it first, or of the statement.
macro_rules! services {
    (
        $(#[$about:meta])*
        { $($(#[$before_doc:meta])* $before:ident $before_name:literal,)* }
        statements { $($(#[$statement_doc:meta])* $statement:ident $statement_name:literal,)* }
        { $($(#[$after_doc:meta])* $after:ident $after_name:literal,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Service {
            $($(#[$before_doc])* $before,)*
            $($(#[$statement_doc])* $statement,)*
            $($(#[$after_doc])* $after,)*
        }

        impl Service {
            /// All services.
            pub const ALL: &[Service] =
                &[$(Service::$before,)* $(Service::$statement,)* $(Service::$after,)*];

            /// The statements about a unit or a file.
            pub const FILE_STATEMENTS: &[Service] = &[$(Service::$statement,)*];

            /// The name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Service::$before => $before_name,)*
                    $(Service::$statement => $statement_name,)*
                    $(Service::$after => $after_name,)*
                }
            }
        }
    };
}

services! {
    /// A service of the system.
    {
        /// DATE_AND_TIME: date, time and zone as texts, and the eight numbers of VALUES.
        DateAndTime "date_and_time",
        /// SYSTEM_CLOCK of a kind of INTEGER: count, rate, greatest count.
        SystemClock "system_clock",
        /// CPU_TIME and SECOND: the processor time in seconds.
        CpuTime "cpu_time",
        /// ETIME: the processor time of the program, of the system for it, and their sum.
        ElapsedTime "etime",
        /// DTIME: the same since the last DTIME.
        IntervalTime "dtime",
        /// SECNDS of a number: the seconds since midnight less that number.
        SecondsOfDay "secnds",
        /// TIME: the seconds since 1970.
        EpochSeconds "time",
        /// MCLOCK: the processor time in ticks.
        CpuTicks "mclock",
        /// IDATE: day, month, year.
        Date "idate",
        /// ITIME: hour, minute, second.
        TimeOfDay "itime",
        /// CTIME of seconds since 1970: a text.
        TimeText "ctime",
        /// FDATE: a text.
        PresentTimeText "fdate",
        /// COMMAND_ARGUMENT_COUNT
        ArgumentCount "command_argument_count",
        /// GET_COMMAND_ARGUMENT of a number: the text, its length, the status.
        Argument "get_command_argument",
        /// GET_COMMAND: the text, its length, the status.
        Command "get_command",
        /// GET_ENVIRONMENT_VARIABLE of a name, and whether its trailing blanks count for nothing: the text, its length,
        /// the status.
        EnvironmentVariable "get_environment_variable",
        /// GETPID
        ProcessId "getpid",
        /// RANDOM_NUMBER: as many numbers as are read.
        RandomNumber "random_number",
        /// RANDOM_SEED without arguments.
        RandomInit "random_seed",
        /// The size of a seed.
        RandomSize "random_seed_size",
        /// Sets the seed to the numbers given.
        RandomPut "random_seed_put",
        /// The numbers of the seed.
        RandomGet "random_seed_get",
        /// RAND of a number.
        Rand "rand",
        /// IRAND of a number.
        Irand "irand",
        /// SRAND of a number.
        Srand "srand",
        /// SLEEP for a number of seconds.
        Sleep "sleep",
        /// LTIME of seconds since 1970: the nine numbers of C's `tm`, in local time.
        LocalTime "ltime",
        /// GMTIME: the same in UTC.
        UniversalTime "gmtime",
        /// EXECUTE_COMMAND_LINE of a command, and whether it waits: EXITSTAT, CMDSTAT, CMDMSG.
        CommandLine "execute_command_line",
        /// SYSTEM of a command: the status.
        ShellCommand "system",
        /// GETCWD: the name of the working folder, the status.
        WorkingFolder "getcwd",
        /// CHDIR to a name: the status.
        ChangeFolder "chdir",
        /// UNLINK of a name: the status.
        Unlink "unlink",
        /// RENAME of a name to another: the status.
        Rename "rename",
        /// ACCESS to a name in ways that letters say: the status.
        AccessStatus "access",
        /// STAT of a name: the status, and thirteen numbers.
        FileStatus "stat",
        /// LSTAT: the same of a link itself.
        LinkStatus "lstat",
        /// FSTAT: the same of a unit's file.
        UnitStatus "fstat",
        /// FTELL of a unit: the place of the next byte, counted from 0.
        Tell "ftell",
        /// FSEEK of a unit to an offset from a place: the status.
        Seek "fseek",
        /// FGETC and FGET of a unit: the status, and the next byte as a text.
        ReadByte "fgetc",
        /// FPUTC and FPUT of a unit and a text: the status.
        WriteByte "fputc",
        /// FLUSH of all units.
        Flush "flush",
        /// What the controls of the transfer of a unit say that begins next, by their specifiers.
        Controls "controls",
        /// The same of an internal file.
        InternalControls "internal_controls",
        /// INQUIRE of IOLENGTH: the number of bytes of the values given.
        ItemLength "iolength",
    }
    statements {
        /// OPEN, by its specifiers.
        Open "open",
        /// CLOSE
        Close "close",
        /// INQUIRE of a unit or a file.
        Inquire "inquire",
        /// REWIND
        Rewind "rewind",
        /// BACKSPACE
        Backspace "backspace",
        /// ENDFILE
        EndFile "endfile",
        /// FLUSH of one unit.
        FlushUnit "flush_unit",
        /// WAIT
        Wait "wait",
    }
    {
        /// SIZE= of the transfer that ended last: the number of characters that data edit descriptors read.
        Size "size",
        /// IOMSG= of the transfer that ended last: a text.
        Message "message",
    }
}

impl Service {
    /// Its place in [`Service::ALL`], by which generated code names it.
    pub fn number(self) -> i64 {
        self as i64
    }

    /// How many values are given; none if all that is written is.
    pub fn given(self) -> Option<usize> {
        match self {
            Service::RandomPut | Service::ItemLength => None,
            Service::Seek => Some(3),
            Service::EnvironmentVariable
            | Service::CommandLine
            | Service::Rename
            | Service::AccessStatus
            | Service::WriteByte => Some(2),
            Service::SystemClock
            | Service::SecondsOfDay
            | Service::TimeText
            | Service::Argument
            | Service::ShellCommand
            | Service::Rand
            | Service::Irand
            | Service::Srand
            | Service::LocalTime
            | Service::UniversalTime
            | Service::ChangeFolder
            | Service::Unlink
            | Service::FileStatus
            | Service::LinkStatus
            | Service::UnitStatus
            | Service::Tell
            | Service::ReadByte
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
        Service::FILE_STATEMENTS.contains(&self)
    }

    /// Whether each row of a kernel can request it: it is about internal files, or about what is printed.
    pub fn is_for_each_row(self) -> bool {
        use Service::{Controls, InternalControls, ItemLength, Message, Size};
        matches!(self, Controls | InternalControls | ItemLength | Size | Message)
    }

    /// Whether a text that is longer than what it is read into becomes blanks, instead of being cut off.
    pub fn blanks_what_is_short(self) -> bool {
        matches!(self, Service::TimeText | Service::PresentTimeText | Service::WorkingFolder)
    }
}
