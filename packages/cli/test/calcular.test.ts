/** The key of a person by the options: how they may be written, and what is said where they are missing or wrong. */
import { describe, expect, it, vi } from 'vitest';
import { EN, PACIENCIA, sitio } from './curp.js';
import { CALCULADA, CURP, RENATA, args } from './people.js';

vi.setConfig(PACIENCIA);

const MAL = {
  '--nombres': ' ',
  '--apellido-paterno': '李',
  '--apellido-materno': '',
  '--fecha': '31/02/1990',
} as const;
const calcular = ['calcular', ...args(RENATA)];

it('prints the key, and that it proves nothing', () => {
  expect(sitio().curp(...calcular)).toEqual({ stdout: `${CURP}\n${CALCULADA}`, stderr: '', status: 0 });
  expect(sitio().con(EN)(...calcular).stdout).toBe(
    `${CURP}\nCalculated by the algorithm of the norm: it proves no registration.\n`,
  );
});

it.each([
  { '--fecha': '17/05/1990' },
  { '--fecha': '17-5-1990', '--sexo': 'Mujer' },
  { '--fecha': '19900517', '--sexo': 'femenino', '--entidad': '09' },
  { '--entidad': 'Ciudad de México' },
  { '--entidad': 'cdmx', '--sexo': 'm' },
])('reads %j', (escrita) => {
  expect(sitio().curp('calcular', '--json', ...args({ ...RENATA, ...escrita })).stdout).toBe(
    `{\n  "curp": "${CURP}"\n}\n`,
  );
});

it('takes an empty surname for none, and gives notice where both are', () => {
  const { curp } = sitio();
  const uno = curp('calcular', ...args({ ...RENATA, '--apellido-materno': '' }));
  expect(uno.stdout).toBe(`OEXR900517MDFLXN07\n${CALCULADA}`);
  const ninguno = curp('calcular', ...args({ ...RENATA, '--apellido-paterno': '', '--apellido-materno': '' }));
  expect(ninguno.stdout).toBe(
    `XXXR900517MDFXXN00\nAviso: La persona no tiene apellidos: sus posiciones llevan X.\n${CALCULADA}`,
  );
});

describe('without a terminal', () => {
  it('names every option that is missing', () => {
    const { curp, con } = sitio();
    expect(curp('calcular', '--sexo', 'F')).toEqual({
      stdout: '',
      stderr:
        'Falta: --nombres, --apellido-paterno, --apellido-materno, --fecha, --entidad. Con un solo apellido: --apellido-materno "".\nVea: curp calcular --help\n',
      status: 2,
    });
    expect(con(EN)('cotejar', ...args(RENATA))).toEqual({
      stdout: '',
      stderr: 'Missing: CURP.\nSee: curp cotejar --help\n',
      status: 2,
    });
    expect(curp('validar')).toMatchObject({ stderr: expect.stringMatching(/^Falta: CURP\.\n/), status: 2 });
  });
});

describe.each(['calcular', 'explicar', 'cotejar'])('%s says everything that is wrong with the data', (comando) => {
  const mandato = [comando, ...(comando === 'cotejar' ? [''] : []), ...args({ ...RENATA, ...MAL })];
  const codigos = ['ausente', 'sin_letras', 'fecha_inexistente'];

  it('in words', () => {
    const { curp, con } = sitio();
    expect(curp(...mandato)).toEqual({
      stdout: '',
      stderr: `${comando === 'cotejar' ? 'Falta curp.\n' : ''}Falta nombres.\napellido_paterno no tiene letras latinas: escríbalo con ellas o, si el apellido no existe, déjelo vacío.\nfecha_nacimiento: ese día no existe en el calendario.\n`,
      status: 1,
    });
    expect(con(EN)(...mandato).stderr).toMatch(/nombres is missing\.\n[^]*no such day in the calendar\.\n$/);
  });

  it('in JSON', () => {
    const { stdout, stderr, status } = sitio().curp(...mandato, '--json');
    expect({ stderr, status }).toEqual({ stderr: '', status: 1 });
    const { errores } = JSON.parse(stdout) as { errores: { codigo: string }[] };
    expect(errores.map(({ codigo }) => codigo)).toEqual(comando === 'cotejar' ? ['ausente', ...codigos] : codigos);
    expect(errores.at(-1)).toEqual({
      codigo: 'fecha_inexistente',
      severidad: 'error',
      dato: 'fecha_nacimiento',
      posiciones: [5, 6, 7, 8, 9, 10],
      regla: 'I06 3',
      mensaje: 'fecha_nacimiento: ese día no existe en el calendario.',
    });
  });
});
