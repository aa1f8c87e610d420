/** What the load asks, and what the right answer to each is. */
import { isDeepStrictEqual } from 'node:util';
import { createToken } from '../../src/admin.js';
import type { Sobre } from '../service.js';
import { CONOCIDAS } from './people.js';
import type { Proyectos } from './projects.js';

export interface Pedido {
  readonly metodo: string;
  readonly ruta: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cuerpo: string;
  /** Whose success it is, and of which operation. */
  readonly proyecto: string;
  readonly operacion: string;
  /** The codes that are right: 0 with what `acierta` says. */
  readonly codigos: readonly number[];
  readonly acierta: (response: Sobre['response']) => boolean;
}

const alguna = <T>(lista: readonly T[]): T => lista[Math.floor(Math.random() * lista.length)] as T;
const jamas = (): boolean => false;

type Parametros = Readonly<Record<string, string>>;

function get(operacion: string, parametros: Parametros, resto: Partial<Pedido>): Pedido {
  const ruta = `/curp/${operacion}?${new URLSearchParams(parametros).toString()}`;
  return {
    metodo: 'GET',
    ruta,
    headers: {},
    cuerpo: '',
    operacion,
    proyecto: '',
    codigos: [0],
    acierta: jamas,
    ...resto,
  };
}

function post(operacion: string, tipo: string, cuerpo: string, token: string, resto: Partial<Pedido>): Pedido {
  const headers = { authorization: `Bearer ${token}`, 'content-type': tipo };
  return { ...get(operacion, {}, resto), metodo: 'POST', ruta: `/curp/${operacion}`, headers, cuerpo };
}

const COMO_JSON = 'application/json';
const COMO_FORMULARIO = 'application/x-www-form-urlencoded';

/** One of each kind, at random. */
export function pedidosDe(proyectos: Proyectos): () => Pedido {
  const { libre, holgado, corto, lento, revocado } = proyectos;
  const calcular = ({ id, token }: typeof libre, codigos = [0]): Pedido => {
    const { parametros, curp } = alguna(CONOCIDAS);
    const acierta: Pedido['acierta'] = (response) => isDeepStrictEqual(response, { curp });
    const resto = { proyecto: id, codigos, acierta };
    return Math.random() < 0.5
      ? get('calcular_curp', { ...parametros, token }, resto)
      : post('calcular_curp', COMO_JSON, JSON.stringify(parametros), token, resto);
  };
  const validar = (): Pedido => {
    const { curp, parametros: p } = alguna(CONOCIDAS);
    const nacimiento = `${p.anio_nacimiento}-${p.mes_nacimiento}-${p.dia_nacimiento}`;
    const acierta: Pedido['acierta'] = ({ valido, datos }) =>
      valido === true && (datos as Sobre['response'])['fecha_nacimiento'] === nacimiento;
    return get('validar', { curp, token: libre.token }, { proyecto: libre.id, acierta });
  };
  const cotejar = (): Pedido => {
    const { curp, parametros } = alguna(CONOCIDAS);
    const otra = alguna(CONOCIDAS).curp;
    const esperado = otra === curp ? 'identica' : otra.startsWith(curp.slice(0, 16)) ? 'misma_raiz' : 'difiere';
    const acierta: Pedido['acierta'] = ({ resultado, calculada }) => resultado === esperado && calculada === curp;
    const cuerpo = new URLSearchParams({ ...parametros, curp: otra }).toString();
    return post('cotejar', COMO_FORMULARIO, cuerpo, holgado.token, { proyecto: holgado.id, acierta });
  };
  const rechazado = (codigo: number, parametros: Parametros): Pedido =>
    get('calcular_curp', { ...alguna(CONOCIDAS).parametros, ...parametros }, { codigos: [codigo] });
  const clases: readonly (() => Pedido)[] = [
    () => calcular(libre),
    () => calcular(holgado),
    () => calcular(corto, [0, 4]),
    () => calcular(lento, [0, 5]),
    validar,
    cotejar,
    () => rechazado(1, {}),
    () => rechazado(2, { token: createToken() }),
    () => rechazado(2, { token: `${libre.token}0` }),
    () => rechazado(3, { token: revocado.token }),
    () => rechazado(416, { token: holgado.token, sexo: 'Z' }),
    () => post('validar', COMO_JSON, '{"curp"', libre.token, { codigos: [8] }),
    () => get('nada', {}, { codigos: [6] }),
    () => ({ ...get('validar', {}, { codigos: [7] }), metodo: 'DELETE' }),
  ];
  let turno = 0;
  return () => (clases[turno++ % clases.length] as () => Pedido)();
}
