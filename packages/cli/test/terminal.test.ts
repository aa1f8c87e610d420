/** On a terminal the header is bold; in a pipe, or where the user wants no colour, the same text is plain. */
import { describe, expect, it, vi } from 'vitest';
import { BIN, PACIENCIA, sitio } from './curp.js';
import { enTerminal, hayPython } from './terminal.js';

vi.setConfig(PACIENCIA);

describe.skipIf(!hayPython)('a terminal (python3 makes it)', () => {
  it('bold there, and nowhere else', () => {
    const lugar = sitio();
    lugar.json('crear', 'Ñandú');
    const listar = (otras: Readonly<Record<string, string>>) => {
      const { pantalla, status } = enTerminal(lugar, [process.execPath, BIN, 'proyectos', 'listar'], [], otras);
      expect(status).toBe(0);
      return pantalla;
    };
    const plano = lugar.curp('proyectos', 'listar').stdout;
    const [titulos = '', ...filas] = plano.split('\n');
    expect(listar({})).toBe([`\u001B[1m${titulos}\u001B[22m`, ...filas].join('\n'));
    expect(listar({ NO_COLOR: '1' })).toBe(plano);
    expect(listar({ TERM: 'dumb' })).toBe(plano);
  });
});

it('a pipe stays plain even where colour is forced', () => {
  const { con, json } = sitio();
  json('crear', 'Ñandú');
  expect(con({ FORCE_COLOR: '1' })('proyectos', 'listar').stdout).not.toContain('\u001B');
});
