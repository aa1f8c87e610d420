/** The short form of `npm run test:faults`: during a fault every answer is right or a clear error, and usage stays exact. */
import { describe } from 'vitest';
import { SHORT } from './faults/short.js';
import { tryAll } from './try-all.js';

describe('under load, answers stay right or clear and usage stays exact', () => {
  tryAll(SHORT, 40);
});
