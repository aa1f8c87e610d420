/** Signs and words that a program or a person puts around every name of a column, and that are none of the name. */
import { WRAPPINGS, type Wrapping } from '@curp-service/contract/reading';

/** How each is written, around the name itself. */
const FORMS: Readonly<Record<Wrapping, RegExp>> = {
  igual: /^="(.*)"$/su,
  apostrofo: /^['’‘´`](?=\p{L})(.*[^'’])$/su,
  comillas: /^[“"«‘'](.*)[”"»’']$/su,
  numero: /^\d+\s*[-.):]+\s*(.*)$/su,
  corchetes: /^[[({][^\])}]*[\])}]\s*(.*)$/su,
  ciudadano: /^C\.\s*(.*)$/su,
};

/** The wrapping of a text; `null`: none. */
export function wrappingOf(text: string): Wrapping | null {
  const trimmed = text.trim();
  return WRAPPINGS.find((name) => FORMS[name].test(trimmed)) ?? null;
}

/** Those that a program puts around every cell. The others stand before names only. */
const OF_CELLS: Readonly<Partial<Record<Wrapping, RegExp>>> = {
  igual: FORMS.igual,
  comillas: FORMS.comillas,
  apostrofo: /^['’‘´`](.*)$/su,
};

/** The text without that wrapping, if it has it. `isName`: it is a given name. */
export function unwrap(text: string, wrapping: Wrapping, isName: boolean): string {
  const form = OF_CELLS[wrapping] ?? (isName ? FORMS[wrapping] : null);
  return form === null ? text : text.trim().replace(form, '$1');
}
