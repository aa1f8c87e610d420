/** The last moment: what came out, to be seen and taken away. */
import { ADDED_COLUMNS, HOMONYM_COLUMN, freeNames } from '@curp-service/contract/columns';
import { h, poner } from '../../../base/dom.js';
import { enMiles, segun, t } from '../../../base/language.js';
import { decir } from '../../../base/announce.js';
import { bajar, nombrePara } from './download.js';
import { encargar } from '../worker/start.js';
import { type KeptRow, type ShownRow, readKept, showRow, shownColumns } from '../worker/rows.js';
import { grafica } from './chart.js';
import { type Encargo, type Hecho, POR_PAGINA } from '../worker/messages.js';
import { Tabla } from './table.js';
import { type Vista, boton, cifras, notaDePrueba, titulo } from './view.js';

/** What a sheet can hold, its header too. */
const FILAS_DE_EXCEL = 1 << 20;
/** The bytes of a byte order mark. */
const MARCA = 3;

export interface Obra {
  readonly archivo: File;
  readonly encargo: Encargo;
  readonly hecho: Hecho;
  /** It came as a workbook. */
  readonly esLibro: boolean;
  /** The names of the columns of a CSV. */
  readonly nombres: readonly string[] | null;
  /** The columns that hold the data. */
  readonly datos: readonly number[];
}

export class VistaDeResultado implements Vista {
  readonly elemento: HTMLElement;
  private readonly obra: Obra;
  private readonly ficha = h('p', { class: 'nota nombre-de-archivo' });
  private readonly cuentas = h('div', {});
  private readonly tipos = h('div', {});
  private readonly veredicto = h('p', { class: 'veredicto mal' });
  private readonly excel: HTMLButtonElement;
  private readonly csv: HTMLButtonElement;
  private readonly noCabe = h('p', { class: 'nota' });
  private readonly malas: Tabla;
  private readonly primeras: Tabla;
  private readonly detalles: HTMLDetailsElement;
  private readonly rotulo = h('summary', {});
  private preparando = false;

  constructor(obra: Obra, alCambiar: () => void, otro: () => void) {
    this.obra = obra;
    const { hecho, encargo, esLibro } = obra;
    const esCsv = encargo.opciones.formato === 'csv';
    this.csv = boton('descargar', () => this.bajar(hecho.todo, this.extension), esLibro ? '' : 'principal');
    this.excel = boton('descargar', () => this.bajarLibro(), esLibro ? 'principal' : '');
    const botones = [this.csv, ...(esCsv ? [this.excel] : [])];
    const nombres = this.nombres();
    this.malas = new Tabla('filas_malas', hecho.cuantas, nombres, async (pagina) => this.leerMalas(pagina));
    this.primeras = new Tabla('filas', 0, nombres, async () => this.mostrar(hecho.primeras));
    const ontoggle = (): void => this.verPrimeras();
    const abierta = hecho.cuantas === 0;
    this.detalles = h('details', { class: 'tarjeta', open: abierta, ontoggle }, this.rotulo, this.primeras.elemento);
    this.elemento = h(
      'div',
      { class: 'lote' },
      h(
        'section',
        { class: 'tarjeta' },
        h('div', {}, titulo({ t: 'listo' }), this.ficha),
        this.cuentas,
        h(
          'div',
          { class: 'acciones' },
          ...(esLibro ? botones.toReversed() : botones),
          esCsv && hecho.cuantas > 0 && boton('solo_malas', () => this.bajarMalas()),
        ),
        this.noCabe,
        this.veredicto,
        notaDePrueba(encargo.opciones.operacion),
        h('div', { class: 'acciones' }, boton('cambiar', alCambiar), boton('otro_archivo', otro)),
      ),
      hecho.cuantas > 0 && h('section', { class: 'tarjeta' }, h('h2', { t: 'por_tipo' }), this.tipos),
      hecho.cuantas > 0 && h('section', { class: 'tarjeta' }, h('h2', { t: 'filas_malas' }), this.malas.elemento),
      this.detalles,
    );
    this.pintar();
    decir(t('resumen', { n: enMiles(hecho.totales.rows), malas: enMiles(hecho.cuantas) }));
  }

  pintar(): void {
    const { archivo, hecho, encargo } = this.obra;
    const { totales, cuantas, mismaRaiz, segundos } = hecho;
    const { operacion = 'calcular' } = encargo.opciones;
    const cabe = totales.rows < FILAS_DE_EXCEL;
    const partes = [archivo.name, `${segundos.toFixed(2)} s`];
    // Of an instant, no speed can be told.
    if (segundos > 0.5) partes.push(t('velocidad', { n: enMiles(totales.rows / segundos) }));
    poner(this.ficha, partes.join(' · '));
    poner(
      this.cuentas,
      cifras([
        ['filas', enMiles(totales.rows)],
        [`n_${operacion}`, enMiles(totales.rows - cuantas - mismaRaiz), 'bien'],
        ...(operacion === 'cotejar' ? ([['n_misma_raiz', enMiles(mismaRaiz)]] as const) : []),
        ['con_error', enMiles(cuantas), cuantas > 0 ? 'mal' : ''],
      ]),
    );
    poner(this.tipos, cuantas > 0 && grafica(hecho));
    poner(this.rotulo, t('primeras', { n: String(Math.min(POR_PAGINA, totales.rows)) }));
    poner(this.csv, t('descargar', { formato: this.extension.toUpperCase() }));
    poner(this.excel, this.preparando ? t('preparando') : t('descargar', { formato: 'Excel' }));
    this.excel.disabled = this.preparando || !cabe;
    poner(this.noCabe, cabe ? '' : t('no_cabe', { n: enMiles(FILAS_DE_EXCEL) }));
    if (cuantas > 0) this.malas.pintar();
    this.verPrimeras();
  }

  private get extension(): string {
    return this.obra.encargo.opciones.formato;
  }

  /** The names of the columns that are shown. */
  private nombres(): readonly string[] {
    const { encargo, nombres, datos } = this.obra;
    const propias: readonly string[] = ADDED_COLUMNS[encargo.opciones.operacion ?? 'calcular'];
    const agregadas = freeNames([...propias, HOMONYM_COLUMN], nombres ?? []);
    const resto = nombres === null ? ['JSON'] : datos.map((i) => nombres[i] ?? '');
    return [...shownColumns(encargo).map((i) => agregadas[i] ?? ''), ...resto];
  }

  private verPrimeras(): void {
    if (this.detalles.open) this.primeras.pintar();
  }

  private async leerMalas(pagina: number): Promise<readonly ShownRow[]> {
    const { filasMalas, paginas } = this.obra.hecho;
    return this.mostrar(await readKept(filasMalas.slice(paginas[pagina], paginas[pagina + 1])));
  }

  private mostrar(filas: readonly KeptRow[]): readonly ShownRow[] {
    const { encargo, datos } = this.obra;
    return filas.map((fila) => showRow(fila, encargo, datos));
  }

  private bajar(blob: Blob, extension: string): void {
    bajar(blob, nombrePara(this.obra.archivo.name, extension));
  }

  private bajarMalas(): void {
    const { hecho, encargo } = this.obra;
    const { todo, cabecera, malas } = hecho;
    const marca = encargo.opciones.excel === true ? MARCA : 0;
    const partes = [todo.slice(0, marca), `fila${encargo.delimitador}`, todo.slice(marca, cabecera), malas];
    bajar(new Blob(partes, { type: todo.type }), nombrePara(this.obra.archivo.name, 'error.csv'));
  }

  private bajarLibro(): void {
    const { hecho, encargo } = this.obra;
    const acabar = (): void => {
      this.preparando = false;
      this.pintar();
    };
    this.preparando = true;
    this.pintar();
    encargar(
      { libro: { csv: hecho.todo, delimitador: encargo.delimitador } },
      {
        listo: (libro) => {
          acabar();
          this.bajar(libro, 'xlsx');
        },
        falla: (texto) => {
          acabar();
          poner(this.veredicto, texto === null ? t('se_detuvo') : segun(texto));
        },
      },
    );
  }
}
