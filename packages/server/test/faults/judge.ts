/** Whether an answer is right, a clear error, or wrong. */
import { CODES } from '@curp-service/contract/codes/service';
import type { Sobre } from '../service.js';
import type { Pedido } from './requests.js';

export interface Respuesta {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly cuerpo: string;
}

/** `exito`: right, and counted against a project; `bien`: as right, such as a refusal that is due. */
export type Juicio = 'exito' | 'bien' | 'claro' | { readonly mal: string };

const DOCUMENTADOS = new Set(Object.values(CODES).map(({ code: codigo, http }) => `${http} ${codigo}`));
const POR_AHORA = new Set<string>([CODES.almacen.es, CODES.sobrecarga.es, CODES.apagado.es]);

/** Stopping: whoever has another replica need not hear of it. */
export const seApaga = ({ cuerpo }: Respuesta): boolean => cuerpo.includes(CODES.apagado.es);

export function juzgar({ codigos, acierta }: Pedido, { status, headers, cuerpo }: Respuesta): Juicio {
  const mal = (motivo: string): Juicio => ({ mal: `${motivo}: ${status} ${cuerpo.slice(0, 300)}` });
  let sobre: Sobre;
  try {
    sobre = JSON.parse(cuerpo) as Sobre;
  } catch {
    return mal('no envelope');
  }
  const { error, code_error, error_message, response } = sobre;
  if (code_error === 0) {
    if (status !== 200 || error || error_message !== null) return mal('a success that is none');
    return codigos.includes(0) && acierta(response) ? 'exito' : mal('not the right answer');
  }
  if (!error || typeof error_message !== 'string') return mal('an error that is none');
  if (!DOCUMENTADOS.has(`${status} ${code_error}`)) return mal('not a documented code');
  if ((status === 429 || status === 503) && headers['retry-after'] === undefined) return mal('when to come back?');
  if (codigos.includes(code_error)) return 'bien';
  return status === 503 && POR_AHORA.has(error_message) ? 'claro' : mal('not what is wrong with it');
}
