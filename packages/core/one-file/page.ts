/** The script for pages, `curp.min.js`: all of core under the global `CURP`. */
export * from '@curp-service/core';
export { en } from '@curp-service/core/en';
