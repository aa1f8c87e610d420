/** Reads a question on standard input and writes the answer to standard output, for runtimes with processes. */
import { readFileSync, writeSync } from 'node:fs';
import { useClient } from './client.mjs';
import { answer } from './keys.mjs';

const question = JSON.parse(readFileSync(0, 'utf8'));
writeSync(1, JSON.stringify({ ...answer(question), client: await useClient(question) }));
