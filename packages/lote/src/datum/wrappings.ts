/** Wrappings: signs and words that a program or a person puts around every name in a column. */
import { WRAPPINGS, type Wrapping } from '@curp-service/contract/reading';

/** The form of each wrapping, around the name itself. */
const WRAPPING_FORMS: Readonly<Record<Wrapping, RegExp>> = {
  igual: /^="(.*)"$/su,
  apostrofo: /^['’‘´`](?=\p{L})(.*[^'’])$/su,
  comillas: /^[“"«‘'](.*)[”"»’']$/su,
  numero: /^\d+\s*[-.):]+\s*(.*)$/su,
  corchetes: /^[[({][^\])}]*[\])}]\s*(.*)$/su,
  ciudadano: /^C\.\s*(.*)$/su,
};

/** Returns the wrapping of a text; `null` if it has none. */
export function wrappingOf(text: string): Wrapping | null {
  const trimmed = text.trim();
  return WRAPPINGS.find((name) => WRAPPING_FORMS[name].test(trimmed)) ?? null;
}

/** The wrappings that a program puts around every cell. The others are only found at names. */
const OF_CELLS: Readonly<Partial<Record<Wrapping, RegExp>>> = {
  igual: WRAPPING_FORMS.igual,
  comillas: WRAPPING_FORMS.comillas,
  apostrofo: /^['’‘´`](.*)$/su,
};

/** Returns the text without a wrapping, if it has it. `isName`: the text is a given name. */
export function unwrap(text: string, wrapping: Wrapping, isName: boolean): string {
  const form = OF_CELLS[wrapping] ?? (isName ? WRAPPING_FORMS[wrapping] : null);
  return form === null ? text : text.trim().replace(form, '$1');
}
