/** Sheets saved by LibreOffice, in the charsets, delimiters and quotings that people choose. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Understood } from '../src/index.js';
import { correrTexto, filas } from './run-lote.js';

const VARIANTES = [
  ['utf8', 'utf-8', ','],
  ['windows1252', 'windows-1252', ';'],
  ['utf16', 'utf-16le', '\t'],
] as const;

const leer = (hoja: string, variante: string): Uint8Array =>
  readFileSync(new URL(`libreoffice/${hoja}-${variante}.csv`, import.meta.url));

/** By the first name: the key of each person, or the code of its problem. */
const ESPERADAS: Readonly<Record<string, string>> = {
  'José Luis': 'MUAL840312HNLXLS03',
  'María de los Ángeles': 'OXNA900517MDFXXN08',
  Íñigo: 'AUDI751201HDFRXX04',
  Ximena: 'PEXX010730MJCXXMA7',
  'Óscar Iván': 'CUXO681009HVZRCS06',
  Ñusta: 'GUIX000229MDFRBSA6',
  Ariel: 'QUZA990101XZSRRR04',
  'Ma. del Carmen': '403',
  Tadeo: '417',
  Úrsula: 'AIYU121120MNELBRA2',
  Emiliano: 'BOCE310605HMNSHM02',
  JIMENA: 'LOVJ241231MYNZLMA8',
};

describe.each(['personas', 'personas-dma'])('%s', (hoja) => {
  it.each(VARIANTES)('in %s', (variante, codificacion, delimitador) => {
    const entendidos: Understood[] = [];
    const bytes = leer(hoja, variante);
    const leidas = filas({ onUnderstood: (entendido) => void entendidos.push(entendido) }, bytes, delimitador);
    const claves = leidas.map((fila) => [
      fila['Nombre(s)'],
      fila['code_error'] === '0' ? fila['curp'] : fila['code_error'],
    ]);
    expect(Object.fromEntries(claves)).toEqual(ESPERADAS);
    expect(leidas.every((fila) => (fila['code_error'] === '0') === (fila['error_message'] === ''))).toBe(true);
    expect(entendidos).toMatchObject([{ codificacion, delimitador, otras: ['Notas'] }]);
  });

  it('keeps what it does not need', () => {
    const [utf8 = [], ...otras] = VARIANTES.map(([variante, , delimitador]) =>
      filas({}, leer(hoja, variante), delimitador).map((fila) => fila['Notas']),
    );
    expect(utf8).toContain('Primera línea\nSegunda línea');
    expect(utf8).toContain('  Con espacios alrededor  ');
    for (const otra of otras) expect(otra).toEqual(utf8);
  });
});

it('comes out byte for byte but for what is added', () => {
  const bytes = leer('personas', 'utf8');
  const salida = correrTexto({}, bytes).split('\n');
  for (const [i, linea] of new TextDecoder().decode(bytes).trimEnd().split('\n').entries()) {
    expect(salida[i]?.startsWith(linea)).toBe(true);
  }
});
