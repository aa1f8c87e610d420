/** A runtime with processes is asked on its standard input, and answers on its standard output. */
import { readFileSync, writeSync } from 'node:fs';
import { claves } from './keys.mjs';

writeSync(1, JSON.stringify(claves(JSON.parse(readFileSync(0, 'utf8')))));
