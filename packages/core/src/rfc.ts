/**
 * The RFC of a person as a witness about a key: the tax registry makes it of the same names and birth date.
 *
 * Source: no text of the norm (docs/norm.md, D 21). SAT has rules of its own for Ñ, one surname, short surnames and
 * inconvenient words, so other letters prove nothing. The homoclave is not judged.
 */
import { existe } from './fecha.js';

/** What an RFC says about a key. `indeterminado`: the same date and other letters, or a generic RFC. */
export type Testimonio = 'coincide' | 'difiere' | 'indeterminado';

const FORMA_DE_RFC = /^([A-ZÑ&]{4})[- ]?((\d\d)(\d\d)(\d\d))[- ]?([A-Z\d]{3})?$/;
/** The RFCs of the general public and of foreigners, without their date. */
const GENERICOS = new Set(['XAXX', 'XEXX']);

/** What an RFC says about a key; `null`: it is no RFC of a person. */
export function atestiguar(rfc: unknown, clave: string): Testimonio | null {
  if (typeof rfc !== 'string') return null;
  const [, letras, fecha, aa, mm, dd] = FORMA_DE_RFC.exec(rfc.normalize().trim().toUpperCase()) ?? [];
  if (letras === undefined || !existe(2000 + Number(aa), Number(mm), Number(dd))) return null; // 1900 was no leap year
  if (fecha === '010101' && GENERICOS.has(letras)) return 'indeterminado';
  if (fecha !== clave.slice(4, 10)) return 'difiere';
  return letras === clave.slice(0, 4) ? 'coincide' : 'indeterminado';
}
