/** The header of a table is bold on a terminal, and plain in a pipe or without colours. */
import { describe, expect, it } from 'vitest';
import { BIN, workspace } from './curp.js';
import { has } from '../../../test/tools.js';
import { inTerminal } from './terminal.js';

describe.skipIf(!has('python3'))('a table on a terminal (needs python3)', () => {
  it('has a bold header unless NO_COLOR or a dumb terminal forbids it', () => {
    const place = workspace();
    place.json('crear', 'Ñandú');
    const listar = (others: Readonly<Record<string, string>>) => {
      const { screen, status } = inTerminal(place, [process.execPath, BIN, 'proyectos', 'listar'], [], others);
      expect(status).toBe(0);
      return screen.replace(/^Base de datos: .*\r?\n/, '');
    };
    const plain = place.curp('proyectos', 'listar').stdout;
    const [titles = '', ...rows] = plain.split('\n');
    expect(listar({})).toBe([`\u001B[1m${titles}\u001B[22m`, ...rows].join('\n'));
    expect(listar({ NO_COLOR: '1' })).toBe(plain);
    expect(listar({ TERM: 'dumb' })).toBe(plain);
  });
});

it('a table in a pipe is plain text even with FORCE_COLOR', () => {
  const { withEnv, json } = workspace();
  json('crear', 'Ñandú');
  expect(withEnv({ FORCE_COLOR: '1' })('proyectos', 'listar').stdout).not.toContain('\u001B');
});
