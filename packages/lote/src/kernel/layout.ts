/** The numbers that the kernel and its host share: places in its memory, the data that it reads, the sights that it counts. */

/** Where each table and buffer begins in the memory of the kernel. */
export const enum At {
  /** Two bytes before a row may be looked at. */
  CLASSES = 64, // i32[256]: of ASCII, and of the letters that begin with C3
  PARTICLES = 0x440, // i32[1051]
  PASSED_OVER = 0x14c0, // i32[1051]
  INCONVENIENT = 0x2540, // i32[1051]
  LETTERS = 0x35c0, // u8[32]
  VALUES = 0x3600, // u8[256]
  DAYS = 0x3700, // u8[16]
  HARMLESS = 0x3800, // u8[256]
  UTF8 = 0x3900, // u32[128]: the bytes of each character beyond ASCII, and how many they are in the last byte
  COUNTS = 0x3b00, // f64[64]: how often each sight was seen
  FIRST_ROWS = 0x3d00, // f64[64]: in which row first
  SHOWN = 0x3f00, // u64: the sights that the host found in a datum
  ENDS = 0x3f40, // u8[96]: as many 255 as a kept datum has bytes, then zeros
  BEFORE = 0x4000, // the answer before the key and behind it
  MIDDLE = 0x4200, // in a sheet, behind the number of the row
  AFTER = 0x4400,
  NEEDED = 0x5000, // u8[4096]: for each column of a sheet, 1 + its cell among the noted ones; 0: it is not read
  DOUBTFUL = 0x6000, // bits[65536]: words that are looked at
  WORDS = 0x8000, // bits[65536]: cells that may be a word for nothing, by their beginning and length
  CELLS = 0xa000, // u32[2 * 1026]: where each cell begins and ends
  JOINED = 0xd000, // two names
  UNESCAPED = 0xe000, // texts of JSON without their escapes
  SPELLINGS = 0x10000, // 4096 slots
  INPUT = 0x50040,
  OUTPUT = 0xa0000,
  GIVEN_NAMES = 0xe0000, // bits[65536]: words that are frequent given names
  FRAMES = 0xf0000, // 8 frames of 8 kB
}

/** The places of a frame: what the lines of an NDJSON with the same names have in common. */
export const enum Frame {
  /** How many pieces there are, and how long the answer is before the key and behind it. */
  PIECES = 0,
  BEFORE_LENGTH = 4,
  AFTER_LENGTH = 8,
  /** The columns, in the order of `FIELDS`. */
  COLUMNS = 12,
  /** 1: the names have letters beyond ASCII. */
  IS_HIGH = 56,
  BEFORE = 64,
  AFTER = 0x140,
  /** Each piece: the kind of the value behind it, its length, and its bytes in whole eights. */
  FIRST_PIECE = 0x540,
  SIZE = 0x2000,
}

/** The value behind a piece of a frame. */
export const enum Piece {
  /** The object ends. */
  LAST,
  TEXT,
  NUMBER,
  /** It is part of the piece, and stands for nothing. */
  NOTHING,
}

export const enum Size {
  /** A row that is longer leaves the kernel. */
  ROW = 0x8000,
  INPUT = 0x4ff00,
  /** Rows are written while the output is shorter. */
  OUTPUT = 0x20000,
  /** The bits of a slot's number, and the bytes of a slot. */
  SLOT_BITS = 12,
  SLOT = 64,
  /** The longest datum whose meaning is kept. */
  KEPT = 48,
  /** No datum of a person is longer. */
  DATUM = 100,
  FRAMES = 8,
  UNESCAPED = 0x1f00,
  /** At most so many cells of a row of a sheet are noted, of so many columns. */
  NOTED = 16,
  COLUMNS = 0x1000,
  /** A number with more digits may not be exact. */
  DIGITS = 15,
}

/** The data whose meaning the host tells, if they are not spelled as usual. */
export const enum Datum {
  GIVEN = 1,
  PATERNAL,
  MATERNAL,
  /** An only surname of several words, and a second one that begins with DE: 0, or 1 if somebody should look at it. */
  LONE,
  MARRIED,
  DATE,
  YEAR,
  MONTH,
  DAY,
  SEX,
  ENTITY,
}

/** How the bytes of a file become UTF-8. */
export const enum ByteForm {
  /** They are. */
  UTF8,
  /** Each is a character of a table. */
  ONE,
  /** Rows beyond ASCII leave the kernel. */
  OTHER,
}

export const enum DateOrder {
  DAY_FIRST,
  MONTH_FIRST,
  MIXED,
  YEAR_FIRST,
}

/** So many rows tell in which encoding accents are those of Spanish, and whether given names are where they belong. */
export const MAX_JUDGED = 1000;
/** A surname of fewer letters is a particle or a short part, such as San. */
export const MIN_SURNAME = 4;

/** The places of `SIGHTS`, and one for whatever shows nothing. */
export const enum Show {
  NOT_UTF8,
  UTF8,
  H,
  F,
  M,
  DIGITS,
  DAY_FIRST,
  MONTH_FIRST,
  UNPROVEN,
  SHORT_YEARS,
  SURNAMES,
  V,
  MEN,
  WOMEN,
  NAMES,
  /** The first of the places for `WRAPPINGS`. */
  FIRST_WRAPPING,
  JOINED = FIRST_WRAPPING + 6,
  TOGETHER,
  NOT_SERIAL,
  SERIAL,
  YEAR_FIRST,
  LATE_DAY,
  MEXICO,
  STATES,
  ODD,
  SIGNS,
  LACKS_ENIE,
  ENIE,
  JUDGED,
  WITHOUT_KEY,
  LINES,
  ANNOUNCED,
  LOST_ZERO,
  JUDGED_NAMES,
  SWAPPED,
  CROSSED,
  MAN_M,
  WOMAN_M,
  /** The first of the places for `GUESSES`. */
  FIRST_GUESS,
  /** Behind the ten guesses. */
  NOTHING = FIRST_GUESS + 10,
}

/** The bits of what the first word of a name shows. */
export const enum NameKind {
  /** It is a frequent given name. */
  GIVEN = 1,
  /** One that ends in A, as those of women do, or in O. */
  WOMAN = 2,
  MAN = 4,
}
