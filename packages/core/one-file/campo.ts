/** The element `<curp-campo>`: shows the CURP of the person whose data stand in its form, and where each character comes from. */
import { type Caracter, type Dato, ETIQUETAS, type Hallazgo, type Persona, explicar } from '@curp-service/core';
import { WIRE_NAMES } from '@curp-service/contract/answers';
import { readEntity, readSex, readTypedDate } from '@curp-service/contract/values';
import { sentence } from './words.js';

const NO_PROOF = 'Una CURP calculada no prueba ningún registro.';

const STYLE = `
  :host { display: block }
  [hidden] { display: none }
  output { display: block; font: 600 1.25em ui-monospace, monospace; letter-spacing: .1em; overflow-wrap: anywhere }
  p { margin: .25em 0 }
  ol { margin: .5em 0; padding-inline-start: 2.5em }
  b { font-family: ui-monospace, monospace }
`;

/** Makes the element known to the page. It is a function, because only browsers have `HTMLElement`. */
export function defineCampo(): void {
  class CurpCampo extends HTMLElement {
    /** The form sends the key under the element's `name`, if it has one. */
    static readonly formAssociated = true;

    private readonly internals = this.attachInternals();
    private readonly key = document.createElement('output');
    private readonly note = document.createElement('p');
    private readonly details = document.createElement('details');
    private readonly characters = document.createElement('ol');
    private listening = new AbortController();

    constructor() {
      super();
      const root = this.attachShadow({ mode: 'open' });
      const sheet = new CSSStyleSheet(); // a content policy does not refuse it, as it would a <style>
      sheet.replaceSync(STYLE);
      root.adoptedStyleSheets = [sheet];
      const summary = document.createElement('summary');
      summary.textContent = 'De dónde sale cada carácter';
      this.details.append(summary, this.characters);
      this.details.hidden = true;
      this.note.role = 'status';
      root.append(this.key, this.note, this.details);
    }

    /** The key that is shown; empty while there is none. */
    get value(): string {
      return this.key.value;
    }

    formAssociatedCallback(form: HTMLFormElement | null): void {
      this.listening.abort();
      this.listening = new AbortController();
      const { signal } = this.listening;
      const update = (): void => this.update();
      form?.addEventListener('input', update, { signal });
      form?.addEventListener('change', update, { signal });
      document.addEventListener('DOMContentLoaded', update, { signal }); // fields below may have values too
      update();
    }

    formResetCallback(): void {
      this.update();
    }

    private update(): void {
      const { form } = this.internals;
      const values = form === null ? new FormData() : new FormData(form);
      const read = (dato: Dato): string => {
        const name = WIRE_NAMES[dato];
        const value = values.get(this.getAttribute(name) ?? name);
        return typeof value === 'string' ? value.trim() : '';
      };
      const result = explicar(toPersona(read));
      if (result.ok) this.show(result.curp, result.explicacion, [...result.avisos.map(sentence), NO_PROOF]);
      else this.show('', [], isEmpty(read) ? [] : sentences(result.hallazgos));
    }

    private show(curp: string, characters: readonly Caracter[], notes: readonly string[]): void {
      const changed = curp !== this.value;
      this.key.value = curp;
      this.note.textContent = notes.join(' ');
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
