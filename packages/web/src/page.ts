/** The page: its sections, behind tabs. */
import { Api } from './sections/api.js';
import { Calcular } from './sections/calcular.js';
import { CampoClave } from './widgets/key-field.js';
import { Cotejar } from './sections/cotejar.js';
import { h, svg } from './base/dom.js';
import { Formulario } from './widgets/form.js';
import { leerFragmento } from './base/fragment.js';
import { alCambiarIdioma, cambiarIdioma, lenguaActual, t } from './base/language.js';
import { SeccionDeLote } from './sections/lote/lote.js';
import type { Seccion } from './sections/section.js';
import { Validar } from './sections/validar.js';
import { REGION } from './base/announce.js';

export function montar(): void {
  const formulario = new Formulario();
  const clave = new CampoClave();
  const secciones: readonly Seccion[] = [
    new Calcular(formulario),
    new Validar(clave),
    new Cotejar(formulario, clave),
    new SeccionDeLote(),
    new Api(formulario, clave),
  ];
  const pestanas = secciones.map(({ nombre }) =>
    h('button', {
      type: 'button',
      role: 'tab',
      id: `pestana-${nombre}`,
      'aria-controls': `panel-${nombre}`,
      t: nombre,
      onclick: () => elegir(nombre),
    }),
  );
  const paneles = secciones.map(({ nombre, elemento }) =>
    h(
      'div',
      { role: 'tabpanel', id: `panel-${nombre}`, 'aria-labelledby': `pestana-${nombre}`, class: 'panel' },
      elemento,
    ),
  );
  let abierta = secciones[0];

  /** The name of the section stands in the address, so that it can be kept and gone back to. */
  function elegir(nombre: string): void {
    if (location.hash !== `#${nombre}`) history.pushState(null, '', `#${nombre}`);
    mostrar(nombre);
  }

  function mostrar(nombre: string): void {
    const i = Math.max(
      0,
      secciones.findIndex((seccion) => seccion.nombre === nombre),
    );
    pestanas.forEach((pestana, j) => {
      pestana.setAttribute('aria-selected', String(i === j));
      pestana.setAttribute('tabindex', i === j ? '0' : '-1');
    });
    paneles.forEach((panel, j) => (panel.hidden = i !== j));
    abierta = secciones[i];
    abierta?.abrir();
  }

  function seguirDireccion(): void {
    const { seccion, datos } = leerFragmento();
    if (datos !== null) {
      const { curp, ...escrito } = datos;
      if (seccion !== 'validar') formulario.escrito = escrito;
      if (curp !== undefined) clave.valor = curp;
    }
    mostrar(seccion);
  }

  const lista = h('div', { class: 'pestanas', role: 'tablist', 't-aria-label': 'secciones' }, ...pestanas);
  lista.addEventListener('keydown', (evento) => {
    const i = pestanas.findIndex((pestana) => pestana === document.activeElement);
    const paso = { ArrowRight: 1, ArrowLeft: -1 }[evento.key];
    if (i < 0 || paso === undefined) return;
    evento.preventDefault();
    const siguiente = (i + paso + pestanas.length) % pestanas.length;
    pestanas[siguiente]?.focus();
    elegir(secciones[siguiente]?.nombre ?? '');
  });

  const contenido = h('div', { id: 'contenido', tabindex: '-1' }, ...paneles);
  document.documentElement.lang = lenguaActual();
  document.body.append(
    h('button', { type: 'button', class: 'saltar boton', t: 'ir_al_contenido', onclick: () => contenido.focus() }),
    cabecera(),
    h('main', {}, lista, contenido),
    pie(),
    REGION,
  );
  const titular = (): void => {
    document.title = t('titulo_pagina');
  };
  titular();
  alCambiarIdioma(() => {
    titular();
    abierta?.pintar();
  });
  formulario.alCambiar(() => abierta?.pintar());
  clave.alCambiar(() => abierta?.pintar());
  addEventListener('hashchange', seguirDireccion);
  addEventListener('popstate', seguirDireccion);
  addEventListener('beforeprint', () => {
    for (const todos of document.querySelectorAll<HTMLDetailsElement>('details.todos')) todos.open = true;
  });
  seguirDireccion();
}

function cabecera(): HTMLElement {
  return h(
    'header',
    {},
    h(
      'div',
      {},
      h('p', { class: 'marca', 'aria-hidden': 'true' }, ...Array.from('CURP', (letra) => h('span', {}, letra))),
      h('button', {
        type: 'button',
        class: 'boton idioma',
        t: 'otro_idioma',
        't-aria-label': 'cambiar_idioma',
        onclick: cambiarIdioma,
      }),
    ),
    h('h1', { t: 'titulo' }),
    h('p', { class: 'privado' }, candado(), h('span', { t: 'privado' })),
  );
}

const candado = (): SVGSVGElement =>
  svg(
    'svg',
    { viewBox: '0 0 16 16', 'aria-hidden': 'true', class: 'icono' },
    svg('path', { d: 'M4 7V5a4 4 0 0 1 8 0v2h1v8H3V7zm2 0h4V5a2 2 0 0 0-4 0z' }),
  );

const pie = (): HTMLElement => h('footer', {}, h('p', { t: 'no_prueba' }), h('p', { t: 'pie_norma' }));
