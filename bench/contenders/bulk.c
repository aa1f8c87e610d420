/*
 * One contender of bulk.mjs: reads a file of people and writes it with their keys, in one thread.
 *
 *   bulk IN.csv OUT.csv
 *
 * It reads and writes blocks by system calls, copies each row unchanged, then cuts it into cells in place. All people of
 * the benchmark are valid: a row without a key ends the program.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "curp.h"

enum { BLOCK = 1 << 18, LONGEST_ROW = 1 << 16, COLUMNS = 64 };

typedef struct {
  char *start, *end;
} Cell;

typedef struct {
  Cell cells[COLUMNS];
  int count;
  char *start, *end; /* without the line break */
} Row;

static const char *const NAMES[DATOS] = {"nombres",          "apellido_paterno", "apellido_materno",
                                         "fecha_nacimiento", "sexo",             "entidad"};
static const char HEADER_END[] = ",curp,aviso,code_error,error_message\n";
static int columns[DATOS];

static void fail(const char *what) {
  fprintf(stderr, "bulk: %s\n", what);
  exit(1);
}

/*
 * Finds the row that begins at p and returns the beginning of the next one, or NULL if the block ends before the row.
 * The byte at `end` must be a line break, which stops the search for the end of a cell.
 */
static char *find_row(Row *row, char *p, const char *end) {
  row->start = p;
  for (row->count = 0;; p++) {
    if (row->count == COLUMNS) fail("too many columns");
    Cell *cell = row->cells + row->count++;
    cell->start = p;
    if (*p == '"') {
      for (;;) {
        p = memchr(p + 1, '"', (size_t)(end - p - 1));
        if (!p || p + 1 >= end) return NULL;
        if (*++p != '"') break;
      }
    }
    while ((unsigned char)*p > ',' || (*p != ',' && *p != '\n')) p++;
    if (p >= end) return NULL;
    cell->end = p;
    if (*p == '\n') {
      if (p > cell->start && p[-1] == '\r') cell->end--;
      row->end = cell->end;
      return p + 1;
    }
  }
}

/* Makes a cell a C string in place: removes its quotes and adds a NUL. */
static const char *text_of(Cell cell) {
  *cell.end = 0;
  if (*cell.start != '"') return cell.start;
  char *to = cell.start;
  for (const char *from = cell.start + 1; from < cell.end; from++) {
    if (*from == '"' && *++from != '"') break;
    *to++ = *from;
  }
  *to = 0;
  return cell.start;
}

static void read_header(const Row *row) {
  for (int i = 0; i < DATOS; i++) columns[i] = -1;
  for (int c = 0; c < row->count; c++) {
    const char *name = text_of(row->cells[c]);
    for (int i = 0; i < DATOS; i++) {
      if (!strcmp(name, NAMES[i])) columns[i] = c;
    }
  }
  for (int i = 0; i < DATOS; i++) {
    if (columns[i] < 0) fail("a column is missing");
  }
}

/* Appends the results of a row: its key, no review, no error, no message. */
static char *append_key(char *out, const Row *row) {
  Persona persona;
  for (int i = 0; i < DATOS; i++) {
    if (columns[i] >= row->count) fail("a row is too short");
    persona.dato[i] = text_of(row->cells[columns[i]]);
  }
  *out = ',';
  if (!calcular(&persona, out + 1)) fail("a row has no key");
  memcpy(out + 19, ",,0,\n", 5);
  return out + 24;
}

static void write_all(int file, const char *from, const char *to) {
  while (from < to) {
    ssize_t written = write(file, from, (size_t)(to - from));
    if (written < 0) fail("cannot write");
    from += written;
  }
}

int main(int argc, char **argv) {
  static char in[BLOCK + LONGEST_ROW + 2], out_block[BLOCK + LONGEST_ROW + 64];
  if (argc != 3) fail("usage: bulk IN.csv OUT.csv");
  int from = open(argv[1], O_RDONLY), to = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (from < 0 || to < 0) fail("cannot open the files");
  preparar();

  Row row;
  int is_header = 1;
  size_t kept = 0; /* the bytes of a row that the last block cut */
  char *out = out_block;
  for (ssize_t got = 1; got > 0;) {
    got = read(from, in + kept, BLOCK);
    if (got < 0) fail("cannot read");
    char *p = in, *end = in + kept + got, *next;
    if (got == 0 && kept > 0 && end[-1] != '\n') *end++ = '\n';
    *end = '\n';
    while (p < end && (next = find_row(&row, p, end))) {
      size_t length = (size_t)(row.end - row.start);
      if (length > LONGEST_ROW) fail("a row is too long");
      if (out > out_block + BLOCK) write_all(to, out_block, out), out = out_block;
      memcpy(out, row.start, length);
      out += length;
      if (is_header) {
        read_header(&row);
        memcpy(out, HEADER_END, sizeof HEADER_END - 1);
        out += sizeof HEADER_END - 1;
        is_header = 0;
      } else {
        out = append_key(out, &row);
      }
      p = next;
    }
    kept = (size_t)(end - p);
    if (kept > LONGEST_ROW) fail("a row is too long");
    if (got == 0 && kept > 0) fail("a quote is not closed");
    memmove(in, p, kept);
  }
  write_all(to, out_block, out);
  return close(to) ? 1 : 0;
}
