/** Reads a question on standard input and writes the answer to standard output, for runtimes with processes. */
import { readFileSync, writeSync } from 'node:fs';
import { answer } from './keys.mjs';

writeSync(1, JSON.stringify(answer(JSON.parse(readFileSync(0, 'utf8')))));
