/** What reads records from a file: which column is which field, and what a row must have. */
export { REQUIRED_FIELDS, locateFields, fieldValues } from './fields.js';
export { checkRecord } from './check.js';
