/**
 * Principle: a convention is what nearly all proofs of the file say. One date with its month first, among ten thousand with
 * their day first, is wrong itself, and says nothing about the others.
 */

/** So many proofs prevail over contrary ones, if they are so many times as many. */
const FEWEST_PROOFS = 5;
const TIMES_AS_MANY = 20;

/** Returns whether the proofs of a side decide: they have no contrary one, or at least five and twenty times the contrary ones. */
export const prevails = (own: number, contrary: number): boolean =>
  own > 0 && (contrary === 0 || (own >= FEWEST_PROOFS && own >= TIMES_AS_MANY * contrary));
