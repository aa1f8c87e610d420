/** Times a calculation over the people of a JSON file: `node CONTENDER PEOPLE.json WARM_UP_ROUNDS ROUNDS`. */
import { readFileSync } from 'node:fs';

/** Prints the nanoseconds of CPU and wall time per key, and a sum of all keys, to compare the results. */
export function timeKeys(calculate, keyOf, prepare = (persona) => persona) {
  const [file, warmUp, rounds] = process.argv.slice(2);
  const people = JSON.parse(readFileSync(file, 'utf8')).map(prepare);

  let sum = 0;
  for (const persona of people) {
    for (const letter of keyOf(calculate(persona))) sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0;
  }

  let digits = 0;
  const repeat = (count) => {
    for (let i = 0; i < count; i++) {
      for (const persona of people) digits ^= keyOf(calculate(persona)).charCodeAt(17);
    }
  };
  repeat(Number(warmUp));
  const cpu = process.cpuUsage();
  const since = performance.now();
  repeat(Number(rounds));
  const { user, system } = process.cpuUsage(cpu);
  const keys = Number(rounds) * people.length;
  const [cpuNs, wallNs] = [((user + system) * 1e3) / keys, ((performance.now() - since) * 1e6) / keys];
  console.log(JSON.stringify({ cpuNs, wallNs, sum, digits }));
}
