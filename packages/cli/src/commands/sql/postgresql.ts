/**
 * The norm as functions of PostgreSQL, generated from the tables of `core`. Each function contains all it needs and
 * calls no other, so that a CHECK constraint works under any `search_path`, as when a dump is restored. One short
 * regular expression recognises names in the usual letters, which need little more than `upper` and `translate`. Other
 * names are rewritten first, as `normalizar` of `core` does.
 */
import {
  CLAVES_GENERICAS,
  ENTIDADES,
  NOMBRES_OMITIDOS,
  PALABRAS_INCONVENIENTES,
  PARTICULAS,
  validar,
} from '@curp-service/core';
import {
  ANIO_DEL_CODIGO,
  FORMA,
  LARGO_MAXIMO,
  normalizar,
  PRIMER_ANIO,
  representante,
  VALORES,
} from '@curp-service/core/tablas';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** Writes a list of words as a text in which each word is found between spaces. */
const wordList = (words: readonly string[]): string => quoted(` ${words.join(' ')} `);

/** Writes a character for a regular expression of PostgreSQL. */
const escaped = (code: number): string =>
  code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;

/** The characters of the planes of Unicode that have a meaning, without surrogates. */
const CODES = [
  [0x1, 0xd7ff],
  [0xe000, 0x3ffff],
  [0xe0000, 0xe0fff],
].flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));

/** Writes a bracket expression for these characters, without its brackets. */
function ranges(codes: readonly number[]): string {
  const found: [from: number, to: number][] = [];
  for (const code of codes) {
    const last = found.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else found.push([code, code]);
  }
  return found.map(([from, to]) => (from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`)).join('');
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const VOWELS = 'AEIOUÄËÏÖ';
const CONSONANTS = `BCDFGHJKLMNPQRSTVWXYZÑÞµ`;
/** The classes of characters other than A-Z. Each gives X in a key. */
const OTHERS = "ÑÄËÏÖÞµ.'#-";
/** The usual letters beyond ASCII, which `translate` searches in this order. */
const ACCENTED = 'áéíóúñüÁÉÍÓÚÜ';

/** How characters beyond the fast path are read. The texts are bracket expressions without their brackets. */
interface Characters {
  readonly marks: string;
  readonly invisible: string;
  readonly blanks: string;
  readonly controls: string;
  /** Letters of other scripts. */
  readonly foreign: string;
  /** Each ligature with its letters. */
  readonly ligatures: readonly (readonly [ligature: string, letters: string])[];
  /** Characters, not in brackets, and what each is read as. */
  readonly from: string;
  readonly to: string;
  /** Letters that a mark turns into another: that letter, the mark, and the letters with its base. */
  readonly marked: readonly (readonly [read: string, mark: string, bases: string])[];
}

/** Returns whether a character is a letter of a script that is not related to the Latin one, as most letters are. */
const isForeign = (character: string): boolean =>
  /(?!\p{Lm}|\p{Script=Latin})\p{L}/u.test(character) && character.normalize('NFKD') === character;

function readCharacters(): Characters {
  const marks: number[] = [];
  const invisible: number[] = [];
  const blanks: number[] = [];
  const controls: number[] = [];
  const foreign: number[] = [];
  const ligatures: [string, string][] = [];
  const bases: Record<string, number[]> = { N: [], A: [], E: [], I: [], O: [] };
  let [from, to] = ['', ''];
  for (const code of CODES) {
    const character = String.fromCodePoint(code);
    if (/\p{M}/u.test(character)) marks.push(code);
    else if (/\p{Cf}/u.test(character)) invisible.push(code);
    else if (isForeign(character)) foreign.push(code);
    else if (/[\p{L}\s\p{Cc}\p{P}\p{S}]/u.test(character)) {
      const decomposed = character.normalize('NFKD').toUpperCase();
      const letters = decomposed.length === 1 ? '' : normalizar(character);
      if (letters.length > 1) ligatures.push([character, letters.toUpperCase()]);
      const read = representante(character);
      if (/\p{L}/u.test(read)) bases[decomposed.charAt(0)]?.push(code);
      if (read === ' ') blanks.push(code);
      else if (read === '\0') controls.push(code);
      else if (read === 'µ') foreign.push(code);
      else if (read !== '#' && read !== character) [from, to] = [from + character, to + read];
    }
  }
  const marked = ['Ñ', 'Ä', 'Ë', 'Ï', 'Ö'].map((read) => {
    const [base = '', mark = ''] = read.normalize('NFD');
    return [read, mark, ranges(bases[base] ?? [])] as const;
  });
  return {
    marks: ranges(marks),
    invisible: ranges(invisible),
    blanks: ranges(blanks),
    controls: ranges(controls),
    foreign: ranges(foreign),
    ligatures,
    from,
    to,
    marked,
  };
}

/** Writes the code that rewrites the name in `t`, each character as it is read: the slow path, for any character. */
function rewrite({ marks, invisible, blanks, foreign, ligatures, from, to, marked }: Characters): string {
  const replace = (pattern: string, by: string): string =>
    `t := regexp_replace(t, ${quoted(pattern)}, ${quoted(by)}, 'g');`;
  return [
    replace(`[${invisible}]`, ''),
    ...ligatures.map(([ligature, letters]) => `t := replace(t, ${quoted(ligature)}, ${quoted(letters)});`),
    't := normalize(t, NFC);',
    replace(`(?:\\.[${marks}]*)?ª[${marks}]*`, 'A'),
    ...marked.map(([read, mark, bases]) =>
      replace(`[${bases}][${marks}]*${escaped(mark.charCodeAt(0))}[${marks}]*`, read),
    ),
    replace(`[${marks}]+`, ''),
    replace(`[${blanks}]`, ' '),
    `t := translate(t, ${quoted(from)}, ${quoted(to)});`,
    replace(`[${foreign}]`, 'µ'),
    replace(`[^${LETTERS}${OTHERS.replace('-', '')} -]`, '#'),
  ].join('\n      ');
}

const TODAY = "(clock_timestamp() AT TIME ZONE 'UTC')::date";
const LAST_PAST_DAY = `${ANIO_DEL_CODIGO - 1}-12-31`;
const ENTITIES = quoted(`|${ENTIDADES.map((e) => e.claveEntidad + e.abreviaturaEntidad).join('|')}|`);
/** The value of each byte in the check digit. */
const VALUES = `
  valores CONSTANT bytea := '\\x${Buffer.from(VALORES.subarray(0, 91)).toString('hex')}';`;

/** The check digit of the first 17 characters, which are in the bytes `d`. */
const TERMS = Array.from({ length: 17 }, (_, i) => `get_byte(valores, get_byte(d, ${i})) * ${18 - i}`);
const DIGIT = `((10 - (${TERMS.join(' + ')}) % 10) % 10)::text`;

/** White space, which the ends of a key may have. */
const BLANKS = CODES.filter((code) => code < 0x10000 && String.fromCharCode(code).trim() === '')
  .map(escaped)
  .join('');
/** Assigns to `c` the key in the form in which it is examined. */
const WRITTEN = `c := upper(btrim(curp, E'${BLANKS}') COLLATE "C");`;

const DATA = 'nombres text, apellido_paterno text, apellido_materno text, fecha date, sexo text, entidad text';
/** The type that compares texts by their bytes, whatever the collation of a column. */
const TEXT = 'text COLLATE "C"';
const VARIABLES = `${VALUES}
  a ${TEXT} := '';
  b ${TEXT} := '';
  n ${TEXT} := '';
  e ${TEXT} := entidad;
  s ${TEXT} := sexo;
  conocido boolean := false;
  o ${TEXT};
  t ${TEXT};
  w ${TEXT};
  r ${TEXT};
  i integer;
  omisible boolean;
  d bytea;
  clave ${TEXT};`;

/** Writes the code that assigns to `clave` the key of a person, and returns NULL if the data give none. */
const calculation = (characters: Characters): string => `
  IF length(e) = 2 AND strpos(${ENTITIES}, e || '|') = 0 THEN
    e := substr(${ENTITIES}, nullif(strpos(${ENTITIES}, '|' || e), 0) + 3, 2);
  END IF;
  IF e IS NULL OR length(e) <> 2 OR fecha IS NULL OR s IS NULL OR s NOT IN ('H', 'M', 'X')
    OR fecha < DATE '${PRIMER_ANIO}-01-01' OR (fecha > DATE '${LAST_PAST_DAY}' AND fecha > ${TODAY}) THEN
    RETURN NULL;
  END IF;
  FOR k IN 1..3 LOOP
    o := CASE k WHEN 1 THEN apellido_paterno WHEN 2 THEN apellido_materno ELSE nombres END;
    t := btrim(CASE
      WHEN octet_length(o) = length(o) THEN upper(o)
      ELSE translate(upper(o), ${quoted(ACCENTED)}, ${quoted(Array.from(ACCENTED, representante).join(''))})
    END);
    IF t ~ '[^${LETTERS}Ñ .''-]' OR length(t) > ${LARGO_MAXIMO} THEN
      t := o;
      IF t ~ ${quoted(`[${characters.controls}]`)} OR length(normalize(t, NFC)) > ${LARGO_MAXIMO} THEN
        RETURN NULL;
      END IF;
      ${rewrite(characters)}
      t := btrim(t);
    END IF;
    CONTINUE WHEN t IS NULL OR t = '';
    -- R 1.3, R 1.7: the first word that is not passed over counts, or the last one.
    w := t;
    IF strpos(w, ' ') > 0 THEN
      omisible := k = 3;
      LOOP
        i := strpos(w, ' ');
        EXIT WHEN i = 0;
        r := ' ' || left(w, i);
        IF strpos(${wordList(PARTICULAS)}, r) > 0 THEN
          w := ltrim(substr(w, i));
        ELSIF omisible AND strpos(${wordList(NOMBRES_OMITIDOS)}, r) > 0 THEN
          omisible := false;
          w := ltrim(substr(w, i));
        ELSE
          w := left(w, i - 1);
          EXIT;
        END IF;
      END LOOP;
    END IF;
    -- The initial, the first internal vowel and the first internal consonant.
    r := left(w, 1) || left(ltrim(substr(w, 2), ${quoted(CONSONANTS)}) || 'X', 1)
      || left(ltrim(substr(w, 2), ${quoted(VOWELS)}) || 'X', 1);
    IF r ~ '[^${LETTERS}]' THEN
      IF t !~ '[${LETTERS}ÑÄËÏÖÞ]' THEN
        RETURN NULL; -- no letter
      END IF;
      r := translate(r, ${quoted(OTHERS)}, ${quoted('X'.repeat(OTHERS.length))});
    END IF;
    IF k = 1 THEN
      a := r;
      conocido := t <> 'DESCONOCIDO';
    ELSIF k = 2 THEN
      b := r;
      conocido := conocido OR t <> 'DESCONOCIDO';
    ELSE
      n := r;
    END IF;
  END LOOP;
  IF n = '' THEN
    RETURN NULL;
  END IF;
  IF NOT conocido THEN -- R 1.11
    a := 'XXX';
    b := 'XXX';
  ELSIF a = '' THEN -- a lone surname is the first
    a := b;
    b := 'XXX';
  ELSIF b = '' THEN
    b := 'XXX';
  END IF;
  clave := left(a, 2) || left(b, 1) || left(n, 1);
  IF strpos(${wordList(PALABRAS_INCONVENIENTES)}, ' ' || clave || ' ') > 0 THEN -- R 1.8
    clave := left(a, 1) || 'X' || substr(clave, 3);
  END IF;
  clave := clave || to_char(fecha, 'YYMMDD') || s || e || right(a, 1) || right(b, 1) || right(n, 1)
    || CASE WHEN fecha < DATE '2000-01-01' THEN '0' ELSE 'A' END;
  d := convert_to(clave, 'UTF8');
  clave := clave || ${DIGIT};`;

/** Writes a function with its comment. */
const functionOf = (head: string, returns: string, about: string, body: string): string => `
-- ${about}
CREATE OR REPLACE FUNCTION ${head}
RETURNS ${returns} LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 500 AS $curp$${body}
$curp$;
`;

const ENTITY_FORM = `(?:${ENTIDADES.map(({ abreviaturaEntidad }) => abreviaturaEntidad).join('|')})`;
const FORM = FORMA.source.replace('[^][^]', ENTITY_FORM);
const DAYS = "'\\x001f1c1f1e1f1e1f1f1e1f1e1f'::bytea";

export function postgresql(version: string): string {
  const calculate = calculation(readCharacters());
  const generic = CLAVES_GENERICAS.filter((clave) => validar(clave).valido).map(quoted);
  return `-- curp-service ${version}, MIT. The CURP by the official norm, for PostgreSQL 13 and later with the encoding UTF-8.
-- A calculated CURP proves no registration. Made by \`curp sql postgresql\`: change it there, not here.

DO $curp$
BEGIN
  IF current_setting('server_encoding') <> 'UTF8' THEN
    RAISE EXCEPTION 'curp-service needs a database with the encoding UTF8, and this one has %',
      current_setting('server_encoding');
  END IF;
END
$curp$;
${functionOf(
  `curp_calcular(${DATA})`,
  'text',
  'The key of a person; NULL if the data give none. A surname that is NULL or blank says that the person has none.',
  `
DECLARE${VARIABLES}
BEGIN${calculate}
  RETURN clave;
END`,
)}${functionOf(
    'curp_digito(curp text)',
    'text',
    'The check digit of the first 17 characters of a key; NULL if they are none.',
    `
DECLARE${VALUES}
  c ${TEXT};
  d bytea;
BEGIN
  ${WRITTEN}
  IF c IS NULL OR c !~ '^[0-9A-Z]{17}[0-9]?$' THEN
    RETURN NULL;
  END IF;
  d := convert_to(c, 'UTF8');
  RETURN ${DIGIT};
END`,
  )}${functionOf(
    'curp_valida(curp text)',
    'boolean',
    'Whether a key is well formed; NULL if it is NULL. A birth in the future is refused by the clock: a key may become valid, never invalid.',
    `
DECLARE${VALUES}
  c ${TEXT};
  d bytea;
  anio integer;
  mes integer;
  dia integer;
BEGIN
  ${WRITTEN}
  IF c IS NULL OR c IN (${generic.join(', ')}) THEN
    RETURN c IS NOT NULL OR NULL;
  END IF;
  IF c !~ ${quoted(FORM)} THEN
    RETURN false;
  END IF;
  d := convert_to(c, 'UTF8');
  anio := CASE WHEN get_byte(d, 16) < 65 THEN 1900 ELSE 2000 END + substr(c, 5, 2)::integer;
  mes := substr(c, 7, 2)::integer;
  dia := substr(c, 9, 2)::integer;
  IF mes NOT BETWEEN 1 AND 12 OR dia < 1
    OR dia > get_byte(${DAYS}, mes) + (mes = 2 AND anio % 4 = 0 AND anio <> 1900)::integer THEN
    RETURN false;
  END IF;
  IF anio >= ${ANIO_DEL_CODIGO} AND make_date(anio, mes, dia) > ${TODAY} THEN
    RETURN false;
  END IF;
  RETURN substr(c, 18) = ${DIGIT};
END`,
  )}${functionOf(
    `curp_coteja(curp text, ${DATA})`,
    'text',
    'Compares a key with a person: identica, misma_raiz (of a homonym) or difiere; NULL if there is no key or the data give none.',
    `
DECLARE
  c ${TEXT};${VARIABLES}
BEGIN
  ${WRITTEN}
  IF c IS NULL OR c = '' THEN
    RETURN NULL;
  END IF;${calculate}
  IF c = clave THEN
    RETURN 'identica';
  END IF;
  IF left(c, 16) <> left(clave, 16) OR c !~ '^.{16}[0-9A-Z][0-9]$'
    OR (substr(c, 17, 1) ~ '[0-9]') <> (substr(clave, 17, 1) = '0') THEN
    RETURN 'difiere';
  END IF;
  d := convert_to(c, 'UTF8');
  RETURN CASE WHEN substr(c, 18) = ${DIGIT} THEN 'misma_raiz' ELSE 'difiere' END;
END`,
  )}`;
}
