/** The texts that cells of a row would have if a doubt or an error about it is right: one press puts them there. */
import {
  type Duda,
  EDICIONES,
  ELECCIONES_DE_ENTIDAD,
  ENTIDADES,
  dudasDeNombre,
  sugerir,
  unicaSugerencia,
  validar,
} from '@curp-service/core';
import { WIRE_NAMES } from '@curp-service/contract/answers';
import { type RowProblem, toRowError } from '@curp-service/contract/codes/file';
import { type ColumnIndexes, FIELDS, type Field } from '@curp-service/contract/columns';
import { stateOfCity } from '@curp-service/contract/conventions/cities';
import { readEntity } from '@curp-service/contract/conventions/places';
import { POSTAL_KEYS } from '@curp-service/contract/conventions/postal';
import type { Notice } from '@curp-service/contract/finding-message';
import { STRAY } from '../datum/names.js';

/** The new texts of some cells of a row, by column. */
export type Fill = readonly (readonly [column: number, text: string])[];

/** The cells of a row, and which of them hold its data. */
export interface FilledRow {
  readonly cells: readonly string[];
  readonly columns: ColumnIndexes;
}

type FindingNotice = Extract<Notice, { readonly codigo: unknown }>;

/** Returns the fills that a doubt or an error of a row knows, likeliest first. */
export function fillsOf(reason: Notice | RowProblem, row: FilledRow): Fill[] {
  const fills =
    'codigo' in reason
      ? ofFinding(reason, row)
      : 'cause' in reason
        ? ofProblem(reason, row)
        : ofReason(reason.campo, row);
  const changing = fills.map((fill) => fill.filter(([column, text]) => column >= 0 && row.cells[column] !== text));
  return changing.filter((fill) => fill.length > 0);
}

/** Returns the field that a doubt or an error is about; `null` if it is about none. */
export function fieldOfReason(reason: Notice | RowProblem): Field | null {
  const name =
    'codigo' in reason ? WIRE_NAMES[reason.dato] : 'cause' in reason ? toRowError(reason).parametro : reason.campo;
  return FIELDS.find((field) => field === name) ?? null;
}

const ofReason = (campo: Field | null, row: FilledRow): Fill[] => (campo === 'curp' ? ofKey(row) : []);

function ofFinding({ codigo, dato, seria, ...finding }: FindingNotice & Pick<Duda, 'palabra'>, row: FilledRow): Fill[] {
  const { columns, cells } = row;
  const field = fieldOfReason({ codigo, dato }) ?? 'nombres';
  const text = cells[columns[field]] ?? '';
  switch (codigo) {
    case 'nombre_abreviado':
    case 'nombre_sin_enie':
    case 'nombre_con_titulo':
      return changedWords(row, dato, (word) => usualForm(word, dato, codigo));
    case 'nombre_parecido': {
      const escrita = finding.palabra?.escrita ?? '';
      const formas = finding.partes?.['forma']?.split(', ') ?? [];
      return formas.flatMap((forma) => changedWords(row, dato, (word) => (plain(word) === escrita ? forma : null)));
    }
    case 'nombre_otra_caja':
      return changedWords(row, dato, (word) => {
        const likely = seria?.[0] ?? '';
        return word !== likely && word.replace('l', 'I').toUpperCase() === likely.toUpperCase() ? likely : null;
      }).map((fill) => fill.map(([column, changed]) => [column, changed] as const));
    case 'nombre_pegado':
      return seria === undefined ? [] : [[[columns[field], likeCase(seria[0] ?? '', text)]]];
    case 'apellidos_juntos':
      return bothSurnames(seria ?? [], row, text);
    case 'apellidos_repetidos':
      return [[[columns.nombres, likeCase(seria?.[0] ?? '', cells[columns.nombres] ?? '')]]];
    case 'apellidos_cambiados':
      return exchanged(seria ?? [], row);
    case 'nombre_con_signo':
      return [[[columns[field], text.replaceAll(STRAY, '')]]];
    case 'apellido_de_relleno':
      return [[[columns[field], '']]];
    case 'fecha_convertida':
      return [[[columns.fecha_nacimiento, withDayAndMonth(cells[columns.fecha_nacimiento] ?? '')]]];
    case 'entidad_parecida':
      return [[[columns.entidad, stateName(readEntity(finding.partes?.['forma'] ?? ''))]]];
    case 'entidad_o_pais':
      return [[[columns.entidad, stateName('15')]]];
    case 'entidad_y_lugar':
      return [[[columns.entidad, stateName(readEntity(text)) || text]]];
    case 'entidad_del_correo':
      return [text, POSTAL_KEYS.get(text.trim().toUpperCase()) ?? ''].map((key) => [
        [columns.entidad, stateName(readEntity(key)) || text],
      ]);
    case 'sexo_de_otro_nombre':
      return [[[columns.sexo, /^\s*[hv]/i.test(text) ? SEX_CELLS[0] : SEX_CELLS[1]]]];
    default:
      return dato === 'curp' ? ofKey(row) : [];
  }
}

const SEX_CELLS = ['Mujer', 'Hombre'] as const;

function ofProblem(problem: RowProblem, { cells, columns, ...rest }: FilledRow): Fill[] {
  const row = { cells, columns, ...rest };
  const field = fieldOfReason(problem);
  const column = field === null ? -1 : columns[field];
  const text = cells[column] ?? '';
  switch (problem.cause) {
    case 'entidad_desconocida': {
      const name = stateName(stateOfCity(text) ?? '');
      return name === '' ? [] : [[[column, name]]];
    }
    case 'sexo_vacio':
    case 'sexo_archivo':
    case 'sexo_cifra':
    case 'sexo_dudoso':
    case 'sexo_contradice':
      return SEX_CELLS.map((sex) => [[column, sex]]);
    case 'fecha_contradice':
      return [[[column, withDayAndMonth(text)]]];
    case 'anio_siglo':
    case 'fecha_siglo':
      return ['19', '20'].flatMap((century) => inCentury(text, century)).map((year) => [[column, year]]);
    case 'nombre_sin_letra':
      return [[[column, text.replaceAll(/[#¥¤?]/g, /\p{Ll}/u.test(text) ? 'ñ' : 'Ñ')]]];
    case 'nombre_de_relleno':
      return field === 'apellido_materno' ? [[[column, '']]] : [];
    case 'apellido_paterno_ausente': {
      const second = cells[columns.apellido_materno] ?? '';
      return second.trim() === '' ? [] : [[[column, second], [columns.apellido_materno, '']]]; // prettier-ignore
    }
    default:
      return field === 'curp' ? ofKey(row) : [];
  }
}

/** Returns the words in the cell of a datum with some of them changed. `changed` returns `null` for a word that stays. */
function changedWords(
  { cells, columns }: FilledRow,
  dato: FindingNotice['dato'],
  changed: (word: string) => string | null,
): Fill[] {
  const own: readonly Field[] =
    dato === 'nombres' ? ['nombres', 'segundo_nombre'] : dato === 'apellidoMaterno' ? ['apellido_materno', 'apellidos'] : ['apellido_paterno', 'apellidos']; // prettier-ignore
  for (const field of [...own, 'nombres' as const]) {
    const column = columns[field];
    const text = cells[column] ?? '';
    const words = text.split(/(\s+)/).map((word) => {
      const other = word.trim() === '' ? null : changed(word);
      return other === null ? word : likeCase(other, word);
    });
    const joined = words.join('').replaceAll(/\s{2,}/g, ' ').trim(); // prettier-ignore
    if (joined !== text.replaceAll(/\s{2,}/g, ' ').trim()) return [[[column, joined]]];
  }
  return [];
}

const RIGHT_BEFORE_NAMES: readonly string[] = EDICIONES[2021].nombresOmitidos;

/** Returns the word that a doubt of this code about one word means; an empty text for a title; `null` if it has no such doubt. */
function usualForm(word: string, dato: FindingNotice['dato'], codigo: FindingNotice['codigo']): string | null {
  const isGiven = dato === 'nombres';
  // MA. before another given name is right as it is.
  if (isGiven && RIGHT_BEFORE_NAMES.includes(word.toUpperCase())) return null;
  const found = dudasDeNombre(word, isGiven ? 'nombres' : 'apellidoPaterno').find((duda) => duda.codigo === codigo);
  if (found === undefined) return null;
  return codigo === 'nombre_con_titulo' ? '' : (found.partes?.['forma'] ?? null);
}

/** Puts two surnames where the file has them. */
function bothSurnames([first = '', second = '']: readonly string[], { columns }: FilledRow, like: string): Fill[] {
  if (second === '') return [];
  const [one, other] = [likeCase(first, like), likeCase(second, like)];
  if (columns.apellido_paterno >= 0 && columns.apellido_materno >= 0)
    return [[[columns.apellido_paterno, one], [columns.apellido_materno, other]]]; // prettier-ignore
  return columns.apellidos >= 0 ? [[[columns.apellidos, `${one} ${other}`]]] : [];
}

/** Puts given names and surnames into each other's cells, or a surname behind a given name before the only surname. */
function exchanged([one = '', other = '']: readonly string[], { cells, columns }: FilledRow): Fill[] {
  const { nombres, apellido_paterno: first, apellido_materno: second } = columns;
  const given = (cells[nombres] ?? '').trim();
  const surname = [first, second].find((column) => column >= 0 && (cells[column] ?? '').trim() === one);
  if (surname !== undefined && given === other) return [[[nombres, one], [surname, other]]]; // prettier-ignore
  const isLone = second >= 0 && (cells[second] ?? '').trim() === '';
  if (!isLone || !given.startsWith(one)) return [];
  return [[[nombres, one], [first, other], [second, cells[first] ?? '']]]; // prettier-ignore
}

/** Returns a date whose day and month have changed places. */
const withDayAndMonth = (text: string): string =>
  text
    .replace(/^(\s*)(\d{1,2})(\D)(\d{1,2})(\D)(\d{2,4})/, '$1$4$3$2$5$6')
    .replace(/^(\s*\d{4}\D)(\d{1,2})(\D)(\d{1,2})(?!\d)/, '$1$4$3$2');

/** Returns a date with its year of two figures in a century, unless that year is to come. */
function inCentury(text: string, century: string): string[] {
  const written = text.trim().replace(/(\d{2})$/, `${century}$1`);
  return Number(written.slice(-4)) <= new Date().getFullYear() ? [written] : [];
}

/** Returns the name of a state by its key; empty if there is none. */
function stateName(key: string): string {
  const index = ENTIDADES.findIndex(({ claveEntidad }) => claveEntidad === key);
  return ELECCIONES_DE_ENTIDAD[index]?.etiqueta ?? '';
}

/** Returns the only likely key or, if only the check digit is wrong, the key with the digit of its other characters. */
function ofKey({ cells, columns }: FilledRow): Fill[] {
  const curp = (cells[columns.curp] ?? '').trim();
  const validacion = validar(curp);
  const likely = unicaSugerencia(validacion, sugerir(curp));
  const errors = validacion.hallazgos.filter(({ severidad }) => severidad === 'error');
  const [first, second] = errors;
  if (likely !== undefined) return [[[columns.curp, likely]]];
  if (second !== undefined || first?.codigo !== 'digito_verificador') return [];
  return [[[columns.curp, curp.slice(0, -1) + (first.esperado ?? '')]]];
}

const plain = (word: string): string => word.normalize('NFD').replaceAll(/[\u0300-\u0302\u0304-\u036f]/g, '').normalize().toUpperCase(); // prettier-ignore

/** Returns a text in the case of another. */
const likeCase = (text: string, like: string): string =>
  like === like.toUpperCase() || text !== text.toUpperCase()
    ? text
    : text.toLowerCase().replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
