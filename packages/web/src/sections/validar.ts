/** The section that validates: a key while it is typed, every finding, and what can be read from it. */
import { type Hallazgo, type Validacion, validar } from '@curp-service/core';
import { type Caja, Cajas, ORIGENES } from '../widgets/boxes.js';
import type { CampoClave } from '../widgets/key-field.js';
import { botonDeCopiar } from '../widgets/copy.js';
import { h, poner } from '../base/dom.js';
import { enlace } from '../base/fragment.js';
import { lista } from '../widgets/findings.js';
import { NOMBRES, enPalabras, opciones, t } from '../base/language.js';
import { Mapa } from '../map/map.js';
import type { Seccion } from './section.js';
import { decir } from '../base/announce.js';

const LARGO = 18;
const EJEMPLO = 'OETR900517MDFLNN05';
const VEREDICTOS = { bien: 'es_valida', aviso: 'con_avisos', mal: 'no_valida' } as const;

export class Validar implements Seccion {
  readonly nombre = 'validar';
  readonly elemento: HTMLElement;
  private readonly clave: CampoClave;
  private readonly lugar = h('div', { class: 'lugar' });
  private readonly cajas = new Cajas('titulo-validar', (posicion) => this.senalar(posicion));
  private readonly veredicto = h('p', { class: 'veredicto' });
  private readonly hallazgos = h('div', { class: 'mas' });
  private readonly detalle = h('p', { class: 'nota' });
  private readonly datos = h('div', { class: 'leidos' });
  private readonly acciones = h('div', { class: 'acciones' });
  private readonly mapa = new Mapa();
  private validacion: Validacion | null = null;

  constructor(clave: CampoClave) {
    this.clave = clave;
    this.acciones.append(botonDeCopiar('compartir', () => enlace('validar', { curp: clave.valor }), 'enlace_copiado'));
    this.elemento = h(
      'div',
      { class: 'validar' },
      h(
        'section',
        { class: 'tarjeta' },
        h('h2', { id: 'titulo-validar', t: 'clave_a_revisar' }),
        this.lugar,
        this.cajas.elemento,
        this.detalle,
        this.veredicto,
        this.hallazgos,
        h(
          'div',
          { class: 'acciones' },
          h('button', { type: 'button', class: 'boton', t: 'ejemplo', onclick: () => (clave.valor = EJEMPLO) }),
          h('button', { type: 'button', class: 'boton', t: 'borrar', onclick: () => (clave.valor = '') }),
          this.acciones,
        ),
      ),
      h('section', { class: 'tarjeta' }, h('h2', { t: 'lo_que_dice' }), this.datos, this.mapa.elemento),
    );
  }

  abrir(): void {
    this.lugar.append(this.clave.elemento);
    this.pintar();
  }

  pintar(): void {
    const { valor } = this.clave;
    this.validacion = valor === '' ? null : validar(valor, opciones());
    this.elemento.classList.toggle('lista', valor !== '');
    const hallazgos = this.vistos(valor);
    this.cajas.pintar(ORIGENES.map((_, i) => cajaDe(valor, i, hallazgos)));
    poner(this.hallazgos, lista(hallazgos));
    this.juzgar(valor, hallazgos);
    this.leer();
    this.senalar(0);
  }

  /** While it is being typed, that it is short is no finding, nor is what only a whole key can be. */
  private vistos(valor: string): readonly Hallazgo[] {
    const todos = this.validacion?.hallazgos ?? [];
    if (valor.length >= LARGO) return todos;
    return todos.filter(({ posiciones }) => posiciones.length > 0 && posiciones.every((p) => p <= valor.length));
  }

  private juzgar(valor: string, hallazgos: readonly Hallazgo[]): void {
    const aMedias = valor.length < LARGO;
    const estado = estadoDe(hallazgos, aMedias);
    this.veredicto.className = `veredicto ${estado}`;
    const dicho = estado === '' ? '' : t(VEREDICTOS[estado]);
    const cuantos = aMedias && valor !== '' ? t('van', { n: String(valor.length) }) : '';
    poner(
      this.veredicto,
      h('strong', {}, [dicho, cuantos].filter(Boolean).join(' · ') || t('sin_clave')),
      (estado === 'bien' || estado === 'aviso') && h('small', {}, t('valida_no_prueba')),
    );
    decir(valor === '' ? '' : [dicho, cuantos, ...hallazgos.map(({ mensaje }) => mensaje)].filter(Boolean).join('. '));
  }

  private leer(): void {
    const { fechaNacimiento, sexo, abreviaturaEntidad, homonimo } = this.validacion?.datos ?? {};
    const entidad = abreviaturaEntidad === undefined ? undefined : NOMBRES.get(abreviaturaEntidad);
    const filas = [
      ['fecha_nacimiento', fechaNacimiento && enPalabras(fechaNacimiento)],
      ['sexo', sexo && t(sexo)],
      ['entidad', entidad],
      ['homonimo', homonimo === undefined ? undefined : t(homonimo ? 'si_homonimo' : 'no_homonimo')],
    ] as const;
    poner(
      this.datos,
      h(
        'dl',
        {},
        ...filas.flatMap(([dato, valor]) => [
          h('dt', { 'data-origen': dato }, t(dato)),
          h(
            'dd',
            valor === undefined ? { class: 'nada' } : {},
            valor ?? (this.validacion === null ? '—' : t('no_se_lee')),
          ),
        ]),
      ),
    );
    this.mapa.pintar(abreviaturaEntidad);
  }

  private senalar(posicion: number): void {
    const origen = ORIGENES[posicion - 1];
    this.cajas.senalar(posicion);
    poner(this.detalle, origen === undefined ? '' : `${t('posicion_n', { n: String(posicion) })} · ${t(origen)}`);
  }
}

/** `''`: there is nothing to say yet. */
function estadoDe(hallazgos: readonly Hallazgo[], aMedias: boolean): keyof typeof VEREDICTOS | '' {
  if (hallazgos.some(({ severidad }) => severidad === 'error')) return 'mal';
  if (aMedias) return '';
  return hallazgos.length > 0 ? 'aviso' : 'bien';
}

function cajaDe(valor: string, i: number, hallazgos: readonly Hallazgo[]): Caja {
  const posicion = i + 1;
  const caracter = Array.from(valor)[i] ?? '';
  const suyos = hallazgos.filter(({ posiciones }) => posiciones.includes(posicion) && posiciones.length < LARGO);
  const origen = ORIGENES[i] ?? 'nombres';
  return {
    caracter,
    etiqueta: [
      `${t('posicion_n', { n: String(posicion) })}: ${caracter || t(origen)}`,
      t(origen),
      ...suyos.map(({ mensaje }) => mensaje),
    ].join('. '),
    estado: estadoDe(suyos, caracter === '') || undefined,
  };
}
