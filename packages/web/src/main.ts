/** Entry point of the page: a header, a tab for each section, and a footer. */
import './styles/colours.css';
import './styles/base.css';
import './styles/boxes.css';
import './styles/forms.css';
import './styles/verdicts.css';
import './styles/print.css';
import { liveRegion } from './base/announce.js';
import { h, svg } from './base/dom.js';
import { button } from './base/elements.js';
import { readFragment } from './base/fragment.js';
import { currentLanguage, onLanguageChange, switchLanguage, t } from './base/language.js';
import { ApiSection } from './sections/api.js';
import { CalcularSection } from './sections/calcular.js';
import { CotejarSection } from './sections/cotejar.js';
import { FilesSection } from './sections/files.js';
import type { Section } from './sections/section.js';
import { ValidarSection } from './sections/validar.js';
import { CurpField } from './widgets/curp-field.js';
import { PersonForm } from './widgets/form.js';

export * from './base/index.js';

const SECTION_NAMES = ['calcular', 'validar', 'cotejar', 'lote', 'api'] as const;
type SectionName = (typeof SECTION_NAMES)[number];
type Tab = ReturnType<typeof tabOf>;

function mount(): void {
  const form = new PersonForm(render);
  const curpField = new CurpField(render);
  const builders = {
    calcular: () => new CalcularSection(form),
    validar: () => new ValidarSection(curpField),
    cotejar: () => new CotejarSection(form, curpField),
    lote: () => new FilesSection(),
    api: () => new ApiSection(form, curpField),
  };
  const tabs = SECTION_NAMES.map((name) => tabOf(name, select));
  const sections = new Map<string, Section>();
  let current: Section | undefined;

  /** Puts the section in the address, so that the user can bookmark it and the back button works. */
  function select(name: SectionName): void {
    if (location.hash !== `#${name}`) history.pushState(null, '', `#${name}`);
    show(name);
  }

  /** Shows a section. It is built when it is first shown, so that the page opens sooner. */
  function show(chosen: SectionName): void {
    current = sections.get(chosen) ?? builders[chosen]();
    sections.set(chosen, current);
    for (const { name, button: tab, panel } of tabs) {
      tab.setAttribute('aria-selected', String(name === chosen));
      tab.setAttribute('tabindex', name === chosen ? '0' : '-1');
      panel.hidden = name !== chosen;
      if (name === chosen && !panel.contains(current.element)) panel.prepend(current.element);
    }
    current.open();
  }

  function render(): void {
    current?.render();
  }

  function followAddress(): void {
    const { section, data } = readFragment();
    if (data !== null) {
      const { curp, ...values } = data;
      if (section !== 'validar') form.values = values;
      if (curp !== undefined) curpField.value = curp;
    }
    show(SECTION_NAMES.find((name) => name === section) ?? 'calcular');
  }

  const content = h('div', { id: 'contenido', tabindex: '-1' }, ...tabs.map((tab) => tab.panel));
  document.documentElement.lang = currentLanguage();
  document.body.replaceChildren(
    button('ir_al_contenido', () => content.focus(), 'saltar'),
    pageHeader(),
    h('main', {}, tabList(tabs, select), content),
    pageFooter(),
    liveRegion(),
  );
  document.title = t('titulo_pagina');
  onLanguageChange(() => {
    document.title = t('titulo_pagina');
    render();
  });
  addEventListener('hashchange', followAddress);
  addEventListener('popstate', followAddress);
  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('details.todos')) details.open = true;
  });
  followAddress();
  // Browsers allow no service worker for a page opened from disk.
  if (location.protocol !== 'file:') void navigator.serviceWorker?.register('sw.js').catch(() => {});
}

const tabOf = (name: SectionName, select: (name: SectionName) => void) => ({
  name,
  button: h('button', {
    type: 'button',
    role: 'tab',
    id: `pestana-${name}`,
    'aria-controls': `panel-${name}`,
    t: name,
    onclick: () => select(name),
  }),
  panel: h('div', { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `pestana-${name}`, class: 'panel' }),
});

/** The tabs in a row, where the arrow keys select the next. */
function tabList(tabs: readonly Tab[], select: (name: SectionName) => void): HTMLElement {
  const list = h(
    'div',
    { class: 'pestanas', role: 'tablist', 't-aria-label': 'secciones' },
    ...tabs.map((tab) => tab.button),
  );
  list.addEventListener('keydown', (event) => {
    const i = tabs.findIndex((tab) => tab.button === document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && tabs.at((i + step) % tabs.length);
    if (i < 0 || !next) return;
    event.preventDefault();
    next.button.focus();
    select(next.name);
  });
  return list;
}

/** The letters of the mark, coloured like the data of the boxes. */
const MARK_LETTERS = [['C', 'apellido_paterno'], ['U'], ['R', 'nombres'], ['P']] as const;

function pageHeader(): HTMLElement {
  return h(
    'header',
    {},
    h(
      'div',
      {},
      h(
        'p',
        { class: 'marca', 'aria-hidden': 'true' },
        ...MARK_LETTERS.map(([letter, dato]) => h('span', { 'data-dato': dato }, letter)),
      ),
      button('otro_idioma', switchLanguage, 'idioma', { 't-aria-label': 'cambiar_idioma' }),
    ),
    h('h1', { t: 'titulo' }),
    h('p', { class: 'privado' }, lockIcon(), h('span', { t: 'privado' })),
  );
}

const lockIcon = (): SVGSVGElement =>
  svg(
    'svg',
    { viewBox: '0 0 16 16', 'aria-hidden': 'true', class: 'icono' },
    svg('path', { d: 'M4 7V5a4 4 0 0 1 8 0v2h1v8H3V7zm2 0h4V5a2 2 0 0 0-4 0z' }),
  );

const pageFooter = (): HTMLElement => h('footer', {}, h('p', { t: 'pie_norma' }));

// The script, the section and its layout take a task each: one task for all would block a slow computer.
setTimeout(mount);
