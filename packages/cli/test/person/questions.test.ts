/** On a terminal, commands ask for missing data, check each answer and repeat the question if it is wrong. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BIN, EN, workspace } from '../curp.js';
import { CALCULATED, CURP, RENATA, args } from '../people.js';
import { has } from '../../../../test/tools.js';
import { type Step, inTerminal, plain } from '../terminal.js';

const curp = (...words: readonly string[]): string[] => [process.execPath, BIN, ...words];
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

describe.skipIf(!has('python3'))('questions on a terminal (needs python3)', () => {
  it('are asked one by one, and again after a wrong answer', () => {
    const steps: Step[] = [
      ['Nombres:', '\r'],
      ['Falta el nombre.', 'Renata\r'],
      ['Apellido paterno', 'Olvera\r'],
      ['Apellido materno', '\r'],
      ['Fecha', '31/02/1990\r'],
      ['no existe', '17/05/1990\r'],
      ['Sexo', 'F\r'],
      ['(no binario).', 'mujer\r'],
      ['Entidad', 'Atlantida\r'],
      ['catálogo', 'Nuevo Leon\r'],
    ];
    const { screen, status } = inTerminal(workspace(), curp('calcular'), steps, { NO_COLOR: '1' });
    expect(plain(screen)).toBe(`Nombres: 
  Falta el nombre.
Nombres: Renata
Apellido paterno (vacío si no tiene): Olvera
Apellido materno (vacío si tiene uno solo): 
Fecha de nacimiento (17/05/1990): 31/02/1990
  Ese día no existe en el calendario: revise la fecha de nacimiento.
Fecha de nacimiento (17/05/1990): 17/05/1990
Sexo (H hombre, M mujer, X no binario): F
  El sexo debe ser H (hombre), M (mujer) o X (no binario).
Sexo (H hombre, M mujer, X no binario): mujer
Entidad de nacimiento (09, DF, Nuevo León…): Atlantida
  La entidad de nacimiento no está en el catálogo: escriba una clave como 09 o una abreviatura como DF.
Entidad de nacimiento (09, DF, Nuevo León…): Nuevo Leon
OEXR900517MNLLXN01
${CALCULATED}`);
    expect(status).toBe(0);
  });

  it('are only about missing data', () => {
    const { '--sexo': _, ...withoutSex } = RENATA;
    const { screen } = inTerminal(workspace(), curp('calcular', ...args(withoutSex)), [['Sex (H male', 'M\r']], EN);
    expect(plain(screen)).toMatch(new RegExp(`^Sex \\(H male, M female, X non-binary\\): M\n${CURP}\n`));
  });

  it('accept several pasted lines as answers', () => {
    const pasted = [CURP, 'Renata', 'Olvera', 'Tinajero', '1990-05-17', 'M', 'DF', ''].join('\r');
    const { screen, status } = inTerminal(workspace(), curp('cotejar'), [['CURP:', pasted]]);
    expect(plain(screen)).toContain('\nEntidad de nacimiento (09, DF, Nuevo León…; ? si no lo sabe): DF\nidentica: ');
    expect(status).toBe(0);
  });

  it('accept ? in cotejar for a datum that the user does not know', () => {
    const pasted = ['Renata', '?', '?', '?', 'M', '?', ''].join('\r');
    const { screen, status } = inTerminal(workspace(), curp('cotejar', CURP), [['Nombres (? si', pasted]]);
    expect(plain(screen)).toContain('\ncompatible: ');
    expect(status).toBe(0);
  });

  it('go to stderr, so that stdout can be redirected', () => {
    const place = workspace();
    const command = ['sh', '-c', '"$0" "$@" > salida.txt', ...curp('validar', '--json')];
    expect(plain(inTerminal(place, command, [['CURP:', `${CURP}\r`]]).screen)).toBe(`CURP: ${CURP}\n`);
    expect(JSON.parse(readFileSync(join(place.dir, 'salida.txt'), 'utf8'))).toMatchObject({ valido: true });
  });

  it('are not asked if an option is wrong', () => {
    const { screen, status } = inTerminal(workspace(), curp('calcular', '--sexo', 'F'));
    expect({ screen: screen, status }).toEqual({
      screen: 'El sexo debe ser H (hombre), M (mujer) o X (no binario).\n',
      status: 1,
    });
  });

  it('are not asked if stdin or stderr is not a terminal', () => {
    const place = workspace();
    for (const redirected of ['"$0" "$@" < /dev/null', '"$0" "$@" 2>&1 | cat; exit 2']) {
      const { screen, status } = inTerminal(place, ['sh', '-c', redirected, ...curp('validar')]);
      expect({ screen: screen, status }).toEqual({ screen: 'Falta: CURP.\nVea: curp validar --help\n', status: 2 });
    }
  });

  it.each([
    ['Ctrl-C', `Ren${CTRL_C}`, 'Nombres: Ren\n'],
    ['Ctrl-D', CTRL_D, 'Nombres: \n'],
    ['Ctrl-D pasted after a line', `Renata\r${CTRL_D}`, 'Nombres: Renata\n\n'],
  ])('%s exits with 130 and prints nothing else', (_, keys, shown) => {
    const { screen, status } = inTerminal(workspace(), curp('calcular'), [['Nombres:', keys]]);
    expect(status).toBe(130);
    expect(plain(screen)).toBe(shown);
  });
});
