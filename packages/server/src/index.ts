/** The service as a library: `buildApp` builds it; the caller opens its ports and handles signals. */
export { type App, type Parts, buildApp } from './app.js';
export { type Config, readConfig } from './config.js';
export { createLog } from './observe/log.js';
export type { Jobs } from './jobs/jobs.js';
export { openJobs } from './jobs/jobs.js';
export { openRegistry } from './registry/open.js';
export type { Found, Registry } from './registry/registry.js';
export { type Clock, MACHINE_CLOCK } from './store/heartbeat.js';
export { openStore } from './store/open.js';
