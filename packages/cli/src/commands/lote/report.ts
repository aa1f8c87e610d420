/** What is said before the rows, of the file, and after them, of the rows. Nothing of any person. */
import { FIELDS, type ColumnMap, type OperationName } from '@curp-service/contract/columns';
import type { Understood, Totals } from '@curp-service/lote';
import { kindOf } from '@curp-service/contract/codes/kinds';
import type { Texto } from '../../environment.js';
import { ficha } from '../../terminal/table.js';

/** More columns than these are counted, not named. */
const NOMBRADAS = 20;
const LARGO = 40;

const DELIMITADORES: Readonly<Record<string, readonly [es: string, en: string]>> = {
  ',': ['separado por comas', 'comma-separated'],
  ';': ['separado por punto y coma', 'semicolon-separated'],
  '\t': ['separado por tabuladores', 'tab-separated'],
  '|': ['separado por barras', 'bar-separated'],
};

export interface Resultado {
  readonly operacion: OperationName;
  readonly totales: Readonly<Totals>;
  readonly segundos: number;
}

/** As both Mexico and English write it. */
export const enMiles = (numero: number): string => String(Math.round(numero)).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/**
 * What may be told of a header. Where no column was known by its name, but by a number that the user gave, the first
 * line may be a person's: then those numbers are all that is told.
 */
export function discreto(entendido: Understood, mapa: ColumnMap): Understood {
  const usadas = FIELDS.filter((campo) => entendido.columns?.has(campo));
  if (usadas.length === 0 || !usadas.every((campo) => /^\d+$/.test(mapa[campo] ?? ''))) return entendido;
  return { ...entendido, others: [], columns: new Map(usadas.map((campo) => [campo, mapa[campo] ?? ''])) };
}

/** `hoja`: the sheet that it comes from, if it comes from one. */
export function entendidoEnPalabras(
  {
    format: formato,
    encoding: codificacion,
    delimiter: delimitador = '',
    columns: columnas = new Map(),
    others: otras = [],
    added: agregadas = [],
  }: Understood,
  hoja: string | null,
  texto: Texto,
): string {
  const separado = DELIMITADORES[delimitador];
  const dicho = [formato.toUpperCase(), ...(separado === undefined ? [] : [texto(...separado)]), codificacion];
  return ficha([
    [texto('archivo', 'file'), hoja ?? dicho.join(', ')],
    ...Array.from(columnas, ([campo, columna]) => [campo, nombre(columna)] as const),
    ...(otras.length === 0 ? [] : [[texto('se conservan', 'kept'), lista(otras, texto)] as const]),
    ...(agregadas.length === 0 ? [] : [[texto('se agregan', 'added'), lista(agregadas, texto)] as const]),
  ]);
}

function lista(nombres: readonly string[], texto: Texto): string {
  const demas = nombres.length - NOMBRADAS;
  const dichos = nombres.slice(0, NOMBRADAS).map(nombre).join(', ');
  return demas > 0 ? `${dichos} ${texto(`y ${demas} más`, `and ${demas} more`)}` : dichos;
}

/** On one line, and with nothing that a terminal would obey. */
export function nombre(columna: string): string {
  const limpio = columna.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return `«${limpio.length > LARGO ? `${limpio.slice(0, LARGO)}…` : limpio}»`;
}

export function resumenEnPalabras({ operacion, totales, segundos }: Resultado, texto: Texto): string {
  const { rows: filas, good: correctas, errors: errores } = totales;
  const malas = filas - correctas;
  const [f, c, m] = [filas, correctas, malas].map(enMiles);
  const lineas = [
    texto(`Filas: ${f}; con respuesta: ${c}; con error: ${m}.`, `Rows: ${f}; answered: ${c}; with an error: ${m}.`),
  ];
  if (malas > 0) {
    const porCodigo = [...errores].toSorted(([a], [b]) => a - b);
    lineas.push(ficha(porCodigo.map(([codigo, n]) => [`${codigo}`, `${enMiles(n)}  ${texto(...kindOf(codigo))}`])));
  }
  const [s, porSegundo] = [segundos.toFixed(2), enMiles(filas / segundos)];
  lineas.push(
    texto(`${s} s, ${porSegundo} filas por segundo.`, `${s} s, ${porSegundo} rows per second.`),
    advertencia(operacion, texto),
  );
  return lineas.join('\n');
}

function advertencia(operacion: OperationName, texto: Texto): string {
  return operacion === 'validar'
    ? texto(
        'Que una CURP sea válida no prueba que esté registrada: sólo el registro puede decirlo.',
        'That a CURP is valid does not prove that it is registered: only the registry can say so.',
      )
    : texto(
        'Una CURP calculada no prueba ningún registro: sólo el registro puede decir que una clave se asignó a alguien.',
        'A calculated CURP proves no registration: only the registry can say that a key was assigned to somebody.',
      );
}

/** The same for a program. */
export function resumenEnJson(
  { operacion, totales, segundos }: Resultado,
  entendido: Understood | null,
  texto: Texto,
): unknown {
  const { rows: filas, good: correctas, errors: errores } = totales;
  return {
    operacion,
    formato: entendido?.format,
    codificacion: entendido?.encoding,
    delimitador: entendido?.delimiter,
    columnas: entendido?.columns && Object.fromEntries(entendido.columns),
    conservadas: entendido?.others,
    agregadas: entendido?.added,
    filas,
    correctas,
    con_error: filas - correctas,
    errores: [...errores]
      .toSorted(([a], [b]) => a - b)
      .map(([codigo, n]) => ({ code_error: codigo, filas: n, problema: texto(...kindOf(codigo)) })),
    segundos: Number(segundos.toFixed(3)),
    filas_por_segundo: Math.round(filas / segundos),
  };
}
