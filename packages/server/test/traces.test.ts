/** Sends one person and three secrets through every route of a real process, in success and failure, and looks for traces. */
import { afterAll, expect, it, vi } from 'vitest';
import { openStore } from '../src/store/open.js';
import { createToken, sha256 } from '../src/access/tokens.js';
import { abrirFuente } from './fake-upstream.js';
import { Intermediario } from './relay.js';
import { baseNueva, consultar } from './postgres.js';
import { Conexion, Proceso, limpiar } from './process.js';
import { SECRETOS } from './service.js';

afterAll(limpiar);

const CURP = 'QUYZ571123MDFTXN04';
const PERSONA = { ...SECRETOS, curp: CURP };
const SECRETO = 'abretesesamo';
/** Plain, percent-encoded, escaped, and in capitals. */
const RASTROS = /zenobia|quetzalli|y(á|%c3%a1|\\u00e1)ñ?ez|571123m|quyz|1957-11|abretesesamo/i;

const FILA = Object.values(PERSONA).join(',');
const CSV = `${Object.keys(PERSONA).join(',')}\n${FILA}\n"${FILA}\n${FILA},de más\n`;
const OPERACIONES = ['calcular_curp', 'validar', 'cotejar', 'obtener_datos', 'entidades'];
const RUTAS = ['', 'docs', 'livez', 'readyz', 'openapi.json', 'metrics', CURP, `curp/${CURP}`, `curp/lotes/${CURP}`];

/** Every request that a client can make, with the data in every place that takes them. */
async function barrer(puerto: number, token: string): Promise<void> {
  const base = `http://127.0.0.1:${puerto}/`;
  const consulta = new URLSearchParams(PERSONA).toString();
  const headers = { authorization: `Bearer ${token}`, 'user-agent': SECRETO, referer: `${base}?${consulta}` };
  const pedir = async (ruta: string, init: RequestInit = {}): Promise<string> =>
    (await fetch(base + ruta, { ...init, headers: { ...headers, ...init.headers } })).text();
  const enviar = async (ruta: string, tipo: string, body: string): Promise<string> =>
    pedir(ruta, { method: 'POST', body, headers: { 'content-type': tipo } });

  for (const ruta of RUTAS) await pedir(`${ruta}?${consulta}`);
  for (const operacion of OPERACIONES) {
    const ruta = `curp/${operacion}`;
    await pedir(`${ruta}?${consulta}`);
    await pedir(`${ruta}?${consulta}&nombres=%zz`);
    await enviar(ruta, 'application/json', JSON.stringify(PERSONA));
    await enviar(ruta, 'application/json', JSON.stringify({ ...PERSONA, curp: { CURP } }));
    await enviar(ruta, 'application/x-www-form-urlencoded', consulta);
    await enviar(ruta, `text/${SECRETO}`, consulta);
  }
  for (const ruta of ['curp/lote', 'curp/lotes']) {
    await enviar(ruta, 'text/csv', CSV);
    await enviar(ruta, 'text/csv', FILA);
    await enviar(`${ruta}?columna_nombres=${PERSONA.nombres}`, 'text/csv', CSV);
    await enviar(`${ruta}?operacion=validar`, 'application/x-ndjson', `${JSON.stringify(PERSONA)}\n{"${FILA}\n`);
  }
  const { response } = JSON.parse(await enviar('curp/lotes', 'text/csv', CSV)) as { response: { id?: string } };
  if (response.id !== undefined) {
    const suyo = `curp/lotes/${response.id}`;
    await vi.waitUntil(async () => !(await pedir(`${suyo}?${consulta}`)).includes('"en_'), 20_000);
    await pedir(`${suyo}/resultado?${consulta}`);
    await pedir(suyo, { method: 'DELETE' });
  }
  const cruda = new Conexion(puerto);
  cruda.socket.end(`GET /${FILA} HTTP/1.1\r\n${FILA}\r\n\r\n`);
  await cruda.cerrada;
}

it('nothing sent appears in the log, the metrics, the errors or the queue', { timeout: 120_000 }, async () => {
  const url = await baseNueva();
  const relevo = await Intermediario.ante(Number(new URL(url).port));
  const fuente = await abrirFuente((response) => response.writeHead(500).end(JSON.stringify(PERSONA)));
  const token = createToken();
  const store = await openStore(url);
  await store.createProject('prueba', { limite: null, cuota: 1000 }, sha256(token));
  await store.close();
  const proceso = await Proceso.iniciar({
    DATABASE_URL: Object.assign(new URL(url), { port: String(relevo.puerto) }).href,
    DATABASE_GRACE: '0',
    PADRON: 'on',
    UPSTREAM_URL: fuente.url,
    UPSTREAM_TOKEN: SECRETO,
    LOG_LEVEL: 'trace',
  });
  const metricas = async (): Promise<string> => {
    const [, puerto = ''] = /"port":(\d+)/.exec(proceso.salida) ?? [];
    return (await fetch(`http://127.0.0.1:${puerto}/metrics`)).text();
  };

  await barrer(proceso.puerto, token);
  await barrer(proceso.puerto, SECRETO);
  const cola = await consultar<{ todo: string }>(url, 'SELECT job::text AS todo FROM curp_cola.job');
  // What PostgreSQL says of a row that it does not take repeats the row.
  await consultar(url, 'ALTER TABLE lote_piezas ADD CHECK (numero < 0) NOT VALID');
  await consultar(url, 'ALTER TABLE padron RENAME TO padron_ajeno');
  await barrer(proceso.puerto, token);
  await relevo.cerrar(); // nobody is there any more
  await barrer(proceso.puerto, token);
  const dicho = await metricas();
  expect(await proceso.terminar('SIGTERM')).toBe(0);

  const escrito = proceso.salida + proceso.errores + dicho + JSON.stringify(cola);
  const mensajes = new Set(Array.from(proceso.salida.matchAll(/"msg":"(\w+)"/g), ([, que]) => que));
  for (const que of ['bug', 'store', 'padron', 'upstream', 'request']) expect(mensajes).toContain(que);
  expect(proceso.salida.split('\n').length).toBeGreaterThan(150);
  expect(dicho).toContain('curp_requests_total');
  expect(RASTROS.exec(escrito)?.[0]).toBeUndefined();
  expect(escrito).not.toContain(token.slice(5, 20));
  expect(escrito).not.toContain(new URL(url).password);
});
