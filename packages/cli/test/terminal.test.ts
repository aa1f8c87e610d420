/** On a terminal the header is bold; in a pipe, or where the user wants no colour, the same text is plain. */
import { describe, expect, it, vi } from 'vitest';
import { BIN, PATIENCE, workspace } from './curp.js';
import { inTerminal, hasPython } from './terminal.js';

vi.setConfig(PATIENCE);

describe.skipIf(!hasPython)('a terminal (python3 makes it)', () => {
  it('bold there, and nowhere else', () => {
    const place = workspace();
    place.json('crear', 'Ñandú');
    const listar = (others: Readonly<Record<string, string>>) => {
      const { screen, status } = inTerminal(place, [process.execPath, BIN, 'proyectos', 'listar'], [], others);
      expect(status).toBe(0);
      return screen;
    };
    const plain = place.curp('proyectos', 'listar').stdout;
    const [titles = '', ...rows] = plain.split('\n');
    expect(listar({})).toBe([`\u001B[1m${titles}\u001B[22m`, ...rows].join('\n'));
    expect(listar({ NO_COLOR: '1' })).toBe(plain);
    expect(listar({ TERM: 'dumb' })).toBe(plain);
  });
});

it('a pipe stays plain even where colour is forced', () => {
  const { withEnv, json } = workspace();
  json('crear', 'Ñandú');
  expect(withEnv({ FORCE_COLOR: '1' })('proyectos', 'listar').stdout).not.toContain('\u001B');
});
