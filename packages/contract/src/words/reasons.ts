/** The reasons to review a row that only a file shows: each has an id, which is public, and the datum that it is about. */
import { textosDeCotejo } from '@curp-service/core';
import { en as english } from '@curp-service/core/en';
import type { Field } from '../columns.js';
import type { Bilingual } from '../language.js';
import * as en from '../textos/en.js';
import * as es from '../textos/es.js';
import type { MessageParts } from './message.js';

const SENTENCES = /* @__PURE__ */ Object.assign({}, es.motivos, es.cruces, {
  edicion_anterior: textosDeCotejo.edicion,
});
const IN_ENGLISH: typeof SENTENCES = /* @__PURE__ */ Object.assign({}, en.motivos, en.cruces, {
  edicion_anterior: english.cotejo.edicion,
});

export type ReasonId = keyof typeof SENTENCES;

/** A reason as data, until a surface puts it into words. */
export interface Reason {
  readonly id: ReasonId;
  readonly campo: Field;
  readonly parts?: MessageParts;
}

export const sentenceOf = (id: ReasonId): Bilingual => [SENTENCES[id], IN_ENGLISH[id]];
