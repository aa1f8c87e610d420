/** Configures `npm run test:release`: the released files on a Debian without Node, which takes minutes. */
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['test/release/all.ts'], testTimeout: 300_000, hookTimeout: 900_000 } });
