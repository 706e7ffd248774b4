import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { guide } from './build/guide.ts'
import { SLUGS_D_AIDE } from './shared/aide.ts'
import { CHROMIUM_FLAGS, findHeadlessShell } from './scripts/programs.mjs'
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
    return [...first, ...alone, ...sorted.filter((file) => !first.includes(file) && !alone.includes(file))]
  }
}

/** Files that replace a module, read one anew, change the process, or count its work; in a shared process they would disturb other files. */
const ALONE = [
  '{server,scripts,test}/**/{alone,clock,embedded,endless-texts,errors,faults,fuzz,interrupted,liste,mandataires,meanwhile,model,nightly,outside,preparer,rebuild,supply,uploads.place,works}.test.{ts,mjs}',
  'features/acces/server/acces.attente.test.ts',
  'features/imports/server/imports.{vie,sauvegarde,pannes}.test.ts',
  'features/journal/server/journal.recherche.test.ts',
  'features/rapports/server/versements.lieux.test.ts',
  'features/rapports/server/portfolio.test.ts',
  'features/**/*.{cout,instant,instructions,plan,races}.test.ts',
  'shared/{aujourdhui,dates}.test.ts',
]

/**
 * Attacks, kills, machines that fail and installations: proven by `npm test -- --complet` alone. Whoever runs one of these files by its name
 * runs it.
 */
const COMPLETE = [
  '**/{*.cout,*.hostiles,*.instant,*.pannes,hostiles}.test.ts',
  'db/demo.test.ts',
  'features/acces/server/acces.{attaques,attente,budgets,demandes}.test.ts',
  'features/imports/server/imports.{classeurs,ecrivains,processus,sauvegarde,vie}.test.ts',
  'features/rapports/server/versements.lieux.test.ts',
  'features/papiers/server/{papier.mise-en-page,papiers.pages}.test.ts',
  'features/sauvegardes/server/telechargement.test.ts',
  'scripts/{preparer,supply,veille}.test.mjs',
  'server/{clock,installations,mise-a-jour,natifs,outage,paquet,plans,processes,rebuild,stop,verifier,wrong-clock}.test.ts',
  'server/backup/*.test.ts',
  'server/database/{embedded,full-disk,interrupted,outside,verrou}.test.ts',
  'server/documents/{ecoute,hostile,moteur}.test.ts',
  'server/files/{installation,orphans,s3.slow,uploads.place,uploads,verify}.test.ts',
  'server/http/{compression,connections,endless-texts,files,leaving,mandataires,meanwhile,overload,retries,slow,strangers,works}.test.ts',
  'test/faults/{faults,kills}.test.ts',
]
/** Files of every day that count further, or draw anew, in the complete proof. */
const FURTHER = [
  'test/{fuzz,model}/*.test.ts',
  'features/**/{*.races,deplacement,portfolio,situation.histoires}.test.ts',
]
const everyDay = process.env['PREUVE'] === 'jour'
/** True for the files that the complete proof adds to the day's. */
const rest = process.env['PREUVE'] === 'reste'

const project = (name: string, isolate: boolean, include: string[], exclude: string[] = []) =>
  ({
    plugins: [guide(SLUGS_D_AIDE)],
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', ...exclude, ...(everyDay ? COMPLETE : [])],
      isolate,
      pool: 'forks',
      setupFiles: ['test/harness/setup.ts'],
      // A slow machine is no defect, a hanging test is one.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      restoreMocks: true,
      unstubEnvs: true,
      // The screens' project sets another for the whole run.
      env: { NODE_ENV: 'test' },
    },
  }) satisfies TestProjectInlineConfiguration

/** React as the product ships it: the one for development takes twice as long. */
const production = { 'process.env.NODE_ENV': '"production"' }

/** Screens in a real browser: a page loads what it needs in parts, so the parts are named before the first test begins. */
const screens = {
  plugins: [react()],
  define: production,
  cacheDir: 'node_modules/.vite-screens',
  optimizeDeps: {
    entries: ['web/app/main.tsx', 'web/app/**/*.tsx', 'features/*/web/*.tsx', 'web/kit/**/*.tsx'],
    include: ['axe-core', 'zod/mini', 'react-dom/client'],
    rolldownOptions: { transform: { define: production } },
  },
  test: {
    name: 'screens',
    include: ['{web,features}/**/*.screen.test.tsx'],
    setupFiles: ['test/harness/screens/setup.ts'],
    isolate: false,
    maxWorkers: 3,
    // Their browsers need both processors: they begin when the workers of all other tests have ended.
    sequence: { groupOrder: 1 },
    restoreMocks: true,
    testTimeout: 120_000,
    // A slow machine is no defect: these are the waits of the journeys.
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        actionTimeout: 30_000,
        launchOptions: { executablePath: findHeadlessShell(), args: CHROMIUM_FLAGS },
        contextOptions: {
          locale: 'fr-FR',
          // The journeys look at what moves; here it would take a seventh of the screens' time.
          reducedMotion: 'reduce',
          timezoneId: 'Africa/Algiers',
          permissions: ['clipboard-read', 'clipboard-write'],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
} satisfies TestProjectInlineConfiguration

export default defineConfig({
  test: {
    globalSetup: 'test/harness/postgres.ts',
    // One more than two processors: many a test waits for a kill, a restart or a limit of time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: rest
      ? [project('reste', true, [...COMPLETE, ...FURTHER])]
      : [
          project('seuls', true, ALONE),
          screens,
          // Files that share loaded modules: loading them takes a third of a file's time.
          project(
            'ensemble',
            false,
            ['{db,features,server,shared,test,web}/**/*.test.ts', 'scripts/*.test.mjs'],
            ALONE,
          ),
        ],
  },
})
