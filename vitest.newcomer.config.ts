/** Configures `npm run test:newcomer`: the commands of the README in a clone where nothing is built, which takes minutes. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/newcomer/all.ts'], testTimeout: 900_000, hookTimeout: 300_000 },
});
