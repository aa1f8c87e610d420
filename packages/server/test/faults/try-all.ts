/** Some faults, one after the other, on one PostgreSQL. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Intermediario } from '../relay.js';
import { Postgres } from '../postgres-server.js';
import { limpiar } from '../process.js';
import { cargar } from './load.js';
import type { Falla } from './fault.js';
import { encargar } from './jobs.js';
import { type Fila, probar } from './try-one.js';

/** No time is a fault: this is for a machine that has much else to do. */
const PLAZO_MS = 240_000;

/** `alTerminar` gets what came of those that could be shown. */
export function probarTodas(
  fallas: readonly Falla[],
  alTerminar: (filas: readonly Fila[]) => void = () => undefined,
): void {
  const filas: Fila[] = [];
  let postgres: Postgres;
  let relevo: Intermediario;
  beforeAll(async () => {
    postgres = await Postgres.iniciar();
    relevo = await Intermediario.ante(postgres.puerto);
  }, 60_000);
  afterAll(async () => {
    alTerminar(filas);
    await limpiar();
    await relevo.cerrar();
    await postgres.borrar();
  }, 60_000);

  it.each(fallas)('$nombre', { timeout: PLAZO_MS }, async (falla) => {
    const fila = await probar(falla, { postgres, relevo }, [cargar, encargar]);
    filas.push(fila);
    expect(fila.mal.slice(0, 10)).toEqual([]);
    expect(fila.bien).toBeGreaterThan(0);
  });
}
