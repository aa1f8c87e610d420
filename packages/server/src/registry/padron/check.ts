/** Checks that a row can become a record: a well-formed key, texts, and no contradiction between key and fields. */
import { type DatosLeidos, type Hallazgo, validar } from '@curp-service/core';
import { findingMessage } from '@curp-service/contract/finding-message';
import { type Bilingual, CORE_OPTIONS, type Language, say } from '@curp-service/contract/language';
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import { type PadronRow, PADRON_FIELDS, REQUIRED_FIELDS, type RecordField, pack } from './fields.js';
import { words } from '../../textos/words.js';

const MAX_FIELD_LENGTH = 200;
// oxlint-disable-next-line no-control-regex -- no field may hold them
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/** The messages about a field. No message repeats the field's content. */
const FAULTS = {
  ausente: words('registry_falta'),
  tipo: words('registry_no_es_texto'),
  largo: words('registry_pasa_de_caracteres', { max_field_length: MAX_FIELD_LENGTH }),
  control: words('registry_tiene_caracteres_de'),
  sexo: words('registry_no_coincide_con'),
  fecha: words('registry_debe_escribirse_dd'),
  otra_fecha: words('registry_no_coincide_con_la'),
  entidad: words('registry_no_coincide_con_la_clave'),
} as const satisfies Readonly<Record<string, Bilingual>>;

type FaultId = keyof typeof FAULTS;

const FIELD_INDEXES = new Map(PADRON_FIELDS.map((field, i) => [field, i]));

/** Returns a record, or messages about all faults of the row. `values` are those of the 26 fields, in order. */
export function checkRecord(values: readonly unknown[], language: Language): PadronRow | readonly string[] {
  const messages: string[] = [];
  const bad = new Set<RecordField>();
  const report = (field: RecordField, fault: FaultId): void => {
    bad.add(field);
    messages.push(`${field} ${say(FAULTS[fault], language)}.`);
  };
  const texts = PADRON_FIELDS.map((_, i) => trimmed(values[i]));
  // One look at all texts suffices for nearly every row.
  if (values.some((value) => typeof value !== 'string') || !isSound(texts.join('')) || texts.some(isLong))
    PADRON_FIELDS.forEach((field, i) => reportField(values[i], texts[i] ?? '', (fault) => report(field, fault)));
  const textOf = (field: RecordField): string => texts[FIELD_INDEXES.get(field) ?? -1] ?? '';
  for (const field of REQUIRED_FIELDS) if (textOf(field) === '' && !bad.has(field)) report(field, 'ausente');
  if (messages.length > 0) return messages;

  const { hallazgos, datos } = validar(textOf('CURP'), CORE_OPTIONS[language]);
  messages.push(
    ...hallazgos.filter(({ severidad }) => severidad === 'error').map((error) => keyMessage(error, language)),
  );
  if (messages.length === 0) compareWithKey(datos, textOf, report);
  if (messages.length > 0) return messages;
  texts[0] = textOf('CURP').toUpperCase();
  return pack(texts);
}

function keyMessage(hallazgo: Hallazgo, language: Language): string {
  const { posiciones } = hallazgo;
  const where = posiciones.length === KEY_LENGTH ? '' : ` (${posiciones.join(', ')})`;
  return `CURP${where}: ${findingMessage(hallazgo, language)}`;
}

/** Returns a text without spaces around it. Any other value counts as empty. */
const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const isSound = (text: string): boolean => !CONTROL.test(text) && text.isWellFormed();
const isLong = (text: string): boolean => text.length > MAX_FIELD_LENGTH;

function reportField(value: unknown, text: string, report: (fault: FaultId) => void): void {
  if (value !== undefined && value !== null && typeof value !== 'string') report('tipo');
  if (isLong(text)) report('largo');
  if (!isSound(text)) report('control');
}

function compareWithKey(
  { sexo, fechaNacimiento, abreviaturaEntidad }: DatosLeidos,
  textOf: (field: RecordField) => string,
  report: (field: RecordField, fault: FaultId) => void,
): void {
  if (textOf('ClaveSexo') !== sexo) report('ClaveSexo', 'sexo');
  if (textOf('ClaveEntidadNacimiento') !== abreviaturaEntidad) report('ClaveEntidadNacimiento', 'entidad');
  const [, dia, mes, anio] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(textOf('FechaNacimiento')) ?? [];
  if (dia === undefined) report('FechaNacimiento', 'fecha');
  else if (`${anio}-${mes}-${dia}` !== fechaNacimiento) report('FechaNacimiento', 'otra_fecha');
}
