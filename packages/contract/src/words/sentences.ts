/** Finds a sentence of the catalogues by its id, in both languages. */
import { textosDeCotejo } from '@curp-service/core';
import { en as english } from '@curp-service/core/en';
import type { Bilingual } from '../language.js';
import * as en from '../textos/en.js';
import * as es from '../textos/es.js';

/** The reasons to review a row, which only a file shows. */
const ROW_REASONS = /* @__PURE__ */ Object.assign({}, es.motivos, es.cruces, {
  edicion_anterior: textosDeCotejo.edicion,
});
const IN_FILES = /* @__PURE__ */ Object.assign({}, es.lectura, es.preguntas, es.opciones);
const SENTENCES = /* @__PURE__ */ Object.assign({}, ROW_REASONS, IN_FILES, {
  ...es.valores,
  ...es.celdas,
  ...es.frases,
});
const IN_ENGLISH: typeof SENTENCES = /* @__PURE__ */ Object.assign(
  { edicion_anterior: english.cotejo.edicion },
  { ...en.motivos, ...en.cruces },
  { ...en.lectura, ...en.preguntas, ...en.opciones },
  { ...en.valores, ...en.celdas, ...en.frases },
);

export type ReasonId = keyof typeof ROW_REASONS;
export type SentenceId = keyof typeof SENTENCES;

export const sentenceOf = (id: SentenceId): Bilingual => [SENTENCES[id], IN_ENGLISH[id]];
