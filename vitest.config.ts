import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{shared,server,web,db,test}/**/*.test.ts', 'features/**/*.test.ts', 'scripts/**/*.test.mjs'],
    globalSetup: 'test/harness/postgres.ts',
    pool: 'forks',
    maxWorkers: 2,
    // A slow machine is not a defect; a test that hangs is one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
