/** The last moment: what came out, to be seen and taken away. */
import { ADDED_COLUMNS, HOMONYM_COLUMN, freeNames } from '@curp-service/contract/columns';
import { h, setChildren } from '../../../base/dom.js';
import { formatNumber, inLanguage, t } from '../../../base/language.js';
import { announce } from '../../../base/announce.js';
import { download, downloadName } from './download.js';
import { startTask } from '../worker/start-task.js';
import { type KeptRow, type ShownRow, readKept, showRow, shownColumns } from '../worker/rows.js';
import { errorChart } from './chart.js';
import { type Encargo, type Hecho, POR_PAGINA } from '../worker/messages.js';
import { RowTable } from './table.js';
import { type View, button, figures, proofNote, heading } from './view.js';

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

export class VistaDeResultado implements View {
  readonly element: HTMLElement;
  private readonly obra: Obra;
  private readonly ficha = h('p', { class: 'nota nombre-de-archivo' });
  private readonly cuentas = h('div', {});
  private readonly tipos = h('div', {});
  private readonly veredicto = h('p', { class: 'veredicto mal' });
  private readonly excel: HTMLButtonElement;
  private readonly csv: HTMLButtonElement;
  private readonly noCabe = h('p', { class: 'nota' });
  private readonly malas: RowTable;
  private readonly primeras: RowTable;
  private readonly detalles: HTMLDetailsElement;
  private readonly rotulo = h('summary', {});
  private preparando = false;

  constructor(obra: Obra, alCambiar: () => void, otro: () => void) {
    this.obra = obra;
    const { hecho, encargo, esLibro } = obra;
    const esCsv = encargo.opciones.formato === 'csv';
    this.csv = button('descargar', () => this.bajar(hecho.todo, this.extension), esLibro ? '' : 'principal');
    this.excel = button('descargar', () => this.bajarLibro(), esLibro ? 'principal' : '');
    const botones = [this.csv, ...(esCsv ? [this.excel] : [])];
    const nombres = this.nombres();
    this.malas = new RowTable('filas_malas', hecho.cuantas, nombres, async (pagina) => this.leerMalas(pagina));
    this.primeras = new RowTable('filas', 0, nombres, async () => this.mostrar(hecho.primeras));
    const ontoggle = (): void => this.verPrimeras();
    const abierta = hecho.cuantas === 0;
    this.detalles = h('details', { class: 'tarjeta', open: abierta, ontoggle }, this.rotulo, this.primeras.element);
    this.element = h(
      'div',
      { class: 'lote' },
      h(
        'section',
        { class: 'tarjeta' },
        h('div', {}, heading({ t: 'listo' }), this.ficha),
        this.cuentas,
        h(
          'div',
          { class: 'acciones' },
          ...(esLibro ? botones.toReversed() : botones),
          esCsv && hecho.cuantas > 0 && button('solo_malas', () => this.bajarMalas()),
        ),
        this.noCabe,
        this.veredicto,
        proofNote(encargo.opciones.operacion),
        h('div', { class: 'acciones' }, button('cambiar', alCambiar), button('otro_archivo', otro)),
      ),
      hecho.cuantas > 0 && h('section', { class: 'tarjeta' }, h('h2', { t: 'por_tipo' }), this.tipos),
      hecho.cuantas > 0 && h('section', { class: 'tarjeta' }, h('h2', { t: 'filas_malas' }), this.malas.element),
      this.detalles,
    );
    this.render();
    announce(t('resumen', { n: formatNumber(hecho.totales.rows), malas: formatNumber(hecho.cuantas) }));
  }

  render(): void {
    const { archivo, hecho, encargo } = this.obra;
    const { totales, cuantas, mismaRaiz, segundos } = hecho;
    const { operacion = 'calcular' } = encargo.opciones;
    const cabe = totales.rows < FILAS_DE_EXCEL;
    const partes = [archivo.name, `${segundos.toFixed(2)} s`];
    // Of an instant, no speed can be told.
    if (segundos > 0.5) partes.push(t('velocidad', { n: formatNumber(totales.rows / segundos) }));
    setChildren(this.ficha, partes.join(' · '));
    setChildren(
      this.cuentas,
      figures([
        ['filas', formatNumber(totales.rows)],
        [`n_${operacion}`, formatNumber(totales.rows - cuantas - mismaRaiz), 'bien'],
        ...(operacion === 'cotejar' ? ([['n_misma_raiz', formatNumber(mismaRaiz)]] as const) : []),
        ['con_error', formatNumber(cuantas), cuantas > 0 ? 'mal' : ''],
      ]),
    );
    setChildren(this.tipos, cuantas > 0 && errorChart(hecho));
    setChildren(this.rotulo, t('primeras', { n: String(Math.min(POR_PAGINA, totales.rows)) }));
    setChildren(this.csv, t('descargar', { formato: this.extension.toUpperCase() }));
    setChildren(this.excel, this.preparando ? t('preparando') : t('descargar', { formato: 'Excel' }));
    this.excel.disabled = this.preparando || !cabe;
    setChildren(this.noCabe, cabe ? '' : t('no_cabe', { n: formatNumber(FILAS_DE_EXCEL) }));
    if (cuantas > 0) this.malas.render();
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
    if (this.detalles.open) this.primeras.render();
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
    download(blob, downloadName(this.obra.archivo.name, extension));
  }

  private bajarMalas(): void {
    const { hecho, encargo } = this.obra;
    const { todo, cabecera, malas } = hecho;
    const marca = encargo.opciones.excel === true ? MARCA : 0;
    const partes = [todo.slice(0, marca), `fila${encargo.delimitador}`, todo.slice(marca, cabecera), malas];
    download(new Blob(partes, { type: todo.type }), downloadName(this.obra.archivo.name, 'error.csv'));
  }

  private bajarLibro(): void {
    const { hecho, encargo } = this.obra;
    const acabar = (): void => {
      this.preparando = false;
      this.render();
    };
    this.preparando = true;
    this.render();
    startTask(
      { libro: { csv: hecho.todo, delimitador: encargo.delimitador } },
      {
        listo: (libro) => {
          acabar();
          this.bajar(libro, 'xlsx');
        },
        falla: (texto) => {
          acabar();
          setChildren(this.veredicto, texto === null ? t('se_detuvo') : inLanguage(texto));
        },
      },
    );
  }
}
