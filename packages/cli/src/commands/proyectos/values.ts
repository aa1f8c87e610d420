/** How the values of the options are written. A wrong one is said with what it must be, and never repeated. */
import { DEMO } from '@curp-service/server/admin';
import { InvalidArgumentError } from 'commander';
import type { Texto } from '../../environment.js';

const MAXIMO_NOMBRE = 100;
/** More would not fit where the store keeps it. */
const MAXIMA_CUOTA = 999_999_999_999;
/** As `RATE_LIMIT` has it. */
const MAXIMO_LIMITE = 1_000_000;
const MINUTOS: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };

type Leer<T> = (valor: string) => T;

/** In an object, for commander takes a bare `null` for no value at all. */
export interface ONinguno {
  readonly numero: number | null;
}

/** A name as it is stored and looked up: what looks the same is the same. */
export const normalizar = (nombre: string): string => nombre.trim().normalize('NFC');

export const leerNombre =
  (texto: Texto): Leer<string> =>
  (valor) => {
    const nombre = normalizar(valor);
    const largo = Array.from(nombre).length;
    if (largo < 1 || largo > MAXIMO_NOMBRE || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(nombre)) {
      throw new InvalidArgumentError(
        texto(
          `debe tener de 1 a ${MAXIMO_NOMBRE} caracteres, ninguno de control.`,
          `must have 1 to ${MAXIMO_NOMBRE} characters, no control characters.`,
        ),
      );
    }
    if (nombre === DEMO || nombre.startsWith('prj_')) {
      throw new InvalidArgumentError(
        texto(
          `no puede ser ${DEMO} ni empezar con prj_: se confundiría con el id de un proyecto.`,
          `must neither be ${DEMO} nor begin with prj_: it would be mistaken for the id of a project.`,
        ),
      );
    }
    return nombre;
  };

export const leerCuota = (texto: Texto): Leer<number> => entero(0, MAXIMA_CUOTA, texto);
export const leerLimite = (texto: Texto): Leer<number> => entero(1, MAXIMO_LIMITE, texto);
export const leerCuotaONinguna = (texto: Texto): Leer<ONinguno> => oNinguno('ninguna', 0, MAXIMA_CUOTA, texto);
export const leerLimiteONinguno = (texto: Texto): Leer<ONinguno> => oNinguno('ninguno', 1, MAXIMO_LIMITE, texto);

function entero(minimo: number, maximo: number, texto: Texto, otro = ''): Leer<number> {
  return (valor) => {
    const numero = /^\d{1,15}$/.test(valor) ? Number(valor) : NaN;
    if (numero >= minimo && numero <= maximo) return numero;
    throw new InvalidArgumentError(
      texto(
        `debe ser un número entero de ${minimo} a ${maximo}${otro}.`,
        `must be a whole number from ${minimo} to ${maximo}${otro}.`,
      ),
    );
  };
}

function oNinguno(palabra: string, minimo: number, maximo: number, texto: Texto): Leer<ONinguno> {
  const leer = entero(minimo, maximo, texto, texto(`, o ${palabra}`, `, or ${palabra}`));
  return (valor) => ({ numero: valor === palabra ? null : leer(valor) });
}

/** A time of grace, in milliseconds. */
export const leerGracia =
  (texto: Texto): Leer<number> =>
  (valor) => {
    if (valor === '0') return 0;
    const [, cuantos, unidad] = /^(\d{1,4})([mhd])$/.exec(valor) ?? [];
    if (unidad !== undefined) return Number(cuantos) * (MINUTOS[unidad] ?? 0) * 60_000;
    throw new InvalidArgumentError(
      texto(
        'debe ser 0, o un número con m, h o d (minutos, horas o días), como 24h.',
        'must be 0, or a number with m, h or d (minutes, hours or days), like 24h.',
      ),
    );
  };

export const leerDia =
  (texto: Texto): Leer<string> =>
  (valor) => {
    const dia = /^\d{4}-\d\d-\d\d$/.test(valor) ? new Date(`${valor}T00:00:00Z`) : new Date(NaN);
    // 30 February would be read as 1 March.
    if (!Number.isNaN(dia.getTime()) && dia.toISOString().startsWith(valor)) return valor;
    throw new InvalidArgumentError(
      texto('debe ser un día que exista, como 2026-05-17.', 'must be a day that exists, like 2026-05-17.'),
    );
  };

export const leerIdDeToken =
  (texto: Texto): Leer<string> =>
  (valor) => {
    if (valor.startsWith('tok_')) return valor;
    throw new InvalidArgumentError(
      texto(
        'debe ser el id de un token, tok_…, no el token mismo.',
        'must be the id of a token, tok_…, not the token itself.',
      ),
    );
  };
