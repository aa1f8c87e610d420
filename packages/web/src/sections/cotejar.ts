/** The section that compares a CURP with the data of a person and shows where they differ. */
import { type Cotejo, cotejar, validar } from '@curp-service/core';
import { comparisonAnswer } from '@curp-service/contract/answers';
import { type Box, Boxes } from '../widgets/boxes.js';
import type { CurpField } from '../widgets/curp-field.js';
import { h, setChildren } from '../base/dom.js';
import { actions, button, card, copyButton, note } from '../base/elements.js';
import { DATOS, type PersonForm } from '../widgets/form.js';
import { findingList, messageOf } from '../widgets/findings.js';
import { linkTo } from '../base/fragment.js';
import { coreOptions, t } from '../base/language.js';
import type { Section } from './section.js';
import { announce } from '../base/announce.js';

const LENGTH = 18;
const STATES = {
  identica: 'bien',
  misma_raiz: 'aviso',
  compatible: 'bien',
  mal_escrita: 'aviso',
  difiere: 'mal',
} as const;

export class CotejarSection implements Section {
  readonly name = 'cotejar';
  readonly element: HTMLElement;
  private readonly form: PersonForm;
  private readonly curpField: CurpField;
  private readonly personSlot = h('div', { class: 'lugar' });
  private readonly curpSlot = h('div', { class: 'lugar' });
  private readonly expected = new Boxes('titulo-esperada', (posicion) => this.highlight(posicion));
  private readonly received = new Boxes('titulo-recibida', (posicion) => this.highlight(posicion));
  private readonly verdict = h('p', { class: 'veredicto' });
  private readonly reasons = h('div', { class: 'mas' });
  private readonly detail = h('p', { class: 'nota' });
  private readonly campoList = h('ul', { class: 'campos' });
  private cotejo: Cotejo | null = null;

  constructor(form: PersonForm, curpField: CurpField) {
    this.form = form;
    this.curpField = curpField;
    this.element = h(
      'div',
      { class: 'cotejar' },
      card(
        'datos',
        h('h2', { t: 'persona' }),
        this.personSlot,
        this.curpSlot,
        actions(
          button('borrar', () => {
            form.values = {};
            curpField.value = '';
          }),
          copyButton('compartir', () => linkTo('cotejar', { ...form.values, curp: curpField.value }), 'enlace_copiado'),
        ),
      ),
      card(
        'resultado',
        this.verdict,
        this.reasons,
        h('h3', { id: 'titulo-esperada', t: 'esperada' }),
        this.expected.element,
        h('h3', { id: 'titulo-recibida', t: 'recibida' }),
        this.received.element,
        this.detail,
        this.campoList,
        note('no_prueba'),
      ),
    );
  }

  open(): void {
    this.personSlot.append(this.form.element);
    this.curpSlot.append(this.curpField.element);
    this.render();
  }

  render(): void {
    const { value } = this.curpField;
    const cotejo = value === '' ? null : cotejar(value, this.form.persona, coreOptions());
    const isWhole = Array.from(value).length >= LENGTH;
    this.cotejo = cotejo?.ok === true && isWhole ? cotejo : null;
    this.element.classList.toggle('lista', this.cotejo !== null);
    if (this.cotejo === null) this.showIncomplete(value);
    else this.showComparison(this.cotejo);
    this.highlight(0);
  }

  /** Compares nothing: a person or a key that is half typed does not differ yet. */
  private showIncomplete(value: string): void {
    const characters = Array.from(value);
    const { isEmpty, progress } = this.form;
    const count = characters.length < LENGTH ? t('van', { n: String(characters.length) }) : '';
    const message = value === '' || isEmpty ? t('para_cotejar') : progress.missing || count;
    this.expected.render([]);
    this.received.render(characters.map((caracter) => ({ caracter, label: caracter })));
    this.verdict.className = 'veredicto';
    setChildren(this.verdict, message !== '' && h('strong', {}, message));
    setChildren(this.reasons);
    setChildren(this.campoList);
    announce('');
  }

  private showComparison(cotejo: Cotejo): void {
    const { resultado, posiciones, campos } = comparisonAnswer(cotejo);
    const differing = DATOS.filter((dato) => campos[dato] === 'difiere');
    // If all data match, the key is wrong by itself, and its findings say how.
    const ofKey = resultado === 'difiere' && differing.length === 0;
    const hallazgos = ofKey ? validar(this.curpField.value, coreOptions()).hallazgos : [];
    const verdict = ofKey ? 'mal_escrita' : resultado;
    const isCentury = differing.includes('fecha_nacimiento') && posiciones.slice(4, 10).every((p) => p.coincide);
    this.verdict.className = `veredicto ${STATES[verdict]}`;
    setChildren(this.verdict, h('strong', {}, t(verdict)), ofKey && h('small', {}, t('compare_documento')));
    setChildren(this.reasons, findingList(hallazgos), isCentury && h('p', {}, t('otro_siglo')));
    const boxes = (side: 'esperado' | 'recibido'): readonly Box[] =>
      posiciones.map((p) => ({ caracter: p[side] ?? '', label: labelOf(p), state: p.coincide ? 'bien' : 'mal' }));
    this.expected.render(boxes('esperado'));
    this.received.render(boxes('recibido'));
    setChildren(
      this.campoList,
      ...DATOS.map((dato) =>
        h(
          'li',
          { class: campos[dato] === 'coincide' ? 'bien' : 'mal' },
          h('span', {}, t(dato)),
          ' ',
          h('strong', {}, t(campos[dato] === 'coincide' ? 'dato_coincide' : 'dato_difiere')),
        ),
      ),
    );
    const spoken = differing.map((dato) => `${t(dato)}: ${t('dato_difiere')}`);
    announce([t(verdict), ...spoken, ...hallazgos.map(messageOf)].join('. '));
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
    esperado: expected ?? '—',
    recibido: recibido || '—',
  });
