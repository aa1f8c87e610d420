/** The short form of `npm run test:faults`: whatever happens, every answer is right or says what is wrong, and is counted. */
import { describe } from 'vitest';
import { BREVES } from './faults/index.js';
import { probarTodas } from './try-all.js';

describe('under load', () => {
  probarTodas(BREVES);
});
