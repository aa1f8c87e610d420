/** A key beside the one that the data give: what is shown, and the exit code that tells a script. */
import { expect, it, vi } from 'vitest';
import { BIN, EN, PACIENCIA, sitio } from './curp.js';
import { CALCULADA, CURP, RENATA, args } from './people.js';
import { enTerminal, hayPython } from './terminal.js';

vi.setConfig(PACIENCIA);

const cotejar = (curp: string): string[] => ['cotejar', curp, ...args(RENATA)];

it('the same key', () => {
  expect(sitio().curp(...cotejar(CURP.toLowerCase()))).toEqual({
    stdout: `identica: es la clave que dan los datos.

  recibida   ${CURP}
  calculada  ${CURP}

${CALCULADA}`,
    stderr: '',
    status: 0,
  });
});

it('that of a homonym', () => {
  expect(sitio().curp(...cotejar('OETR900517MDFLNN21'))).toEqual({
    stdout: `misma_raiz: los mismos datos, con el diferenciador de un homónimo.

  recibida   OETR900517MDFLNN21
  calculada  ${CURP}
                             ^^

${CALCULADA}`,
    stderr: '',
    status: 0,
  });
});

it('another, with what differs', () => {
  const { curp, con } = sitio();
  expect(curp(...cotejar('OETR910517HDFLNN21'))).toEqual({
    stdout: `difiere: no es la clave que dan los datos.

  recibida   OETR910517HDFLNN21
  calculada  ${CURP}
                  ^    ^     ^^

Difiere: fecha de nacimiento, sexo.

${CALCULADA}`,
    stderr: '',
    status: 1,
  });
  expect(con(EN)(...cotejar('OETR900517HDFLNN21')).stdout).toContain('\nDiffers: sex.\n');
});

it('one too short or too long', () => {
  const { curp } = sitio();
  expect(curp(...cotejar('OETR900517MDFL')).stdout).toContain(
    `  OETR900517MDFL\n  calculada  ${CURP}\n                           ^^^^\n`,
  );
  const { stdout, status } = curp(...cotejar(`${CURP}00`));
  expect(stdout).toContain(`${CURP}00\n  calculada  ${CURP}\n                               ^^\n`);
  expect(stdout).toContain('Los datos coinciden: difiere lo demás de la clave.');
  expect(status).toBe(1);
});

it('in JSON, the answer of the service', () => {
  const { stdout, status } = sitio().curp(...cotejar('OETR900517HDFLNN05'), '--json');
  const { posiciones, ...resto } = JSON.parse(stdout) as { posiciones: unknown[] };
  expect(resto).toEqual({
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

it.skipIf(!hayPython)('what differs in colours, on a terminal (python3 makes it)', () => {
  const { pantalla } = enTerminal(sitio(), [process.execPath, BIN, ...cotejar('OETR900517HDFLNN05')]);
  expect(pantalla).toContain('recibida   OETR900517\u001B[1m\u001B[31mH\u001B[39m\u001B[22mDFLNN05\n');
  expect(pantalla).toContain('calculada  OETR900517\u001B[1m\u001B[32mM\u001B[39m\u001B[22mDFLNN05\n');
});
