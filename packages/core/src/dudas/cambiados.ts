/** Finds given names and surnames in each other's place in a row, by the names that are only ever one of them (D 23). */
import type { DatoDeNombre } from '../datos.js';
import { esSoloApellido } from '../nombre/apellidos.js';
import { esDePila } from '../nombre/completo.js';
import { sePasanPorAlto, simplificar } from '../nombre/marcas.js';
import { esParticula } from '../nombre/palabra.js';
import type { Duda } from './nombre.js';

/** Given names that are no surname of anybody. A surname that has one is rare, so it wakes the rule too. */
const SOLO_DE_PILA: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'ADRIANA ALEJANDRA ALEJANDRO ALEXIS ALFONSO ALFREDO ALICIA ALONDRA ANDREA ANGELICA ARACELI ARMANDO ARTURO BEATRIZ BERENICE BERTHA BRENDA CAMILA CARLOS CAROLINA CECILIA CITLALI CITLALLI CLAUDIA CONSUELO CRISTINA CUAUHTEMOC DANIEL DANIELA DIANA DOLORES EDGAR EDITH EDUARDO ELENA ELIZABETH EMILIANO ENRIQUE ERIKA ERNESTO ESTELA EVELYN FABIOLA FATIMA FERNANDA FERNANDO GABRIELA GENARO GERARDO GILBERTO GLORIA GRACIELA GRISELDA GUILLERMO GUSTAVO HECTOR HUGO HUMBERTO IRMA ISELA ITZEL IVAN JAVIER JESSICA JIMENA JOEL JORGE JOSEFINA JOSEMARIA JUANA JUDITH JULIETA KAREN KARLA LAURA LETICIA LILIANA LIZBETH LORENA LOURDES LUISA MARGARITA MARIAJOSE MARIANA MARIBEL MARICELA MARISOL MARTHA MAURICIO MIRIAM MONICA NANCY NATALIA NAYELI NORMA OFELIA OLGA OMAR OSCAR PAMELA PAOLA PATRICIA RAQUEL RAUL REBECA REGINA RENATA RICARDO ROBERTO ROCIO RODOLFO ROGELIO ROSALBA RUBEN SANDRA SERGIO SILVIA SOCORRO SOFIA SONIA SUSANA TANIA TERESA TONATIUH VALENTINA VALERIA VANESSA VERONICA VIRGINIA XIMENA XOCHITL YARETZI YESENIA YOLANDA'.split(
    ' ',
  ),
);

/** Returns the first word of a name that is no particle, in upper case and without accents. */
const primera = (nombre: string): string =>
  simplificar(enPalabras(nombre).find((palabra) => !esParticula(palabra)) ?? '');
const tieneDePila = (apellido: string): boolean =>
  apellido.split(/\s/u).some((palabra) => SOLO_DE_PILA.has(simplificar(palabra)));

/** Returns whether a word, in upper case and without accents, is only ever the other kind of name. */
export const esAjenaA = (palabra: string, enNombres: boolean): boolean =>
  enNombres ? esSoloApellido(palabra) : SOLO_DE_PILA.has(palabra);

/** Returns whether a name may be exchanged with another, by its own words. */
export const puedeEstarCambiado = (nombre: string, dato: DatoDeNombre): boolean =>
  dato === 'nombres'
    ? esSoloApellido(primera(nombre)) || apellidoTrasNombre(enPalabras(nombre)) !== -1
    : tieneDePila(nombre);

const enPalabras = (nombre: string): readonly string[] => nombre.trim().split(/\s+/u);

/** Returns the index of the first surname after a given name, `JUAN PÉREZ`, or -1. MARÍA DEL VALLE is a given name. */
const apellidoTrasNombre = (palabras: readonly string[]): number =>
  palabras.findIndex(
    (palabra, i) =>
      i > 0 && esSoloApellido(simplificar(palabra)) && !esParticula(palabras[i - 1]) && esDePila(palabras[0]),
  );

/** Returns the doubt about names of a person that may be exchanged. */
export function dudasDeCambio(
  nombres: string,
  apellidoPaterno: string,
  apellidoMaterno: string,
): (Duda & { readonly dato: DatoDeNombre })[] {
  const duda = (...seria: readonly string[]): ReturnType<typeof dudasDeCambio> => [
    { codigo: 'apellidos_cambiados', dato: 'nombres', seria },
  ];
  const palabras = enPalabras(nombres);
  const apellido = apellidoTrasNombre(palabras);
  const [antes, despues] = [palabras.slice(0, apellido).join(' '), palabras.slice(apellido).join(' ')];
  // The surname decides a letter of the key (MARÍA PÉREZ), or its column is empty.
  if (apellido !== -1 && (apellidoMaterno.trim() === '' || sePasanPorAlto(antes))) return duda(antes, despues);
  if (esDePila(nombres)) return [];
  const cambiado = [apellidoPaterno, apellidoMaterno].find(esSoloApellido(primera(nombres)) ? esDePila : tieneDePila);
  return cambiado === undefined ? [] : duda(cambiado.trim(), nombres.trim());
}
