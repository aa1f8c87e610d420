/** The second moment: what was understood of the file, to be corrected before the work starts. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { type Field, type ColumnIndexes, understandHeader } from '@curp-service/contract/columns';
import { h, poner } from '../../../base/dom.js';
import { type Clave, lenguaActual, t } from '../../../base/language.js';
import { decir } from '../../../base/announce.js';
import { type Eleccion, camposDe, comoSeEntiende, mapaDe } from './columns.js';
import { eleccionDeServidor } from './on-server.js';
import type { Visto } from '../worker/messages.js';
import { type Ajustes, type Vista, boton, eleccionDeOperacion, enBytes, titulo } from './view.js';

const SEPARADO: Readonly<Record<string, Clave>> = {
  ',': 'con_comas',
  ';': 'con_punto_y_coma',
  '\t': 'con_tabuladores',
  '|': 'con_barras',
};
const NINGUNA = -1;
const EN_TRES = -2;
const SIN_ELEGIR = '';

export interface Acciones {
  readonly empezar: () => void;
  readonly otro: () => void;
  readonly otraHoja: (hoja: string) => void;
  /** To have the service do it, with a token. */
  readonly mandar: (token: string) => void;
}

export class VistaDeEleccion implements Vista {
  readonly elemento: HTMLElement;
  readonly eleccion: Eleccion;
  /** Where each datum stands; `null`: it is not known yet. */
  columnas: ColumnIndexes | null = null;
  private readonly visto: Visto;
  private readonly archivo: File;
  private readonly ajustes: Ajustes;
  private readonly ficha = h('p', { class: 'nota' });
  private readonly campos = h('div', { class: 'columnas' });
  private readonly veredicto = h('p', { class: 'veredicto mal' });
  private readonly empezar: HTMLButtonElement;
  private readonly deHomonimos: HTMLElement;
  private readonly servidor: HTMLDetailsElement | null;

  constructor(archivo: File, visto: Visto, hoja: string | undefined, ajustes: Ajustes, acciones: Acciones) {
    this.archivo = archivo;
    this.visto = visto;
    this.ajustes = ajustes;
    this.eleccion = comoSeEntiende(visto.cabecera?.names ?? []);
    this.empezar = boton('empezar', acciones.empezar, 'principal');
    this.deHomonimos = this.casilla('homonimos', 'marcar_homonimos');
    const loLee = visto.tipo !== 'xlsx' && !archivo.name.endsWith('.gz');
    this.servidor = loLee ? eleccionDeServidor((token) => this.empezar.disabled || acciones.mandar(token)) : null;
    this.servidor?.addEventListener('toggle', () => this.ofrecer());
    const deCsv = visto.cabecera !== null;
    this.elemento = h(
      'section',
      { class: 'tarjeta' },
      h('div', {}, titulo({ class: 'nombre-de-archivo' }, archivo.name), this.ficha),
      visto.hojas.length > 1 && this.hojas(hoja, acciones.otraHoja),
      eleccionDeOperacion(ajustes, () => this.pintar()),
      deCsv ? h('h3', { t: 'las_columnas' }) : h('p', { class: 'nota', t: 'cada_objeto' }),
      this.campos,
      this.veredicto,
      h(
        'div',
        { class: 'casillas' },
        this.deHomonimos,
        deCsv && this.casilla('excel', 'para_excel', h('small', { t: 'para_excel_nota' })),
      ),
      h('div', { class: 'acciones' }, this.empezar, boton('otro_archivo', acciones.otro)),
      this.servidor,
    );
    this.pintar();
  }

  pintar(): void {
    const { tipo, cabecera } = this.visto;
    const partes = [
      tipo === 'xlsx' ? 'Excel' : tipo.toUpperCase(),
      ...(tipo === 'csv' && cabecera !== null
        ? [t(SEPARADO[cabecera.delimiter] ?? 'con_comas'), cabecera.encoding]
        : []),
      enBytes(this.archivo.size),
    ];
    poner(this.ficha, partes.join(' · '));
    this.ofrecer();
    const { falta, mensaje } = this.entender();
    const campos = cabecera === null ? [] : camposDe(this.ajustes.operacion, this.eleccion.enTres);
    const enSuCampo = campos.some((campo) => campo === falta);
    this.empezar.disabled = mensaje !== '';
    poner(this.veredicto, enSuCampo ? '' : mensaje);
    const enfocado = document.activeElement?.id;
    poner(this.campos, ...campos.map((campo) => this.campo(campo, campo === falta ? mensaje : '')));
    if (enfocado?.startsWith('columna-')) document.getElementById(enfocado)?.focus();
    decir(mensaje || `${this.archivo.name}. ${partes.join(', ')}`);
  }

  /** Whether rows with the same root are marked: never where that is not offered. */
  get homonimos(): boolean {
    return this.ajustes.homonimos && !this.deHomonimos.hidden;
  }

  /** Those are told by the keys that are calculated, and not by the service. */
  private ofrecer(): void {
    this.deHomonimos.hidden = this.ajustes.operacion === 'validar' || this.servidor?.open === true;
  }

  /** What is still missing, and how that is said. */
  private entender(): { falta: string | null; mensaje: string } {
    const { cabecera } = this.visto;
    this.columnas = null;
    if (cabecera === null) return { falta: null, mensaje: '' };
    const { names: nombres } = cabecera;
    const { operacion } = this.ajustes;
    try {
      const dice = { language: lenguaActual(), optionFor: (campo: Field) => `«${t(campo)}»` };
      this.columnas = understandHeader(nombres, operacion, mapaDe(this.eleccion, operacion, nombres), dice);
      return { falta: null, mensaje: '' };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return { falta: error.entry.parametro, mensaje: error.message.replaceAll('`', '') };
    }
  }

  private campo(campo: Field, mensaje: string): HTMLElement {
    const { names: nombres = [], firstRow: primera = [] } = this.visto.cabecera ?? {};
    const { eleccion } = this;
    const esFecha = campo === 'fecha_nacimiento';
    const elegida = esFecha && eleccion.enTres ? EN_TRES : (eleccion.columnas[campo] ?? this.columnas?.[campo]);
    const opcion = (valor: number | string, texto: string): HTMLElement =>
      h('option', { value: valor, selected: valor === (elegida ?? SIN_ELEGIR) }, texto);
    const lista = h(
      'select',
      {
        id: `columna-${campo}`,
        'aria-invalid': mensaje !== '' && 'true',
        'aria-describedby': `muestra-${campo}`,
        onchange: () => this.elegir(campo, Number(lista.value)),
      },
      elegida === undefined && opcion(SIN_ELEGIR, t('elija')),
      ...nombres.map((nombre, i) => opcion(i, nombre || t('columna_n', { n: String(i + 1) }))),
      esFecha && opcion(EN_TRES, t('en_tres')),
      campo === 'apellido_materno' && opcion(NINGUNA, t('no_hay')),
    );
    const valor = (elegida !== undefined && primera[elegida]?.trim()) || '';
    const muestra = valor === '' ? '' : t('por_ejemplo', { valor });
    return h(
      'div',
      { class: 'campo', 'data-dato': campo },
      h('label', { for: `columna-${campo}` }, h('span', {}, t(campo))),
      lista,
      h('p', { class: mensaje === '' ? 'nota' : 'nota mal', id: `muestra-${campo}` }, mensaje || muestra),
    );
  }

  private elegir(campo: Field, columna: number): void {
    const { eleccion } = this;
    if (campo === 'fecha_nacimiento') eleccion.enTres = columna === EN_TRES;
    if (columna !== EN_TRES) eleccion.columnas[campo] = columna;
    this.pintar();
  }

  private hojas(hoja: string | undefined, alElegir: (hoja: string) => void): HTMLElement {
    const lista = h(
      'select',
      { id: 'hoja', onchange: () => alElegir(lista.value) },
      ...this.visto.hojas.map((nombre) => h('option', { selected: nombre === hoja }, nombre)),
    );
    return h('div', { class: 'campo' }, h('label', { for: 'hoja', t: 'hoja' }), lista);
  }

  private casilla(
    ajuste: 'homonimos' | 'excel',
    rotulo: 'marcar_homonimos' | 'para_excel',
    nota: HTMLElement | null = null,
  ): HTMLElement {
    const casilla = h('input', {
      type: 'checkbox',
      checked: this.ajustes[ajuste],
      onchange: () => (this.ajustes[ajuste] = casilla.checked),
    });
    return h('label', {}, casilla, h('span', {}, h('span', { t: rotulo }), nota));
  }
}
