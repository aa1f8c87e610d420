/**
 * The generic keys: keys in official use that belong to no person.
 *
 * Source: no text of the norm. They are recognised as written, because the check digits of the first and the last are
 * wrong (docs/norm.md, D 15).
 */
export const CLAVES_GENERICAS: readonly string[] = ['XXXX999999XXXXXX99', 'XEXX010101HNEXXXA4', 'XEXX010101MNEXXXA8'];

export const esGenerica = (clave: string): boolean => CLAVES_GENERICAS.includes(clave);
