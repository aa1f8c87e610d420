/** Warns of variables that look like settings but are none: nothing else would tell of a misspelt name. */
import { type Language, say } from '@curp-service/contract/language';
import { NAMES, SECRETS, type SettingSources } from './settings.js';

/** `CURP_TOKEN` and `CURP_URL` are of clients. */
const KNOWN: ReadonlySet<string> = new Set([
  ...NAMES,
  ...SECRETS.map((name) => `${name}_FILE`),
  'CURP_TOKEN',
  'CURP_URL',
]);
const OURS = /^(LOTES?|UPSTREAM|DATABASE|CURP)_/i;
/** Kubernetes sets these for each service of a cluster, such as one called `curp-service`. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)|_PORT(_\d+_\w+)?$/;

/** One sentence for each name. */
export function misspeltNames(sources: SettingSources, language: Language): string[] {
  return sources.names().flatMap(([name, file]) => {
    if (KNOWN.has(name)) return [];
    const similar = similarTo(name);
    if (similar === undefined && (!OURS.test(name) || OF_KUBERNETES.test(name))) return [];
    const [from, meant] = [file === null ? '' : ` (${file})`, similar ?? ''];
    const question = meant === '' ? (['', ''] as const) : [` ¿Quiso decir ${meant}?`, ` Did you mean ${meant}?`];
    return say(
      [
        `No hay ningún ajuste ${name}${from}: se ignora.${question[0]}`,
        `There is no setting ${name}${from}: it is ignored.${question[1]}`,
      ],
      language,
    );
  });
}

/** The setting that is one slip away, or two if its name is long. */
const similarTo = (name: string): string | undefined =>
  Array.from(KNOWN).find((known) => within(known.length < 8 ? 1 : 2, name.toUpperCase(), known));

/** Whether so many letters that are added, dropped, changed or swapped make one word of the other. */
function within(slips: number, a: string, b: string): boolean {
  if (a === b) return true;
  if (slips === 0) return false;
  let same = 0;
  while (a[same] === b[same]) same += 1;
  const [x, y] = [a.slice(same), b.slice(same)];
  const swapped = x[0] === y[1] && x[1] === y[0];
  return (
    within(slips - 1, x.slice(1), y) ||
    within(slips - 1, x, y.slice(1)) ||
    within(slips - 1, x.slice(1), y.slice(1)) ||
    (swapped && within(slips - 1, x.slice(2), y.slice(2)))
  );
}
