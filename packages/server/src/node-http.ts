/**
 * Values of `node:http`, taken without an `import`: that would read every export of the module, and one of them loads
 * the client behind `fetch`, which the service does not use.
 */
export const { Agent, IncomingMessage, STATUS_CODES, createServer, request } = process.getBuiltinModule('node:http');
