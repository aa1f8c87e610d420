/** Brings the tables up to date by a list of steps. A released step is applied once and never changed afterwards. */
import { type Dialect, schema } from './schema.js';
import { NewerDatabase, NoDatabase } from './store.js';

/** Each step gives its SQL for a database. */
export const STEPS: ((dialect: Dialect) => string)[] = [schema];

export const CREATE_STEPS = 'CREATE TABLE IF NOT EXISTS esquema (version INTEGER PRIMARY KEY)';
export const COUNT_STEPS = 'SELECT COUNT(*) AS aplicados FROM esquema';

/**
 * The steps after the first `applied`, each with the line that records it. Fails if a newer version applied more, or if there
 * are any for a caller that uses tables only as they are (`existing`).
 */
export function stepsAfter(applied: number, dialect: Dialect, existing: boolean): readonly string[] {
  if (applied > STEPS.length) throw new NewerDatabase(applied, STEPS.length);
  if (existing && applied < STEPS.length) throw new NoDatabase(applied);
  return STEPS.slice(applied).map(
    (step, i) => `${step(dialect)}; INSERT INTO esquema (version) VALUES (${applied + i + 1});`,
  );
}
