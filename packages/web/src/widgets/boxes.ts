/** The 18 characters of a key as boxes, in the groups and colours of their data. */
import type { Origen } from '@curp-service/core';
import { h, poner } from '../base/dom.js';

/** What a box shows. */
export interface Caja {
  /** Empty: it is not known yet. */
  readonly caracter: string;
  /** What is said of it to those who do not see it. */
  readonly etiqueta: string;
  readonly estado?: 'bien' | 'mal' | 'aviso' | undefined;
}

/** Where each position comes from, and what stands together. */
const GRUPOS: readonly (readonly Origen[])[] = [
  ['apellido_paterno', 'apellido_paterno', 'apellido_materno', 'nombres'],
  [
    'fecha_nacimiento',
    'fecha_nacimiento',
    'fecha_nacimiento',
    'fecha_nacimiento',
    'fecha_nacimiento',
    'fecha_nacimiento',
  ],
  ['sexo'],
  ['entidad', 'entidad'],
  ['apellido_paterno', 'apellido_materno', 'nombres'],
  ['diferenciador', 'digito_verificador'],
];

export const ORIGENES: readonly Origen[] = GRUPOS.flat();

const NINGUNA: Caja = { caracter: '', etiqueta: '' };

const TECLAS: Readonly<Record<string, (i: number) => number>> = {
  ArrowRight: (i) => Math.min(i + 1, 17),
  ArrowLeft: (i) => Math.max(i - 1, 0),
  Home: () => 0,
  End: () => 17,
};

/** `alSenalar`: told the position, from 1, that is pointed at, focused or tapped; 0: none. */
export class Cajas {
  readonly elemento: HTMLElement;
  private readonly cajas: readonly HTMLButtonElement[];
  private fija = 0;

  constructor(etiqueta: string, alSenalar: (posicion: number) => void = () => {}) {
    const cajas = ORIGENES.map((origen, i) => {
      const posicion = i + 1;
      return h('button', {
        type: 'button',
        class: 'caja',
        'data-origen': origen,
        'data-posicion': posicion,
        tabindex: i === 0 ? '0' : '-1',
        onpointerenter: () => alSenalar(posicion),
        onpointerleave: () => alSenalar(this.fija),
        onfocus: () => this.fijar(posicion, alSenalar),
        onclick: () => this.fijar(posicion, alSenalar),
      });
    });
    this.cajas = cajas;
    let desde = 0;
    const grupos = GRUPOS.map((grupo) => {
      const suyas = cajas.slice(desde, (desde += grupo.length));
      return h('div', { class: 'grupo' }, ...suyas);
    });
    const fila = h('div', { class: 'cajas', role: 'group', 'aria-labelledby': etiqueta }, ...grupos);
    this.elemento = h('div', { class: 'marco' }, fila);
    this.elemento.addEventListener('keydown', (evento) => this.mover(evento));
  }

  pintar(cajas: readonly Caja[]): void {
    this.cajas.forEach((boton, i) => {
      const { caracter, etiqueta, estado } = cajas[i] ?? NINGUNA;
      const cambio = boton.dataset['caracter'] !== caracter;
      if (cambio) {
        boton.dataset['caracter'] = caracter;
        poner(boton, h('span', {}, caracter));
      }
      boton.classList.toggle('vacia', caracter === '');
      for (const uno of ['bien', 'mal', 'aviso']) boton.classList.toggle(uno, estado === uno);
      boton.setAttribute('aria-label', etiqueta);
    });
  }

  /** Marks the box that is explained. */
  senalar(posicion: number): void {
    for (const caja of this.cajas) caja.classList.toggle('senalada', caja.dataset['posicion'] === String(posicion));
  }

  private fijar(posicion: number, alSenalar: (posicion: number) => void): void {
    this.fija = posicion;
    this.cajas.forEach((caja, i) => caja.setAttribute('tabindex', i === posicion - 1 ? '0' : '-1'));
    alSenalar(posicion);
  }

  private mover(evento: KeyboardEvent): void {
    const i = this.cajas.findIndex((caja) => caja === document.activeElement);
    const a = TECLAS[evento.key]?.(i);
    if (i < 0 || a === undefined) return;
    evento.preventDefault();
    this.cajas[a]?.focus();
  }
}
