/** The section that compares a CURP with the data of a person and shows where they differ. */
import { type Cotejo, cotejar } from '@curp-service/core';
import { type Box, Boxes } from '../widgets/boxes.js';
import type { CurpField } from '../widgets/curp-field.js';
import { copyButton } from '../widgets/copy.js';
import { h, setChildren } from '../base/dom.js';
import { DATOS, type PersonForm } from '../widgets/form.js';
import { linkTo } from '../base/fragment.js';
import { coreOptions, t } from '../base/language.js';
import type { Section } from './section.js';
import { announce } from '../base/announce.js';

export class CotejarSection implements Section {
  readonly name = 'cotejar';
  readonly element: HTMLElement;
  private readonly formulario: PersonForm;
  private readonly curpField: CurpField;
  private readonly personSlot = h('div', { class: 'lugar' });
  private readonly curpSlot = h('div', { class: 'lugar' });
  private readonly expected = new Boxes('titulo-esperada', (posicion) => this.highlight(posicion));
  private readonly received = new Boxes('titulo-recibida', (posicion) => this.highlight(posicion));
  private readonly verdict = h('p', { class: 'veredicto' });
  private readonly detail = h('p', { class: 'nota' });
  private readonly campoList = h('ul', { class: 'campos' });
  private cotejo: Cotejo | null = null;

  constructor(formulario: PersonForm, curpField: CurpField) {
    this.formulario = formulario;
    this.curpField = curpField;
    this.element = h(
      'div',
      { class: 'cotejar' },
      h(
        'section',
        { class: 'tarjeta datos' },
        h('h2', { t: 'persona' }),
        this.personSlot,
        this.curpSlot,
        h(
          'div',
          { class: 'acciones' },
          copyButton(
            'compartir',
            () => linkTo('cotejar', { ...formulario.values, curp: curpField.value }),
            'enlace_copiado',
          ),
        ),
      ),
      h(
        'section',
        { class: 'tarjeta resultado' },
        this.verdict,
        h('h3', { id: 'titulo-esperada', t: 'esperada' }),
        this.expected.element,
        h('h3', { id: 'titulo-recibida', t: 'recibida' }),
        this.received.element,
        this.detail,
        this.campoList,
        h('p', { class: 'nota', t: 'no_prueba' }),
      ),
    );
  }

  open(): void {
    this.personSlot.append(this.formulario.element);
    this.curpSlot.append(this.curpField.element);
    this.render();
  }

  render(): void {
    const { formulario } = this;
    const { value } = this.curpField;
    const cotejo = value === '' ? null : cotejar(value, formulario.persona, coreOptions());
    this.cotejo = cotejo?.ok === true ? cotejo : null;
    this.element.classList.toggle('lista', this.cotejo !== null);
    if (this.cotejo === null) {
      const characters = Array.from(value);
      this.expected.render([]);
      this.received.render(characters.map((caracter) => ({ caracter, label: caracter })));
      const message = value === '' || formulario.isEmpty ? t('para_cotejar') : formulario.progress.missing;
      this.verdict.className = 'veredicto';
      setChildren(this.verdict, message !== '' && h('strong', {}, message));
      setChildren(this.campoList);
      announce('');
    } else this.showComparison(this.cotejo);
    this.highlight(0);
  }

  private showComparison({ resultado: result, posiciones, campos: fields }: Cotejo): void {
    const state = result === 'difiere' ? 'mal' : result === 'identica' ? 'bien' : 'aviso';
    this.verdict.className = `veredicto ${state}`;
    setChildren(this.verdict, h('strong', {}, t(result)));
    const boxes = (side: 'esperado' | 'recibido'): readonly Box[] =>
      posiciones.map((p) => ({ caracter: p[side], label: labelOf(p), state: p.coincide ? 'bien' : 'mal' }));
    this.expected.render(boxes('esperado'));
    this.received.render(boxes('recibido'));
    setChildren(
      this.campoList,
      ...DATOS.map((dato) =>
        h(
          'li',
          { class: fields[dato] === 'coincide' ? 'bien' : 'mal' },
          h('span', {}, t(dato)),
          ' ',
          h('strong', {}, t(fields[dato] === 'coincide' ? 'dato_coincide' : 'dato_difiere')),
        ),
      ),
    );
    const differing = DATOS.filter((dato) => fields[dato] === 'difiere').map(
      (dato) => `${t(dato)}: ${t('dato_difiere')}`,
    );
    announce([t(result), ...differing].join('. '));
  }

  private highlight(posicion: number): void {
    const pointed = this.cotejo?.posiciones[posicion - 1];
    this.expected.highlight(posicion);
    this.received.highlight(posicion);
    setChildren(this.detail, pointed === undefined ? '' : labelOf(pointed));
  }
}

const labelOf = ({ posicion, esperado: expected, recibido, coincide }: Cotejo['posiciones'][number]): string =>
  t(coincide ? 'posicion_coincide' : 'posicion_difiere', {
    n: String(posicion),
    esperado: expected,
    recibido: recibido || '—',
  });
