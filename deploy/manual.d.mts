/** The types of `manual.mjs`. */
export function helpIn(
  root: string,
  locale: string,
): { readonly path: readonly string[]; readonly text: string; readonly names: readonly string[] }[];
export function makeManual(options: { readonly root: string; readonly version: string }): Map<string, string>;
