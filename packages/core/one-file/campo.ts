/** The element `<curp-campo>`: shows the CURP of the person whose data stand in its form, and where each character comes from. */
import { type Caracter, type Dato, ETIQUETAS, type Hallazgo, type Persona, explicar } from '@curp-service/core';
import { WIRE_NAMES } from '@curp-service/contract/answers';
import { readEntity, readSex, readTypedDate } from '@curp-service/contract/values';
import type { CurpCampoElement } from './campo-types.js';
import { sentence } from './words.js';

const NO_DATA = 'Faltan los datos de la persona.';
const NO_PROOF = 'Una CURP calculada no prueba ningún registro.';

const STYLE = `
  :host { display: block }
  [hidden] { display: none }
  output { display: block; font: 600 1.25em ui-monospace, monospace; letter-spacing: .1em; overflow-wrap: anywhere }
  p { margin: .25em 0 }
  ol { margin: .5em 0; padding-inline-start: 2.5em }
  b { font-family: ui-monospace, monospace }
`;

/** Makes the element known to the page, once. It is a function, because only browsers have `HTMLElement`. */
export function defineCampo(): void {
  if (typeof customElements === 'undefined' || customElements.get('curp-campo') !== undefined) return;
  class CurpCampo extends HTMLElement implements CurpCampoElement {
    /** The form sends the key under the element's `name`, if it has one. */
    static readonly formAssociated = true;

    private readonly internals = this.attachInternals();
    private readonly key = document.createElement('output');
    private readonly note = document.createElement('p');
    private readonly details = document.createElement('details');
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
      const summary = document.createElement('summary');
      summary.textContent = 'De dónde sale cada carácter';
      this.details.append(summary, this.characters);
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
      const result = explicar(toPersona(read));
      if (result.ok) this.show(result.curp, result.explicacion, [...result.avisos.map(sentence), NO_PROOF]);
      else this.show('', [], isEmpty(read) ? [] : sentences(result.hallazgos));
      this.judge(result.ok || isEmpty(read) ? [] : result.hallazgos);
    }

    /** Wrong data are never valid; missing ones are not where the key is `required`. */
    private judge(hallazgos: readonly Hallazgo[]): void {
      const isWrong = hallazgos.some(({ codigo }) => codigo !== 'ausente');
      const isMissing = this.key.value === '' && this.hasAttribute('required');
      if (isWrong) this.internals.setValidity({ customError: true }, sentences(hallazgos).join(' '), this.key);
      else if (isMissing) {
        const reason = sentences(hallazgos).join(' ') || NO_DATA;
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
  customElements.define('curp-campo', CurpCampo);
}

type Read = (dato: Dato) => string;

const isEmpty = (read: Read): boolean =>
  read('nombres') + read('apellidoPaterno') + read('apellidoMaterno') + read('fechaNacimiento') === '';

function toPersona(read: Read): Persona {
  const typed = read('fechaNacimiento');
  const date = readTypedDate(typed);
  return {
    nombres: read('nombres'),
    apellidoPaterno: read('apellidoPaterno'),
    apellidoMaterno: read('apellidoMaterno'),
    fechaNacimiento: date === null ? typed : `${date.anio}-${date.mes}-${date.dia}`,
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

/** Missing data in one sentence, then what is wrong with the others. */
function sentences(hallazgos: readonly Hallazgo[]): string[] {
  const missing = hallazgos.filter(({ codigo }) => codigo === 'ausente').map(({ dato }) => ETIQUETAS[dato]);
  const wrong = hallazgos.filter(({ codigo }) => codigo !== 'ausente').map(sentence);
  return missing.length === 0 ? wrong : [`Falta: ${missing.join(', ')}.`, ...wrong];
}
