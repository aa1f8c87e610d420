/** A client that does not read its answers holds neither memory nor a connection for long. */
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { abrirServicio } from './service.js';

/** The bytes that a client gets if it sends a request many times and reads only after a while. */
async function recibidoAlFinal(puerto: number, ruta: string, veces: number): Promise<string> {
  const socket = connect(puerto, '127.0.0.1');
  socket.on('error', () => socket.destroy()).pause();
  const cerrado = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`GET ${ruta} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(veces));
  await setTimeout(1500);
  let recibido = '';
  socket.on('data', (trozo) => (recibido += trozo.toString('latin1')));
  socket.resume().end();
  await cerrado;
  return recibido;
}

const respuestas = (recibido: string): number => recibido.split('HTTP/1.1 200 OK').length - 1;

it('a client that sends requests without reading is cut after a hundred', async () => {
  const servicio = abrirServicio();
  const recibido = await recibidoAlFinal(await servicio.escuchar(), '/livez', 5000);
  expect(respuestas(recibido)).toBeLessThan(200);
  expect((await servicio.pedir('/livez')).status).toBe(200);
});

it('a client that reads nothing of large answers is cut after a while', async () => {
  const servicio = abrirServicio({}, { maxIdleMs: 200 });
  const recibido = await recibidoAlFinal(await servicio.escuchar(), '/docs/swagger-ui-bundle.js', 90);
  expect(respuestas(recibido)).toBeLessThan(90);
  expect((await servicio.pedir('/livez')).status).toBe(200);
});
