/** The section that compares a CURP with the data of a person and shows where they differ. */
import { type Cotejo, type Hallazgo, cotejar } from '@curp-service/core';
import { comparisonAnswer } from '@curp-service/contract/answers';
import { say } from '@curp-service/contract/language';
import { OTHER_CENTURY, isMisspelt, isOfOtherCentury } from '@curp-service/contract/words/comparison';
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import { type Box, Boxes } from '../widgets/boxes.js';
import type { CurpField } from '../widgets/curp-field.js';
import { h, setChildren } from '../base/dom.js';
import { actions, button, card, copyButton, note } from '../base/elements.js';
import { FORM_DATA, type PersonForm } from '../widgets/form.js';
import { findingList, messageOf } from '../widgets/findings.js';
import { linkTo } from '../base/fragment.js';
import { coreOptions, currentLanguage, t } from '../base/language.js';
import type { Section } from './section.js';
import { announce } from '../base/announce.js';

const VERDICT_CLASSES = {
  identica: 'bien',
  misma_raiz: 'aviso',
  compatible: 'bien',
  mal_escrita: 'aviso',
  difiere: 'mal',
} as const;

const CAMPOS = { coincide: 'bien', difiere: 'mal', sin_dato: 'nada', indeterminado: 'aviso' } as const;

export class CotejarSection implements Section {
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
        note('vacio_si_no_sabe'),
        this.personSlot,
        this.curpSlot,
        actions(
          button('borrar', () => {
            form.values = {};
            curpField.value = '';
          }),
          copyButton(
            'compartir',
            () => linkTo('cotejar', { ...form.compared, curp: curpField.value }),
            'enlace_copiado',
          ),
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
    const cotejo = value === '' ? null : cotejar(value, this.form.known, coreOptions());
    const isWhole = Array.from(value).length >= KEY_LENGTH;
    this.cotejo = cotejo?.ok === true && isWhole ? cotejo : null;
    this.element.classList.toggle('lista', this.cotejo !== null);
    const findings = cotejo?.ok === false && isWhole ? cotejo.hallazgos : [];
    const ofKey = findings.filter(({ dato }) => dato === 'curp');
    if (this.cotejo === null) this.showIncomplete(value, ofKey);
    else this.showComparison(this.cotejo);
    this.highlight(0);
  }

  /** Shows the key without comparing it: a person or a key that is half typed does not differ yet, and a broken key proves nothing. */
  private showIncomplete(value: string, hallazgos: readonly Hallazgo[]): void {
    const characters = Array.from(value);
    const count = characters.length < KEY_LENGTH ? t('van', { n: String(characters.length) }) : '';
    const isEmpty = value === '' || Object.keys(this.form.known).length === 0;
    const message = hallazgos.length > 0 ? t('clave_rota') : isEmpty ? t('para_cotejar') : count;
    this.expected.render([]);
    this.received.render(characters.map((caracter) => ({ caracter, label: caracter })));
    this.verdict.className = hallazgos.length > 0 ? 'veredicto aviso' : 'veredicto';
    setChildren(this.verdict, message !== '' && h('strong', {}, message));
    setChildren(this.reasons, findingList(hallazgos));
    setChildren(this.campoList);
    announce(hallazgos.length > 0 ? [message, ...hallazgos.map(messageOf)].join('. ') : '');
  }

  private showComparison(cotejo: Cotejo): void {
    const { resultado, mensaje = '', posiciones, campos } = comparisonAnswer(cotejo);
    const all = campos.rfc === undefined || campos.rfc === 'sin_dato' ? FORM_DATA : ([...FORM_DATA, 'rfc'] as const);
    const verdictOf = (dato: (typeof all)[number]) => campos[dato] ?? 'sin_dato';
    const differing = all.filter((dato) => verdictOf(dato) === 'difiere');
    const ofKey = isMisspelt(cotejo);
    const hallazgos = ofKey ? cotejo.deLaClave : [];
    const verdict = ofKey ? 'mal_escrita' : resultado;
    this.verdict.className = `veredicto ${VERDICT_CLASSES[verdict]}`;
    setChildren(this.verdict, h('strong', {}, t(verdict)), ofKey && h('small', {}, t('compare_documento')));
    setChildren(
      this.reasons,
      findingList(hallazgos),
      mensaje !== '' && h('p', {}, mensaje),
      isOfOtherCentury(cotejo) && h('p', {}, say(OTHER_CENTURY, currentLanguage())),
      campos.rfc === 'difiere' && h('p', {}, t('rfc_otra_fecha')),
    );
    const boxes = (side: 'esperado' | 'recibido'): readonly Box[] =>
      posiciones.map((p) => ({
        caracter: p[side] ?? '',
        label: positionLabel(p),
        state: p.esperado === null ? undefined : p.coincide ? 'bien' : 'mal',
      }));
    this.expected.render(boxes('esperado'));
    this.received.render(boxes('recibido'));
    setChildren(
      this.campoList,
      ...all.map((dato) =>
        h(
          'li',
          { class: CAMPOS[verdictOf(dato)] },
          h('span', {}, t(dato)),
          ' ',
          h('strong', {}, t(`dato_${verdictOf(dato)}`)),
        ),
      ),
    );
    const spoken = differing.map((dato) => `${t(dato)}: ${t('dato_difiere')}`);
    announce([t(verdict), ...spoken, ...hallazgos.map(messageOf), mensaje].filter((said) => said !== '').join('. '));
  }

  private highlight(posicion: number): void {
    const pointed = this.cotejo?.posiciones[posicion - 1];
    this.expected.highlight(posicion);
    this.received.highlight(posicion);
    setChildren(this.detail, pointed === undefined ? '' : positionLabel(pointed));
  }
}

const positionLabel = ({ posicion, esperado: expected, recibido, coincide }: Cotejo['posiciones'][number]): string =>
  t(expected === null ? 'posicion_sin_dato' : coincide ? 'posicion_coincide' : 'posicion_difiere', {
    n: String(posicion),
    esperado: expected ?? '',
    recibido: recibido || '—',
  });
