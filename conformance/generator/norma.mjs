/** Makes `norma.json` and `curp.schema.json`, the norm as data, with the sentences of docs/norm.md and docs/es/norm.md. */
import { readFileSync } from 'node:fs';
import * as lists from './norm.mjs';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const DOCUMENTS = { es: read('docs/es/norm.md'), en: read('docs/norm.md') };
const RULES = JSON.parse(read('conformance/reglas.json'));

/** The date of each source's last change. The date of a decision is that of the first document that has it. */
const DATES = { IN: '2021-10-18', R: '2021-10-22', I06: '2006-03', GIIS: '2024-11-01', SAT: '2024-04' };
const dateOf = (rule) => DATES[rule.split(' ')[0]] ?? (rule === 'D 20' ? '2026-11-16' : '2026-11-15');
const sourceOf = (rule) => ({
  fuente: RULES[rule]?.fuente ?? `La norma no lo decide; decisión documentada en docs/norm.md, ${rule}`,
  fecha: dateOf(rule),
});

const plain = (text) => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/[*`]/g, '');
/** Returns the text of a section. `part` 0 is the text before its first subheading, 1 the text after it, and so on. */
const section = (language, number, part = 0) =>
  DOCUMENTS[language]
    .split(new RegExp(`^## ${number}\\. `, 'm'))[1]
    .split(/^## /m)[0]
    .split(/^### /m)[part];
const tables = (text) =>
  (text.match(/(?:^\|.*\n)+/gm) ?? []).map((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => row.slice(2, -2).split(' | ').map(plain)),
  );
/** Returns the paragraphs and items of a text, without its heading, tables and lists of words. */
const sentences = (text) =>
  text
    .split(/\n\n|\n(?=- |\d\. )/)
    .slice(1)
    .filter((each) => /^[^|\s]/.test(each))
    .map((each) => plain(each.trim().replace(/^- |^\d\. /, '')).replaceAll(/\s+/g, ' '));

const inBoth = (make) => ({ es: make('es'), en: make('en') });
const prose = (number, part) => inBoth((language) => sentences(section(language, number, part)));
/** Turns the rows of a table into objects. `build` receives a row, and a function that returns a column in both languages. */
const rowsOf = (number, part, build) => {
  const rows = inBoth((language) => tables(section(language, number, part))[0]);
  return rows.es.map((row, i) => build(row, (column) => inBoth((language) => rows[language][i][column])));
};
const byRule = (rows) => Object.fromEntries(rows);

const names = () =>
  Object.fromEntries(tables(section('es', 3))[1].flatMap((row) => [0, 3, 6].map((from) => [row[from], row[from + 2]])));

export const norma = () => ({
  $comment: 'CC0-1.0. Written by generate.mjs from docs/norm.md; README.md explains the fields.',
  aviso: {
    es: 'Una CURP calculada es el resultado de un algoritmo: no prueba ningún registro.',
    en: 'A calculated CURP is the output of an algorithm: it proves no registration.',
  },
  fuentes: byRule(rowsOf(2, 0, ([tag], texts) => [tag, { documento: texts(1), fecha: texts(2), estado: texts(3) }])),
  posiciones: {
    lista: rowsOf(3, 0, ([posiciones, regla], texts) => ({
      posiciones,
      regla,
      ...sourceOf(regla),
      ...texts(2),
      caracteres: texts(3),
    })),
    ...prose(3, 0),
  },
  palabra_que_cuenta: prose(4, 1),
  letra_que_da: prose(4, 2),
  particulas: { regla: 'R 1.7', ...sourceOf('R 1.7'), lista: lists.PARTICLES },
  nombres_omitidos: { regla: 'R 1.3', ...sourceOf('R 1.3'), lista: lists.MARIA_JOSE },
  letras: {
    vocales: { regla: 'IN 2', ...sourceOf('IN 2'), lista: Array.from('AEIOU') },
    vocales_con_dieresis: { regla: 'R 1.4', ...sourceOf('R 1.4'), lista: Array.from('ÄËÏÖ') },
    apostrofos: { regla: 'D 4', ...sourceOf('D 4'), lista: Array.from(lists.APOSTROPHES) },
    bases: { regla: 'D 3', ...sourceOf('D 3'), lista: lists.BASES },
  },
  casos_especiales: byRule(
    rowsOf(4, 3, ([regla, posiciones, , ejemplos], texts) => [
      regla,
      {
        ...sourceOf(regla),
        posiciones,
        ...texts(2),
        ejemplos: ejemplos.split('; ').map((example) => example.split(' → ')),
      },
    ]),
  ),
  palabras_inconvenientes: {
    regla: 'R 1.8',
    fuente:
      'Instructivo Normativo, marzo 2006, Anexo 2, p. 59; las Reglas RENAPO 22-10-2021 citan su Anexo 01, del que solo se leyó el título (p. 82)',
    fecha: dateOf('R 1.8'),
    sustitucion: { posicion: 2, por: 'X' },
    lista: lists.WORDS,
    ...prose(5, 0),
  },
  entidades: {
    regla: 'IN 12-13',
    ...sourceOf('IN 12-13'),
    lista: Object.entries(lists.ENTITIES)
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([clave, abreviatura]) => ({ clave, abreviatura, nombre: names()[clave] })),
  },
  diferenciador: {
    regla: 'IN 17',
    ...sourceOf('IN 17'),
    lista: rowsOf(6, 1, ([, , primero], texts) => ({ nacimiento: texts(0), valores: texts(1), primero })),
    ...prose(6, 1),
  },
  digito_verificador: {
    regla: 'IN 18',
    ...sourceOf('IN 18'),
    alfabeto: lists.ALPHABET,
    pesos: Array.from({ length: 17 }, (_, i) => 18 - i),
    modulo: 10,
    ...prose(6, 2),
  },
  criterios_de_captura: {
    regla: 'I06 3',
    ...sourceOf('I06 3'),
    lista: rowsOf(7, 0, (_, texts) => ({ criterio: texts(0), aplicacion: texts(1) })),
  },
  limites: {
    regla: 'D 16',
    ...sourceOf('D 16'),
    largo: lists.MAX_LENGTH,
    primera_fecha: lists.FIRST_DATE,
    apellido_desconocido: lists.UNKNOWN,
  },
  claves_genericas: {
    regla: 'D 15',
    ...sourceOf('D 15'),
    lista: lists.GENERIC.map((clave) => ({ clave, valida: lists.isValid(clave) })),
  },
  edicion_2006: {
    regla: 'I06 1',
    ...sourceOf('I06 1'),
    hasta: lists.END_OF_2006,
    nombres_omitidos: lists.MARIA_JOSE_2006,
    vocales_con_dieresis: [],
    sexos: ['H', 'M'],
    lista: rowsOf(12, 0, (_, texts) => ({ punto: texts(0), 2006: texts(1), 2021: texts(2) })),
    ...prose(12, 0),
  },
  decisiones: byRule(rowsOf(8, 0, ([regla], texts) => [regla, { ...sourceOf(regla), caso: texts(1), ...texts(2) }])),
  operaciones: {
    calcular: {
      es: 'Las posiciones 1 a 16 se obtienen de los datos, la 17 es el primer valor de su siglo y la 18 es el dígito verificador. Sin nombre, sin una fecha que exista, sin sexo H, M o X, o sin una entidad del catálogo no hay clave. Un apellido en blanco es la falta de apellido, y un apellido único es el primero.',
      en: 'Positions 1 to 16 follow from the data, 17 is the first value of its century, and 18 is the check digit. Without a given name, a date that exists, a sex H, M or X, or an entity of the catalogue there is no key. A blank surname is no surname, and a lone surname is the first one.',
    },
    validar: {
      es: 'Una clave es válida si tiene los caracteres de cada posición, una entidad del catálogo, una fecha que exista y no sea futura en el siglo de la posición 17, y su dígito verificador. Las claves genéricas se reconocen antes, como están escritas.',
      en: 'A key is valid if it has the characters of each position, an entity of the catalogue, a date that exists and is not in the future in the century of position 17, and its check digit. The generic keys are recognised before, as they are written.',
    },
    cotejar: {
      es: 'identica: es la clave calculada. misma_raiz: las posiciones 1 a 16 coinciden, la 17 es otro diferenciador del mismo siglo (cifra o letra) y la 18 es su dígito verificador. difiere: lo demás; edicion es 2006 si la clave difiere y es la de edicion_2006.',
      en: 'identica: it is the calculated key. misma_raiz: positions 1 to 16 agree, 17 is another differentiator of the same century (digit or letter), and 18 is its check digit. difiere: anything else; edicion is 2006 if the key differs and is that of edicion_2006.',
    },
  },
});

const DAY = '(?:0[1-9]|[12][0-9]';
const MONTHS_AND_DAYS = `(?:(?:0[13578]|1[02])${DAY}|3[01])|(?:0[469]|11)${DAY}|30)|02${DAY}))`;

export const curpSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:curp-conformance:curp',
  title: 'CURP',
  description:
    'The form of a CURP. A pattern cannot check the check digit (position 18), 29 February of a year that is not a leap year, ' +
    'a birth in the future, or whether the key was assigned: a key that matches may still be wrong.',
  type: 'string',
  minLength: 18,
  maxLength: 18,
  pattern: `^[A-Z][AEIOUX][A-Z]{2}[0-9]{2}${MONTHS_AND_DAYS}[HMX](?:${Object.values(lists.ENTITIES).toSorted().join('|')})[B-DF-HJ-NP-TV-Z]{3}[0-9A-Z][0-9]$`,
  examples: [lists.EXAMPLE],
});
