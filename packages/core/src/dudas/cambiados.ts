/** Finds given names and surnames that were exchanged in a row, by the names that are only ever one of them (D 23). */
import type { DatoDeNombre } from '../datos.js';
import { esSoloApellido } from '../nombre/apellidos.js';
import { nombreDePila } from '../nombre/completo.js';
import { simplificar } from '../nombre/marcas.js';
import { esParticula } from '../nombre/palabra.js';
import type { Duda } from './nombre.js';

/** Given names that are no surname of anybody. A surname that has one is rare, so it wakes the rule too. */
const SOLO_DE_PILA: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'ADRIANA ALEJANDRA ALEJANDRO ALEXIS ALFONSO ALFREDO ALICIA ALONDRA ANDREA ANGELICA ARACELI ARMANDO ARTURO BEATRIZ BERENICE BERTHA BRENDA CAMILA CARLOS CAROLINA CECILIA CITLALI CITLALLI CLAUDIA CONSUELO CRISTINA CUAUHTEMOC DANIEL DANIELA DIANA DOLORES EDGAR EDITH EDUARDO ELENA ELIZABETH EMILIANO ENRIQUE ERIKA ERNESTO ESTELA EVELYN FABIOLA FATIMA FERNANDA FERNANDO GABRIELA GENARO GERARDO GILBERTO GLORIA GRACIELA GRISELDA GUILLERMO GUSTAVO HECTOR HUGO HUMBERTO IRMA ISELA ITZEL IVAN JAVIER JESSICA JIMENA JOEL JORGE JOSEFINA JOSEMARIA JUANA JUDITH JULIETA KAREN KARLA LAURA LETICIA LILIANA LIZBETH LORENA LOURDES LUISA MARGARITA MARIAJOSE MARIANA MARIBEL MARICELA MARISOL MARTHA MAURICIO MIRIAM MONICA NANCY NATALIA NAYELI NORMA OFELIA OLGA OMAR OSCAR PAMELA PAOLA PATRICIA RAQUEL RAUL REBECA REGINA RENATA RICARDO ROBERTO ROCIO RODOLFO ROGELIO ROSALBA RUBEN SANDRA SERGIO SILVIA SOCORRO SOFIA SONIA SUSANA TANIA TERESA TONATIUH VALENTINA VALERIA VANESSA VERONICA VIRGINIA XIMENA XOCHITL YARETZI YESENIA YOLANDA'.split(
    ' ',
  ),
);

/** Returns the words of a name that are no particles, in upper case and without accents. */
const palabrasDe = (nombre: string): readonly string[] =>
  nombre
    .trim()
    .split(/\s+/u)
    .map(simplificar)
    .filter((palabra) => !esParticula(palabra));
const primera = (nombre: string): string => palabrasDe(nombre)[0] ?? '';
const tieneDePila = (apellido: string): boolean => palabrasDe(apellido).some((palabra) => SOLO_DE_PILA.has(palabra));

/** Returns whether a word, in upper case and without accents, is only ever the other kind of name. */
export const esAjenaA = (palabra: string, esDePila: boolean): boolean =>
  esDePila ? esSoloApellido(palabra) : SOLO_DE_PILA.has(palabra);

/** Returns whether a name may be exchanged with another, by its own words. */
export const puedeEstarCambiado = (nombre: string, dato: DatoDeNombre): boolean =>
  dato === 'nombres' ? esSoloApellido(primera(nombre)) : tieneDePila(nombre);

/** Returns the doubt about names of a person that may be exchanged. */
export function dudasDeCambio(
  nombres: string,
  apellidoPaterno: string,
  apellidoMaterno: string,
): (Duda & { readonly dato: DatoDeNombre })[] {
  const dePila = primera(nombres);
  if (nombreDePila(nombres) !== '') return [];
  const cambiado = [apellidoPaterno, apellidoMaterno].find((apellido) =>
    esSoloApellido(dePila) ? nombreDePila(apellido) !== '' : tieneDePila(apellido),
  );
  if (cambiado === undefined) return [];
  return [{ codigo: 'apellidos_cambiados', dato: 'nombres', seria: [cambiado.trim(), nombres.trim()] }];
}
