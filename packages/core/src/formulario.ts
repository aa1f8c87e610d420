/** The labels of a form's fields, and its choices of sex and entity as lists of value and label. */
import type { Asunto } from './datos.js';
import { type ClaveEntidad, ENTIDADES } from './norma/entidades.js';
import type { Sexo } from './persona.js';

/** One choice of a list: `<option value={valor}>{etiqueta}</option>`. */
export interface Eleccion<Valor extends string> {
  readonly valor: Valor;
  readonly etiqueta: string;
}

/** The names of the data in forms. */
export const ETIQUETAS: Readonly<Record<Asunto, string>> = {
  nombres: 'Nombre(s)',
  apellidoPaterno: 'Primer apellido',
  apellidoMaterno: 'Segundo apellido',
  fechaNacimiento: 'Fecha de nacimiento',
  sexo: 'Sexo',
  entidad: 'Entidad de nacimiento',
  curp: 'CURP',
  rfc: 'RFC',
};

export const ELECCIONES_DE_SEXO: readonly Eleccion<Sexo>[] = [
  { valor: 'M', etiqueta: 'Mujer' },
  { valor: 'H', etiqueta: 'Hombre' },
  { valor: 'X', etiqueta: 'No binario' },
];

/** The entities by key: `09` and `Ciudad de México`. */
export const ELECCIONES_DE_ENTIDAD: readonly Eleccion<ClaveEntidad>[] = ENTIDADES.map(
  ({ claveEntidad, nombreEntidad }) => ({
    valor: claveEntidad,
    etiqueta: nombreEntidad.toLowerCase().replace(/(?:^|\s)(?!(?:de|en|el)\s)\S/g, (inicial) => inicial.toUpperCase()),
  }),
);
