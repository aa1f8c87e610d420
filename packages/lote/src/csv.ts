/** CSV: the header says what each column holds, and then comes a row a person. */
import { codificacionVista } from './codificacion.js';
import { ArchivoIlegible } from './codigos.js';
import { CAMPOS, entender, nombresLibres } from './columnas.js';
import type { Contexto, Formato } from './contexto.js';
import { type Encabezado, exigirEncabezado } from './encabezado.js';
import { Escritor } from './escritor.js';
import { FILA_MAXIMA } from './lector.js';
import { Tabla } from './tabla.js';

const SALTO = 10;
const BOM = '\ufeff';

export class Csv implements Formato {
  private readonly contexto: Contexto;
  /** In the middle of a line that is too long to be kept. */
  private saltando = false;
  /** What the header says; `null`: it has not come yet. */
  private tabla: Tabla | null = null;

  constructor(contexto: Contexto) {
    this.contexto = contexto;
  }

  fila(esElFinal: boolean): boolean {
    const { entrada } = this.contexto;
    if (this.saltando && !this.saltar()) return false;
    if (entrada.inicio === entrada.fin) {
      if (esElFinal && this.tabla === null) throw new ArchivoIlegible({ causa: 'archivo_vacio' }, this.contexto.lengua);
      return false;
    }
    if (!esElFinal && !entrada.puedeHaberFila()) return false;
    if (this.tabla === null) return this.encabezado(esElFinal);
    const { lector } = this.tabla;
    if (!lector.leer(entrada.bytes, entrada.inicio, entrada.fin) || lector.siguiente - entrada.inicio > FILA_MAXIMA) {
      if (!esElFinal && entrada.fin - entrada.inicio <= FILA_MAXIMA) {
        entrada.noHuboFila();
        return false;
      }
      // Quotes that were opened and are not closed, or a line beyond all measure.
      if (
        !lector.romper(entrada.bytes, entrada.inicio, entrada.fin) ||
        lector.siguiente - entrada.inicio > FILA_MAXIMA
      ) {
        this.saltando = true;
        this.tabla.larga();
        return true;
      }
    }
    const { siguiente } = lector;
    this.tabla.fila();
    entrada.avanzar(siguiente);
    return true;
  }

  /** Lets the rest of a line go by. `false`: it does not end yet. */
  private saltar(): boolean {
    const { entrada } = this.contexto;
    const salto = entrada.bytes.indexOf(SALTO, entrada.inicio);
    this.saltando = salto >= entrada.fin;
    entrada.avanzar(Math.min(salto + 1, entrada.fin));
    return !this.saltando;
  }

  private encabezado(esElFinal: boolean): boolean {
    const { entrada, decodificador, lengua } = this.contexto;
    const leido = exigirEncabezado(entrada, decodificador, esElFinal, lengua);
    if (leido === null) {
      entrada.noHuboFila();
      return false;
    }
    this.empezar(leido);
    entrada.avanzar(leido.siguiente);
    return true;
  }

  private empezar({ fila, delimitador, salto, nombres, siguiente }: Encabezado): void {
    const { contexto } = this;
    const { entrada, decodificador } = contexto;
    const columnas = entender(nombres, contexto.nombre, contexto.mapa, contexto.dice);
    const agregadas = nombresLibres(contexto.agregadas, nombres);
    const usadas = CAMPOS.filter((campo) => columnas[campo] >= 0);
    contexto.alEntender({
      formato: 'csv',
      codificacion: decodificador.codificacion ?? codificacionVista(entrada.bytes, siguiente, entrada.fin) ?? 'utf-8',
      delimitador,
      columnas: new Map(usadas.map((campo) => [campo, nombres[columnas[campo]] ?? ''])),
      otras: nombres.filter((_, i) => !usadas.some((campo) => columnas[campo] === i)),
      agregadas,
    });
    if (contexto.excel) contexto.salida.texto(BOM);
    const escritor = new Escritor(contexto.salida, delimitador, salto, contexto.excel);
    escritor.fila(fila);
    for (const nombre of agregadas) escritor.celda(nombre);
    escritor.finDeFila();
    this.tabla = new Tabla(contexto, escritor, delimitador, columnas, nombres.length);
  }
}
