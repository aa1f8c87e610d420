/** Exports the functions that read records from a file, for the command line. */
export { RunBuilder } from '../../store/load/run.js';
export { REQUIRED_FIELDS, locateFields, fieldValues } from './fields.js';
export { checkRecord } from './check.js';
export { plainRows } from './plain-rows.js';
