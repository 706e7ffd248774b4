import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that run longest; Vitest would begin them last because they are small, and leave a worker idle at the end. */
const LONGEST = /\/test\/(fuzz|model|faults|races)\/|\/installations\./

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- no array's: Vitest's own, which it extends
    const sorted = await super.sort(files)
    const first = sorted.filter(({ moduleId }) => LONGEST.test(moduleId))
    const alone = sorted.filter((file) => !first.includes(file) && file.project.config.isolate)
    // The files that share modules run in a row, so that each finds the modules of the one before.
    return [...first, ...alone, ...sorted.filter(({ project }) => !project.config.isolate)]
  }
}

/** Files that replace a module, read one anew, or count the work of a process; in a shared process they would disturb other files. */
const ALONE = [
  'features/imports/server/imports.{vie,sauvegarde,pannes}.test.ts',
  'features/journal/server/journal.recherche.test.ts',
  'features/paiements/server/versements.lieux.test.ts',
  'features/recap/server/portfolio.test.ts',
  'features/**/*.{cout,instant,instructions,plan,races}.test.ts',
  'shared/{aujourdhui,dates}.test.ts',
]

const project = (name: string, isolate: boolean, include: string[], exclude: string[] = []) =>
  ({
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', ...exclude],
      isolate,
      pool: 'forks',
      // A slow machine is no defect, a hanging test is one.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      restoreMocks: true,
      unstubEnvs: true,
    },
  }) satisfies TestProjectInlineConfiguration

export default defineConfig({
  test: {
    globalSetup: 'test/harness/postgres.ts',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('seuls', true, ['{server,test}/**/*.test.ts', 'scripts/**/*.test.mjs', ...ALONE]),
      // Files that share loaded modules: loading them takes a third of a file's time.
      project('ensemble', false, ['{features,shared,web,db}/**/*.test.ts'], ALONE),
    ],
  },
})
