/** The reasons to review a row that only a file shows: each has an id, which is public, and the datum that it is about. */
import type { Field } from '../columns.js';
import type { MessageParts } from './message.js';
import type { ReasonId } from './sentences.js';

/** A reason as data, until a surface puts it into words. */
export interface Reason {
  readonly id: ReasonId;
  /** `null` if it is about no datum. */
  readonly campo: Field | null;
  readonly parts?: MessageParts;
}
