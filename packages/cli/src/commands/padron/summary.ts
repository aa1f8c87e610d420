/** What an import did, in numbers. */
import { basename } from 'node:path';
import type { Texto } from '../../environment.js';
import { enMiles } from '../lote/report.js';
import type { Plan } from './options.js';

export interface Cuentas {
  readonly filas: number;
  readonly nuevas: number;
  readonly cambiadas: number;
  readonly rechazadas: number;
  readonly enElPadron: number;
}

interface Resultado extends Cuentas {
  /** Rows that earlier runs had read. */
  readonly antes: number;
  readonly segundos: number;
}

/** Those that were there just so, or came again. */
const igualesDe = ({ filas, nuevas, cambiadas, rechazadas }: Cuentas): number =>
  filas - nuevas - cambiadas - rechazadas;

export const enJson = ({ ruta, modo, rechazadas: archivo }: Plan, resultado: Resultado): unknown => {
  const { filas, nuevas, cambiadas, rechazadas, enElPadron, antes, segundos } = resultado;
  return {
    archivo: basename(ruta),
    modo,
    filas,
    nuevas,
    cambiadas,
    iguales: igualesDe(resultado),
    rechazadas,
    archivo_rechazadas: rechazadas > 0 ? archivo : null,
    filas_en_el_padron: enElPadron,
    segundos: Number(segundos.toFixed(3)),
    filas_por_segundo: Math.round((filas - antes) / segundos),
  };
};

export function enPalabras({ rechazadas: archivo }: Plan, resultado: Resultado, texto: Texto): string {
  const { filas, nuevas, cambiadas, rechazadas, enElPadron, antes, segundos } = resultado;
  const numeros = [filas, nuevas, cambiadas, igualesDe(resultado), rechazadas, enElPadron, (filas - antes) / segundos];
  const [f, n, c, i, r, p, porSegundo] = numeros.map(enMiles);
  const s = segundos.toFixed(2);
  const lineas = [
    texto(
      `Filas: ${f}; nuevas: ${n}; cambiadas: ${c}; iguales: ${i}; rechazadas: ${r}.`,
      `Rows: ${f}; new: ${n}; changed: ${c}; the same: ${i}; rejected: ${r}.`,
    ),
    texto(
      `Las rechazadas, con su línea y su motivo: ${archivo}`,
      `The rejected ones, with their line and the reason: ${archivo}`,
    ),
    texto(`Registros en el padrón: ${p}.`, `Records in the padron: ${p}.`),
    texto(`${s} s, ${porSegundo} filas por segundo.`, `${s} s, ${porSegundo} rows per second.`),
  ];
  return lineas.filter((_, linea) => linea !== 1 || rechazadas > 0).join('\n');
}
