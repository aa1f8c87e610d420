/** How a file is read: the conventions that were decided, with their evidence. */
export type { ConventionName, Reading } from './conventions/table.js';
export * from './conventions/values.js';
