import { defineConfig } from 'vitest/config'

/** The checks of `npm run test:long`, which scripts/test-long.mjs runs one file at a time. */
export default defineConfig({
  test: {
    include: ['test/long/*.long.ts'],
    globalSetup: 'test/harness/postgres.ts',
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 14_400_000,
    hookTimeout: 120_000,
  },
})
