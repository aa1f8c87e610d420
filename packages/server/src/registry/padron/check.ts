/** What a row must have to become a record: a well-formed key, texts, and nothing that the key denies. */
import { type DatosLeidos, type Hallazgo, validar } from '@curp-service/core';
import { type Language, CORE_OPTIONS } from '@curp-service/contract/language';
import type { PadronRow } from '../../store/padron.js';
import { RECORD_FIELDS, type RecordField, REQUIRED_FIELDS } from './fields.js';
import { pack } from './packed.js';

const MAXIMO = 200;
const LARGO_CLAVE = 18;
// oxlint-disable-next-line no-control-regex -- what no field may hold
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/** Everything that may be wrong with a field. No message repeats what it holds. */
const MOTIVOS = {
  ausente: ['falta', 'is missing'],
  tipo: ['no es texto: en JSON va entre comillas', 'is not text: in JSON it goes in quotes'],
  largo: [`pasa de ${MAXIMO} caracteres`, `exceeds ${MAXIMO} characters`],
  control: ['trae caracteres de control o mal codificados', 'holds control characters, or some that are encoded wrong'],
  sexo: ['no es la de la clave (posición 11)', 'is not that of the key (position 11)'],
  fecha: ['no se escribe dd/mm/aaaa', 'is not written dd/mm/yyyy'],
  otra_fecha: ['no es la de la clave (posiciones 5 a 10 y 17)', 'is not that of the key (positions 5 to 10, and 17)'],
  entidad: ['no es la de la clave (posiciones 12 y 13)', 'is not that of the key (positions 12 and 13)'],
} as const satisfies Readonly<Record<string, readonly [es: string, en: string]>>;

type Causa = keyof typeof MOTIVOS;

/** A record, or in words all that keeps a row from being one. `valores`: those of the 26 fields, in their order. */
export function checkRecord(valores: readonly unknown[], idioma: Language): PadronRow | readonly string[] {
  const motivos: string[] = [];
  const malos = new Set<RecordField>();
  const anotar = (campo: RecordField, causa: Causa): void => {
    malos.add(campo);
    motivos.push(`${campo} ${MOTIVOS[causa][idioma === 'en' ? 1 : 0]}.`);
  };
  const textos = RECORD_FIELDS.map((campo, i) => leerTexto(valores[i], (causa) => anotar(campo, causa)));
  const de = (campo: RecordField): string => textos[RECORD_FIELDS.indexOf(campo)] ?? '';
  for (const campo of REQUIRED_FIELDS) if (de(campo) === '' && !malos.has(campo)) anotar(campo, 'ausente');
  if (motivos.length > 0) return motivos;

  const { hallazgos, datos } = validar(de('CURP'), CORE_OPTIONS[idioma]);
  motivos.push(...hallazgos.filter(({ severidad }) => severidad === 'error').map(deLaClave));
  if (motivos.length === 0) cotejarConLaClave(datos, de, anotar);
  if (motivos.length > 0) return motivos;
  textos[0] = de('CURP').toUpperCase();
  return pack(textos);
}

const deLaClave = ({ posiciones, mensaje }: Hallazgo): string =>
  `CURP${posiciones.length === LARGO_CLAVE ? '' : ` (${posiciones.join(', ')})`}: ${mensaje.replace(/^curp: /, '')}`;

/** What may be absent is the same as empty. */
function leerTexto(valor: unknown, anotar: (causa: Causa) => void): string {
  if (valor === undefined || valor === null) return '';
  if (typeof valor !== 'string') {
    anotar('tipo');
    return '';
  }
  const texto = valor.trim();
  if (texto.length > MAXIMO) anotar('largo');
  if (CONTROL.test(texto) || !texto.isWellFormed()) anotar('control');
  return texto;
}

function cotejarConLaClave(
  { sexo, fechaNacimiento, abreviaturaEntidad }: DatosLeidos,
  de: (campo: RecordField) => string,
  anotar: (campo: RecordField, causa: Causa) => void,
): void {
  if (de('ClaveSexo') !== sexo) anotar('ClaveSexo', 'sexo');
  if (de('ClaveEntidadNacimiento') !== abreviaturaEntidad) anotar('ClaveEntidadNacimiento', 'entidad');
  const [, dia, mes, anio] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(de('FechaNacimiento')) ?? [];
  if (dia === undefined) anotar('FechaNacimiento', 'fecha');
  else if (`${anio}-${mes}-${dia}` !== fechaNacimiento) anotar('FechaNacimiento', 'otra_fecha');
}
