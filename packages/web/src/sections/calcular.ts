/** The section that calculates the CURP while the user types, and explains each of its characters. */
import { type Caracter, type Dato, type Explicacion, type Persona, candidatas, explicar } from '@curp-service/core';
import { WIRE_NAMES, type WireDato, type WireOrigen } from '@curp-service/contract/answers';
import { type Box, Boxes, ORIGENES } from '../widgets/boxes.js';
import { h, setChildren } from '../base/dom.js';
import { actions, button, card, copyButton, note } from '../base/elements.js';
import { explainCharacter, tenCurps, characterTable } from '../widgets/explanation.js';
import type { FormValues, PersonForm } from '../widgets/form.js';
import { linkTo } from '../base/fragment.js';
import { formatDate, coreOptions, t } from '../base/language.js';
import { findingList, messageOf } from '../widgets/findings.js';
import { PersonLine } from '../widgets/person-line.js';
import type { Section } from './section.js';
import { announce, spellOut } from '../base/announce.js';

/** The person that replaces missing data, to show the characters that come from the other data. */
const PLACEHOLDER: Persona = {
  nombres: 'X',
  apellidoPaterno: 'X',
  apellidoMaterno: 'X',
  fechaNacimiento: '2000-01-01',
  sexo: 'X',
  entidad: 'NE',
};

const EXAMPLE_VALUES: FormValues = {
  nombres: 'María Fernanda',
  apellido_paterno: 'de la Peña',
  apellido_materno: "O'Hara",
  fecha_nacimiento: '17/05/1990',
  sexo: 'M',
  entidad: 'JC',
};

export class CalcularSection implements Section {
  readonly element: HTMLElement;
  private readonly slot = h('div', { class: 'lugar' });
  private readonly boxes: Boxes;
  private readonly personLine = new PersonLine();
  private readonly notices = h('div', { class: 'mas' });
  private readonly status = h('p', { class: 'estado' });
  private readonly detail = h('div', { class: 'detalle' });
  private readonly more = h('div', { class: 'mas' });
  private explicacion: Explicacion | null = null;

  constructor(private readonly form: PersonForm) {
    const copy = (className = ''): HTMLElement =>
      copyButton('copiar', () => this.explicacion?.curp ?? '', 'copiada', className);
    // On a phone the boxes stay in view, and this button with them; elsewhere the page shows the one below.
    this.boxes = new Boxes('titulo-calcular', (posicion) => this.highlight(posicion), copy('principal'));
    this.element = h(
      'div',
      { class: 'calcular' },
      card(
        'datos',
        h('h2', { t: 'persona' }),
        this.slot,
        actions(
          button('ejemplo', () => (form.values = EXAMPLE_VALUES)),
          button('borrar', () => (form.values = {})),
        ),
      ),
      card(
        'resultado',
        h('h2', { id: 'titulo-calcular', t: 'su_curp' }),
        this.notices,
        this.personLine.element,
        this.boxes.element,
        this.status,
        this.detail,
        actions(
          copy(),
          copyButton('compartir', () => linkTo('calcular', form.values), 'enlace_copiado'),
          button('imprimir', () => print()),
        ),
        this.more,
      ),
    );
  }

  open(): void {
    this.slot.append(this.form.element);
    this.render();
  }

  render(): void {
    // An empty form is shown without any calculation, for which the start of the page would wait.
    const persona = this.form.isEmpty ? null : this.form.persona;
    const explicacion = persona && explicar(persona, this.form.options);
    this.explicacion = explicacion?.ok ? explicacion : null;
    this.element.classList.toggle('lista', this.explicacion !== null);
    this.personLine.render(this.explicacion && persona);
    if (persona === null) this.showIncomplete([], t('sin_datos'));
    else if (this.explicacion === null) this.showIncomplete(...this.partial(persona));
    else this.showComplete(this.explicacion, persona);
    this.highlight(0);
  }

  private showComplete(explicacion: Explicacion, persona: Persona): void {
    const { avisos } = explicacion;
    const inDoubt = new Set(avisos.flatMap(({ posiciones }) => posiciones));
    this.boxes.render(
      explicacion.explicacion.map((caracter) =>
        inDoubt.has(caracter.posicion) ? { ...boxOf(caracter), state: 'aviso' } : boxOf(caracter),
      ),
    );
    setChildren(this.notices, findingList(avisos));
    setChildren(this.status, t('no_prueba'));
    const keys = candidatas(persona);
    setChildren(
      this.more,
      h('p', { class: 'nota' }, t('asignados')),
      keys.ok && tenCurps(keys.candidatas),
      characterTable(explicacion.explicacion),
      h(
        'p',
        { class: 'fecha-de-impresion' },
        t('calculada_el', { dia: formatDate(new Date().toLocaleDateString('sv-SE')) }), // Sweden writes YYYY-MM-DD
      ),
    );
    const spoken = [...avisos.map(messageOf), `${t('su_curp')}: ${spellOut(explicacion.curp)}.`, t('no_prueba')];
    announce(spoken.join(' '));
  }

  private showIncomplete(boxes: readonly (Box | undefined)[], status: string): void {
    this.boxes.render(boxes);
    setChildren(this.status, status);
    setChildren(this.notices);
    setChildren(this.more);
    announce('');
  }

  /** The characters of the data typed so far, and a message about the missing ones. */
  private partial(persona: Persona): [boxes: (Box | undefined)[], missing: string] {
    const { given, missing } = this.form.progress;
    const partial = explicar(withPlaceholders(persona, given), coreOptions());
    const has = (origen: WireOrigen): boolean =>
      origen === 'diferenciador' ? given.includes('fecha_nacimiento') : given.some((dato) => dato === origen);
    const characters = partial.ok ? partial.explicacion : [];
    const boxes = ORIGENES.map((origen, i) => {
      const caracter = characters[i];
      return caracter !== undefined && has(origen) ? boxOf(caracter) : undefined;
    });
    return [boxes, missing];
  }

  private highlight(posicion: number): void {
    const caracter = this.explicacion?.explicacion[posicion - 1];
    this.boxes.highlight(posicion);
    this.personLine.highlight(posicion);
    this.detail.dataset['dato'] = caracter === undefined ? '' : WIRE_NAMES[caracter.dato];
    const hint = this.explicacion !== null && note('senale');
    setChildren(this.detail, ...(caracter === undefined ? [hint] : explainCharacter(caracter)));
  }
}

const boxOf = ({ caracter, posicion, texto: text, dato }: Caracter): Box => ({
  caracter,
  label: `${t('posicion_n', { n: String(posicion) })}: ${caracter}. ${t(WIRE_NAMES[dato])}: ${text}`,
});

/** Returns the person with a placeholder for each missing datum. */
function withPlaceholders(persona: Persona, given: readonly WireDato[]): Persona {
  const known = Object.entries(persona).filter(([dato]) => given.includes(WIRE_NAMES[dato as Dato]));
  return { ...PLACEHOLDER, ...Object.fromEntries(known) };
}
