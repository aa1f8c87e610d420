/** The reading of a request: from the query string and the body to one value per parameter, or what is malformed. */
import type { Problema } from './envelope.js';

/** What the client sent under the names that an operation knows; `undefined`: not sent. */
export type Valores = Readonly<Record<string, string | undefined>>;

/** A name and its value, as they came. */
type Par = readonly [nombre: string, valor: string];

/** A body whose type Fastify accepted, not yet read. */
export interface Cuerpo {
  readonly tipo: 'json' | 'formulario';
  readonly bytes: Buffer;
}

/** One value per known name. Unknown names are ignored, whatever they hold; a known one given twice is a problem. */
export function reunir(
  consulta: string,
  cuerpo: Cuerpo | undefined,
  conocidos: ReadonlySet<string>,
): { readonly valores: Valores } | Problema {
  const enConsulta = leerFormulario(consulta);
  if (!Array.isArray(enConsulta)) return enConsulta;
  const enCuerpo = cuerpo === undefined ? [] : leerCuerpo(cuerpo, conocidos);
  if (!Array.isArray(enCuerpo)) return enCuerpo;
  const valores: Record<string, string | undefined> = {};
  for (const pares of [enConsulta, enCuerpo]) {
    for (const [nombre, valor] of pares) {
      if (!conocidos.has(nombre)) continue;
      if (valores[nombre] !== undefined) return { causa: 'repetido', parametro: nombre };
      valores[nombre] = valor;
    }
  }
  return { valores };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function leerCuerpo({ tipo, bytes }: Cuerpo, conocidos: ReadonlySet<string>): Par[] | Problema {
  return tipo === 'json' ? leerJson(bytes, conocidos) : leerFormulario(bytes.toString('latin1'));
}

/** `a=1&b=2`, each part percent-encoded UTF-8 with `+` for a space. The text has a character a byte. */
function leerFormulario(texto: string): Par[] | Problema {
  try {
    // Bytes of UTF-8 that come as they are, as when somebody types an address into a terminal, are understood too.
    const leido = /[\u0080-\u00ff]/.test(texto) ? UTF8.decode(Buffer.from(texto, 'latin1')) : texto;
    return leido.split('&').map((parte) => {
      const igual = parte.includes('=') ? parte.indexOf('=') : parte.length;
      return [decodificar(parte.slice(0, igual)), decodificar(parte.slice(igual + 1))];
    });
  } catch {
    return { causa: 'codificacion' };
  }
}

/** Throws where the encoding is malformed. */
function decodificar(texto: string): string {
  const conEspacios = texto.includes('+') ? texto.replaceAll('+', ' ') : texto;
  return conEspacios.includes('%') ? decodeURIComponent(conEspacios) : conEspacios;
}

/** An object of texts. Numbers and booleans count as what a form would send for them, and `null` as absent. */
function leerJson(bytes: Buffer, conocidos: ReadonlySet<string>): Par[] | Problema {
  if (bytes.length === 0) return [];
  let texto: string;
  let objeto: unknown;
  try {
    texto = UTF8.decode(bytes);
    objeto = JSON.parse(texto);
  } catch {
    return { causa: 'json' };
  }
  if (typeof objeto !== 'object' || objeto === null || Array.isArray(objeto)) return { causa: 'json' };
  const pares: Par[] = [];
  for (const [nombre, valor] of Object.entries(objeto)) {
    if (valor === null || !conocidos.has(nombre)) continue;
    if (typeof valor === 'object') return { causa: 'valor', parametro: nombre };
    pares.push([nombre, typeof valor === 'boolean' ? String(Number(valor)) : String(valor)]);
  }
  const repetido = nombreRepetido(texto, conocidos);
  return repetido === undefined ? pares : { causa: 'repetido', parametro: repetido };
}

/** The first known name that stands twice in the text of an object, of which `JSON.parse` would keep the last. */
function nombreRepetido(texto: string, conocidos: ReadonlySet<string>): string | undefined {
  const vistos = new Set<unknown>();
  for (const [, nombre] of texto.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"/g)) {
    const leido: unknown = nombre === undefined ? undefined : JSON.parse(nombre);
    if (typeof leido !== 'string' || !conocidos.has(leido)) continue;
    if (vistos.has(leido)) return leido;
    vistos.add(leido);
  }
  return undefined;
}
