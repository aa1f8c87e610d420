/** Finds names that a JSON text gives twice in one object: `JSON.parse` keeps the last value and drops the others. */

interface RepeatedName {
  readonly name: string;
  /** The number of objects and lists around the name: 1 in the outermost object. */
  readonly depth: number;
}

/** The tokens of a JSON text that show its names. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gsu;

/** Returns each name that an object of a JSON text has more than once. The text must be JSON. */
export function repeatedNames(json: string): RepeatedName[] {
  const repeated: RepeatedName[] = [];
  /** The names of the open objects; `null` for an open list. */
  const open: (Set<string> | null)[] = [];
  let text = '';
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const name = text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1);
      const names = open.at(-1);
      if (names?.has(name) === true) repeated.push({ name, depth: open.length });
      names?.add(name);
    } else text = token;
  }
  return repeated;
}
