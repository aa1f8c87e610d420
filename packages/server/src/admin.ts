/** Exports what administers a service (projects, tokens, padron, jobs) without loading HTTP. */
export { endOfMexicoDay, mexicoDay, mexicoMonth, monthsBefore } from './access/calendar.js';
export { cannotUse, needsAnotherSetting, withoutPassword } from './store/failure.js';
export { ignoredNames } from './settings.js';
export type { AdministrativeAct } from './store/acts.js';
export type { JobStore, KeptJob } from './store/jobs.js';
export { CannotMove, type MovedTable, moveDatabase } from './move.js';
export { type Driver, NoDatabase } from './store/driver.js';
export { type Opening, openDriver, openJobStore, openStore } from './store/open.js';
export {
  BATCH_RECORDS,
  type ImportCounts,
  type PadronImport,
  ImportTakenOver,
  type ImportMode,
  type Padron,
  type ImportTurn,
} from './store/padron.js';
export {
  NameTaken,
  type Project,
  type ProjectSettings,
  type ProjectWithTokens,
  type Store,
  type Token,
} from './store/projects.js';
export { type ListedService, BEAT_MS, listedServices } from './store/heartbeat.js';
export type { MonthlyUsage, UsageRow } from './store/usage.js';
export { DEMO, createToken, sha256 } from './access/tokens.js';
