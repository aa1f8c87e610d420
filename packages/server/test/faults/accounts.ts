/** Whether what the database counted is what the clients saw. */
import type { Store } from '../../src/admin.js';
import type { Exito, Visto } from './load.js';
import type { Mundo } from './fault.js';
import { CUOTA_CORTA } from './projects.js';
import type { Replica } from './replica.js';

/** Usage is written every second; a process that has no turn for a while writes later. */
const SIN_ESCRIBIR_MS = 5000;

interface Cuadre {
  readonly perdidas: number;
  readonly mal: readonly string[];
}

export async function cuadrarUsos(store: Store, { proyectos, replicas }: Mundo, visto: Visto): Promise<Cuadre> {
  const mal: string[] = [];
  const { libre, holgado, corto, lento, revocado } = proyectos;
  const usos = (
    await Promise.all([libre, holgado, corto, lento, revocado].map(async ({ id }) => store.usage(id, '0000', '9999')))
  ).flat();
  const contados = sumar(usos.map(({ proyecto, operacion, cuenta }) => [`${proyecto} ${operacion}`, cuenta]));
  const vistos = sumar(visto.exitos.map(({ proyecto, operacion }) => [`${proyecto} ${operacion}`, 1]));
  let [faltan, sobran] = [0, 0];
  for (const clave of new Set([...contados.keys(), ...vistos.keys()])) {
    const resto = (vistos.get(clave) ?? 0) - (contados.get(clave) ?? 0);
    if (resto > 0) faltan += resto;
    else sobran -= resto;
  }
  // What a replica that was killed had not written, and what it had done and not said.
  const enElAire = replicas.reduce((suma, { muertes }, i) => suma + sinEscribir(visto.exitos, muertes, replicas[i]), 0);
  if (faltan > enElAire) mal.push(`usage: ${faltan} successes are not counted, and only ${enElAire} may be lost`);
  if (sobran > visto.dudosas) mal.push(`usage: ${sobran} are counted that nobody saw, of ${visto.dudosas} in doubt`);

  const suyos = usos.filter(({ proyecto }) => proyecto === corto.id);
  const meses = [...new Set(suyos.map(({ dia }) => dia.slice(0, 7)))];
  const tomadas = await Promise.all(meses.map(async (mes) => store.quotaTaken(corto.id, mes)));
  const exitos = visto.exitos.filter(({ proyecto }) => proyecto === corto.id).length;
  if (exitos > CUOTA_CORTA * meses.length) mal.push(`quota: ${exitos} successes of ${CUOTA_CORTA}`);
  if (tomadas.some((tomada) => tomada > CUOTA_CORTA)) mal.push(`quota: ${tomadas.join(', ')} taken of ${CUOTA_CORTA}`);
  const tomada = tomadas.reduce((suma, n) => suma + n, 0);
  if (exitos > tomada) mal.push(`quota: ${exitos} successes, and only ${tomada} taken`);
  return { perdidas: faltan, mal };
}

function sumar(pares: readonly (readonly [string, number])[]): Map<string, number> {
  const sumas = new Map<string, number>();
  for (const [clave, cuenta] of pares) sumas.set(clave, (sumas.get(clave) ?? 0) + cuenta);
  return sumas;
}

/** The successes of a replica just before it was killed; behind a proxy, of any. */
const sinEscribir = (exitos: readonly Exito[], muertes: readonly number[], suya: Replica | undefined): number =>
  exitos.filter(
    ({ momento, replica }) =>
      (replica === null || replica === suya) &&
      muertes.some((muerte) => momento > muerte - SIN_ESCRIBIR_MS && momento < muerte + SIN_ESCRIBIR_MS),
  ).length;
