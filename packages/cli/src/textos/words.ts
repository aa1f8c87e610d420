/** Finds what the command says by its id. */
import { wordsOf } from '@curp-service/contract/words/catalogue';
import { en } from './en.js';
import { es } from './es.js';

export const words = wordsOf(es, en);
