/** The rows under a header: each is read, done and written, whatever is wrong with it. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { lowestCode } from '@curp-service/contract/codes/file';
import type { Field, ColumnIndexes } from '@curp-service/contract/columns';
import { type Contexto, contar, enPalabras } from './context.js';
import { leerDatos } from './row-data.js';
import { type Escritor, enCelda } from '../write/csv-writer.js';
import { CsvRow, formaDe } from '../read/row.js';
import { FILA_MAXIMA, CsvReader, Visto } from '../read/csv-reader.js';
import type { Valor } from './operations.js';
import { Rapido } from './fast-path.js';

const CERO = 48;
const CLAVE = 18;
const IDENTICA = 'identica';
/** Without these, no row has a key. */
const NECESARIAS = ['nombres', 'apellido_paterno', 'sexo', 'entidad'] as const;

export class Tabla {
  readonly lector: CsvReader;
  private readonly contexto: Contexto;
  private readonly escritor: Escritor;
  private readonly columnas: ColumnIndexes;
  /** How many columns there are. */
  private readonly cuantas: number;
  private readonly enCurso: CsvRow;
  private readonly rapido: Rapido | null;

  constructor(contexto: Contexto, escritor: Escritor, delimitador: string, columnas: ColumnIndexes, cuantas: number) {
    this.contexto = contexto;
    this.escritor = escritor;
    this.columnas = columnas;
    this.cuantas = cuantas;
    this.lector = new CsvReader(delimitador.charCodeAt(0));
    this.enCurso = new CsvRow(this.lector);
    const completa = NECESARIAS.every((campo) => columnas[campo] >= 0);
    this.rapido = completa && contexto.nombre !== 'validar' ? new Rapido(this.lector, columnas) : null;
  }

  /** Does the row that the reader has just read. */
  fila(): void {
    const { contexto, lector, enCurso, escritor } = this;
    const { entrada } = contexto;
    if (lector.fin === entrada.inicio) {
      escritor.finDeFila();
      contexto.vacias++;
      return;
    }
    const sana = enCurso.tomar(entrada.bytes, entrada.vista, entrada.inicio, contexto.decodificador);
    const problema = sana ? formaDe(lector, this.cuantas) : ({ cause: 'fila_codificacion' } as const);
    if (problema !== null || contexto.agotado !== null) {
      this.mala();
      this.cerrar(contexto.agotado ?? enPalabras(contexto, problema ?? { cause: 'calculo' }));
    } else if (!this.porLoCorto()) this.porLoLargo();
  }

  /** A row too long to be kept: only what is said of it. */
  larga(): void {
    const { contexto, escritor, cuantas } = this;
    escritor.vacias(cuantas - 1 + contexto.operacion.columnas.length);
    const partes = { limite: String(FILA_MAXIMA) };
    this.cerrar(contexto.agotado ?? enPalabras(contexto, { cause: 'fila_larga', parts: partes }));
  }

  /** Writes a row that is not done, under its columns: what it has too much stands in the last one. */
  private mala(): void {
    const { contexto, escritor, enCurso, cuantas, lector } = this;
    const rota = (lector.vistos & Visto.COMILLAS_MAL) !== 0;
    const enteras = rota ? 0 : Math.min(lector.celdas, cuantas - 1);
    const sobra = lector.celdas > enteras;
    if (lector.celdas === cuantas && !rota) escritor.fila(enCurso);
    else {
      escritor.celdas(enCurso, enteras);
      if (sobra && enteras > 0) escritor.celda(enCurso.desde(enteras));
      else if (sobra) escritor.texto(enCurso.desde(enteras));
      escritor.vacias(cuantas - enteras - (sobra ? 1 : 0));
    }
    escritor.vacias(contexto.operacion.columnas.length);
  }

  /** `false`: the row must take the long way. */
  private porLoCorto(): boolean {
    const { rapido, escritor, enCurso, contexto } = this;
    if (rapido === null || (this.lector.vistos & Visto.ESCAPADAS) !== 0) return false;
    const { salida } = contexto;
    const principio = salida.fin;
    escritor.fila(enCurso);
    escritor.separador();
    if (contexto.nombre === 'cotejar') {
      salida.texto(IDENTICA); // as most are; if not, all of it is taken back
      escritor.separador();
    }
    salida.reservar(CLAVE);
    const clave = salida.fin;
    if (
      !rapido.escribir(enCurso.bytes, salida.bytes, clave) ||
      (contexto.nombre === 'cotejar' && !this.esLaSuya(clave))
    ) {
      salida.fin = principio;
      return false;
    }
    salida.fin += CLAVE;
    if (contexto.nombre === 'cotejar') escritor.separador();
    this.cerrar(null, clave);
    return true;
  }

  /** Whether the key of the row is, byte for byte, the one that was calculated and written there. */
  private esLaSuya(calculada: number): boolean {
    const { lector, columnas, enCurso, contexto } = this;
    const desde = lector.desde[columnas.curp];
    if (lector.hasta[columnas.curp] - desde !== CLAVE) return false;
    for (let i = 0; i < CLAVE; i++) {
      if (enCurso.bytes[desde + i] !== contexto.salida.bytes[calculada + i]) return false;
    }
    return true;
  }

  private porLoLargo(): void {
    const { contexto, columnas, escritor } = this;
    const datos = leerDatos((campo) => this.texto(campo), contexto.nombre, columnas.fecha_nacimiento >= 0);
    const resultado = contexto.operacion.ejecutar(datos, contexto.lengua);
    escritor.fila(this.enCurso);
    if ('valores' in resultado) {
      const claves = resultado.valores.map((valor) => this.valor(valor));
      this.cerrar(null, Math.max(...claves));
    } else {
      escritor.vacias(contexto.operacion.columnas.length);
      this.cerrar(enPalabras(contexto, lowestCode(resultado.problemas) ?? { cause: 'calculo' }));
    }
  }

  /** Writes one value. Gives where it stands, if it is a key. */
  private valor(valor: Valor): number {
    this.escritor.celda(enCelda(valor));
    return typeof valor === 'string' && valor.length === CLAVE ? this.contexto.salida.fin - CLAVE : -1;
  }

  private texto(campo: Field): string | undefined {
    const i = this.columnas[campo];
    if (i >= 0) return this.enCurso.texto(i);
    return this.contexto.mapa[campo] === '' ? '' : undefined;
  }

  /** Ends a row: the mark of its root, its code and its message. `clave`: where its key is written; -1: nowhere. */
  private cerrar(dicho: ErrorEntry | null, clave = -1): void {
    const { contexto, escritor } = this;
    const { salida, raices, totales } = contexto;
    contar(contexto, dicho);
    if (raices !== null) {
      const fila = totales.rows + contexto.vacias + 1; // as a spreadsheet counts: the header is the first
      const primera = clave < 0 ? 0 : raices.anotar(salida.bytes, clave, fila);
      escritor.celda(primera === 0 ? '' : String(primera));
    }
    if (dicho === null) {
      escritor.separador();
      salida.reservar(2);
      salida.byte(CERO);
      escritor.separador();
    } else {
      escritor.celda(String(dicho.code_error));
      escritor.celda(dicho.error_message);
    }
    escritor.finDeFila();
  }
}
