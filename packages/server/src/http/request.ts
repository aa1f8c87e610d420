/** The reading of a request: from the query string and the body to one value per parameter, or what is malformed. */
import { duplicateKeys } from '@curp-service/contract/duplicate-keys';
import type { Problem } from '@curp-service/contract/envelope';

/** Every parameter of the contract. One shape for the values of all operations, so that reading one is quick. */
export const NINGUNO = {
  token: undefined,
  nombres: undefined,
  apellido_paterno: undefined,
  apellido_materno: undefined,
  anio_nacimiento: undefined,
  mes_nacimiento: undefined,
  dia_nacimiento: undefined,
  sexo: undefined,
  entidad: undefined,
  detalle: undefined,
  curp: undefined,
};
export type Parametro = keyof typeof NINGUNO;

/** What the client sent under the names that an operation knows; `undefined`: nothing. */
export type Valores<P extends string = Parametro> = Readonly<Record<P | 'token', string | undefined>>;
type Escribibles<P extends string> = Record<P | 'token', string | undefined>;

/** The names that an operation knows. */
export interface Conocidos<P extends string = Parametro> {
  /** By the name that a client sends, the same name as the contract has it. */
  readonly nombres: ReadonlyMap<string, P | 'token'>;
  /** What there is before anything is read. */
  readonly ninguno: Valores<P>;
}

/** Those, and the token. */
export function conocer<P extends string>(parametros: readonly P[], ninguno: Valores<P>): Conocidos<P> {
  const todos = ['token', ...parametros] as const;
  return { nombres: new Map(todos.map((parametro) => [parametro, parametro])), ninguno };
}

/** What a parameter may be that is a yes or a no. */
export const SI_O_NO: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
]);

/** A body whose type Fastify accepted, not yet read. */
export interface Cuerpo {
  readonly tipo: 'json' | 'formulario';
  readonly bytes: Buffer;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const CODIFICACION: Problem = { cause: 'codificacion' };
const JSON_ROTO: Problem = { cause: 'json' };

/** One value per known name. Unknown names are ignored, whatever they hold; a known one given twice is a problem. */
export function reunir<P extends string>(
  consulta: string,
  cuerpo: Cuerpo | undefined,
  { nombres, ninguno }: Conocidos<P>,
): { readonly valores: Valores<P>; readonly problemas: readonly Problem[] } {
  const lectura: Lectura<P> = { conocidos: nombres, valores: { ...ninguno }, problemas: [] };
  leerFormulario(consulta, lectura);
  if (cuerpo !== undefined) (cuerpo.tipo === 'json' ? leerJson : leerBytes)(cuerpo.bytes, lectura);
  return lectura;
}

/** What was read so far. */
interface Lectura<P extends string> {
  readonly conocidos: Conocidos<P>['nombres'];
  readonly valores: Escribibles<P>;
  readonly problemas: Problem[];
}

function repetir<P extends string>({ problemas }: Lectura<P>, parametro: string): void {
  const yaSeDijo = problemas.some((problema) => problema.parametro === parametro);
  if (!yaSeDijo) problemas.push({ cause: 'repetido', parametro });
}

/** Adds what stands in `a=1&b=2`, each part percent-encoded UTF-8 with `+` for a space. */
function leerFormulario<P extends string>(crudo: string, lectura: Lectura<P>): void {
  const { conocidos, valores, problemas } = lectura;
  const texto = crudo.includes('+') ? crudo.replaceAll('+', ' ') : crudo;
  for (let inicio = 0; inicio < texto.length;) {
    const y = texto.indexOf('&', inicio);
    const fin = y === -1 ? texto.length : y;
    const signo = texto.indexOf('=', inicio);
    const igual = signo === -1 || signo > fin ? fin : signo;
    const escrito = decodificar(texto.slice(inicio, igual));
    const valor = decodificar(texto.slice(igual + 1, fin));
    if (escrito === null || valor === null) {
      problemas.push(CODIFICACION);
      return;
    }
    const parametro = conocidos.get(escrito);
    if (parametro !== undefined) {
      if (valores[parametro] !== undefined) repetir(lectura, parametro);
      valores[parametro] = valor;
    }
    inicio = fin + 1;
  }
}

/** `null`: malformed. */
function decodificar(texto: string): string | null {
  if (!texto.includes('%')) return texto;
  try {
    return decodeURIComponent(texto);
  } catch {
    return null;
  }
}

/** `null`: not UTF-8. */
function enUtf8(bytes: Buffer): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

function leerBytes<P extends string>(bytes: Buffer, lectura: Lectura<P>): void {
  const texto = enUtf8(bytes);
  if (texto === null) lectura.problemas.push(CODIFICACION);
  else leerFormulario(texto, lectura);
}

/** Adds what an object of texts holds. Numbers and booleans count as what a form would send, and `null` as absent. */
function leerJson<P extends string>(bytes: Buffer, lectura: Lectura<P>): void {
  const { conocidos, valores, problemas } = lectura;
  if (bytes.length === 0) return;
  const texto = enUtf8(bytes);
  const objeto = texto === null ? null : parse(texto);
  if (texto === null || typeof objeto !== 'object' || objeto === null || Array.isArray(objeto)) {
    problemas.push(JSON_ROTO);
    return;
  }
  for (const repetido of duplicateKeys(texto, conocidos)) repetir(lectura, repetido);
  for (const [nombre, valor] of Object.entries(objeto)) {
    const parametro = conocidos.get(nombre);
    if (valor === null || parametro === undefined) continue;
    if (valores[parametro] !== undefined) repetir(lectura, parametro);
    if (typeof valor === 'object') problemas.push({ cause: 'valor', parametro });
    else valores[parametro] = typeof valor === 'boolean' ? String(Number(valor)) : String(valor);
  }
}

/** `null`, which is no object either: not JSON. */
function parse(texto: string): unknown {
  try {
    return JSON.parse(texto);
  } catch {
    return null;
  }
}
