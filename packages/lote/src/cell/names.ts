/** Composes the names of a row from their words. A name that does not compose is one entry. */
import { COMPARTEN, DOBLE, VARIAS } from '@curp-service/core/leido';
import { ENCODER, HIGH_BITS, ONES } from '../bytes.js';
import { Entry } from './cells.js';
import { type Composed, FIRST_AT, GIVEN_AT, SECOND_AT, Of, WORDS_FACTOR, joinHashes } from './composed.js';
import { Flag } from './part.js';
import { type NameRole, Role } from './roles.js';
import type { RowTexts } from './row-texts.js';

/** What a longer name shows is not what its words show. */
const LONGEST_COMPOSED = 100;
const SPACES = 0x20202020;
const MOST_OF_NAME = 32;
/** The classes of a whole name's words, from 1 to 4, as digits of a number. A name of more words is one entry. */
const CLASSES = 5;
const MOST_CUT = 8;
/** The classes of words of which two are two surnames: usual words and given names. */
const USUAL = 1;
const OF_GIVEN_NAME = 2;
/** The facts of a name of several words, by its role. */
const FACTS_OF_SEVERAL = new Int32Array(Role.COUNT);
FACTS_OF_SEVERAL[Role.GIVEN] = VARIAS.nombres;
FACTS_OF_SEVERAL[Role.FIRST] = VARIAS.apellidoPaterno;
FACTS_OF_SEVERAL[Role.SECOND] = VARIAS.apellidoMaterno;

/** Returns how many words the surnames and the given names have in a whole name whose words have these classes, and whether the cut is doubtful; `null` if only the words tell. */
export type CutWords = (
  classes: readonly number[],
) => readonly [first: number, second: number, given: number, isDoubtful: boolean] | null;

export class Names {
  /** Where the words of a name begin and end. */
  private readonly wordFrom = new Int32Array(MOST_OF_NAME);
  private readonly wordTo = new Int32Array(MOST_OF_NAME);
  /** By the classes of its words: how a whole name is cut; 0 if nobody asked, -1 if it is one entry. */
  private readonly cuts: Int32Array;
  /** By the role of a name that is composed: the entries of its words. */
  private readonly found = new Int32Array((Role.SECOND + 1) * MOST_OF_NAME);
  /** True if the given name has words of another cell besides. */
  private hasOtherWords = false;

  /** `cutWords`: one column holds the whole name. */
  constructor(
    private readonly texts: RowTexts,
    private readonly composed: Composed,
    private readonly cutWords: CutWords | null,
  ) {
    this.cuts = new Int32Array(cutWords === null ? 0 : CLASSES ** MOST_CUT);
  }

  /** Composes the names of the row. */
  compose(): void {
    this.hasOtherWords = false;
    if (this.cutWords === null) this.cells();
    else this.wholeName();
    this.meet();
  }

  private cells(): void {
    this.name(Role.GIVEN, Role.GIVEN_WORD);
    if (this.texts.hasText(Role.SECOND_GIVEN)) this.secondGiven();
    if (this.texts.locate(Role.SURNAMES)) this.surnames();
    else {
      this.name(Role.FIRST, Role.FIRST_WORD);
      this.name(Role.SECOND, Role.SECOND_WORD);
    }
  }

  /** Adds the facts that names share a word. */
  private meet(): void {
    const { composed } = this;
    const { of } = composed;
    const given = of[GIVEN_AT + Of.WORDS];
    const first = of[FIRST_AT + Of.WORDS];
    const second = of[SECOND_AT + Of.WORDS];
    if (((given & (first | second)) | (first & second)) === 0) return; // nearly every row ends here
    if (this.mayShare(Role.GIVEN, Role.FIRST) || this.mayShare(Role.GIVEN, Role.SECOND)) composed.facts |= COMPARTEN;
    if (this.mayShare(Role.FIRST, Role.SECOND)) composed.facts |= DOBLE;
  }

  /** Returns whether two names share bits in both sets of words and, if both are composed, a word. */
  private mayShare(a: NameRole, b: NameRole): boolean {
    const { found, texts: { cells: { entries } }, composed: { of } } = this; // oxfmt-ignore
    const [ofA, ofB] = [a * Of.LENGTH, b * Of.LENGTH];
    if ((of[ofA + Of.WORDS] & of[ofB + Of.WORDS]) === 0) return false;
    if ((of[ofA + Of.OTHER_WORDS] & of[ofB + Of.OTHER_WORDS]) === 0) return false;
    if (this.hasOtherWords || of[ofA + Of.WHOLE] !== 0 || of[ofB + Of.WHOLE] !== 0) return true;
    for (let i = 0; i < of[ofA + Of.COUNT]; i++) {
      const hash = entries[found[a * MOST_OF_NAME + i] + Entry.HASH];
      for (let j = 0; j < of[ofB + Of.COUNT]; j++)
        if (entries[found[b * MOST_OF_NAME + j] + Entry.HASH] === hash) return true;
    }
    return false;
  }

  private name(role: NameRole, wordRole: Role): void {
    const { texts, composed } = this;
    if (!texts.locate(role)) composed.takeName(role, texts.entryOfAbsent(role));
    else if (!this.composeWords(role, wordRole, 0, this.splitWords()))
      composed.takeName(role, texts.find(role, texts.from, texts.to));
  }

  /** Finds the words between spaces. Returns their number; 0 if there are none, or if the name is too long to be composed. */
  private splitWords(): number {
    const { wordFrom, wordTo } = this;
    const { view, from, to } = this.texts;
    if (to - from > LONGEST_COMPOSED) return 0;
    let count = 0;
    let start = from;
    for (let i = from; i < to;) {
      // Four bytes at a time, up to a space.
      const four = view.getInt32(i, true) ^ SPACES;
      const spaces = (four - ONES) & ~four & HIGH_BITS;
      i += spaces === 0 ? 4 : (31 - Math.clz32(spaces & -spaces)) >> 3;
      if (spaces === 0 && i < to) continue;
      const end = Math.min(i, to);
      if (end > start) {
        if (count === MOST_OF_NAME) return 0;
        wordFrom[count] = start;
        wordTo[count++] = end;
      }
      start = ++i;
    }
    return count;
  }

  /** Joins what `count` words from `at` on give to a name. Returns `false`, and takes nothing, if they do not compose one. */
  private composeWords(role: NameRole, wordRole: Role, at: number, count: number): boolean {
    const { texts, composed, wordFrom, wordTo, found } = this;
    const { cells } = texts;
    const foundAt = role * MOST_OF_NAME - at;
    let counting = 0;
    let first = 0;
    let flags = 0;
    let facts = 0;
    let words = 0;
    let otherWords = 0;
    let hash = 0;
    for (let i = at; i < at + count; i++) {
      const entry = texts.word(wordRole, wordFrom[i], wordTo[i]);
      found[foundAt + i] = entry;
      const { entries } = cells;
      const own = entries[entry + Entry.FLAGS];
      const isPassed = counting === 0 && (own & Flag.PASSED) !== 0 && (own & flags & Flag.OMITTED) === 0;
      if (!isPassed) {
        if ((own & Flag.WHOLE_CELL) !== 0) return false;
        if (counting === 0) counting = entry;
      }
      if (first === 0) first = entry;
      flags |= own;
      facts |= entries[entry + Entry.FACTS];
      words |= entries[entry + Entry.WORDS];
      otherWords |= entries[entry + Entry.OTHER_WORDS];
      hash = (Math.imul(hash, WORDS_FACTOR) + entries[entry + Entry.HASH]) | 0;
    }
    if (counting === 0) return false;
    const { entries } = cells;
    const { counts } = texts.names;
    for (let i = at; i < at + count; i++) counts[entries[found[foundAt + i] + Entry.VALUE]]++;
    const { key, of } = composed;
    key[0] |= entries[counting + Entry.KEY];
    key[3] |= entries[counting + Entry.KEY + 1];
    composed.sum += entries[counting + Entry.SUM];
    composed.facts |= facts | (count > 1 ? FACTS_OF_SEVERAL[role] : 0);
    if ((flags & Flag.ENIE) !== 0) composed.enies++;
    const own = role * Of.LENGTH;
    of[own + Of.SHOWN] = first;
    of[own + Of.WHOLE] = 0;
    of[own + Of.WORDS] = words;
    of[own + Of.OTHER_WORDS] = otherWords;
    of[own + Of.HASH] = hash;
    of[own + Of.COUNT] = count;
    return true;
  }

  /** Adds the given names of a second cell to those of the first, which were composed last. */
  private secondGiven(): void {
    const { texts, composed } = this;
    const { of } = composed;
    const isComposed = of[GIVEN_AT + Of.WHOLE] === 0;
    texts.locate(Role.SECOND_GIVEN);
    if (isComposed) {
      const entry = texts.find(Role.SECOND_GIVEN, texts.from, texts.to);
      const { entries } = texts.cells;
      if ((entries[entry + Entry.FLAGS] & Flag.WHOLE_CELL) === 0) {
        const count = texts.cells.wordsOf(entry);
        composed.facts |= entries[entry + Entry.FACTS];
        of[GIVEN_AT + Of.WORDS] |= entries[entry + Entry.WORDS];
        of[GIVEN_AT + Of.OTHER_WORDS] |= entries[entry + Entry.OTHER_WORDS];
        of[GIVEN_AT + Of.HASH] = joinHashes(of[GIVEN_AT + Of.HASH], entries[entry + Entry.HASH], count);
        of[GIVEN_AT + Of.COUNT] += count;
        this.hasOtherWords = true;
        texts.names.counts[entries[entry + Entry.VALUE]]++;
        return;
      }
    }
    // Both cells are one name: the first may count only beside the second, as MA. does.
    const [first, second] = [texts.text(Role.GIVEN) ?? '', texts.text(Role.SECOND_GIVEN) ?? ''];
    const { enies } = composed;
    const shown = of[GIVEN_AT + Of.SHOWN];
    composed.clear();
    composed.enies = enies;
    texts.locateCopy(ENCODER.encode(`${first}\n${second}`));
    composed.takeName(
      Role.GIVEN,
      texts.findAs(Role.BOTH_GIVEN, () => texts.reader.names.givenNames(first, second)),
    );
    of[GIVEN_AT + Of.SHOWN] = shown;
  }

  /** Takes two plain words as two surnames, or the cell of both. */
  private surnames(): void {
    const { texts, composed } = this;
    const { key, sum, facts, enies } = composed;
    const letters = key[0];
    const consonants = key[3];
    const isCut = this.splitWords() === 2 && this.isSurname(0) && this.isSurname(1);
    if (
      !isCut ||
      !this.composeWords(Role.FIRST, Role.FIRST_WORD, 0, 1) ||
      !this.composeWords(Role.SECOND, Role.SECOND_WORD, 1, 1)
    ) {
      key[0] = letters;
      key[3] = consonants;
      composed.sum = sum;
      composed.facts = facts;
      composed.takeName(Role.FIRST, texts.find(Role.SURNAMES, texts.from, texts.to));
      composed.takeNoName(Role.SECOND);
    }
    // The first word shows what the cell shows. The file shows its Ñ in columns of one surname.
    composed.of[SECOND_AT + Of.SHOWN] = 0;
    composed.enies = enies;
  }

  /** Returns whether a word is one of two surnames by itself. */
  private isSurname(word: number): boolean {
    const kind = this.classOf(word);
    return kind === USUAL || kind === OF_GIVEN_NAME;
  }

  private classOf(word: number): number {
    const { texts } = this;
    return texts.cells.entries[texts.find(Role.WHOLE_WORD, this.wordFrom[word], this.wordTo[word]) + Entry.VALUE];
  }

  /** Cuts a whole name by the classes of its words. */
  private wholeName(): void {
    const { texts, composed } = this;
    const isThere = texts.locate(Role.GIVEN);
    const count = isThere ? this.splitWords() : 0;
    const cut = count === 0 || count > MOST_CUT ? -1 : this.cutOf(count);
    if (cut >= 0 && this.composeCut(cut)) return;
    composed.clear();
    composed.takeNoName(Role.FIRST);
    composed.takeNoName(Role.SECOND);
    composed.takeName(
      Role.GIVEN,
      isThere ? texts.find(Role.GIVEN, texts.from, texts.to) : texts.entryOfAbsent(Role.GIVEN),
    );
  }

  /** Returns how many words each part of a whole name has, in four bits each; -1 if it is one entry. */
  private cutOf(count: number): number {
    const { cuts } = this;
    let code = 0;
    for (let i = 0; i < count; i++) {
      const kind = this.classOf(i);
      if (kind === 0) return -1;
      code = code * CLASSES + kind;
    }
    if (cuts[code] !== 0) return cuts[code];
    const classes: number[] = [];
    for (let rest = code; rest > 0; rest = Math.trunc(rest / CLASSES)) classes.unshift(rest % CLASSES);
    const counts = this.cutWords?.(classes) ?? null;
    cuts[code] = counts === null ? -1 : counts[0] | (counts[1] << 4) | (counts[2] << 8) | (Number(counts[3]) << 12);
    return cuts[code];
  }

  private composeCut(cut: number): boolean {
    const { texts, composed } = this;
    const first = cut & 15;
    const second = (cut >> 4) & 15;
    const given = (cut >> 8) & 15;
    const start = texts.reader.reader.fullName === 'nombres' ? given : 0;
    const isComposed =
      this.composeWords(Role.FIRST, Role.FIRST_WORD, start, first) &&
      this.composeWords(Role.SECOND, Role.SECOND_WORD, start + first, second) &&
      this.composeWords(Role.GIVEN, Role.GIVEN_WORD, start === 0 ? first + second : 0, given);
    // Only the first word shows something.
    composed.of[FIRST_AT + Of.SHOWN] = 0;
    composed.of[SECOND_AT + Of.SHOWN] = 0;
    composed.of[GIVEN_AT + Of.SHOWN] = texts.find(Role.WHOLE_WORD, this.wordFrom[0], this.wordTo[0]);
    composed.enies = Math.min(composed.enies, 1);
    if (cut >> 12 !== 0) composed.flags |= Flag.ODD | Flag.DOUBTFUL_CUT;
    return isComposed;
  }
}
