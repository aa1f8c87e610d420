/** The numbers that the kernel and its host share: offsets in its memory, the data that it reads, the sights that it counts. */

/** The offset of each table and buffer in the memory of the kernel. */
export const enum At {
  /** The first 64 bytes stay unused, and 64 bytes before INPUT: the kernel looks at two bytes before a letter. */
  CLASSES = 64, // i32[256]: the classes of ASCII, and of the letters that begin with C3
  PARTICLES = 0x440, // i32[1051]
  PASSED_OVER = 0x14c0, // i32[1051]
  INCONVENIENT = 0x2540, // i32[1051]
  LETTERS = 0x35c0, // u8[32]
  VALUES = 0x3600, // u8[256]
  DAYS = 0x3700, // u8[16]
  HARMLESS = 0x3800, // u8[256]
  UTF8 = 0x3900, // u32[128]: three bytes of UTF-8 for each character beyond ASCII, and their count in the last byte
  COUNTS = 0x3b00, // f64[64]: the count of each sight
  FIRST_ROWS = 0x3d00, // f64[64]: the first row of each sight
  SHOWN = 0x3f00, // u64: the sights that the host found in a datum
  ENDS = 0x3f40, // u8[96]: 255 for each byte of a kept datum, then zeros
  BEFORE = 0x4000, // the answer before the key; AFTER has the answer after it
  MIDDLE = 0x4200, // in a sheet, the answer after the number of the row
  AFTER = 0x4400,
  NEEDED = 0x5000, // u8[4096]: for each column of a sheet, 1 + its index among the noted cells, or 0 if it is not read
  DOUBTFUL = 0x6000, // bits[65536]: words that may raise a doubt
  WORDS = 0x8000, // bits[65536]: cells that may be a null word, by their beginning and length
  CELLS = 0xa000, // u32[2 * 1026]: the beginning and end of each cell
  JOINED = 0xd000, // two joined names
  UNESCAPED = 0xe000, // texts of JSON without their escapes
  SPELLINGS = 0x10000, // 4096 slots
  INPUT = 0x50040,
  OUTPUT = 0xa0000,
  GIVEN_NAMES = 0xe0000, // bits[65536]: words that are frequent given names
  FRAMES = 0xf0000, // 8 frames of 8 kB
}

/** The offsets in a frame: what NDJSON lines with the same names have in common. */
export const enum Frame {
  /** The number of pieces, and the lengths of the answer before and after the key. */
  PIECES = 0,
  BEFORE_LENGTH = 4,
  AFTER_LENGTH = 8,
  /** The columns, in the order of `FIELDS`. */
  COLUMNS = 12,
  /** 1 if the names have letters beyond ASCII. */
  IS_HIGH = 56,
  BEFORE = 64,
  AFTER = 0x140,
  /** Each piece: the kind of the value after it, its length, and its bytes padded to a multiple of eight. */
  FIRST_PIECE = 0x540,
  SIZE = 0x2000,
}

/** The kind of value that follows a piece of a frame. */
export const enum Piece {
  /** The object ends. */
  LAST,
  TEXT,
  NUMBER,
  /** The value is part of the piece, and its cell is empty. */
  NOTHING,
}

export const enum Size {
  /** Longer rows leave the kernel. */
  ROW = 0x8000,
  INPUT = 0x4ff00,
  /** Rows are written while the output is shorter. */
  OUTPUT = 0x20000,
  /** The bits of a slot's number, and the bytes of a slot. */
  SLOT_BITS = 12,
  SLOT = 64,
  /** The longest datum whose meaning is kept. */
  KEPT = 48,
  /** The most bytes of a person's datum. */
  DATUM = 100,
  FRAMES = 8,
  UNESCAPED = 0x1f00,
  /** The most cells of a sheet's row that are noted, and the most columns. */
  NOTED = 16,
  COLUMNS = 0x1000,
  /** A number with more digits may be inexact. */
  DIGITS = 15,
}

/** The data whose meaning the host returns if their spelling is unusual. */
export const enum Datum {
  GIVEN = 1,
  PATERNAL,
  MATERNAL,
  /** LONE is an only surname of several words, MARRIED a second one. Their meaning is 0 unless the row needs a review. */
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
  /** The bytes are UTF-8. */
  UTF8,
  /** Each byte is a character of a table. */
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

/** This many rows decide in which encoding the accents are Spanish, and whether the columns of given names hold given names. */
export const MAX_JUDGED = 1000;
/** A shorter surname is a particle or a short part, for example San. */
export const MIN_SURNAME = 4;

/** The indexes of `SIGHTS`, and one index for data that show nothing. */
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
  /** The first of the six indexes for `WRAPPINGS`. */
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
  AGREED,
  MAN_M,
  WOMAN_M,
  NEW_YEAR,
  /** The first of the ten indexes for `GUESSES`. */
  FIRST_GUESS,
  /** The index after the ten guesses. */
  NOTHING = FIRST_GUESS + 10,
}

/** The bits that describe the first word of a name. */
export const enum NameKind {
  /** The word is a frequent given name. */
  GIVEN = 1,
  /** The given name ends in A, as most women's names do; MAN: it ends in O. */
  WOMAN = 2,
  MAN = 4,
}
