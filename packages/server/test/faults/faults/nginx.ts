/** nginx stands before the replicas, as in `deploy/nginx.conf`: its clients notice nothing of one that dies or is replaced. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Camino, enviar } from '../path.js';
import type { Falla, Taller } from '../fault.js';
import { seApaga } from '../judge.js';
import { type Replica, puertoLibre } from '../replica.js';
import { relevar } from './replica-stopped.js';
import { replicaMuerta } from './replica-killed.js';

const CONF = new URL('../../../../../deploy/nginx.conf', import.meta.url);

const impedimento = (): string | null =>
  spawnSync('nginx', ['-v']).error === undefined ? null : 'nginx is not installed (Debian: apt install nginx)';

/** The configuration as it is, with other addresses and in a folder of its own. */
function configurar(carpeta: string, puerto: number, replicas: readonly Replica[]): string {
  const conf = replicas
    .reduce((texto, replica, i) => texto.replace(`replica-${i + 1}:3000`, `127.0.0.1:${replica.puerto}`), leerConf())
    .replace('listen 8080', `listen 127.0.0.1:${puerto}`)
    .replaceAll('/tmp/nginx', `${carpeta}/nginx`)
    .replace('/dev/stdout', `${carpeta}/access.log`);
  const ruta = join(carpeta, 'nginx.conf');
  writeFileSync(ruta, `user root;\n${conf}`);
  return ruta;
}

const leerConf = (): string => readFileSync(CONF, 'utf8');

async function iniciar({ carpeta, alFinal }: Taller, replicas: readonly Replica[]): Promise<Camino> {
  const puerto = await puertoLibre();
  const ruta = configurar(carpeta, puerto, replicas);
  const nginx = spawn('nginx', ['-p', carpeta, '-c', ruta, '-g', 'daemon off;'], { stdio: 'ignore' });
  alFinal(async () => {
    nginx.kill('SIGTERM');
    if (nginx.exitCode === null) await once(nginx, 'close');
  });
  const pedir: Camino['pedir'] = async (pedido) => {
    const respuesta = await enviar(puerto, pedido);
    if (seApaga(respuesta)) throw new Error('no replica took it');
    return { respuesta, replica: null, rechazadas: 0, dudosas: 0 };
  };
  const sondeo = { metodo: 'GET', ruta: '/livez', headers: {}, cuerpo: '' };
  const listo = async (): Promise<boolean> =>
    enviar(puerto, { ...sondeo, ...NADIE }).then(
      () => true,
      () => false,
    );
  while (!(await listo())) {
    if (nginx.exitCode !== null) throw new Error('nginx does not start');
    await setTimeout(20);
  }
  return { pedir, repetidas: () => repetidas(readFileSync(join(carpeta, 'access.log'), 'utf8')) };
}

const NADIE = { proyecto: '', operacion: '', codigos: [], acierta: () => true };

/** Those lines that tell of a replica that broke off (502 or 504), and of another that was asked next. */
const repetidas = (log: string): number => log.match(/ 50[24], \d{3} \w+$/gm)?.length ?? 0;

const tras = (falla: Falla, nombre: string): Falla => ({
  ...falla,
  nombre,
  impedimento,
  ajustar: (taller) => ({
    env: () => ({ TRUST_PROXY: 'on' }),
    camino: async (replicas: readonly Replica[]) => iniciar(taller, replicas),
  }),
});

export const nginxMuerta = tras(replicaMuerta, 'behind nginx: one replica of two killed with -9, three times');
export const nginxRelevo = tras({ nombre: '', causar: relevar }, 'behind nginx: replicas replaced in turn');
