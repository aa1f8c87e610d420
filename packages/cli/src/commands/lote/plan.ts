/** What is to be done, read from the command, before any file is touched. */
import type { ColumnMap } from '@curp-service/contract/columns';
import type { Entorno, Texto } from '../../environment.js';
import { type Formatos, TUBERIA, formatosDe } from '../../files/format.js';
import { type Opciones, loQueSobra, mapaDe } from './options.js';

/** What a run is given. */
export interface Medios extends Pick<Entorno, 'idioma' | 'texto' | 'print'> {
  /** Says what is wrong with the command, and ends it. */
  readonly usoMal: (mensaje: string) => never;
}

export interface Plan {
  readonly origen: string;
  readonly destino: string;
  readonly formatos: Formatos;
  readonly mapa: ColumnMap;
  /** The service that does the work; `null`: this process does. */
  readonly servidor: { readonly url: URL; readonly token: string } | null;
}

export function planDe(ruta: string, opciones: Opciones, { texto, usoMal }: Medios): Plan {
  const oUsoMal = <T>(leido: T | string): T => (typeof leido === 'string' ? usoMal(leido) : leido);
  const origen = ruta === '/dev/stdin' ? TUBERIA : ruta;
  const destino = opciones.salida === '/dev/stdout' ? TUBERIA : (opciones.salida ?? TUBERIA);
  if (opciones.salida === undefined && process.stdout.isTTY) {
    usoMal(
      texto(
        'Diga dónde escribir con -o SALIDA, o con -o - si lo quiere en la terminal.',
        'Say where to write with -o SALIDA, or with -o - if you want it on the terminal.',
      ),
    );
  }
  const mapa = oUsoMal(mapaDe(opciones.columna, texto));
  const formatos = oUsoMal(formatosDe(origen, destino, opciones.formato, texto));
  oUsoMal(loQueSobra(opciones, formatos, texto));
  return { origen, destino, formatos, mapa, servidor: oUsoMal(servidorDe(opciones.servidor, texto)) };
}

/** Gives a text if it cannot be known. The token is no option: those of all processes can be seen. */
function servidorDe(servidor: string | undefined, texto: Texto): Plan['servidor'] | string {
  if (servidor === undefined) return null;
  const url = URL.parse(servidor);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return texto(
      '--servidor es la dirección base de un servicio, como https://curp.ejemplo.mx.',
      '--servidor is the base address of a service, like https://curp.example.mx.',
    );
  }
  const token = process.env['CURP_TOKEN']?.trim() ?? '';
  if (/^[!-~]+$/.test(token)) return { url, token };
  return texto(
    'Ponga el token de su proyecto en la variable de entorno CURP_TOKEN.',
    'Put the token of your project into the environment variable CURP_TOKEN.',
  );
}
