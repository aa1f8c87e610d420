/** NDJSON: one object a line, and the same object with its answer behind. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { type RowProblem, lowestCode } from '@curp-service/contract/codes/file';
import { type Field, type ColumnIndexes, understandObject, freeNames } from '@curp-service/contract/columns';
import { type Contexto, type Formato, contar, enPalabras } from './context.js';
import { leerDatos } from './row-data.js';
import { FILA_MAXIMA } from '../read/csv-reader.js';
import { type Destino, Lineas, type Objeto, leerLinea, leerObjeto } from '../read/ndjson-lines.js';
import type { Valor } from './operations.js';
import { countQuotes, quotesMatch, duplicateKeys } from '@curp-service/contract/duplicate-keys';

/** Objects of more shapes than this are looked at anew each time. */
const FORMAS = 100;
/** And so are those with more in their names: a file of nonsense does not fill the memory. */
const LARGA = 10_000;

/** What is known of all objects with the same names. */
interface Forma {
  readonly nombres: readonly string[];
  readonly columnas: ColumnIndexes;
  /** What several of the names may be. */
  readonly repetido: Field | undefined;
  /** What each name holds that the operation asks for. */
  readonly usados: ReadonlyMap<string, Field>;
  /** The names that are added to them. */
  readonly agregadas: readonly string[];
}

type Hecho = ReturnType<Contexto['operacion']['ejecutar']>;

export class Ndjson implements Formato, Destino {
  private readonly contexto: Contexto;
  private readonly lineas: Lineas;
  private empezado = false;
  private readonly formas = new Map<string, Forma>();

  constructor(contexto: Contexto) {
    this.contexto = contexto;
    this.lineas = new Lineas(contexto.entrada, this);
  }

  fila(esElFinal: boolean): boolean {
    const { entrada, decodificador, alEntender } = this.contexto;
    if (!this.empezado && (entrada.fin > 0 || esElFinal)) {
      this.empezado = true;
      alEntender({ format: 'ndjson', encoding: decodificador.codificacion ?? 'utf-8' });
    }
    return this.lineas.fila(esElFinal);
  }

  larga(): void {
    const partes = { limite: String(FILA_MAXIMA) };
    this.escribir({}, null, { cause: 'fila_larga', parts: partes });
  }

  linea(desde: number, hasta: number): void {
    const { entrada, decodificador } = this.contexto;
    const { bytes } = entrada;
    const { texto, problema } = leerLinea(bytes, desde, hasta, decodificador);
    if (texto.trim() === '') {
      this.contexto.salida.texto('\n'); // an empty line is no row, but an editor counts it
      this.contexto.vacias++;
      return;
    }
    const objeto = leerObjeto(texto);
    if (objeto === null) this.escribir({ linea: texto.trimEnd() }, null, problema ?? { cause: 'fila_json' });
    else this.escribir(objeto, texto.trim(), problema, countQuotes(bytes, desde, hasta));
  }

  /** Writes an object with its answer. `escrito`: its text, to be kept byte for byte; `comillas`: how many it has. */
  private escribir(objeto: Objeto, escrito: string | null, malo: RowProblem | null, comillas = 0): void {
    const { contexto } = this;
    const forma = this.forma(objeto);
    const resultado =
      malo === null && contexto.agotado === null
        ? this.hacer(objeto, forma, escrito ?? '', comillas)
        : { problemas: [] };
    const { operacion } = contexto;
    const bien = 'valores' in resultado;
    const problema = malo ?? (bien ? null : lowestCode(resultado.problemas)) ?? null;
    const dicho: ErrorEntry | null = bien
      ? null
      : (contexto.agotado ?? enPalabras(contexto, problema ?? { cause: 'calculo' }));
    contar(contexto, dicho);
    const valores: Valor[] = bien ? [...resultado.valores] : operacion.columnas.map(() => null);
    if (contexto.raices !== null) valores.push(this.marca(valores));
    valores.push(dicho?.code_error ?? 0, dicho?.error_message ?? null);
    const agregado = forma.agregadas.map((nombre, i) => `${JSON.stringify(nombre)}:${JSON.stringify(valores[i])}`);
    const abierto = (escrito ?? JSON.stringify(objeto)).slice(0, -1).trimEnd(); // without its closing brace
    contexto.salida.texto(`${abierto}${forma.nombres.length === 0 ? '' : ','}${agregado.join(',')}}\n`);
  }

  private hacer(objeto: Objeto, forma: Forma, escrito: string, comillas: number): Hecho {
    const { contexto } = this;
    const { nombres, columnas } = forma;
    const repetido =
      forma.repetido ?? (quotesMatch(comillas, objeto, nombres) ? undefined : duplicateKeys(escrito, forma.usados)[0]);
    if (repetido !== undefined) return { problemas: [{ cause: 'fila_repetida', parametro: repetido }] };
    const raros: RowProblem[] = [];
    const texto = (campo: Field): string | undefined => {
      const i = columnas[campo];
      if (i < 0) return contexto.mapa[campo] === '' ? '' : undefined;
      const valor = objeto[nombres[i] ?? ''];
      if (valor === undefined || valor === null) return undefined;
      if (typeof valor === 'string') return valor;
      if (typeof valor === 'number') return String(valor);
      raros.push({ cause: 'fila_valor', parametro: campo });
      return undefined;
    };
    const datos = leerDatos(texto, contexto.nombre, columnas.fecha_nacimiento >= 0);
    if (raros.length > 0) return { problemas: raros };
    return contexto.operacion.ejecutar(datos, contexto.lengua);
  }

  /** The line that had the same root first. */
  private marca(valores: readonly Valor[]): number | null {
    const { raices, totales, vacias } = this.contexto;
    const clave = valores.find((valor) => typeof valor === 'string' && valor.length === 18);
    if (typeof clave !== 'string' || raices === null) return null;
    return raices.anotar(new TextEncoder().encode(clave), 0, totales.rows + vacias) || null;
  }

  private forma(objeto: Objeto): Forma {
    const nombres = Object.keys(objeto);
    const clave = JSON.stringify(nombres); // a name may hold anything: joined by a sign, some would be taken for others
    const sabida = this.formas.get(clave);
    if (sabida !== undefined) return sabida;
    const { nombre, mapa, agregadas } = this.contexto;
    const forma = { nombres, ...understandObject(nombres, nombre, mapa), agregadas: freeNames(agregadas, nombres) };
    if (this.formas.size < FORMAS && clave.length < LARGA) this.formas.set(clave, forma);
    return forma;
  }
}
