/** Jobs, one after another: whatever happens meanwhile, each row comes back once, in its place, and is counted once. */
import { setTimeout } from 'node:timers/promises';
import { alone } from '../jobs.js';
import type { Sobre } from '../service.js';
import { type Emprender, nuevaParte } from './fault.js';
import type { Respuesta } from './judge.js';
import { CONOCIDAS } from './people.js';

/** Some pieces of a megabyte, each of which takes a moment: keys that are another's take long to compare. */
const FILAS = 25_000;
const PAUSA_MS = 100;
/** A piece whose replica was killed is given to another after 10 seconds and more. */
const PLAZO_MS = 120_000;

const CABECERA = 'fila,nota,curp,nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad\n';

const archivo = (): string =>
  CABECERA +
  Array.from({ length: FILAS }, (_, i) => {
    const { parametros: p, curp } = CONOCIDAS[i % CONOCIDAS.length] as (typeof CONOCIDAS)[number];
    const clave = i % 16 === 0 ? CONOCIDAS[0]?.curp : curp;
    const fecha = `${p.anio_nacimiento}-${p.mes_nacimiento}-${p.dia_nacimiento}`;
    const nombre = [p.nombres, p.apellido_paterno, p.apellido_materno];
    return `${[i, '.'.repeat(60), clave, ...nombre, fecha, p.sexo, p.entidad].join(',')}\n`;
  }).join('');

export const encargar: Emprender = (mundo) => {
  const parte = nuevaParte();
  const { id: proyecto, token } = mundo.proyectos.lotes;
  const texto = archivo();
  const esperado = alone(texto, { operacion: 'cotejar' });
  /** Files that came to no answer, and may have been stored for all that. */
  let dudosas = 0;

  /** Until it is answered, and not with a refusal for now. Only a download may be cut. */
  const insistir = async (metodo: string, ruta: string, status: readonly number[], cuerpo = ''): Promise<Respuesta> => {
    const headers = { authorization: `Bearer ${token}`, ...(cuerpo === '' ? {} : { 'content-type': 'text/csv' }) };
    const pedido = { metodo, ruta: `/curp/lotes${ruta}`, headers, cuerpo, proyecto, operacion: 'lotes' };
    for (const hasta = performance.now() + PLAZO_MS; performance.now() < hasta; await setTimeout(PAUSA_MS)) {
      const llegada = await mundo.camino
        .pedir({ ...pedido, codigos: [], acierta: () => false })
        .catch((error: unknown) => {
          if (ruta.endsWith('/resultado')) return null;
          throw error;
        });
      const respuesta = llegada?.respuesta ?? null;
      // Of a replica that went in the middle of it, a proxy says no more than that it is gone.
      if (metodo === 'POST' && respuesta?.status !== 202) dudosas += 1;
      if (respuesta === null || respuesta.status === 503) continue;
      if (status.includes(respuesta.status)) return respuesta;
      throw new Error(`job: ${metodo}: ${respuesta.status} ${respuesta.cuerpo.slice(0, 300)}`);
    }
    throw new Error(`job: ${metodo}: no answer for long`);
  };
  const estadoDe = ({ cuerpo }: Respuesta): Sobre['response'] => (JSON.parse(cuerpo) as Sobre).response;

  const uno = async (): Promise<void> => {
    const { id, ...inicial } = estadoDe(await insistir('POST', '?operacion=cotejar', [202], texto));
    let { estado } = inicial;
    for (const hasta = performance.now() + PLAZO_MS; String(estado).startsWith('en_'); await setTimeout(PAUSA_MS)) {
      ({ estado } = estadoDe(await insistir('GET', `/${String(id)}`, [200])));
      if (performance.now() > hasta) throw new Error('job: it does not end');
    }
    if (estado !== 'terminado') throw new Error(`job: ${String(estado)}`);
    const { cuerpo } = await insistir('GET', `/${String(id)}/resultado`, [200]);
    parte.filas += FILAS;
    if (cuerpo !== esperado) {
      const mal = perdidasODobles(cuerpo, esperado);
      parte.filasMal += mal;
      parte.mal.push(`job: ${mal} rows are lost, doubled or changed`);
    }
    await insistir('DELETE', `/${String(id)}`, [200, 404]);
  };
  const todos = async (): Promise<void> => {
    if (mundo.url.startsWith('sqlite:')) return; // it keeps no jobs
    while (!mundo.basta.aborted) await uno();
  };
  const hechos = todos().catch((error: unknown) => void parte.mal.push(String(error)));

  return {
    parte,
    terminar: async () => hechos,
    cuadrar: async (store) => {
      const usos = await store.usage(proyecto, '0000', '9999');
      const contadas = usos.reduce((suma, { cuenta }) => suma + cuenta, 0);
      if (contadas < parte.filas || contadas > parte.filas + dudosas * FILAS)
        parte.mal.push(`job: ${contadas} rows are counted, ${parte.filas} were given, ${dudosas} files are in doubt`);
    },
  };
};

/** How many rows do not stand there as often as they should. */
function perdidasODobles(dado: string, esperado: string): number {
  const veces = new Map<string, number>();
  for (const fila of esperado.split('\n')) veces.set(fila, (veces.get(fila) ?? 0) + 1);
  for (const fila of dado.split('\n')) veces.set(fila, (veces.get(fila) ?? 0) - 1);
  return [...veces.values()].reduce((suma, n) => suma + Math.abs(n), 0);
}
