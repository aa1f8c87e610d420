/** The types of `manual.mjs`. */
export function makeManual(options: { readonly root: string; readonly version: string }): Map<string, string>;
