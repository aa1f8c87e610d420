/** `curp calcular` with options: the forms that it accepts, and its errors for missing and wrong data. */
import { describe, expect, it } from 'vitest';
import { curp, curpInEnglish } from '../curp.js';
import { CALCULATED, CURP, RENATA, args } from '../people.js';

const BAD_DATA = {
  '--nombres': ' ',
  '--apellido-paterno': '李',
  '--apellido-materno': '',
  '--fecha': '31/02/1990',
} as const;
const calcular = ['calcular', ...args(RENATA)];

it('calcular prints the key and the notice that it proves no registration', async () => {
  expect(await curp(...calcular)).toEqual({ stdout: `${CURP}\n${CALCULATED}`, stderr: '', status: 0 });
  expect((await curpInEnglish(...calcular)).stdout).toBe(
    `${CURP}\nCalculated by the algorithm of the norm: it proves no registration.\n`,
  );
});

it.each([
  { '--fecha': '17/05/1990' },
  { '--fecha': '17051990' },
  { '--fecha': '05/17/1990' },
  { '--fecha': '17-5-1990', '--sexo': 'Mujer' },
  { '--fecha': '19900517', '--sexo': 'femenino', '--entidad': '09' },
  { '--entidad': 'Ciudad de México' },
  { '--entidad': 'cdmx', '--sexo': 'm' },
])('calcular reads %j as the same person', async (written) => {
  expect((await curp('calcular', '--json', ...args({ ...RENATA, ...written }))).stdout).toBe(
    `{\n  "curp": "${CURP}"\n}\n`,
  );
});

it.each([
  [{ '--nombres': 'Renata2' }, 'El nombre trae cifras: revise si es un error de captura.'],
  [{ '--apellido-materno': 'XXX' }, 'El segundo apellido trae un texto de relleno: escriba el nombre del acta.'],
])('calcular prints with the key of %j: %s', async (written, notice) => {
  const { stdout } = await curp('calcular', ...args({ ...RENATA, ...written }));
  expect(stdout.split('\n')[1]).toBe(`Aviso: ${notice}`);
});

it('calcular reads an empty surname as none, and prints a notice if both are empty', async () => {
  const one = await curp('calcular', ...args({ ...RENATA, '--apellido-materno': '' }));
  expect(one.stdout).toBe(`OEXR900517MDFLXN07\n${CALCULATED}`);
  const none = await curp('calcular', ...args({ ...RENATA, '--apellido-paterno': '', '--apellido-materno': '' }));
  expect(none.stdout).toBe(
    `XXXR900517MDFXXN00\nAviso: La persona no tiene apellidos: sus posiciones llevan X.\n${CALCULATED}`,
  );
});

describe('calcular without a terminal', () => {
  it('names every missing option', async () => {
    expect(await curp('calcular', '--sexo', 'F')).toEqual({
      stdout: '',
      stderr:
        'Falta: --nombres, --apellido-paterno, --apellido-materno, --fecha, --entidad. Con un solo apellido: --apellido-materno "".\nVea: curp calcular --help\n',
      status: 2,
    });
    expect(await curpInEnglish('cotejar', ...args(RENATA))).toEqual({
      stdout: '',
      stderr: 'Missing: CURP.\nSee: curp cotejar --help\n',
      status: 2,
    });
    expect(await curp('validar')).toMatchObject({ stderr: expect.stringMatching(/^Falta: CURP\.\n/), status: 2 });
  });
});

describe.each(['calcular', 'explicar', 'cotejar'])('%s reports all problems of the data at once', (name) => {
  const command = [name, ...(name === 'cotejar' ? [''] : []), ...args({ ...RENATA, ...BAD_DATA })];
  const codes = ['ausente', 'sin_letras', 'fecha_inexistente'];

  it('in words', async () => {
    expect(await curp(...command)).toEqual({
      stdout: '',
      stderr: `${name === 'cotejar' ? 'Falta la CURP.\n' : ''}Falta el nombre.\nNo hay letras latinas en el primer apellido: escríbalo como está en el acta.\nEse día no existe en el calendario: revise la fecha de nacimiento.\n`,
      status: 1,
    });
    expect((await curpInEnglish(...command)).stderr).toMatch(
      /The given name is missing\.\n[^]*no such day in the calendar: check the date of birth\.\n$/,
    );
  });

  it('in JSON', async () => {
    const { stdout, stderr, status } = await curp(...command, '--json');
    expect({ stderr, status }).toEqual({ stderr: '', status: 1 });
    const { errores: errors } = JSON.parse(stdout) as { errores: { codigo: string }[] };
    expect(errors.map(({ codigo }) => codigo)).toEqual(name === 'cotejar' ? ['ausente', ...codes] : codes);
    expect(errors.at(-1)).toEqual({
      codigo: 'fecha_inexistente',
      severidad: 'error',
      dato: 'fecha_nacimiento',
      posiciones: [5, 6, 7, 8, 9, 10],
      regla: 'I06 3',
      mensaje: 'Ese día no existe en el calendario: revise fecha_nacimiento.',
    });
  });
});
