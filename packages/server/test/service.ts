/** Test helper: a service in memory with its own store, a clock that tests can set, and its log. */
import { Writable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { afterAll, onTestFinished } from 'vitest';
import { type Parts, buildApp } from '../src/app.js';
import { type Config, readConfig } from '../src/config.js';
import { createLog } from '../src/observe/log.js';
import { openRegistry } from '../src/registry/open.js';
import { SqlStore } from '../src/store/sql/projects.js';
import { openSqlite } from '../src/store/sqlite.js';
import type { Project, Store } from '../src/store/store.js';
import { createToken, sha256 } from '../src/access/tokens.js';

export interface Sobre {
  readonly error: boolean;
  readonly code_error: number;
  readonly error_message: string | null;
  readonly response: {
    readonly [campo: string]: unknown;
    readonly errores?: readonly {
      readonly code_error: number;
      readonly parametro: string;
      readonly error_message: string;
    }[];
  };
}

/** An invented person whose key is known. */
export { EN_OCHO as PERSONA } from '../../lote/test/people.js';
export const CURP = 'OETR900517MDFLNN05';
/** Another person, whose values the service would never write by itself. */
export const SECRETOS = {
  nombres: 'Zenobiaxq',
  apellido_paterno: 'Quetzalliwz',
  apellido_materno: 'Yáñezkv',
  anio_nacimiento: '1957',
  mes_nacimiento: '11',
  dia_nacimiento: '23',
  sexo: 'M',
  entidad: '09',
};

/** Runs at the end of the current test or, outside of one, of the file. */
function alFinal(cerrar: () => Promise<void>): void {
  try {
    onTestFinished(cerrar);
  } catch {
    afterAll(cerrar);
  }
}

export interface Servicio {
  readonly store: Store;
  /** Everything logged, one JSON line each. */
  readonly log: string[];
  /** The clock of the service. */
  now: number;
  pedir(opciones: InjectOptions | string): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly texto: string;
    readonly sobre: Sobre;
  }>;
  /** An operation with the token `pruebas`. */
  operar(operacion: string, parametros: Readonly<Record<string, string>>, token?: string): Promise<Sobre>;
  crearProyecto(ajustes?: Partial<Pick<Project, 'limite' | 'cuota'>>): Promise<{ proyecto: Project; token: string }>;
  metricas(): string;
  /** Opens a port, for tests that need a real connection. */
  escuchar(): Promise<number>;
  cerrar(): Promise<void>;
}

export function abrirServicio(ajustes: Partial<Config> = {}, partes: Partial<Parts> = {}): Servicio {
  const log: string[] = [];
  const destino = new Writable({
    write: (linea: Buffer, _, listo) => {
      log.push(linea.toString());
      listo();
    },
  });
  const config = { ...readConfig({}, 'es'), logLevel: 'trace', ...ajustes };
  const servicio = { now: Date.parse('2026-11-15T18:00:00Z') };
  const now = (): number => servicio.now;
  const deposito = partes.store ?? new SqlStore(openSqlite(':memory:'), now);
  const logger = createLog(config.logLevel, destino);
  const registry = partes.registry ?? openRegistry(config, deposito, logger);
  const app = buildApp({ config, log: logger, now, ...partes, store: deposito, registry });
  let cerrado = false;
  const cerrar = async (): Promise<void> => {
    if (!cerrado) await app.close();
    registry?.close?.();
    cerrado = true;
  };
  alFinal(cerrar);

  const pedir: Servicio['pedir'] = async (opciones) => {
    const respuesta = await app.server.inject(opciones);
    const esJson = String(respuesta.headers['content-type']).startsWith('application/json');
    return {
      status: respuesta.statusCode,
      headers: respuesta.headers as Record<string, string | undefined>,
      texto: respuesta.body,
      sobre: (esJson && respuesta.body !== '' ? respuesta.json() : {}) as Sobre,
    };
  };
  return Object.assign(servicio, {
    store: deposito,
    log,
    pedir,
    operar: async (operacion: string, parametros: Readonly<Record<string, string>>, token = 'pruebas') => {
      const consulta = new URLSearchParams({ token, ...parametros });
      return (await pedir(`/curp/${operacion}?${consulta.toString()}`)).sobre;
    },
    crearProyecto: async ({ limite = null, cuota = null }: Partial<Pick<Project, 'limite' | 'cuota'>> = {}) => {
      const token = createToken();
      const proyecto = await deposito.createProject(`proyecto ${token.slice(-6)}`, { limite, cuota }, sha256(token));
      return { proyecto, token };
    },
    metricas: () => app.metrics(),
    escuchar: async () => Number(new URL(await app.server.listen({ host: '127.0.0.1', port: 0 })).port),
    cerrar,
  });
}
