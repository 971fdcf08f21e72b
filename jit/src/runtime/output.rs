//! The files of a running main program, or of a lane of a kernel, and the transfers that it has begun.

use forlane_cfg::Handled;
use forlane_semantics::io::{
    Datum, ERROR_UNIT, Files, Finished, Format, IoError, Item, ItemType, OUTPUT_UNIT, OutputFile, Service, System,
    Transfer, Unit,
};
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::Arc;

/// The status at the end of a statement that failed in a way that the program does not handle.
pub const FAILED: i32 = i32::MIN;

/// Input and output of a running main program, or of a lane.
pub struct Output<'a> {
    console: Console<'a>,
    /// The innermost last.
    transfers: Vec<Running>,
    /// The formats used so far, by their text.
    formats: HashMap<Vec<u8>, Arc<Format>>,
    /// What the statement said at which the program ended.
    failure: Option<String>,
    /// The exit status of the STOP that comes next.
    pub exit_status: Option<i64>,
    /// The first unit whose output is lost where the rest is kept.
    lost_unit: Option<i64>,
}

/// What a row has written to units 6 and 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The row, counted from 0.
    pub row: usize,
    /// Lines, of which the last one may lack its end.
    pub text: Vec<u8>,
    /// The first other unit that it wrote to, which is lost.
    pub lost_unit: Option<i64>,
}

/// A transfer, and the internal file that it writes.
struct Running {
    /// None of a WRITE to a unit that there is not in a lane: it does nothing.
    transfer: Option<Transfer>,
    target: Option<InternalFile>,
}

/// Where the characters of an internal file go.
#[derive(Clone, Copy, Debug)]
pub struct InternalFile {
    /// The first one.
    pub address: *mut u8,
    /// The array of dynamic length that they are in; null for another.
    pub array: *mut u8,
}

/// Standard input and output. Output is collected and written a buffer at a time.
struct Console<'a> {
    input: &'a mut dyn BufRead,
    sink: &'a mut dyn Write,
    buffer: Vec<u8>,
    error: Option<io::Error>,
    /// Once something is asked of it: most lanes of a kernel transfer nothing.
    system: Option<Box<System>>,
    /// Whether there are other units than those of the console.
    has_files: bool,
    /// Whether what is written stays in the buffer until the row ends. Otherwise it is lost where there are no files.
    is_kept: bool,
}

/// The buffer is written when it holds more bytes than this.
const BUFFER_BYTES: usize = 1 << 16;

/// More formats than these, made at run time, are not remembered.
const MOST_FORMATS: usize = 1000;

impl<'a> Output<'a> {
    /// Reads from `input` and writes to `sink`, and asks that system, or else one without arguments.
    pub fn new(input: &'a mut dyn BufRead, sink: &'a mut dyn Write, system: Option<Box<System>>) -> Output<'a> {
        let (buffer, error) = (Vec::new(), None);
        let console = Console { input, sink, buffer, error, system, has_files: true, is_kept: false };
        let (transfers, formats) = (Vec::new(), HashMap::new());
        Output { console, transfers, formats, failure: None, exit_status: None, lost_unit: None }
    }

    /// That of a lane of a kernel: there are internal files alone, and what is printed is lost.
    pub fn of_lane(nothing: &'a mut io::Empty, nowhere: &'a mut io::Sink) -> Output<'a> {
        let mut output = Output::new(nothing, nowhere, None);
        output.console.has_files = false;
        output
    }

    /// Sets whether what is written to the console is kept until [`Output::end_row`].
    pub fn keep(&mut self, is_kept: bool) {
        self.console.is_kept = is_kept;
    }

    /// Ends what a row has begun: a transfer that is open, since the row failed in the middle of a statement, without a
    /// word; files that are open are closed. Returns what the row, of that number, has printed, if it is kept.
    pub fn end_row(&mut self, row: usize) -> Option<Printed> {
        self.transfers.clear();
        self.failure = None;
        if self.console.has_files || self.console.is_kept {
            self.console.write_buffer();
            self.console.system = None;
        }
        let printed = Printed { row, text: std::mem::take(&mut self.console.buffer), lost_unit: self.lost_unit.take() };
        (!printed.text.is_empty() || printed.lost_unit.is_some()).then_some(printed)
    }

    /// Begins a transfer with a unit.
    pub fn begin_unit(&mut self, writes: bool, unit: i64, format: Option<&[u8]>) {
        if !self.console.has_files && ![OUTPUT_UNIT, ERROR_UNIT].contains(&unit) {
            // What its controls say is not for the next transfer.
            self.console.system().controls = None;
            self.lost_unit = self.lost_unit.or(Some(unit)).filter(|_| self.console.is_kept);
            return self.transfers.push(Running { transfer: None, target: None });
        }
        self.begin(writes, Unit::Number(unit), format, None);
    }

    /// Begins a transfer with an internal file, which is read unless there is a target, to which its new characters go.
    pub fn begin_internal(
        &mut self,
        characters: &[u8],
        length: usize,
        format: Option<&[u8]>,
        target: Option<InternalFile>,
    ) {
        let mut copy = Vec::new();
        if copy.try_reserve_exact(characters.len()).is_err() {
            let transfer = Some(Transfer::failing(IoError::out_of_memory()));
            return self.transfers.push(Running { transfer, target });
        }
        copy.extend_from_slice(characters);
        self.begin(target.is_some(), Unit::Internal { characters: copy, length }, format, target);
    }

    /// Begins a request to the system.
    pub fn begin_request(&mut self, service: Service) {
        self.transfers.push(Running { transfer: Some(Transfer::request(service)), target: None });
    }

    fn begin(&mut self, writes: bool, unit: Unit, format: Option<&[u8]>, target: Option<InternalFile>) {
        let format = format.map(|text| self.format(text)).transpose();
        let transfer = match format {
            Err(error) => Transfer::failing(error),
            Ok(format) if writes => Transfer::write_to(unit, format, &mut self.console),
            Ok(format) => Transfer::read_from(unit, format, &mut self.console),
        };
        self.transfers.push(Running { transfer: Some(transfer), target });
    }

    fn format(&mut self, text: &[u8]) -> Result<Arc<Format>, IoError> {
        if let Some(format) = self.formats.get(text) {
            return Ok(Arc::clone(format));
        }
        let format = Format::parse(text).map(Arc::new);
        let format = format.map_err(|problem| problem.in_text(text))?;
        if self.formats.len() < MOST_FORMATS {
            self.formats.insert(text.to_vec(), Arc::clone(&format));
        }
        Ok(format)
    }

    /// Writes an item of the innermost transfer.
    pub fn write(&mut self, item: &Item) {
        if let Some(transfer) = self.transfers.last_mut().and_then(|running| running.transfer.as_mut()) {
            transfer.write(item, &mut self.console);
        }
    }

    /// Reads an item of the innermost transfer; none leaves it as it is.
    pub fn read(&mut self, ty: ItemType) -> Option<Datum> {
        self.transfers.last_mut()?.transfer.as_mut()?.read(ty, &mut self.console)
    }

    /// Ends the innermost transfer; also returns where the characters of an internal file go.
    pub fn finish_transfer(&mut self) -> (Finished, Option<InternalFile>) {
        match self.transfers.pop() {
            Some(Running { transfer: Some(transfer), target }) => (transfer.finish(&mut self.console), target),
            _ => (Finished { error: None, internal: None }, None),
        }
    }

    /// The status of a statement, or [`FAILED`] if the program does not handle its error.
    pub fn status_of(&mut self, error: Option<IoError>, handled: i64) -> i32 {
        if self.console.error.is_some() {
            return FAILED;
        }
        let Some(error) = error else { return 0 };
        if handled_of(handled).covers(error.number) {
            return error.number;
        }
        self.failure = Some(error.message);
        FAILED
    }

    /// What the statement said at which the program ended, and the first error of writing what is left.
    ///
    /// # Errors
    /// The sink could not be written.
    pub fn finish(mut self) -> io::Result<Option<String>> {
        self.console.write_buffer();
        self.console.error.map_or(Ok(self.failure), Err)
    }
}

const HANDLED: [Handled; 8] = [
    Handled::Nothing,
    Handled::Errors,
    Handled::Ends,
    Handled::Both,
    Handled::Records,
    Handled::ErrorsAndRecords,
    Handled::EndsAndRecords,
    Handled::All,
];

/// The number that stands for it in generated code.
pub fn handled_number(handled: Handled) -> i64 {
    HANDLED.iter().position(|member| *member == handled).unwrap_or(0) as i64
}

fn handled_of(number: i64) -> Handled {
    usize::try_from(number).ok().and_then(|number| HANDLED.get(number).copied()).unwrap_or(Handled::Nothing)
}

impl Console<'_> {
    fn write_buffer(&mut self) {
        if self.is_kept {
            return;
        }
        if self.error.is_none() {
            self.error = self.sink.write_all(&self.buffer).and_then(|()| self.sink.flush()).err();
        }
        self.buffer.clear();
    }
}

impl Files for Console<'_> {
    fn read_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        // What was asked is there before the answer is awaited.
        self.write_buffer();
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        Ok(Some(line))
    }

    fn write(&mut self, file: OutputFile, characters: &[u8]) -> io::Result<()> {
        if !self.has_files && !self.is_kept {
            return Ok(());
        }
        if file == OutputFile::Error && !self.is_kept {
            return io::stderr().write_all(characters);
        }
        self.buffer.extend_from_slice(characters);
        if self.buffer.len() > BUFFER_BYTES {
            self.write_buffer();
        }
        Ok(())
    }

    fn system(&mut self) -> &mut System {
        self.system.get_or_insert_default()
    }

    fn flush(&mut self) {
        self.write_buffer();
    }
}
