/** The text that a cell at fault is likely to mean, for a button beside its field. */
import { EDICIONES, dudasDeNombre, sugerir, unicaSugerencia, validar } from '@curp-service/core';
import type { Field } from '@curp-service/contract/columns';

const NAMES: ReadonlySet<Field | null> = new Set([
  'nombres',
  'segundo_nombre',
  'apellidos',
  'apellido_paterno',
  'apellido_materno',
]);

const RIGHT_BEFORE_NAMES: readonly string[] = EDICIONES[2021].nombresOmitidos;

/** Returns the text that the cell of a datum probably means; `undefined` if nothing is known. */
export function suggestedText(field: Field | null, cell: string): string | undefined {
  if (field === 'curp') return suggestedKey(cell.trim());
  if (!NAMES.has(field)) return undefined;
  // MA. before another given name is right as it is.
  const isRight = (word: string, i: number): boolean => i === 0 && RIGHT_BEFORE_NAMES.includes(word.toUpperCase());
  const parts = cell.split(/(\s+)/);
  const text = parts
    .map((word, i) => (parts.length > 1 && isRight(word, i) ? word : (fullForm(word) ?? word)))
    .join('');
  return text === cell ? undefined : text;
}

/** Returns the word that an abbreviation stands for, in the case of the abbreviation. */
function fullForm(word: string): string | undefined {
  const duda = dudasDeNombre(word, 'apellidoPaterno').find(({ codigo }) => codigo === 'nombre_abreviado');
  const forma = duda?.partes?.['forma'];
  if (forma === undefined || word === word.toUpperCase()) return forma;
  return forma.charAt(0) + forma.slice(1).toLowerCase();
}

/** Returns the only likely key or, if only the check digit is wrong, the key with the digit of its other characters. */
function suggestedKey(curp: string): string | undefined {
  const validacion = validar(curp);
  const likely = unicaSugerencia(validacion, sugerir(curp));
  const errors = validacion.hallazgos.filter(({ severidad }) => severidad === 'error');
  const [first, second] = errors;
  if (likely !== undefined || second !== undefined || first?.codigo !== 'digito_verificador') return likely;
  return curp.slice(0, -1) + (first.esperado ?? '');
}
