//! Reading and printing by a format of C's, with values that are passed by reference as everything in Fortran.
//!
//! Behind the values come the lengths of texts, the format's first, as gfortran, flang and ifx pass them. So the first
//! word that cannot be an address tells how many values there are, and whether they are as many as the format has.

use crate::files::{refuse, share};
use crate::fortran::units::file;
use crate::fortran::variadic::{Arguments, with_any_number};
use crate::in_order::{IN_ORDER, print_in_order};
use crate::library::{must, process};
use crate::pointer::{letters, memory, place};
use crate::scans::{places_of, scanned_for_another, unpacked};
use crate::stdio::{self, CFile, MOST_PLACES, Printed};
use ferry_mplite::{
    Conversion, PrintPiece, PrintValue, print_pieces, with_escapes, with_text_widths,
};
use std::ffi::{CString, c_int, c_void};

with_any_number! {
    MP_GFSCANF mp_gfscanf = scan_for_all;
    MP_NOFSCANF mp_nofscanf = scan_for_each;
    MP_GFPRINTF mp_gfprintf = print_once;
    MP_NOFPRINTF mp_nofprintf = print_each;
}

/// No address is as small, and no format as long: the kernel gives the first page to nobody (`vm.mmap_min_addr`).
const LONGEST_FORMAT: usize = 4095;

/// A call with a format.
struct Call {
    name: &'static str,
    /// The file; null on all but process 0.
    file: *mut CFile,
    format: Vec<u8>,
    /// Where the values are.
    places: Vec<*mut c_void>,
    arguments: Arguments,
}

impl Call {
    fn of(name: &'static str, arguments: Arguments) -> Self {
        let unit = *place(arguments.place(0).cast::<c_int>());
        let given = (0..=MOST_PLACES).find(|given| arguments.length(2 + given) <= LONGEST_FORMAT);
        let Some(given) = given else {
            refuse(format!(
                "{name}: no length of the format was found behind at most {MOST_PLACES} values"
            ))
        };
        let format = letters(arguments.place(1).cast(), arguments.length(2 + given));
        let format = format.split(|letter| *letter == 0).next().unwrap_or_default();
        let places = (0..given).map(|number| arguments.place(2 + number)).collect();
        Self { name, file: file(name, unit), format: with_escapes(format), places, arguments }
    }

    /// Ends the program if the format does not have as many values.
    fn has(&self, count: usize) {
        let given = self.places.len();
        if given != count {
            let name = self.name;
            refuse(format!("{name}: the format has {count} values, and {given} are given"));
        }
    }

    /// How many letters the text with this number has, the first one behind the format being 0.
    fn text_len(&self, number: usize) -> usize {
        self.arguments.length(3 + self.places.len() + number)
    }
}

/// What is read by a format, and where to.
struct Scan {
    call: Call,
    all: Vec<Conversion>,
    /// Letters of each place; of those that are no text, 0.
    lengths: Vec<usize>,
    format: CString,
}

impl Scan {
    fn of(name: &'static str, arguments: Arguments) -> Self {
        let call = Call::of(name, arguments);
        let all = places_of(&call.format, name);
        call.has(all.len());
        let mut texts = 0;
        let lengths: Vec<usize> = all
            .iter()
            .map(|conversion| {
                let is_text = matches!(conversion, Conversion::Text(_) | Conversion::Letters(_));
                texts += usize::from(is_text);
                if is_text { call.text_len(texts - 1) } else { 0 }
            })
            .collect();
        let format = with_text_widths(&call.format, |place| lengths[place].max(1));
        let format = format.unwrap_or_else(|why| refuse(format!("{name}: {why}")));
        let all = places_of(&format, name);
        Self { call, all, lengths, format: CString::new(format).unwrap_or_default() }
    }

    /// What process 0 reads for itself or another.
    fn scanned(&self) -> Vec<u8> {
        scanned_for_another(self.call.file, self.format.as_ptr(), &self.all)
    }

    /// Puts what was read into its places. Returns how many values there were.
    fn store(&self, packed: &[u8]) -> c_int {
        let (read, values) = unpacked(packed);
        let places = self.call.places.iter().zip(&self.lengths);
        for ((conversion, bytes), (place, len)) in self.all.iter().zip(values).zip(places) {
            match conversion {
                Conversion::Bytes(_) | Conversion::Position(_) => store(*place, bytes),
                Conversion::Letters(_) => store_text(*place, *len, bytes),
                Conversion::Text(_) => {
                    store_text(*place, *len, bytes.strip_suffix(b"\0").unwrap_or(bytes));
                }
            }
        }
        read
    }
}

fn store(into: *mut c_void, bytes: &[u8]) {
    let into = memory(into, bytes.len() as c_int, 1);
    into.write(0, bytes.len()).as_mut_slice().copy_from_slice(bytes);
}

/// Stores a text as Fortran has it, with blanks behind it.
fn store_text(into: *mut c_void, len: usize, text: &[u8]) {
    let mut padded: Vec<u8> = text.iter().copied().take(len).collect();
    padded.resize(len, b' ');
    store(into, &padded);
}

extern "C" fn scan_for_all(registers: *const *mut c_void, stack: *const *mut c_void) -> c_int {
    let scan = Scan::of("mp_gfscanf", Arguments::new(registers, stack));
    let own = (process().node() == 0).then(|| scan.scanned());
    scan.store(&share(own))
}

extern "C" fn scan_for_each(registers: *const *mut c_void, stack: *const *mut c_void) -> c_int {
    let (scan, process) = (Scan::of("mp_nofscanf", Arguments::new(registers, stack)), process());
    if process.node() != 0 {
        return scan.store(&must(process.recv_any_length(0, IN_ORDER)));
    }
    let own = scan.scanned();
    for node in 1..process.size() {
        must(process.send_any_length(&scan.scanned(), node, IN_ORDER));
    }
    scan.store(&own)
}

/// The values of a call that prints, one after another.
struct Values<'a> {
    call: &'a Call,
    taken: usize,
    texts: usize,
}

impl Values<'_> {
    fn next<const SIZE: usize>(&mut self) -> [u8; SIZE] {
        let place = self.place();
        let memory = memory(place, SIZE as c_int, 1);
        memory.read(0, SIZE).as_slice().try_into().unwrap_or([0; SIZE])
    }

    fn place(&mut self) -> *mut c_void {
        self.taken += 1;
        self.call.places[self.taken - 1]
    }

    fn integer(&mut self, size: usize) -> i64 {
        match size {
            1 => i8::from_ne_bytes(self.next()).into(),
            2 => i16::from_ne_bytes(self.next()).into(),
            4 => i32::from_ne_bytes(self.next()).into(),
            _ => i64::from_ne_bytes(self.next()),
        }
    }

    fn real(&mut self, size: usize) -> f64 {
        if size == 4 {
            f32::from_ne_bytes(self.next()).into()
        } else {
            f64::from_ne_bytes(self.next())
        }
    }

    /// The letters of a text, up to a zero if it has one.
    fn text(&mut self) -> &[u8] {
        let len = self.call.text_len(self.texts);
        self.texts += 1;
        let text = letters(self.place().cast(), len);
        text.split(|letter| *letter == 0).next().unwrap_or_default()
    }
}

/// A conversion with the widths that the program has passed, as far as its length.
fn with_widths(begun: &[u8], values: &mut Values<'_>) -> Vec<u8> {
    let mut made = Vec::new();
    for letter in begun {
        match letter {
            b'*' => {
                let number = values.integer(4);
                if number < 0 && made.last() == Some(&b'.') {
                    // No precision is meant (C, fprintf).
                    made.pop();
                } else {
                    made.extend(number.to_string().bytes());
                }
            }
            letter => made.push(*letter),
        }
    }
    made
}

/// What a value is printed as.
fn printed(begun: &[u8], letter: u8, value: PrintValue, values: &mut Values<'_>) -> Vec<u8> {
    let mut conversion = with_widths(begun, values);
    if matches!(value, PrintValue::Integer(_) | PrintValue::Unsigned(_)) {
        conversion.extend(b"ll");
    }
    conversion.push(letter);
    let conversion = CString::new(conversion).unwrap_or_default();
    match value {
        PrintValue::Integer(size) => {
            stdio::printed(&conversion, Printed::Integer(values.integer(size)))
        }
        PrintValue::Unsigned(size) => {
            let sign_free = u64::MAX >> (64 - 8 * size as u32);
            let value = values.integer(size) as u64 & sign_free;
            stdio::printed(&conversion, Printed::Integer(value as i64))
        }
        PrintValue::Real(size) => stdio::printed(&conversion, Printed::Real(values.real(size))),
        PrintValue::Letter => {
            let letter = values.text().first().copied().unwrap_or(b' ');
            stdio::printed(&conversion, Printed::Letter(letter))
        }
        PrintValue::Text => {
            let text = CString::new(values.text()).unwrap_or_default();
            stdio::printed(&conversion, Printed::Text(&text))
        }
    }
}

/// What a call prints.
fn print(call: &Call) -> Vec<u8> {
    let pieces = print_pieces(&call.format);
    let pieces = pieces.unwrap_or_else(|why| refuse(format!("{}: {why}", call.name)));
    let count = |piece: &PrintPiece| match piece {
        PrintPiece::Letters(_) => 0,
        PrintPiece::Value { passed, .. } => passed + 1,
    };
    call.has(pieces.iter().map(count).sum());
    let mut values = Values { call, taken: 0, texts: 0 };
    let mut all = Vec::new();
    for piece in &pieces {
        match piece {
            PrintPiece::Letters(letters) => all.extend(letters),
            PrintPiece::Value { begun, letter, value, .. } => {
                all.extend(printed(begun, *letter, *value, &mut values));
            }
        }
    }
    all
}

extern "C" fn print_once(registers: *const *mut c_void, stack: *const *mut c_void) -> c_int {
    let call = Call::of("mp_gfprintf", Arguments::new(registers, stack));
    let text = print(&call);
    if process().node() == 0 {
        stdio::write(call.file, &text);
    }
    text.len() as c_int
}

extern "C" fn print_each(registers: *const *mut c_void, stack: *const *mut c_void) -> c_int {
    let call = Call::of("mp_nofprintf", Arguments::new(registers, stack));
    let text = print(&call);
    print_in_order(call.file, &text);
    text.len() as c_int
}
