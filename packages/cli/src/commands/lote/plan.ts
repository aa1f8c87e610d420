/** Reads the command into a plan before any file is touched. */
import type { ColumnMap } from '@curp-service/contract/columns';
import type { CommandContext, Translate } from '../../environment.js';
import { type Formats, PIPE, formatsOf } from '../../files/format.js';
import { type LoteCommandOptions, conflictIn, columnMapOf } from './options.js';

export interface LotePlan {
  readonly source: string;
  readonly target: string;
  readonly formats: Formats;
  readonly columnMap: ColumnMap;
  /** The service that processes the file; `null` if this process does. */
  readonly service: { readonly url: URL; readonly token: string } | null;
}

export function planLote(path: string, options: LoteCommandOptions, { text, failUsage }: CommandContext): LotePlan {
  const orFail = <T>(value: T | string): T => (typeof value === 'string' ? failUsage(value) : value);
  const source = path === '/dev/stdin' ? PIPE : path;
  const target = options.salida === '/dev/stdout' ? PIPE : (options.salida ?? PIPE);
  if (options.salida === undefined && process.stdout.isTTY) {
    failUsage(
      text(
        'Diga dónde escribir con -o SALIDA, o con -o - si lo quiere en la terminal.',
        'Say where to write with -o SALIDA, or with -o - if you want it on the terminal.',
      ),
    );
  }
  const columnMap = orFail(columnMapOf(options.columna, text));
  const formats = orFail(formatsOf(source, target, options.formato, text));
  orFail(conflictIn(options, formats, text));
  return { source, target, formats, columnMap, service: orFail(serviceOf(options.servidor, text)) };
}

/** Returns a message if something is wrong. The token is not an option: other users can see the options of a process. */
function serviceOf(address: string | undefined, text: Translate): LotePlan['service'] | string {
  if (address === undefined) return null;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return text(
      '--servidor es la dirección base de un servicio, como https://curp.ejemplo.mx.',
      '--servidor is the base address of a service, like https://curp.example.mx.',
    );
  }
  const token = process.env['CURP_TOKEN']?.trim() ?? '';
  if (/^[!-~]+$/.test(token)) return { url, token };
  return text(
    'Ponga el token de su proyecto en la variable de entorno CURP_TOKEN.',
    'Put the token of your project into the environment variable CURP_TOKEN.',
  );
}
