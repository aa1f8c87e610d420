/** The form for the data of a person. All sections share one, so that its values stay. */
import {
  type CodigoHallazgo,
  type DatosConocidos,
  type Persona,
  type Sexo,
  atestiguar,
  explicar,
  hallazgo as finding,
  type Lexico,
  type OpcionesDePersona,
  revisar,
} from '@curp-service/core';
import { WIRE_NAMES, type WireDato } from '@curp-service/contract/answers';
import { readTypedDate } from '@curp-service/contract/values';
import { h, setChildren } from '../base/dom.js';
import { radioRow } from '../base/elements.js';
import { loadFile } from '../base/load.js';
import { EntityField } from './entity-field.js';
import { messageOf } from './findings.js';
import type * as lexicon from './lexicon.js';
import { type TextKey, onLanguageChange, formatDate, coreOptions, t } from '../base/language.js';

/** The global of `lexico.js`. */
declare const curpLexico: typeof lexicon;

/** The values as typed. */
export type FormValues = Readonly<Record<WireDato, string>>;
/** The values that only a comparison asks for: the RFC, and whether there is no second surname. */
type ComparedValues = FormValues & Readonly<Record<'rfc' | 'sin_segundo_apellido', string>>;

const SEXOS: readonly Sexo[] = ['M', 'H', 'X'];
const SURNAME_DATA: readonly WireDato[] = ['apellido_paterno', 'apellido_materno'];
export const FORM_DATA: readonly WireDato[] = ['nombres', ...SURNAME_DATA, 'fecha_nacimiento', 'sexo', 'entidad'];

/** The findings about a text that cannot be read. */
const UNCLEAR: Readonly<Partial<Record<CodigoHallazgo, TextKey>>> = {
  fecha_formato: 'fecha_ilegible',
  entidad_invalida: 'entidad_ilegible',
};

const forEachDato = <T>(make: (dato: WireDato) => T): Readonly<Record<WireDato, T>> =>
  Object.fromEntries(FORM_DATA.map((dato) => [dato, make(dato)])) as Record<WireDato, T>;

const textInput = (dato: WireDato): HTMLInputElement =>
  h('input', {
    id: dato,
    name: dato,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': `nota-${dato}`,
    ...(dato === 'fecha_nacimiento' ? { 't-placeholder': 'ejemplo_fecha' } : { autocapitalize: 'words' }),
  });

export class PersonForm {
  readonly element: HTMLFormElement;
  private readonly fields: Readonly<Record<WireDato, HTMLInputElement>>;
  private readonly entidad = new EntityField(() => this.changed());
  private readonly radios: readonly HTMLInputElement[];
  private readonly notes: Readonly<Record<WireDato, HTMLElement>>;
  private readonly lacksSecond = h('input', { type: 'checkbox', id: 'sin_segundo_apellido' });
  private readonly rfc = h('input', {
    id: 'rfc',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    'aria-describedby': 'nota-rfc',
    onchange: () => this.showRfcNote(),
  });
  private readonly rfcNote = h('p', { class: 'nota', id: 'nota-rfc' });
  /** The fields that the user has left once; only these show a text that cannot be read as wrong. */
  private readonly visited = new Set<WireDato>();
  /** Asks what files ask about names, once it has come. */
  private lexico: Lexico | undefined;

  constructor(private readonly onChange: () => void) {
    this.notes = forEachDato((dato) => h('p', { class: 'nota', id: `nota-${dato}` }));
    const sexes = radioRow('sexo', [...SEXOS.map((sexo) => ({ value: sexo, t: sexo })), { value: '', t: 'no_lo_se' }]);
    this.radios = Array.from(sexes.querySelectorAll('input'));
    this.fields = { ...forEachDato(textInput), sexo: h('input', { type: 'hidden' }), entidad: this.entidad.input };
    this.element = h('form', { class: 'persona', novalidate: true, autocomplete: 'off' });
    this.element.append(
      this.field('nombres'),
      this.field('apellido_paterno'),
      this.field('apellido_materno'),
      this.field('fecha_nacimiento'),
      h(
        'fieldset',
        { class: 'campo', 'data-dato': 'sexo', 'aria-describedby': 'nota-sexo' },
        h('legend', { t: 'sexo' }),
        sexes,
        this.notes.sexo,
      ),
      this.field('entidad'),
      h('div', { class: 'campo solo-cotejar' }, h('label', { for: 'rfc', t: 'rfc' }), this.rfc, this.rfcNote),
    );
    this.listen();
    this.showRfcNote();
    onLanguageChange(() => this.showNotes());
    onLanguageChange(() => this.showRfcNote());
  }

  get values(): FormValues {
    return {
      ...forEachDato((dato) => this.fields[dato].value),
      sexo: this.radios.find(({ checked }) => checked)?.value ?? '',
      entidad: this.entidad.value,
    };
  }

  set values(values: Partial<ComparedValues>) {
    for (const dato of FORM_DATA) this.fields[dato].value = values[dato] ?? '';
    this.entidad.value = values.entidad ?? '';
    for (const radio of this.radios) radio.checked = radio.value === values.sexo;
    this.rfc.value = values.rfc ?? '';
    this.lacksSecond.checked = values.sin_segundo_apellido === '1';
    this.showRfcNote();
    this.visited.clear();
    this.changed();
  }

  get compared(): ComparedValues {
    return { ...this.values, rfc: this.rfc.value, sin_segundo_apellido: this.lacksSecond.checked ? '1' : '' };
  }

  /** Returns what is known of the person, without empty fields and without an RFC that cannot be read. */
  get known(): DatosConocidos {
    const { persona } = this;
    const given = Object.entries(persona).filter(([, value]) => value.trim() !== '');
    const hasNone = this.lacksSecond.checked && persona.apellidoMaterno === '';
    return {
      ...Object.fromEntries(given),
      ...(hasNone ? { apellidoMaterno: '' } : {}),
      ...(this.hasRfc ? { rfc: this.rfc.value } : {}),
    };
  }

  private get hasRfc(): boolean {
    return atestiguar(this.rfc.value, '') !== null;
  }

  get isEmpty(): boolean {
    return Object.values(this.values).every((value) => value === '');
  }

  /** Returns the person as `core` takes it. An unreadable date is passed on as typed, and `core` reports it. */
  get persona(): Persona & { readonly apellidoPaterno: string; readonly apellidoMaterno: string } {
    const { nombres, apellido_paterno, apellido_materno, fecha_nacimiento, sexo, entidad } = this.values;
    return {
      nombres,
      apellidoPaterno: apellido_paterno,
      apellidoMaterno: apellido_materno,
      fechaNacimiento: readTypedDate(fecha_nacimiento),
      sexo,
      entidad,
    };
  }

  /** The options for the functions of `core` on a person. */
  get options(): OpcionesDePersona {
    return { ...coreOptions(), lexico: this.lexico };
  }

  /** Returns the valid data, and a message about the missing ones; empty if none is missing. */
  get progress(): { readonly given: readonly WireDato[]; readonly missing: string } {
    const { values, persona } = this;
    const invalid = new Set(revisar(persona).map(({ dato }) => WIRE_NAMES[dato]));
    const has = (dato: WireDato): boolean => values[dato].trim() !== '';
    const missing = FORM_DATA.filter((dato) => invalid.has(dato) && !has(dato));
    const labels = missing.map((dato) => t(dato).toLocaleLowerCase()).join(', ');
    return {
      given: FORM_DATA.filter((dato) => has(dato) && !invalid.has(dato)),
      missing: labels === '' ? '' : t('faltan', { datos: labels }),
    };
  }

  private field(dato: WireDato): HTMLElement {
    const isSurname = SURNAME_DATA.includes(dato);
    return h(
      'div',
      { class: 'campo', 'data-dato': dato },
      h(
        'label',
        { for: dato },
        h('span', { t: dato }),
        isSurname && h('small', { class: 'menos-cotejar', t: 'vacio_si_no' }),
      ),
      dato === 'entidad' ? this.entidad.element : this.fields[dato],
      dato === 'apellido_materno' &&
        h(
          'div',
          { class: 'casilla solo-cotejar' },
          this.lacksSecond,
          h('label', { for: 'sin_segundo_apellido', t: 'sin_segundo_apellido' }),
        ),
      this.notes[dato],
    );
  }

  private listen(): void {
    const { element } = this;
    element.addEventListener('input', ({ target }) => {
      // A typed second surname exists.
      if (target === this.fields.apellido_materno) this.lacksSecond.checked = false;
      if (target === this.lacksSecond) this.fields.apellido_materno.value = '';
      this.changed();
    });
    element.addEventListener('submit', (event) => event.preventDefault());
    element.addEventListener('focusout', ({ target }) => {
      const dato = FORM_DATA.find((name) => target instanceof Element && target.getAttribute('name') === name);
      if (dato === undefined || this.values[dato] === '') return;
      this.visited.add(dato);
      this.showNotes();
    });
  }

  private showRfcNote(): void {
    const isWrong = this.rfc.value.trim() !== '' && !this.hasRfc;
    setChildren(this.rfcNote, isWrong ? messageOf(finding('rfc_invalido', 'rfc', coreOptions())) : t('rfc_nota'));
    this.rfcNote.classList.toggle('mal', isWrong);
    this.rfc.setAttribute('aria-invalid', String(isWrong));
  }

  private changed(): void {
    if (this.lexico === undefined && !this.isEmpty) void this.loadLexicon();
    this.showNotes();
    this.onChange();
  }

  private async loadLexicon(): Promise<void> {
    try {
      await loadFile('lexico.js');
    } catch {
      return; // the next change tries again
    }
    if (this.lexico !== undefined) return;
    this.lexico = curpLexico.LEXICO;
    this.changed();
  }

  /** Shows below each field its error, how a date or an entity was understood, or a notice. */
  private showNotes(): void {
    const { values, persona } = this;
    const hallazgos = revisar(persona, coreOptions());
    const explicacion = explicar(persona, this.options);
    const avisos = explicacion.ok ? explicacion.avisos : [];
    for (const dato of FORM_DATA) {
      const isEmpty = values[dato].trim() === '';
      const hallazgo = isEmpty ? undefined : hallazgos.find((one) => WIRE_NAMES[one.dato] === dato);
      // A date or an entity may be half typed until its field is left; a day that does not exist is wrong at once.
      const unclear = hallazgo === undefined ? undefined : UNCLEAR[hallazgo.codigo];
      const unknown = dato === 'entidad' && this.entidad.isUnknown;
      const wrong = hallazgo !== undefined && (unclear === undefined || unknown || this.visited.has(dato));
      const message =
        unclear === undefined ? hallazgo && messageOf(hallazgo) : t(unknown ? 'entidad_ninguna' : unclear);
      const isDate = dato === 'fecha_nacimiento' && hallazgo === undefined && !isEmpty;
      const place = dato === 'entidad' ? this.entidad.understood : '';
      const understood = isDate ? formatDate(persona.fechaNacimiento) : place;
      const notices = avisos.filter((one) => WIRE_NAMES[one.dato] === dato).map(messageOf);
      setChildren(this.notes[dato], (wrong && message) || understood || notices.join(' '));
      this.notes[dato].classList.toggle('mal', wrong);
      this.notes[dato].classList.toggle('aviso', notices.length > 0);
      this.fields[dato].setAttribute('aria-invalid', String(wrong));
    }
  }
}
