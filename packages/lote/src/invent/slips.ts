/** Puts typing slips into invented data: each changes something, and the row names it. */
import { CLAVES_GENERICAS, ENTIDADES } from '@curp-service/core';
import { type Dice, type InventedPerson } from './people.js';

type Slip = (person: InventedPerson, dice: Dice) => Partial<InventedPerson> | null;

const LATIN_LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const TEN_DIGITS = Array.from('0123456789');
const LOOK_ALIKES: Readonly<Record<string, string>> = { O: '0', I: '1', S: '5', B: '8', Z: '2', G: '6' };
const LOOK_ALIKE = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, digit]) => [
    [letter, digit],
    [digit, letter],
  ]),
);

/** Returns the key with other characters from a position on, counted from 0. */
const withCharacters = (
  curp: string,
  at: number,
  characters: string,
  replaced = characters.length,
): { curp: string } => ({
  curp: curp.slice(0, at) + characters + curp.slice(at + replaced),
});

/** Returns an item of a list, but not `than`. */
const another = (dice: Dice, list: readonly string[], than: string): string =>
  dice.pick(list.filter((each) => each !== than));

/** Returns a fitting position of a key, counted from 0; `null` if none fits. */
function position(dice: Dice, curp: string, fits: (at: number) => boolean): number | null {
  const found = Array.from(curp, (_, at) => at).filter(fits);
  return found.length === 0 ? null : dice.pick(found);
}

/** The slips, by the name that the row gets. A slip returns `null` if it changes nothing of this person. */
const SLIPS = {
  letra: ({ curp }, dice) => {
    const at = dice.pick([0, 1, 2, 3, 13, 14, 15]);
    return withCharacters(curp, at, another(dice, LATIN_LETTERS, curp.charAt(at)));
  },
  cifra: ({ curp }, dice) => {
    const at = dice.pick([4, 5, 6, 7, 8, 9, 17]);
    return withCharacters(curp, at, another(dice, TEN_DIGITS, curp.charAt(at)));
  },
  parecida: ({ curp }, dice) => {
    const at = position(dice, curp, (i) => LOOK_ALIKE.has(curp.charAt(i)));
    return at === null ? null : withCharacters(curp, at, LOOK_ALIKE.get(curp.charAt(at)) ?? '');
  },
  vecinos: ({ curp }, dice) => {
    const at = position(dice, curp, (i) => i < 17 && curp.charAt(i) !== curp.charAt(i + 1));
    return at === null ? null : withCharacters(curp, at, curp.charAt(at + 1) + curp.charAt(at));
  },
  falta: ({ curp }, dice) => withCharacters(curp, dice.below(18), '', 1),
  sobra: ({ curp }, dice) => {
    const at = dice.below(18);
    return withCharacters(curp, at, curp.charAt(at), 0);
  },
  siglo: ({ curp }) => withCharacters(curp, 16, curp.charAt(16) === '0' ? 'A' : '0'),
  diferenciador: ({ curp }, dice) => withCharacters(curp, 16, dice.pick(LATIN_LETTERS.slice(10))),
  entidad_de_la_clave: ({ curp }, dice) => withCharacters(curp, 11, dice.pick(['QO', 'XX'])),
  clave_generica: (_, dice) => ({ curp: dice.pick(CLAVES_GENERICAS) }),
  dia: ({ fechaNacimiento }, dice) => {
    const day = 1 + ((Number(fechaNacimiento.slice(8)) + dice.below(27)) % 28);
    return { fechaNacimiento: fechaNacimiento.slice(0, 8) + String(day).padStart(2, '0') };
  },
  dia_y_mes: ({ fechaNacimiento }) => {
    const [year = '', month = '', day = ''] = fechaNacimiento.split('-');
    return month === day || day > '12' ? null : { fechaNacimiento: `${year}-${day}-${month}` };
  },
  fecha_inexistente: ({ fechaNacimiento }) => ({ fechaNacimiento: `${fechaNacimiento.slice(0, 5)}02-30` }),
  fecha_remota: ({ fechaNacimiento }) => ({ fechaNacimiento: `17${fechaNacimiento.slice(2, 8)}01` }),
  sexo: ({ sexo }, dice) => ({ sexo: another(dice, ['H', 'M'], sexo) }),
  entidad: ({ entidad }, dice) => ({
    entidad: another(
      dice,
      ENTIDADES.map(({ claveEntidad }) => claveEntidad),
      entidad,
    ),
  }),
  apellidos: ({ apellidoPaterno, apellidoMaterno }) =>
    apellidoPaterno === apellidoMaterno ? null : { apellidoPaterno: apellidoMaterno, apellidoMaterno: apellidoPaterno },
  nombre_y_apellido: ({ nombres, apellidoPaterno }) =>
    nombres === apellidoPaterno || apellidoPaterno === ''
      ? null
      : { nombres: apellidoPaterno, apellidoPaterno: nombres },
} satisfies Readonly<Record<string, Slip>>;

/** `claves_cruzadas`: the keys of two neighbours are exchanged. */
export type SlipName = keyof typeof SLIPS | 'claves_cruzadas';
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
const SLIP_NAMES = Object.keys(SLIPS) as (keyof typeof SLIPS)[];

/** An invented person as a clerk typed her. `slip` is empty if there is none. */
export interface TypedPerson extends InventedPerson {
  readonly slip: SlipName | '';
}

/** Puts a random slip into the data of a person. */
export function mistype(person: InventedPerson, dice: Dice): TypedPerson {
  const slip = dice.pick(SLIP_NAMES);
  const changes = SLIPS[slip](person, dice);
  return changes === null ? mistype(person, dice) : { ...person, ...changes, slip };
}
