/** The meaning of letters and digits for a sex, by the conventions of a file. */
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Reading } from '@curp-service/contract/reading';

/** The sexes that the digits from 1 on mean. */
const SEX_DIGITS: Readonly<Partial<Record<string, readonly string[]>>> = {
  '12': ['H', 'M'],
  '123': ['H', 'M', 'X'],
  '21': ['M', 'H'],
};

/** Returns the sex, or the problem, of each letter and digit. */
export function meaningOfLetters(sexo: Reading['sexo']): ReadonlyMap<string, string | RowProblem> {
  const { value } = sexo;
  const [one, two, three] = SEX_DIGITS[value] ?? [];
  const meaningOfM =
    value === 'hm' ? 'M' : value === 'fm' || value === 'vh' ? 'H' : ({ cause: 'sexo_dudoso' } as const);
  return new Map<string, string | RowProblem>([
    ['H', value === 'vh' ? 'M' : isUnexpected(sexo, 'H') ? { cause: 'sexo_contradice' } : 'H'],
    ['F', isUnexpected(sexo, 'F') ? { cause: 'sexo_contradice' } : 'M'],
    ['M', isUnexpected(sexo, 'M') ? { cause: 'sexo_contradice' } : meaningOfM],
    ['X', 'X'],
    ['V', 'H'],
    ['1', one ?? { cause: 'sexo_cifra' }],
    ['2', two ?? { cause: 'sexo_cifra' }],
    ...(three === undefined ? [] : ([['3', three]] as const)),
  ]);
}

/** A cell without a mark. */
const UNMARKED = /^\s*(?:|0|no|n|-|false|falso)\s*$/i;

/** Returns the sex of a row with a mark in the column of one sex; empty if none has a mark, and both texts if both have. */
export function markedSex(man: string, woman: string): string {
  if (UNMARKED.test(woman)) return UNMARKED.test(man) ? '' : 'hombre';
  return UNMARKED.test(man) ? 'mujer' : `${man} ${woman}`;
}

/** Returns whether a letter for a sex would have changed the reading if it had been seen in time. */
export function isUnexpected({ value, basis, evidence }: Reading['sexo'], letter: 'H' | 'F' | 'M'): boolean {
  if (letter === 'M')
    return basis === 'supuesta' && evidence.M.count === 0 && evidence.men.count + evidence.women.count > 0;
  return basis !== 'declarada' && evidence[letter].count === 0 && value === (letter === 'F' ? 'hm' : 'fm');
}
