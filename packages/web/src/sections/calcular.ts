/** The section that calculates: the key while the data are typed, and where each of its characters comes from. */
import {
  type Caracter,
  type Dato,
  type Explicacion,
  type Origen,
  type Persona,
  candidatas,
  explicar,
} from '@curp-service/core';
import { type Caja, Cajas, ORIGENES } from '../widgets/boxes.js';
import { botonDeCopiar } from '../widgets/copy.js';
import { h, poner } from '../base/dom.js';
import { explicado, lasDiez, tabla } from '../widgets/explanation.js';
import type { Escrito, Formulario } from '../widgets/form.js';
import { enlace } from '../base/fragment.js';
import { enPalabras, opciones, t } from '../base/language.js';
import { lista } from '../widgets/findings.js';
import { Nombre } from '../widgets/name.js';
import type { Seccion } from './section.js';
import { decir, deletrear } from '../base/announce.js';

/** Stands in for what is not typed yet, to show what the rest gives. */
const CUALQUIERA: Persona = {
  nombres: 'X',
  apellidoPaterno: 'X',
  apellidoMaterno: 'X',
  fechaNacimiento: '2000-01-01',
  sexo: 'X',
  entidad: 'NE',
};

const EJEMPLO: Escrito = {
  nombres: 'María Fernanda',
  apellido_paterno: 'de la Peña',
  apellido_materno: "O'Hara",
  fecha_nacimiento: '17/05/1990',
  sexo: 'M',
  entidad: 'JC',
};

export class Calcular implements Seccion {
  readonly nombre = 'calcular';
  readonly elemento: HTMLElement;
  private readonly formulario: Formulario;
  private readonly lugar = h('div', { class: 'lugar' });
  private readonly cajas = new Cajas('titulo-calcular', (posicion) => this.senalar(posicion));
  private readonly nombreEscrito = new Nombre();
  private readonly estado = h('p', { class: 'estado' });
  private readonly detalle = h('div', { class: 'detalle' });
  private readonly acciones = h('div', { class: 'acciones' });
  private readonly mas = h('div', { class: 'mas' });
  private explicacion: Explicacion | null = null;

  constructor(formulario: Formulario) {
    this.formulario = formulario;
    this.acciones.append(
      botonDeCopiar('copiar', () => this.explicacion?.curp ?? ''),
      botonDeCopiar('compartir', () => enlace('calcular', formulario.escrito), 'enlace_copiado'),
      h('button', { type: 'button', class: 'boton', t: 'imprimir', onclick: () => print() }),
    );
    this.elemento = h(
      'div',
      { class: 'calcular' },
      h(
        'section',
        { class: 'tarjeta datos' },
        h('h2', { t: 'persona' }),
        this.lugar,
        h(
          'div',
          { class: 'acciones' },
          h('button', { type: 'button', class: 'boton', t: 'ejemplo', onclick: () => (formulario.escrito = EJEMPLO) }),
          h('button', { type: 'button', class: 'boton', t: 'borrar', onclick: () => (formulario.escrito = {}) }),
        ),
      ),
      h(
        'section',
        { class: 'tarjeta resultado' },
        h('h2', { id: 'titulo-calcular', t: 'su_curp' }),
        this.nombreEscrito.elemento,
        this.cajas.elemento,
        this.estado,
        this.detalle,
        this.acciones,
        this.mas,
      ),
    );
  }

  abrir(): void {
    this.lugar.append(this.formulario.elemento);
    this.pintar();
  }

  pintar(): void {
    const { persona } = this.formulario;
    const explicacion = explicar(persona, opciones());
    this.explicacion = explicacion.ok ? explicacion : null;
    this.elemento.classList.toggle('lista', explicacion.ok);
    this.nombreEscrito.pintar(explicacion.ok ? persona : null);
    if (explicacion.ok) this.completa(explicacion, persona);
    else this.incompleta(persona);
    this.senalar(0);
  }

  private completa(explicacion: Explicacion, persona: Persona): void {
    this.cajas.pintar(explicacion.explicacion.map(cajaDe));
    poner(this.estado, t('no_prueba'));
    const claves = candidatas(persona);
    poner(
      this.mas,
      lista(explicacion.avisos),
      h('p', { class: 'nota' }, t('asignados')),
      claves.ok && lasDiez(claves.candidatas),
      tabla(explicacion.explicacion),
      h('p', { class: 'fecha-de-impresion' }, t('calculada_el', { dia: enPalabras(hoy()) })),
    );
    decir(`${t('su_curp')}: ${deletrear(explicacion.curp)}. ${t('no_prueba')}`);
  }

  /** What there is gives its characters already. */
  private incompleta(persona: Persona): void {
    const { dados, faltan } = this.formulario.avance;
    const parcial = explicar(sustituir(persona, dados), opciones());
    const hay = (origen: Origen): boolean =>
      origen === 'diferenciador' ? dados.includes('fecha_nacimiento') : dados.some((dato) => dato === origen);
    const caracteres = parcial.ok ? parcial.explicacion : [];
    this.cajas.pintar(
      ORIGENES.map((origen, i) => {
        const caracter = caracteres[i];
        return caracter !== undefined && hay(origen) ? cajaDe(caracter) : vacia(origen, i + 1);
      }),
    );
    poner(this.estado, this.formulario.estaVacio ? t('sin_datos') : faltan);
    poner(this.mas);
    decir('');
  }

  private senalar(posicion: number): void {
    const caracter = this.explicacion?.explicacion[posicion - 1];
    this.cajas.senalar(posicion);
    this.nombreEscrito.senalar(posicion);
    this.detalle.dataset['origen'] = caracter?.dato ?? '';
    if (caracter === undefined)
      poner(this.detalle, this.explicacion !== null && h('p', { class: 'nota', t: 'senale' }));
    else poner(this.detalle, ...explicado(caracter));
  }
}

const cajaDe = ({ caracter, posicion, texto, dato }: Caracter): Caja => ({
  caracter,
  etiqueta: `${t('posicion_n', { n: String(posicion) })}: ${caracter}. ${t(dato)}: ${texto}`,
});

const vacia = (origen: Origen, posicion: number): Caja => ({
  caracter: '',
  etiqueta: `${t('posicion_n', { n: String(posicion) })}: ${t(origen)}`,
});

/** The person with something in the place of each datum that is not there. */
function sustituir(persona: Persona, dados: readonly Dato[]): Persona {
  const de = (dato: Dato): Persona => (dados.includes(dato) ? persona : CUALQUIERA);
  return {
    nombres: de('nombres').nombres,
    apellidoPaterno: de('apellido_paterno').apellidoPaterno,
    apellidoMaterno: de('apellido_materno').apellidoMaterno,
    fechaNacimiento: de('fecha_nacimiento').fechaNacimiento,
    sexo: de('sexo').sexo,
    entidad: de('entidad').entidad,
  };
}

function hoy(): string {
  const ahora = new Date();
  const dos = (n: number): string => String(n).padStart(2, '0');
  return `${ahora.getFullYear()}-${dos(ahora.getMonth() + 1)}-${dos(ahora.getDate())}`;
}
