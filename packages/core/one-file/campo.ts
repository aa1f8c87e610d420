/** The element `<curp-campo>`: shows the CURP of the person whose data stand in its form, and where each character comes from. */
import { type Caracter, type Dato, ETIQUETAS, type Hallazgo, type Persona, explicar } from '@curp-service/core';
import { WIRE_NAMES } from '@curp-service/contract/answers';
import { findingMessage } from '@curp-service/contract/finding-message';
import { type Bilingual, CORE_OPTIONS, type Language, say } from '@curp-service/contract/language';
import { fieldName } from '@curp-service/contract/people-words';
import { readEntity } from '@curp-service/contract/conventions/places';
import { readSex, readTypedDate } from '@curp-service/contract/values';
import type { CurpCampoElement } from './campo-types.js';

const NO_DATA: Bilingual = ['Faltan los datos de la persona.', 'The details of the person are missing.'];
const NO_PROOF: Bilingual = [
  'Una CURP calculada no prueba ningún registro.',
  'A calculated CURP is not proof of any registration.',
];
const ORIGINS_TITLE: Bilingual = ['De dónde sale cada carácter', 'Where each character comes from'];
const MISSING_WORD: Bilingual = ['Falta', 'Missing'];

const STYLE = `
  :host { display: block }
  [hidden] { display: none }
  output { display: block; font: 600 1.25em ui-monospace, monospace; letter-spacing: .1em; overflow-wrap: anywhere }
  p { margin: .25em 0 }
  p.error {
    padding: .5em .75em; border-inline-start: .25em solid; border-radius: .25em;
    color: var(--curp-campo-error, light-dark(#a4161a, #ff9d94));
    background: color-mix(in srgb, currentcolor 9%, transparent);
  }
  ol { margin: .5em 0; padding-inline-start: 2.5em }
  b { font-family: ui-monospace, monospace }
`;

/** Only browsers have elements. Elsewhere the class exists and is not used. */
const BrowserElement = globalThis.HTMLElement ?? Object;

class CurpCampo extends BrowserElement implements CurpCampoElement {
  /** The form sends the key under the element's `name`, if it has one. */
  static readonly formAssociated = true;

  private readonly internals = this.attachInternals();
  private readonly key = document.createElement('output');
  private readonly note = document.createElement('p');
  private readonly details = document.createElement('details');
  private readonly summary = document.createElement('summary');
  private readonly characters = document.createElement('ol');
  private listening = new AbortController();
  private isReading = false;

  constructor() {
    super();
    // A browser reports an invalid field only if it can have the focus.
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    const sheet = new CSSStyleSheet(); // a content policy does not refuse it, as it would a <style>
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.details.append(this.summary, this.characters);
    this.details.hidden = true;
    this.note.role = 'status';
    this.key.tabIndex = -1;
    root.append(this.key, this.note, this.details);
  }

  get value(): string {
    this.update();
    return this.key.value;
  }

  get validity(): ValidityState {
    this.update();
    return this.internals.validity;
  }

  get validationMessage(): string {
    this.update();
    return this.internals.validationMessage;
  }

  checkValidity(): boolean {
    this.update();
    return this.internals.checkValidity();
  }

  reportValidity(): boolean {
    this.update();
    return this.internals.reportValidity();
  }

  formAssociatedCallback(form: HTMLFormElement | null): void {
    this.listening.abort();
    this.listening = new AbortController();
    const { signal } = this.listening;
    const update = (): void => this.update();
    for (const event of ['input', 'change']) form?.addEventListener(event, update, { signal, capture: true });
    form?.addEventListener('submit', (event) => this.check(event, form), { signal, capture: true });
    form?.addEventListener('formdata', ({ formData }) => this.put(formData), { signal });
    // A script changes fields without an event. The click that submits comes before the browser checks the form.
    document.addEventListener('click', update, { signal, capture: true });
    document.addEventListener('DOMContentLoaded', update, { signal }); // fields below may have values too
    update();
  }

  formResetCallback(): void {
    this.update();
  }

  /** Stops a form that is invalid by now: the browser checked it with the data that the element last saw. */
  private check(event: SubmitEvent, form: HTMLFormElement): void {
    const isChecked = !form.noValidate && event.submitter?.hasAttribute('formnovalidate') !== true;
    this.update();
    if (!isChecked || this.internals.reportValidity()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** Puts the key into data that are about to be sent. */
  private put(data: FormData): void {
    if (this.isReading) return;
    this.update(data);
    const name = this.getAttribute('name');
    if (name) data.set(name, this.key.value);
  }

  /** The data of the form. To read them fires `formdata` too. */
  private read(): FormData {
    const { form } = this.internals;
    this.isReading = true;
    const data = form === null ? new FormData() : new FormData(form);
    this.isReading = false;
    return data;
  }

  private update(values = this.read()): void {
    const read = (dato: Dato): string => {
      const name = WIRE_NAMES[dato];
      const value = values.get(this.getAttribute(name) ?? name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const { language } = this;
    const result = explicar(personIn(read), CORE_OPTIONS[language]);
    const found = result.ok || isEmpty(read) ? [] : result.hallazgos;
    const notes = result.ok
      ? result.avisos.map((aviso) => findingMessage(aviso, language))
      : sentencesOf(found, language);
    this.summary.textContent = say(ORIGINS_TITLE, language);
    this.note.classList.toggle('error', found.some(isWrong));
    if (result.ok) this.show(result.curp, result.explicacion, [...notes, say(NO_PROOF, language)]);
    else this.show('', [], notes);
    this.judge(found);
  }

  /** English on a page in English, otherwise Spanish. */
  private get language(): Language {
    return /^en\b/i.test(this.closest<HTMLElement>('[lang]')?.lang ?? '') ? 'en' : 'es';
  }

  /** Wrong data are never valid; missing ones are not where the key is `required`. */
  private judge(hallazgos: readonly Hallazgo[]): void {
    const reason = sentencesOf(hallazgos, this.language).join(' ') || say(NO_DATA, this.language);
    const isMissing = this.key.value === '' && this.hasAttribute('required');
    if (hallazgos.some(isWrong)) this.internals.setValidity({ customError: true }, reason, this.key);
    else if (isMissing) {
      this.internals.setValidity({ valueMissing: true }, reason, this.key);
    } else this.internals.setValidity({});
  }

  private show(curp: string, characters: readonly Caracter[], notes: readonly string[]): void {
    const note = notes.join(' ');
    const changed = curp !== this.key.value;
    if (!changed && note === this.note.textContent) return;
    this.key.value = curp;
    this.note.textContent = note;
    this.details.hidden = curp === '';
    this.characters.replaceChildren(...characters.map(toItem));
    this.internals.setFormValue(curp);
    if (changed) this.dispatchEvent(new CustomEvent('curp', { bubbles: true, detail: { curp } }));
  }
}

/** Makes the element known to the page, once. */
export function defineCampo(): void {
  if (typeof customElements === 'undefined' || customElements.get('curp-campo') !== undefined) return;
  customElements.define('curp-campo', CurpCampo);
}

type ReadDatum = (dato: Dato) => string;

const isEmpty = (read: ReadDatum): boolean =>
  read('nombres') + read('apellidoPaterno') + read('apellidoMaterno') + read('fechaNacimiento') === '';

function personIn(read: ReadDatum): Persona {
  return {
    nombres: read('nombres'),
    apellidoPaterno: read('apellidoPaterno'),
    apellidoMaterno: read('apellidoMaterno'),
    fechaNacimiento: readTypedDate(read('fechaNacimiento')),
    sexo: readSex(read('sexo')),
    entidad: readEntity(read('entidad')),
  };
}

function toItem({ caracter, texto, regla }: Caracter): HTMLLIElement {
  const item = document.createElement('li');
  const letter = document.createElement('b');
  letter.textContent = caracter;
  item.append(letter, ` ${texto} (${regla})`);
  return item;
}

const isWrong = ({ codigo }: Hallazgo): boolean => codigo !== 'ausente';

/** Missing data in one sentence, then what is wrong with the others. */
function sentencesOf(hallazgos: readonly Hallazgo[], language: Language): string[] {
  const missing = hallazgos
    .filter((hallazgo) => !isWrong(hallazgo))
    .map(({ dato }) => (dato === 'rfc' ? ETIQUETAS.rfc : fieldName(WIRE_NAMES[dato], language)));
  const wrong = hallazgos.filter(isWrong).map((hallazgo) => findingMessage(hallazgo, language));
  return missing.length === 0 ? wrong : [`${say(MISSING_WORD, language)}: ${missing.join(', ')}.`, ...wrong];
}
