/** Attacks a service until it is killed: `attack.mjs PORT NAME`. Prints a line once every connection has begun. */
import { ATTACKS, Attackers } from '../../packages/server/test/attackers.ts';

const [, , port, name] = process.argv;
await new Attackers(Number(port)).begin(ATTACKS[name]);
console.log('begun');
