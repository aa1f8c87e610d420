/** Finds given names and surnames that were exchanged in a row, by the names that are only ever one of them (D 23). */
import type { DatoDeNombre } from '../datos.js';
import { esSoloApellido } from '../nombre/apellidos.js';
import { nombreDePila } from '../nombre/completo.js';
import { simplificar } from '../nombre/marcas.js';
import { esParticula } from '../nombre/palabra.js';
import type { Duda } from './nombre.js';

/** Given names that are no surname of anybody. A surname that begins with one is rare, so it wakes the rule too. */
const SOLO_DE_PILA: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'ADRIANA ALEJANDRA ALEJANDRO ALFREDO ALICIA ANDREA ANGELICA ARACELI ARMANDO BEATRIZ BRENDA CARLOS CAROLINA CECILIA CLAUDIA CRISTINA DANIELA DIANA EDGAR EDUARDO ELIZABETH ENRIQUE ERIKA ERNESTO ESTELA FERNANDA FERNANDO GABRIELA GERARDO GILBERTO GRACIELA GUILLERMO GUSTAVO HECTOR HUGO HUMBERTO IVAN JAVIER JESSICA JOEL JORGE JOSEFINA JUANA KARLA LAURA LETICIA LUISA MARGARITA MARIANA MARICELA MARTHA MAURICIO MONICA NORMA OLGA OSCAR PATRICIA RAUL RICARDO ROBERTO ROCIO RODOLFO ROGELIO RUBEN SANDRA SERGIO SILVIA SOFIA SUSANA TERESA VERONICA VIRGINIA XIMENA YOLANDA'.split(
    ' ',
  ),
);

/** Returns the first word of a name that is no particle, in upper case and without accents. */
const primera = (nombre: string): string =>
  nombre
    .trim()
    .split(/\s+/u)
    .map(simplificar)
    .find((palabra) => !esParticula(palabra)) ?? '';

/** Returns whether a word, in upper case and without accents, is only ever the other kind of name. */
export const esAjenaA = (palabra: string, esDePila: boolean): boolean =>
  esDePila ? esSoloApellido(palabra) : SOLO_DE_PILA.has(palabra);

/** Returns whether a name may be exchanged with another, by its own words. */
export const puedeEstarCambiado = (nombre: string, dato: DatoDeNombre): boolean =>
  esAjenaA(primera(nombre), dato === 'nombres');

/** Returns the doubt about names of a person that may be exchanged. */
export function dudasDeCambio(
  nombres: string,
  apellidoPaterno: string,
  apellidoMaterno: string,
): (Duda & { readonly dato: DatoDeNombre })[] {
  const dePila = primera(nombres);
  if (nombreDePila(nombres) !== '') return [];
  const cambiado = [apellidoPaterno, apellidoMaterno].find((apellido) =>
    esSoloApellido(dePila) ? nombreDePila(apellido) !== '' : SOLO_DE_PILA.has(primera(apellido)),
  );
  if (cambiado === undefined) return [];
  return [{ codigo: 'apellidos_cambiados', dato: 'nombres', seria: [cambiado.trim(), nombres.trim()] }];
}
