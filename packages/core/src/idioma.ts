/** The languages of the messages. */
export type Idioma = 'es' | 'en';

export interface Opciones {
  /** Spanish unless said otherwise. */
  readonly idioma?: Idioma;
}

/** A text in both languages, Spanish first. */
export type Texto = readonly [es: string, en: string];

/** The text in the language asked for, `{name}` replaced by what is given under that name. */
export function decir(
  texto: Texto,
  opciones: Opciones | undefined,
  partes: Readonly<Record<string, string>> = {},
): string {
  return texto[opciones?.idioma === 'en' ? 1 : 0].replace(/\{(\w+)\}/g, (_, nombre: string) => partes[nombre]);
}
