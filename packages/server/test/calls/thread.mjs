/** The script of a thread whose calls may fail: the wrapper, then the thread of the service, loaded before the wrapper begins. */
/* oxlint-disable import/no-unassigned-import -- both act on their thread */
import './calls.mjs';
import '../../dist/worker.js';
