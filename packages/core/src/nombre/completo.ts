/** Cuts a whole name into given names and surnames. */
import { esParticula } from './palabra.js';

/** A whole name in parts. */
export interface NombreCortado {
  readonly nombres: string;
  readonly apellidoPaterno: string;
  /** Empty: the name has one surname. */
  readonly apellidoMaterno: string;
  /** The name can be cut in another way as well: a person has to look at it. */
  readonly dudoso: boolean;
}

/** More words than these can be cut in several ways. */
const PALABRAS_CLARAS = 4;

/**
 * Cuts a name in which `primero` come first. A comma, or the sign `$` or `/`, separates its parts; without them, most
 * people have two surnames. `null`: the name lacks a given name or a surname.
 */
export function parseNombre(texto: string, primero: 'apellidos' | 'nombres'): NombreCortado | null {
  if (typeof texto !== 'string') return null;
  const partes = texto.split(/[,$/]/).map(enPalabras);
  if (partes.length === 3) return deTresPartes(partes, primero);
  const [antes, despues = []] = partes;
  if (partes.length === 2 && antes.length > 0 && despues.length > 0) {
    const [apellidos, nombres] = primero === 'apellidos' ? [antes, despues] : [despues, antes];
    return unir(apellidos, nombres, apellidos.length > 2);
  }
  const palabras = partes.flat();
  if (palabras.length < 2) return null;
  const apellidos = palabras.length === 2 ? 1 : 2;
  const dudoso = palabras.length > PALABRAS_CLARAS;
  return primero === 'apellidos'
    ? unir(palabras.slice(0, apellidos), palabras.slice(apellidos), dudoso)
    : unir(palabras.slice(-apellidos), palabras.slice(0, -apellidos), dudoso);
}

/** The parts of `PATERNO$MATERNO$NOMBRES`, or with the given names first. */
function deTresPartes(partes: readonly (readonly string[])[], primero: 'apellidos' | 'nombres'): NombreCortado | null {
  const [a, b, c] = partes.map((palabras) => palabras.join(' '));
  const [apellidoPaterno, apellidoMaterno, nombres] = primero === 'apellidos' ? [a, b, c] : [b, c, a];
  return apellidoPaterno === '' || nombres === '' ? null : { nombres, apellidoPaterno, apellidoMaterno, dudoso: false };
}

const unir = (
  [apellidoPaterno, ...apellidoMaterno]: readonly string[],
  nombres: readonly string[],
  dudoso: boolean,
): NombreCortado => ({
  nombres: nombres.join(' '),
  apellidoPaterno,
  apellidoMaterno: apellidoMaterno.join(' '),
  dudoso,
});

/** The words of a name, each with the particles before it (R 1.7): `DE LA CRUZ` is one. */
function enPalabras(texto: string): string[] {
  const palabras: string[] = [];
  let particulas = '';
  for (const palabra of texto.split(/\s+/u).filter((cada) => cada !== '')) {
    if (esParticula(palabra)) particulas += `${palabra} `;
    else {
      palabras.push(particulas + palabra);
      particulas = '';
    }
  }
  return particulas === '' ? palabras : [...palabras, particulas.trim()];
}
