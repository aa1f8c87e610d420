/** Finds given names and surnames in each other's place, by the names that are only ever one of them (D 23). */
import type { DatoDeNombre } from '../datos.js';
import { SOLO_APELLIDOS } from '../nombre/apellidos.js';
import { comoFrecuente } from '../nombre/completo.js';
import { NOMBRES_DE_PILA, SOLO_DE_PILA } from '../nombre/de-pila.js';
import { partir, simplificar } from '../nombre/letras.js';
import type { NombreLeido, PersonaLeida } from './leido.js';
import { cuantasPasan } from '../nombre/pasan.js';
import { esParticula } from '../nombre/palabra.js';
import type { Frecuentes, Sospecha } from './entre-datos.js';
import { Hecho } from './hechos.js';

/** Returns whether a word, in upper case and without accents, is only ever a surname. */
const esSoloApellido = (palabra: string): boolean =>
  SOLO_APELLIDOS.has(palabra) || (palabra.length > 4 && palabra.endsWith('EZ'));

/** Returns the index of the first surname behind the first word, as in JUAN PÉREZ, or -1. MARÍA DEL VALLE is a given name. */
const apellidoDetras = (palabras: readonly string[]): number =>
  palabras.findIndex((palabra, i) => i > 0 && esSoloApellido(palabra) && !esParticula(palabras[i - 1]));

/** The facts of a surname by its place: it begins with a frequent given name; it has a word that is only ever one. */
const DE_APELLIDO = {
  apellidoPaterno: [Hecho.PILA_EN_PRIMERO, Hecho.SOLO_PILA_EN_PRIMERO],
  apellidoMaterno: [Hecho.PILA_EN_SEGUNDO, Hecho.SOLO_PILA_EN_SEGUNDO],
} as const;

function hechos(simples: readonly string[], dato: DatoDeNombre): number {
  const esDePila = NOMBRES_DE_PILA.has(comoFrecuente(simples[0] ?? ''));
  if (dato !== 'nombres') {
    const [dePila, soloDePila] = DE_APELLIDO[dato];
    return (esDePila ? dePila : 0) | (simples.some((palabra) => SOLO_DE_PILA.has(palabra)) ? soloDePila : 0);
  }
  if (!esDePila) {
    const propia = simples.find((palabra) => !esParticula(palabra)) ?? '';
    return esSoloApellido(propia) ? Hecho.APELLIDO_DELANTE : Hecho.NOMBRE_RARO;
  }
  const detras = apellidoDetras(simples);
  if (detras === -1) return 0;
  return Hecho.APELLIDO_DETRAS | (cuantasPasan(simples) === detras ? Hecho.APELLIDO_DECIDE : 0);
}

/** Returns the facts of a word wherever it stands in a name: the first word of a name may be a surname, and any other behind it too. */
export const hechosDondeSea = (deNombre: number): number =>
  (deNombre & Hecho.APELLIDO_DELANTE) === 0 ? deNombre : deNombre | Hecho.APELLIDO_DETRAS | Hecho.APELLIDO_DECIDE;

const enVezDe = (apellido: NombreLeido, { nombres }: PersonaLeida): Sospecha => ({
  dato: 'nombres',
  seria: [apellido.texto.trim(), nombres.texto.trim()],
});

/** Finds names in each other's place. */
export const FRECUENTES: Frecuentes = {
  hechos,
  reglas: [
    {
      codigo: 'apellidos_cambiados',
      hechos: [Hecho.APELLIDO_DECIDE, Hecho.APELLIDO_DETRAS | Hecho.FALTA_SEGUNDO],
      duda: ({ nombres: { texto } }) => {
        const palabras = partir(texto.trim());
        const desde = apellidoDetras(palabras.map(simplificar));
        return { dato: 'nombres', seria: [palabras.slice(0, desde).join(' '), palabras.slice(desde).join(' ')] };
      },
    },
    {
      codigo: 'apellidos_cambiados',
      hechos: [Hecho.APELLIDO_DELANTE | Hecho.PILA_EN_PRIMERO, Hecho.NOMBRE_RARO | Hecho.SOLO_PILA_EN_PRIMERO],
      duda: (persona) => enVezDe(persona.apellidoPaterno, persona),
    },
    {
      codigo: 'apellidos_cambiados',
      hechos: [Hecho.APELLIDO_DELANTE | Hecho.PILA_EN_SEGUNDO, Hecho.NOMBRE_RARO | Hecho.SOLO_PILA_EN_SEGUNDO],
      duda: (persona) => enVezDe(persona.apellidoMaterno, persona),
    },
  ],
};
