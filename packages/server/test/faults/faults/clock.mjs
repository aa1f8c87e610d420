/** Loaded before a replica: shifts the time of day by the offset in a file. Timers are unaffected, as when a real clock is set. */
import { readFileSync } from 'node:fs';

const Real = Date;
let offset = 0;
setInterval(() => (offset = Number(readFileSync(process.env.CLOCK_OFFSET, 'utf8'))), 50).unref();

globalThis.Date = class extends Real {
  constructor(...args) {
    if (args.length === 0) super(Real.now() + offset);
    else super(...args);
  }
  static now() {
    return Real.now() + offset;
  }
};
