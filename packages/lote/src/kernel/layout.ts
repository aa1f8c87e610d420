/** The numbers that the kernel and its host share: offsets in its memory, and the data that it asks about. */

/** The offset of each table and buffer in the memory of the kernel. */
export const enum At {
  /** The first 64 bytes stay unused: the kernel may look at bytes before a text. */
  SPANISH = 64, // u8[64]: 1 for each second byte after C3 of a Spanish letter
  CLASSES = 0x80, // u64: the classes of a whole name's words; u32: a date
  PARTS = 0x90, // u32[2 * 3]: the beginning and end of the first surname, the second one and the given names
  JOINT = 0xb0, // u64: the evidence that two data show together
  ONCE = 0xb8, // u64: the evidence that is counted once
  SHOWN = 0xc0, // u64: what a text shows
  BOUNDS = 0x100, // u32[2 * 16]: the words of a whole name
  WORDS = 0x200, // u32[64]: the words of a row
  DAYS = 0x300, // u32[128 * 16]: for each month of each year a bit for each plain day, and bit 0; 0 if it is unknown
  INCONVENIENT = 0x2540, // i32[1051]
  LETTERS = 0x35c0, // u8[32]
  VALUES = 0x3600, // u8[256]
  HARMLESS = 0x3800, // u8[256]
  UTF8 = 0x3900, // u32[128]: three bytes of UTF-8 for each character beyond ASCII, and their count in the last byte
  ENDS = 0x3f40, // u8[96]: 255 for each byte of a kept text, then zeros
  BEFORE = 0x4000, // the answer before the key; AFTER has the answer after it
  MIDDLE = 0x4200, // in a sheet, the answer after the number of the row
  AFTER = 0x4400,
  NEEDED = 0x5000, // u8[4096]: for each column of a sheet, 1 + its index among the noted cells, or 0 if it is not read
  TOUCHED = 0x6000, // u8[0x1080]: 1 for each stretch of 2 kB that holds a kept text
  COUNTS = 0x7400, // f64[128]: the count of each evidence
  FIRST_ROWS = 0x7800, // f64[128]: the first row of each evidence
  CELLS = 0xa000, // u32[2 * 1026]: the beginning and end of each cell
  JOINED = 0xd000, // two joined names
  UNESCAPED = 0xe000, // texts of JSON without their escapes
  INPUT = 0x10040,
  OUTPUT = 0x60000,
  FIGURES = 0x9c000, // 32 * 32 slots of 16 bytes for two figures of a date: the answer, 0 if it is unknown; what they show
  FRAMES = 0xa0000, // 8 frames of 8 kB
  LONG_TEXTS = 0xb0000, // 2^13 slots of 64 bytes
  SHORT_TEXTS = 0x130000, // 2^17 slots of 32 bytes, and some more
  STRINGS = 0x540000, // the first shared strings of a workbook, each followed by a line feed
  STRING_STARTS = 0x740000, // u32[2^17]: the offset of each in STRINGS
  NUMBER_TEXTS = 0x7c0000, // 2^15 slots of 16 bytes: numbers of a sheet as it shows them
  PEOPLE = 0x840000, // 2^9 people: those of the rows of a run
}

/** The offsets in a person: two hashes of the key, one of the names, and the number of the row. The numbers of the hashes. */
export const enum NotedPerson {
  KEY = 0,
  KEY_AGAIN = 4,
  /** Its lowest bit is 0. */
  NAMES = 8,
  ROW = 12,
  SIZE = 16,
  FACTOR = 0x85ebca6b,
  OTHER_FACTOR = 0xc2b2ae35,
  PRIME = 0x01000193,
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
  IS_HIGH = 72,
  BEFORE = 80,
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
  /** The longest texts of short and long slots, and the bits of a slot's number. */
  SHORT = 16,
  SHORT_BITS = 17,
  LONG = 48,
  LONG_BITS = 13,
  /** The shared strings that fit: the most bytes, the bits of an offset within a block, whose border no text crosses, and the most texts. */
  STRINGS = 0x200000,
  BLOCK_BITS = 20,
  STRING_STARTS = 0x1ffff,
  /** The last slot for a number of a sheet, its longest text, and what its column and style stay below. */
  NUMBERS = 0x7fff,
  NUMBER_TEXT = 10,
  NUMBER_COLUMN = 0xfff,
  NUMBER_STYLE = 0x100,
  /** The bits of an offset within a stretch of kept texts that is wiped at once. */
  STRETCH_BITS = 11,
  /** The most slots among which a short text is looked for. */
  TRIES = 12,
  /** The most bytes of a name, and the most words of a row's names. */
  NAME = 100,
  MOST_WORDS = 60,
  FRAMES = 8,
  /** The most rows of a run: few, because a run with a duplicate is undone. */
  PEOPLE = 0x200,
  UNESCAPED = 0x1f00,
  /** The most cells of a sheet's row that are noted, and the most columns. */
  NOTED = 18,
  COLUMNS = 0x1000,
  /** The years with known days. */
  FIRST_YEAR = 1900,
  YEARS = 128,
  /** A number with more digits may be inexact. */
  DIGITS = 15,
}

/** The kinds of text that the kernel asks the host about. */
export const enum Datum {
  /** Names. The answer is the three letters of the key, 0 if there is no name, or -1 if it is not plain. */
  GIVEN = 1,
  SECOND_GIVEN,
  PATERNAL,
  MATERNAL,
  /** Words of names. The answer has the bits of `Word`. */
  GIVEN_WORD,
  SURNAME_WORD,
  /** Words before the first plain word of given names. The answer is 1 if all are passed over. */
  PASSED_OVER,
  /** A word of a name in one column. The answer is its class, or 0 if the name must be cut as a text. */
  WHOLE_WORD,
  /**
   * The classes of the words of a whole name, four bits each. The answer is 0 if the cut is doubtful, else it has eight
   * bits for the first surname, the second one and the given names: the numbers of the first and of the last word.
   */
  CUT,
  /** The answer is a number, or 0 if the datum is not plain: YYYYMMDD, or that of one part. */
  DATE,
  YEAR,
  MONTH,
  DAY,
  /**
   * A plain date. The answer is 0 if such dates must be read as a whole, else the sign between its three figures; above
   * 255 if the year is the first figure, not the last.
   */
  FORM,
  /** A date of that form with any year. The answer is MMDD, or -1 if the date must be read as a whole. */
  FIGURES,
  /** The number YYYYMM. The answer has a bit for each plain day, and bit 0. */
  DAYS,
  /** The number YYYYMMDD of a date in parts. The answer is that number, or 0 if the date is not plain. */
  BIRTH,
  /** The answer is the code of the letter, the two letters of the entity, or 0. */
  SEX,
  ENTITY,
  /** An age, followed by the number YYYYMM of the birth. The answer is 1 if they agree, whatever the day. */
  AGE,
  /** The answer is 1 if nobody was born abroad by it, the two letters of abroad, or 0 if it is not plain. */
  COUNTRY,
}

/** The answer about a word. */
export const enum Word {
  /** Below this bit are the three letters of the key if the word is plain, else 0; from there on a number that words of the same letters share. */
  IDENTITY = 15,
  /** The bit of that number for a particle (DE, LA), which any two names may share. */
  PARTICLE = 0x10000,
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
