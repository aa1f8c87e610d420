/** What reads records from a file: which column is which field, and what a row must have. */
export { NECESARIOS, ubicar, valoresDe } from './fields.js';
export { revisar } from './check.js';
