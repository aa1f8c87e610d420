/** A name and a person as they were read: what the rules between data see. */
import type { Lectura } from '../nombre/palabra.js';
import type { Duda } from './nombre.js';

/** A name as it was read. */
export interface NombreLeido {
  /** As it is written; empty if the person has none. */
  readonly texto: string;
  readonly lectura: Lectura;
  /** The words as they are compared with those of other names: in upper case, without accents. */
  readonly palabras: readonly string[];
  /** True if no rule about one name had to look at it. */
  readonly esLlano: boolean;
  /** The facts for rules between data: bits of `Hecho`. */
  readonly hechos: number;
  readonly dudas: readonly Duda[];
}

/** The names of a person as they were read, and the other data. */
export interface PersonaLeida {
  readonly nombres: NombreLeido;
  readonly apellidoPaterno: NombreLeido;
  readonly apellidoMaterno: NombreLeido;
  readonly fechaNacimiento?: string | undefined;
  readonly sexo?: string | undefined;
  readonly entidad?: string | undefined;
}
