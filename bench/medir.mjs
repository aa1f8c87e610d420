/** Runs a calculation over the people of a JSON file: `node CONTENDER PEOPLE.json WARM_UP_ROUNDS ROUNDS`. */
import { readFileSync } from 'node:fs';

/** Prints the nanoseconds of CPU and of wall time per key, and a sum of all the keys, to compare the results. */
export function medir(calcular, claveDe, preparar = (persona) => persona) {
  const [archivo, calentamiento, rondas] = process.argv.slice(2);
  const personas = JSON.parse(readFileSync(archivo, 'utf8')).map(preparar);

  let suma = 0;
  for (const persona of personas) {
    for (const letra of claveDe(calcular(persona))) suma = (Math.imul(suma, 31) + letra.charCodeAt(0)) >>> 0;
  }

  let digitos = 0;
  const correr = (veces) => {
    for (let i = 0; i < veces; i++) {
      for (const persona of personas) digitos ^= claveDe(calcular(persona)).charCodeAt(17);
    }
  };
  correr(Number(calentamiento));
  const cpu = process.cpuUsage();
  const reloj = performance.now();
  correr(Number(rondas));
  const { user, system } = process.cpuUsage(cpu);
  const claves = Number(rondas) * personas.length;
  const nsCpu = ((user + system) * 1e3) / claves;
  const nsReloj = ((performance.now() - reloj) * 1e6) / claves;
  console.log(JSON.stringify({ nsCpu, nsReloj, suma, digitos }));
}
