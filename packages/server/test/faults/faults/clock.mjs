/** Loaded before a replica: the time of day is off by what a file says. Timers go on as before, as when a real clock is set. */
import { readFileSync } from 'node:fs';

const Real = Date;
let desfase = 0;
setInterval(() => (desfase = Number(readFileSync(process.env.DESFASE, 'utf8'))), 50).unref();

globalThis.Date = class extends Real {
  constructor(...args) {
    if (args.length === 0) super(Real.now() + desfase);
    else super(...args);
  }
  static now() {
    return Real.now() + desfase;
  }
};
