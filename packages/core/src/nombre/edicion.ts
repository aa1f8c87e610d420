/** Rewrites the names that the editions of the norm read differently, so that the one calculation gives the key of 2006. */
import type { DatoDeNombre } from '../datos.js';
import { EDICIONES } from '../norma/ediciones.js';
import { normalizar } from './letras.js';
import { empacar, esMariaJose, esParticula, esta, tablaDe } from './palabra.js';

const { nombresOmitidos, sexos } = EDICIONES[2006];
const omitidosEn2006 = tablaDe(nombresOmitidos);
const DIERESIS = '\u0308';

type NombresEscritos = { readonly [D in DatoDeNombre]?: string | null | undefined };

/** Returns whether the edition of 2006 can have given a key: it knows the sex, and the birth is not later. */
export const cabeEn2006 = (fecha: string, sexo: string): boolean =>
  sexos.includes(sexo) && fecha < EDICIONES[2021].desde;

/**
 * Returns data to which the rules of 2021 give the key that the edition of 2006 gives to `datos`; the same object if the
 * two editions read the names alike.
 */
export function comoEn2006<Datos extends NombresEscritos>(datos: Datos): Datos {
  const cambios = (['nombres', 'apellidoPaterno', 'apellidoMaterno'] as const).flatMap((dato) => {
    const texto = datos[dato] ?? '';
    const antes = dato === 'nombres' ? palabraDe2006(sinDieresis(texto)) : sinDieresis(texto);
    return antes === texto ? [] : [[dato, antes]];
  });
  return cambios.length === 0 ? datos : { ...datos, ...Object.fromEntries(cambios) };
}

/** Drops every diaeresis; a text without any stays as it is. */
function sinDieresis(texto: string): string {
  const separado = texto.normalize('NFD');
  return separado.includes(DIERESIS) ? separado.replaceAll(DIERESIS, '') : texto;
}

/** Returns only the word of a given name that counts if the rules of 2021 pass over it and those of 2006 do not. */
function palabraDe2006(nombres: string): string {
  const palabras = normalizar(nombres).trim().split(/\s+/u);
  const primera = palabras.find((palabra) => !esParticula(palabra)) ?? '';
  return esMariaJose(primera) && !esta(empacar(primera), omitidosEn2006) ? primera : nombres;
}
