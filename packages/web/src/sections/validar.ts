/** The section that validates a CURP while the user types, and shows the data it contains. */
import { type Hallazgo, type Validacion, sugerir, validar } from '@curp-service/core';
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import { type Box, Boxes, ORIGENES } from '../widgets/boxes.js';
import type { CurpField } from '../widgets/curp-field.js';
import { h, setChildren } from '../base/dom.js';
import { actions, button, card, copyButton } from '../base/elements.js';
import { linkTo } from '../base/fragment.js';
import { findingList, messageOf, suggestionList } from '../widgets/findings.js';
import { STATE_NAMES, formatDate, coreOptions, t } from '../base/language.js';
import { StateMap } from '../map/map.js';
import type { Section } from './section.js';
import { announce } from '../base/announce.js';

const EXAMPLE_KEY = 'OETR900517MDFLNN05';
const VERDICTS = { bien: 'es_valida', aviso: 'con_avisos', mal: 'no_valida' } as const;

export class ValidarSection implements Section {
  readonly element: HTMLElement;
  private readonly slot = h('div', { class: 'lugar' });
  private readonly boxes = new Boxes('titulo-validar', (posicion) => this.highlight(posicion));
  private readonly verdict = h('p', { class: 'veredicto' });
  private readonly hallazgos = h('div', { class: 'mas' });
  private readonly detail = h('p', { class: 'nota' });
  private readonly data = h('div', { class: 'leidos' });
  private readonly map = new StateMap();
  private validacion: Validacion | null = null;

  constructor(private readonly curpField: CurpField) {
    this.element = h(
      'div',
      { class: 'validar' },
      card(
        '',
        h('h2', { id: 'titulo-validar', t: 'validar' }),
        this.slot,
        this.boxes.element,
        this.detail,
        this.verdict,
        this.hallazgos,
        actions(
          button('ejemplo', () => (curpField.value = EXAMPLE_KEY)),
          button('borrar', () => (curpField.value = '')),
          actions(copyButton('compartir', () => linkTo('validar', { curp: curpField.value }), 'enlace_copiado')),
        ),
      ),
      card('', h('h2', { t: 'lo_que_dice' }), this.data, this.map.element),
    );
  }

  open(): void {
    this.slot.append(this.curpField.element);
    this.render();
  }

  render(): void {
    const { value } = this.curpField;
    this.validacion = value === '' ? null : validar(value, coreOptions());
    this.element.classList.toggle('lista', value !== '');
    const hallazgos = this.shownFindings(value);
    this.boxes.render(ORIGENES.map((_, i) => keyBox(value, i, hallazgos)));
    // Until the last character is typed, every key lacks one.
    const isTyping = value.length < KEY_LENGTH && this.curpField.hasFocus;
    const sugerencias = isTyping ? [] : sugerir(value, coreOptions());
    setChildren(
      this.hallazgos,
      suggestionList(sugerencias, (curp) => this.take(curp)),
      findingList(hallazgos),
    );
    this.showVerdict(value, hallazgos);
    this.showData();
    this.highlight(0);
  }

  private take(curp: string): void {
    this.curpField.value = curp;
    this.curpField.focus();
  }

  /** Returns the findings to show: until all 18 characters are typed, only those about typed characters. */
  private shownFindings(value: string): readonly Hallazgo[] {
    const all = this.validacion?.hallazgos ?? [];
    if (value.length >= KEY_LENGTH) return all;
    return all.filter(({ posiciones }) => posiciones.length > 0 && posiciones.every((p) => p <= value.length));
  }

  private showVerdict(value: string, hallazgos: readonly Hallazgo[]): void {
    const incomplete = value.length < KEY_LENGTH;
    const state = stateOf(hallazgos, incomplete);
    this.verdict.className = `veredicto ${state}`;
    const message = state === '' ? '' : t(VERDICTS[state]);
    const count = incomplete && value !== '' ? t('van', { n: String(value.length) }) : '';
    setChildren(
      this.verdict,
      h('strong', {}, [message, count].filter(Boolean).join(' · ') || t('sin_clave')),
      (state === 'bien' || state === 'aviso') && h('small', {}, t('valida_no_prueba')),
    );
    announce(value === '' ? '' : [message, count, ...hallazgos.map(messageOf)].filter(Boolean).join('. '));
  }

  private showData(): void {
    const { datos = {}, valido } = this.validacion ?? {};
    const { fechaNacimiento, sexo, abreviaturaEntidad } = datos;
    // A key that is not valid says nothing about others with the same root.
    const homonimo = valido ? datos.homonimo : undefined;
    const entidad = abreviaturaEntidad === undefined ? undefined : STATE_NAMES.get(abreviaturaEntidad);
    const rows = [
      ['fecha_nacimiento', fechaNacimiento && formatDate(fechaNacimiento)],
      ['sexo', sexo && t(sexo)],
      ['entidad', entidad],
      ['homonimo', homonimo === undefined ? undefined : t(homonimo ? 'si_homonimo' : 'no_homonimo')],
    ] as const;
    setChildren(
      this.data,
      h(
        'dl',
        {},
        ...rows.flatMap(([dato, value]) => [
          h('dt', {}, t(dato)),
          h(
            'dd',
            value === undefined ? { class: 'nada' } : {},
            value ?? (this.validacion === null ? '—' : t(dato === 'homonimo' ? 'posicion_17' : 'no_se_lee')),
          ),
        ]),
      ),
    );
    this.map.render(abreviaturaEntidad);
  }

  private highlight(posicion: number): void {
    const origen = ORIGENES[posicion - 1];
    this.boxes.highlight(posicion);
    setChildren(this.detail, origen === undefined ? '' : `${t('posicion_n', { n: String(posicion) })} · ${t(origen)}`);
  }
}

/** Returns the state of the key; `''` if it is too early to judge. */
function stateOf(hallazgos: readonly Hallazgo[], incomplete: boolean): keyof typeof VERDICTS | '' {
  if (hallazgos.some(({ severidad }) => severidad === 'error')) return 'mal';
  if (incomplete) return '';
  return hallazgos.length > 0 ? 'aviso' : 'bien';
}

function keyBox(value: string, i: number, hallazgos: readonly Hallazgo[]): Box {
  const posicion = i + 1;
  const caracter = Array.from(value)[i] ?? '';
  const here = hallazgos.filter(({ posiciones }) => posiciones.includes(posicion) && posiciones.length < KEY_LENGTH);
  const origen = ORIGENES[i] ?? 'nombres';
  return {
    caracter,
    label: [
      `${t('posicion_n', { n: String(posicion) })}: ${caracter || t(origen)}`,
      t(origen),
      ...here.map(messageOf),
    ].join('. '),
    state: stateOf(here, caracter === '') || undefined,
  };
}
