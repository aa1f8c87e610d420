/** `curp validar`: what it reports about a key, and its exit code. */
import { describe, expect, it } from 'vitest';
import { BIN, curp, curpInEnglish, workspace } from '../curp.js';
import { CURP } from '../people.js';
import { has } from '../../../../test/tools.js';
import { inTerminal } from '../terminal.js';

const CHECKED = 'Revisada con el algoritmo de la norma: no prueba ningún registro.\n';

it('reads a key as people type it, in either case and with spaces or hyphens', async () => {
  for (const typed of ['oetr 900517 mdflnn05', 'OETR-900517-MDFLNN-05', ' OETR900517MDFLNN05 ']) {
    const { stdout, status } = await curp('validar', typed);
    expect([status, stdout]).toEqual([0, expect.stringContaining('\n  OETR900517MDFLNN05\n')]);
  }
});

it('says nothing about homonyms of a key that is not valid', async () => {
  expect((await curp('validar', CURP)).stdout).toContain('homónimo');
  expect((await curp('validar', 'OETR900517MDFLNN16')).stdout).not.toContain('homónimo');
});

it('validar exits with 0 for a valid key in any case and with spaces', async () => {
  const output = {
    stdout: `Es válida.

  ${CURP}

  fecha de nacimiento  1990-05-17
  sexo                 M
  entidad              09 DF CIUDAD DE MÉXICO
  homónimo             no

${CHECKED}`,
    stderr: '',
    status: 0,
  };
  expect(await curp('validar', CURP)).toEqual(output);
  expect(await curp('validar', ` ${CURP.toLowerCase()} `)).toEqual(output);
});

it('validar lists every finding and marks its positions', async () => {
  expect(await curp('validar', 'MAME900231MDFLNNZ6')).toEqual({
    stdout: `No es válida.

  MAME900231MDFLNNZ6
  ^^^^^^^^^^      ^^

   1-4  R 1.8     aviso: Las cuatro primeras letras forman una palabra inconveniente: la segunda debería ser X.
  5-10  I06 3     Ese día no existe en el calendario: revise la CURP.
    17  D 13      aviso: RENAPO pone aquí de la A a la J: revise esta letra.
    18  IN 18     El último carácter no corresponde a los otros 17: debería ser 0.

  sexo     M
  entidad  09 DF CIUDAD DE MÉXICO

${CHECKED}`,
    stderr: '',
    status: 1,
  });
  const { stdout, status } = await curpInEnglish('validar', CURP.slice(0, 12));
  expect(stdout).toBe(`It is not valid.

  OETR900517MD

  1-18  IN        The CURP must have 18 characters.

  sex  M

Checked by the algorithm of the norm: it proves no registration.
`);
  expect(status).toBe(1);
});

it('validar suggests the keys that may be meant for a key with a slip, with the change of each', async () => {
  expect(await curp('validar', 'PEOF900517MJCXXRO4')).toEqual({
    stdout: `No es válida.

  PEOF900517MJCXXRO4
      ^^^^^^      ^

  5-10, 17  D 14      La fecha de nacimiento es posterior a hoy.
        17  D 13      aviso: RENAPO pone aquí de la A a la J: revise esta letra.

¿Quiso decir…?

  PEOF900517MJCXXR04  En la posición 17 se cambió la letra O por la cifra 0.

  fecha de nacimiento  2090-05-17
  sexo                 M
  entidad              14 JC JALISCO

${CHECKED}`,
    stderr: '',
    status: 1,
  });
  expect((await curpInEnglish('validar', 'PEOF900517MJCXXRO4')).stdout).toContain(
    'Did you mean…?\n\n  PEOF900517MJCXXR04  In position 17, the letter O was changed to the digit 0.\n',
  );
});

it('validar accepts a key with only notices', async () => {
  expect(await curp('validar', 'XEXX010101HNEXXXA4')).toMatchObject({
    stdout: expect.stringMatching(
      /^Es válida\.\n[^]*D 15 +aviso: Es una clave genérica: no pertenece a una persona\.\n/,
    ),
    status: 0,
  });
});

it('validar replaces control characters of the given key', async () => {
  const { stdout, status } = await curp('validar', `\u001B[31mÑ日${'9'.repeat(100)}`);
  expect(stdout).toContain(`\n  \ufffd[31MÑ\ufffd${'9'.repeat(29)}\n`);
  expect(status).toBe(1);
});

describe('validar --json', () => {
  it('prints what the service answers', async () => {
    const { stdout, status } = await curpInEnglish('validar', 'OETR900517MDFLNN06', '--json');
    expect(JSON.parse(stdout)).toEqual({
      valido: false,
      hallazgos: [
        {
          codigo: 'digito_verificador',
          severidad: 'error',
          posiciones: [18],
          mensaje: 'The last character does not follow from the other 17: it should be 5.',
          regla: 'IN 18',
          esperado: '5',
        },
      ],
      sugerencias: [
        {
          curp: 'EOTR900517MDFLNN06',
          cambio: 'intercambio',
          posiciones: [1, 2],
          mensaje: 'Positions 1 and 2 were swapped.',
        },
      ],
      datos: {
        fecha_nacimiento: '1990-05-17',
        sexo: 'M',
        clave_entidad: '09',
        nombre_entidad: 'CIUDAD DE MÉXICO',
        abreviatura_entidad: 'DF',
        homonimo: false,
      },
    });
    expect(status).toBe(1);
  });

  it('reports an empty key as missing', async () => {
    expect(await curp('validar', ' ')).toEqual({ stdout: '', stderr: 'Falta la CURP.\n', status: 1 });
    expect(JSON.parse((await curp('validar', ' ', '--json')).stdout)).toMatchObject({
      errores: [{ codigo: 'ausente', dato: 'curp' }],
    });
  });
});

it.skipIf(!has('python3'))('validar uses colours on a terminal (needs python3)', () => {
  const place = workspace();
  expect(inTerminal(place, [process.execPath, BIN, 'validar', CURP]).screen).toContain(
    '\u001B[32mEs válida.\u001B[39m\n',
  );
  const { screen, status } = inTerminal(place, [process.execPath, BIN, 'validar', 'OETR900517MDFLNN06']);
  expect(screen).toContain('\u001B[31mNo es válida.\u001B[39m\n');
  expect(screen).toContain(`\u001B[31m${'^'.padStart(18)}\u001B[39m`);
  expect(status).toBe(1);
});
