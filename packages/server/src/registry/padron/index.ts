/** Exports the functions that read records from a file, for the command line. */
export { REQUIRED_FIELDS, locateFields, fieldValues } from './fields.js';
export { checkRecord } from './check.js';
