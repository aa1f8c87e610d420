/** Usage: the counts written to the store. */
import { expect, it, vi } from 'vitest';
import type { Store } from '../src/store/store.js';
import { Usage } from '../src/access/usage.js';

const HOY = Date.parse('2026-11-15T18:00:00Z');
const MANANA = HOY + 86_400_000;

function abrirUsage() {
  const sumarUsos = vi.fn<Store['addUsage']>(async () => Promise.resolve());
  return { usage: new Usage({ addUsage: sumarUsos } as Partial<Store> as Store), sumarUsos };
}
const uso = (proyecto: string, operacion: string, cuenta: number, dia = '2026-11-15') => ({
  proyecto,
  dia,
  operacion,
  cuenta,
});

it('nothing is written if nothing was counted', async () => {
  const { usage, sumarUsos } = abrirUsage();
  await usage.write();
  expect(sumarUsos).not.toHaveBeenCalled();
});

it('is counted by project, operation and day, one or several at a time', async () => {
  const { usage, sumarUsos } = abrirUsage();
  usage.count('a', 'validar', HOY);
  usage.count('a', 'validar', HOY, 5);
  usage.count('a', 'cotejar', HOY);
  usage.count('b', 'validar', HOY);
  usage.count('a', 'validar', MANANA);
  await usage.write();
  await usage.write();
  expect(sumarUsos.mock.calls.map(([usos]) => usos)).toEqual([
    [uso('a', 'validar', 6), uso('a', 'cotejar', 1), uso('b', 'validar', 1)],
    [uso('a', 'validar', 1, '2026-11-16')],
  ]);
});

it('is written with the id of the writer and consecutive numbers', async () => {
  const { usage, sumarUsos } = abrirUsage();
  for (let i = 0; i < 3; i++) {
    usage.count('a', 'validar', HOY);
    await usage.write();
  }
  const escritos = sumarUsos.mock.calls.map(([, escrito]) => escrito);
  expect(new Set(escritos.map(({ writer: escritor }) => escritor)).size).toBe(1);
  const numeros = escritos.map(({ number: numero }) => numero);
  expect(numeros).toHaveLength(3);
  expect(numeros).toEqual([...new Set(numeros)].toSorted((a, b) => a - b));
});

it('is written a thousand rows at a time', async () => {
  const { usage, sumarUsos } = abrirUsage();
  for (let i = 0; i < 2001; i++) usage.count(`p${i}`, 'validar', HOY);
  await usage.write();
  expect(sumarUsos.mock.calls.map(([usos]) => usos.length)).toEqual([1000, 1000, 1]);
});

it('without an answer is sent again unchanged, before later counts', async () => {
  const { usage, sumarUsos } = abrirUsage();
  usage.count('a', 'validar', HOY);
  sumarUsos.mockImplementationOnce(async () => Promise.reject(new Error('gone')));
  await expect(usage.write()).rejects.toThrow('gone');
  usage.count('a', 'validar', HOY);
  await usage.write();
  const [primera, segunda, tercera] = sumarUsos.mock.calls;
  expect(segunda).toEqual(primera);
  expect(tercera?.[0]).toEqual([uso('a', 'validar', 1)]);
  expect(tercera?.[1].number).toBeGreaterThan(segunda?.[1].number ?? Infinity);
});
