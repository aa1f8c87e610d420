/** A table of rows, a page at a time: only those that are seen are read and drawn. */
import { h, poner } from '../../../base/dom.js';
import { type Clave, enMiles, t } from '../../../base/language.js';
import type { ShownRow } from '../worker/rows.js';
import { POR_PAGINA } from '../worker/messages.js';
import { type Vista, boton } from './view.js';

export class Tabla implements Vista {
  readonly elemento: HTMLElement;
  private readonly leer: (pagina: number) => Promise<readonly ShownRow[]>;
  private readonly nombres: readonly string[];
  private readonly cuantas: number;
  private readonly marco: HTMLElement;
  private readonly donde = h('span', { class: 'nota' });
  private readonly anterior = boton('anterior', () => this.pasar(-1));
  private readonly siguiente = boton('siguiente', () => this.pasar(1));
  private pagina = 0;

  constructor(
    rotulo: Clave,
    cuantas: number,
    nombres: readonly string[],
    leer: (pagina: number) => Promise<readonly ShownRow[]>,
  ) {
    this.cuantas = cuantas;
    this.nombres = nombres;
    this.leer = leer;
    this.marco = h('div', { class: 'ancha', tabindex: '0', role: 'region', 't-aria-label': rotulo });
    this.elemento = h(
      'div',
      { class: 'tabla' },
      this.marco,
      cuantas > POR_PAGINA && h('div', { class: 'acciones paginas' }, this.anterior, this.siguiente, this.donde),
    );
  }

  pintar(): void {
    void this.dibujar(this.pagina);
  }

  private pasar(paso: number): void {
    this.pagina += paso;
    this.pintar();
    this.marco.scrollTop = 0;
  }

  private async dibujar(pagina: number): Promise<void> {
    const { nombres } = this;
    const filas = await this.leer(pagina);
    if (pagina !== this.pagina) return; // another was asked for meanwhile
    const ultima = Math.min((pagina + 1) * POR_PAGINA, this.cuantas);
    const lugar = { a: enMiles(pagina * POR_PAGINA + 1), b: enMiles(ultima), n: enMiles(this.cuantas) };
    poner(this.donde, t('pagina_de', lugar));
    this.anterior.disabled = pagina === 0;
    this.siguiente.disabled = ultima === this.cuantas;
    // A column without anything on this page is not worth its place.
    const conMotivo = filas.some(({ reason }) => reason !== '');
    const llenas = nombres.flatMap((_, i) => (filas.some(({ cells }) => cells[i]) ? [i] : []));
    const titulos = [t('fila'), ...(conMotivo ? [t('motivo')] : []), ...llenas.map((i) => nombres[i] ?? '')];
    poner(
      this.marco,
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...titulos.map((titulo) => h('th', { scope: 'col' }, titulo)))),
        h(
          'tbody',
          {},
          ...filas.map(({ number, cells, reason }) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, String(number)),
              conMotivo && h('td', { class: 'motivo' }, ...conCodigos(reason)),
              ...llenas.map((i) => h('td', {}, cells[i] ?? '')),
            ),
          ),
        ),
      ),
    );
  }
}

/** What stands between grave accents, as what is typed. */
const conCodigos = (texto: string): (Node | string)[] =>
  texto.split('`').map((parte, i) => (i % 2 === 0 ? parte : h('code', {}, parte)));
