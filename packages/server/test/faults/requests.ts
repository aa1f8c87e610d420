/** The requests of the load, each with a check for its right answer. */
import { isDeepStrictEqual } from 'node:util';
import { createToken } from '../../src/admin.js';
import type { Envelope } from '../service.js';
import { KNOWN } from './people.js';
import type { Projects } from './projects.js';

export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The project and operation that a success counts for. */
  readonly project: string;
  readonly operation: string;
  /** The codes of a right answer; with code 0, `isRight` checks the response too. */
  readonly codes: readonly number[];
  readonly isRight: (response: Envelope['response']) => boolean;
}

const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

type Parameters = Readonly<Record<string, string>>;

export function get(operation: string, parameters: Parameters, rest: Partial<Ask> = {}): Ask {
  const path = `/curp/${operation}?${new URLSearchParams(parameters).toString()}`;
  const none = { headers: {}, body: '', project: '', codes: [0], isRight: () => false };
  return { method: 'GET', path, operation, ...none, ...rest };
}

export function post(operation: string, type: string, body: string, token: string, rest: Partial<Ask>): Ask {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  return { ...get(operation, {}, rest), method: 'POST', path: `/curp/${operation}`, headers, body };
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Returns the kinds of requests in turn, each with a random person. */
export function asksOf(projects: Projects): () => Ask {
  const { free, large, small, slow, revoked } = projects;
  const calcular = ({ id, token }: typeof free, codes = [0]): Ask => {
    const { parametros, curp } = anyOf(KNOWN);
    const isRight: Ask['isRight'] = (response) => isDeepStrictEqual(response, { curp });
    const rest = { project: id, codes, isRight };
    return Math.random() < 0.5
      ? get('calcular_curp', { ...parametros, token }, rest)
      : post('calcular_curp', JSON_TYPE, JSON.stringify(parametros), token, rest);
  };
  const validar = (): Ask => {
    const { curp, parametros: p } = anyOf(KNOWN);
    const birth = `${p.anio_nacimiento}-${p.mes_nacimiento}-${p.dia_nacimiento}`;
    const isRight: Ask['isRight'] = ({ valido, datos }) =>
      valido === true && (datos as Envelope['response'])['fecha_nacimiento'] === birth;
    return get('validar', { curp, token: free.token }, { project: free.id, isRight });
  };
  const cotejar = (): Ask => {
    const { curp, parametros } = anyOf(KNOWN);
    const other = anyOf(KNOWN).curp;
    const expected = other === curp ? 'identica' : other.startsWith(curp.slice(0, 16)) ? 'misma_raiz' : 'difiere';
    const isRight: Ask['isRight'] = ({ resultado, calculada }) => resultado === expected && calculada === curp;
    const body = new URLSearchParams({ ...parametros, curp: other }).toString();
    return post('cotejar', FORM_TYPE, body, large.token, { project: large.id, isRight });
  };
  const refused = (code: number, parameters: Parameters): Ask =>
    get('calcular_curp', { ...anyOf(KNOWN).parametros, ...parameters }, { codes: [code] });
  const kinds: readonly (() => Ask)[] = [
    () => calcular(free),
    () => calcular(large),
    () => calcular(small, [0, 4]),
    () => calcular(slow, [0, 5]),
    validar,
    cotejar,
    () => refused(1, {}),
    () => refused(2, { token: createToken() }),
    () => refused(2, { token: `${free.token}0` }),
    () => refused(3, { token: revoked.token }),
    () => refused(416, { token: large.token, sexo: 'Z' }),
    () => post('validar', JSON_TYPE, '{"curp"', free.token, { codes: [8] }),
    () => get('nada', {}, { codes: [6] }),
    () => ({ ...get('validar', {}, { codes: [7] }), method: 'DELETE' }),
  ];
  let turn = 0;
  return () => (kinds[turn++ % kinds.length] as () => Ask)();
}
