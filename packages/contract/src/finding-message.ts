/** Words a finding for people: its message names the datum as a sentence does, and its positions are ranges. */
import { type Asunto, type Hallazgo, hallazgo } from '@curp-service/core';
import { type Bilingual, CORE_OPTIONS, type Language, say } from './language.js';

const NAMES: Readonly<Record<Asunto, Bilingual>> = {
  nombres: ['el nombre', 'the given name'],
  apellidoPaterno: ['el primer apellido', 'the first surname'],
  apellidoMaterno: ['el segundo apellido', 'the second surname'],
  fechaNacimiento: ['la fecha de nacimiento', 'the date of birth'],
  sexo: ['el sexo', 'the sex'],
  entidad: ['la entidad de nacimiento', 'the entity of birth'],
  curp: ['la CURP', 'the CURP'],
  rfc: ['el RFC', 'the RFC'],
};

export function findingMessage(
  { codigo, dato, esperado, partes }: Pick<Hallazgo, 'codigo' | 'dato' | 'esperado' | 'partes'>,
  language: Language,
): string {
  const name = say(NAMES[dato], language);
  // A title has no article. The key itself needs none: its positions are shown beside the message.
  const title = dato === 'curp' ? '' : `${name.slice(name.indexOf(' ') + 1)}: `;
  const gaps = { ...partes, esperado, dato: name, titulo: title };
  const { mensaje } = hallazgo(codigo, dato, CORE_OPTIONS[language], undefined, gaps);
  return mensaje.charAt(0).toUpperCase() + mensaje.slice(1);
}

/** Writes ordered positions as ranges: `5-10, 17`. */
export function positionRanges(posiciones: readonly number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const posicion of posiciones) {
    const last = runs.at(-1);
    if (last?.[1] === posicion - 1) last[1] = posicion;
    else runs.push([posicion, posicion]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
