/** `curp cotejar`: the comparison that it shows, and its exit code. */
import { expect, it } from 'vitest';
import { BIN, curp, curpInEnglish, workspace } from '../curp.js';
import { CALCULATED, CURP, RENATA, args } from '../people.js';
import { has } from '../../../../test/tools.js';
import { inTerminal } from '../terminal.js';

const cotejar = (key: string): string[] => ['cotejar', key, ...args(RENATA)];

it('cotejar reports identica for the key of the data and exits with 0', async () => {
  expect(await curp(...cotejar(CURP.toLowerCase()))).toEqual({
    stdout: `identica: la CURP corresponde a los datos.

  recibida   ${CURP}
  calculada  ${CURP}

${CALCULATED}`,
    stderr: '',
    status: 0,
  });
});

it('cotejar reports misma_raiz for the key of a homonym and exits with 0', async () => {
  expect(await curp(...cotejar('OETR900517MDFLNN21'))).toEqual({
    stdout: `misma_raiz: la CURP corresponde a los datos; RENAPO asigna las posiciones 17 y 18.

  recibida   OETR900517MDFLNN21
  calculada  ${CURP}
                             ^^

${CALCULATED}`,
    stderr: '',
    status: 0,
  });
});

it('cotejar tells a key by the edition of 2006, which still differs', async () => {
  const luisa = { ...RENATA, '--nombres': 'M LUISA', '--apellido-paterno': 'López', '--apellido-materno': 'Pérez' };
  const { stdout, status } = await curp('cotejar', 'LOPM900517MDFPRX06', ...args(luisa));
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^difiere: [^]*\n\nDifiere: nombres\.\n\nDifiere por las reglas de 2021; es la clave por el Instructivo de 2006\.\n\n/,
  );
});

it('cotejar reports difiere with the data that differ and exits with 1', async () => {
  expect(await curp(...cotejar('OETR910517HDFLNN21'))).toEqual({
    stdout: `difiere: la CURP no corresponde a los datos.

  recibida   OETR910517HDFLNN21
  calculada  ${CURP}
                  ^    ^     ^^

Difiere: fecha de nacimiento, sexo.

${CALCULATED}`,
    stderr: '',
    status: 1,
  });
  expect((await curpInEnglish(...cotejar('OETR900517HDFLNN21'))).stdout).toContain('\nDiffers: sex.\n');
});

it('cotejar explains a wrong check digit instead of a difference that no datum shows', async () => {
  expect(await curp(...cotejar('OETR900517MDFLNN07'))).toEqual({
    stdout: `difiere: los datos coinciden, pero la CURP está mal escrita.

  recibida   OETR900517MDFLNN07
  calculada  ${CURP}
                              ^

El último carácter no corresponde a los otros 17: debería ser 5.
Compárela con el documento.

${CALCULATED}`,
    stderr: '',
    status: 1,
  });
  expect((await curp(...cotejar('OETR900517MDFLNN27'))).stdout).toContain('17: debería ser 1.\n');
  expect((await curpInEnglish(...cotejar('OETR900517MDFLNN07'))).stdout).toMatch(
    /^difiere: the data match, but the CURP is misspelt\.\n[^]*\nCompare it with the document\.\n/,
  );
});

it('cotejar explains a differentiator of the other century', async () => {
  const { stdout } = await curp(...cotejar('OETR900517MDFLNNA2'));
  expect(stdout).toContain('Difiere: fecha de nacimiento.\nLa posición 17 indica el siglo: una cifra, ');
});

it('cotejar marks the missing or extra characters of a key of the wrong length', async () => {
  expect((await curp(...cotejar('OETR900517MDFL'))).stdout).toContain(
    `  OETR900517MDFL\n  calculada  ${CURP}\n                           ^^^^\n`,
  );
  const { stdout, status } = await curp(...cotejar(`${CURP}00`));
  expect(stdout).toContain(`${CURP}00\n  calculada  ${CURP}\n                               ^^\n`);
  expect(stdout).toContain('La CURP debe tener 18 caracteres.');
  expect(status).toBe(1);
});

it('cotejar --json prints what the service answers', async () => {
  const { stdout, status } = await curp(...cotejar('OETR900517HDFLNN05'), '--json');
  const { posiciones, ...rest } = JSON.parse(stdout) as { posiciones: unknown[] };
  expect(rest).toEqual({
    resultado: 'difiere',
    calculada: CURP,
    campos: {
      nombres: 'coincide',
      apellido_paterno: 'coincide',
      apellido_materno: 'coincide',
      fecha_nacimiento: 'coincide',
      sexo: 'difiere',
      entidad: 'coincide',
    },
  });
  expect(posiciones).toHaveLength(18);
  expect(posiciones[10]).toEqual({ posicion: 11, esperado: 'M', recibido: 'H', coincide: false, regla: 'IN 11' });
  expect(status).toBe(1);
});

it('cotejar compares part of the data, and shows which positions they decide', async () => {
  expect(await curp('cotejar', CURP, '--nombres', 'Renata', '--fecha', '17/05/1990', '--rfc', 'OETR900517AB1')).toEqual(
    {
      stdout: `compatible: la CURP concuerda con los datos que se dieron.

  recibida  ${CURP}
  esperada  ···R900517·····N··

RFC: coincide: trae la misma fecha y las mismas letras.

Revisada con el algoritmo de la norma: no prueba ningún registro.
`,
      stderr: '',
      status: 0,
    },
  );
  const differs = await curp('cotejar', CURP, '--apellido-materno', '', '--sexo', 'M');
  expect(differs.stdout).toContain(
    '  esperada  ··X·······M···X···\n              ^           ^\n\nDifiere: apellido materno.',
  );
  expect(differs.status).toBe(1);
  expect(await curp('cotejar', CURP)).toMatchObject({
    stderr: expect.stringContaining('Falta al menos un dato de la persona: --nombres, ') as string,
    status: 2,
  });
});

it('cotejar says what the RFC proves', async () => {
  const other = await curp('cotejar', CURP, '--sexo', 'M', '--rfc', 'OETR900518AB1');
  expect(other.stdout).toMatch(
    /^difiere: la CURP no corresponde.*\n[^]*\nRFC: difiere: trae otra fecha de nacimiento\.\n/,
  );
  expect(other.stdout).not.toContain('Difiere:');
  expect(other.status).toBe(1);
  const letters = await curp(...cotejar(CURP), '--rfc', 'OETX900517');
  expect(letters.stdout).toMatch(/^identica: [^]*\nRFC: indeterminado: sus letras no son/);
  expect(await curp('cotejar', CURP, '--sexo', 'M', '--rfc', 'OETR')).toMatchObject({
    stderr: 'El RFC no es el de una persona: escriba sus 13 caracteres, o los 10 primeros.\n',
    status: 1,
  });
});

it('cotejar with part of the data reports what is wrong with the key itself', async () => {
  expect(await curp('cotejar', 'OETR900517MDFLNN06', '--nombres', 'Tadeo')).toMatchObject({
    stdout: '',
    stderr: 'El último carácter no corresponde a los otros 17: debería ser 5.\n',
    status: 1,
  });
});

it.skipIf(!has('python3'))('cotejar colours the characters that differ on a terminal (needs python3)', () => {
  const { screen } = inTerminal(workspace(), [process.execPath, BIN, ...cotejar('OETR900517HDFLNN05')]);
  expect(screen).toContain('recibida   OETR900517\u001B[1m\u001B[31mH\u001B[39m\u001B[22mDFLNN05\n');
  expect(screen).toContain('calculada  OETR900517\u001B[1m\u001B[32mM\u001B[39m\u001B[22mDFLNN05\n');
});
