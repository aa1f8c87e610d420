/** The short form of `npm run test:faults`: whatever happens, every answer is right or says what is wrong, and is counted. */
import { describe } from 'vitest';
import { BREVES } from './fallas/index.js';
import { probarTodas } from './probar-todas.js';

describe('under load', () => {
  probarTodas(BREVES);
});
