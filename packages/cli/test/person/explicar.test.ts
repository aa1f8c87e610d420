/** `curp explicar`: plain text in a pipe, colours on a terminal, and JSON. */
import { candidatas } from '@curp-service/core';
import { describe, expect, it } from 'vitest';
import { BIN, curp, curpInEnglish, workspace } from '../curp.js';
import { ANGELES, CALCULATED, RENATA, args } from '../people.js';
import { has } from '../../../../test/tools.js';
import { inTerminal, plain } from '../terminal.js';

const explicar = ['explicar', ...args(ANGELES)];
const BODY = `CUOA900517MDFRXN01

   C  U  O  A  9  0  0  5  1  7  M  D  F  R  X  N  0  1
   1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18

      1  C   R 1.7     DE LA se omite; la inicial de CRUZ
      2  U   R 1.7     DE LA se omite; la primera vocal interna de CRUZ
      3  O   IN 3      la inicial de O'HARA
      4  A   R 1.3     MARÍA DE LOS se omite; la inicial de ÁNGELES
    5-6  90  IN 5-10   el año de nacimiento, 1990
    7-8  05  IN 5-10   el mes de nacimiento, 05
   9-10  17  IN 5-10   el día de nacimiento, 17
     11  M   IN 11     sexo: mujer
  12-13  DF  IN 12-13  la entidad de nacimiento, CIUDAD DE MÉXICO
     14  R   R 1.7     DE LA se omite; la primera consonante interna de CRUZ
     15  X   R 1.18    la primera consonante interna de O'HARA es ' y da X
     16  N   R 1.16    MARÍA DE LOS se omite; la primera consonante interna de ÁNGELES
     17  0   IN 17     lo asigna el registro; 0 es el primero para quien nació hasta 1999
     18  1   IN 18     el dígito verificador de los otros 17

`;

describe('explicar in a pipe', () => {
  it('prints one line for each group of characters with the same origin', async () => {
    expect(await curp(...explicar)).toEqual({ stdout: BODY + CALCULATED, stderr: '', status: 0 });
  });

  it('lists with --candidatas the ten keys that the registry may have assigned', async () => {
    const { stdout } = await curpInEnglish(...explicar, '--candidatas');
    expect(stdout).toContain(
      '\n\nThe ten keys that the registry may have assigned:\n\n  CUOA900517MDFRXN01\n  CUOA900517MDFRXN19\n',
    );
    expect(stdout).toContain('the first internal vowel of CRUZ');
    expect(stdout.match(/^ {2}CUOA900517MDFRXN\d\d$/gm)).toHaveLength(10);
  });

  it('prints the notices', async () => {
    const { stdout } = await curp('explicar', ...args({ ...RENATA, '--apellido-paterno': '' }));
    expect(stdout).toContain('\nAviso: Solo hay segundo apellido: ocupa el lugar del primero.\n\n');
  });
});

it('explicar --json prints what the service answers', async () => {
  const { explicacion, ...rest } = JSON.parse(
    (await curp('explicar', '--json', ...args({ ...RENATA, '--apellido-paterno': '' }))).stdout,
  ) as { explicacion: unknown[] };
  const candidates = candidatas({
    nombres: 'Renata',
    apellidoMaterno: 'Tinajero',
    fechaNacimiento: '1990-05-17',
    sexo: 'M',
    entidad: 'DF',
  });
  expect(rest).toEqual({
    curp: 'TIXR900517MDFNXN09',
    raiz: 'TIXR900517MDFNXN',
    diferenciador: '0',
    digito_verificador: '9',
    candidatas: candidates.ok && candidates.candidatas,
    avisos: [
      {
        codigo: 'apellido_recorrido',
        severidad: 'aviso',
        posiciones: [1, 2, 14],
        regla: 'I06 3',
        mensaje: 'Solo hay segundo apellido: ocupa el lugar del primero.',
      },
    ],
  });
  expect(explicacion).toHaveLength(18);
  expect(explicacion[4]).toEqual({
    posicion: 5,
    caracter: '9',
    dato: 'fecha_nacimiento',
    regla: 'IN 5-10',
    texto: 'el año de nacimiento, 1990',
  });
});

describe.skipIf(!has('python3'))('explicar on a terminal (needs python3)', () => {
  const command = [process.execPath, BIN, ...explicar, '--candidatas'];

  it('paints each datum in its colour, in the row and in the lines', () => {
    const { screen } = inTerminal(workspace(), command);
    const lines = screen.split('\n');
    const colorsOf = (line = ''): string[] =>
      Array.from(
        line.matchAll(/\[(\d\d)m([A-Z\d]+) *.\[39m/g),
        ([, color = '', letters = '']) => `${color} ${letters}`,
      );
    // The colours are cyan, magenta, blue, green, yellow, red and grey; the differentiator is only bold.
    expect(colorsOf(lines[2])).toEqual(
      '36 C,36 U,35 O,34 A,32 9,32 0,32 0,32 5,32 1,32 7,33 M,31 D,31 F,36 R,35 X,34 N,90 1'.split(','),
    );
    expect(lines.slice(8, 24).flatMap(colorsOf)).toEqual(
      '36 C,36 U,35 O,34 A,32 90,32 05,32 17,33 M,31 DF,36 R,35 X,34 N,90 1'.split(','),
    );
    expect(plain(lines.slice(5, 7).join('\n'))).toBe(
      '   apellido paterno  apellido materno  nombres  fecha de nacimiento\n   sexo  entidad  diferenciador  dígito verificador',
    );
  });

  it('wraps the lines at 80 columns', () => {
    const { screen } = inTerminal(workspace(), command);
    const lengths = plain(screen)
      .split('\n')
      .map((line) => Array.from(line).length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(80);
    expect(plain(screen)).toContain(
      'MARÍA DE LOS se omite; la primera consonante interna de\n                       ÁNGELES\n',
    );
  });

  it.each([{ NO_COLOR: '1' }, { FORCE_COLOR: '0' }, { TERM: 'dumb' }])('uses no colours with %j', (others) => {
    const { screen } = inTerminal(workspace(), command, [], others);
    expect(screen).not.toContain('\u001B');
    expect(screen).not.toContain('apellido paterno'); // The legend explains the colours.
  });

  it('uses colours on a dumb terminal with FORCE_COLOR', () => {
    expect(inTerminal(workspace(), command, [], { TERM: 'dumb', FORCE_COLOR: '1' }).screen).toContain('\u001B[36mC');
  });
});
