import { FAULTS_OF_SEAMS } from './seeded-faults-seams.mjs'
import { FAULTS_OF_FORMS } from './seeded-faults-forms.mjs'
import { FAULTS_OF_SCREENS } from './seeded-faults-screens.mjs'

/**
 * Faults that back-offices ship, each as the smallest change that puts it into Diyar, with the test file that must notice
 * (scripts/test-faults.mjs).
 *
 * @typedef {{ file: string, search: string, replace: string }} Change `search` occurs once in the file
 * @typedef {{ fault: string, changes: Change[], caughtBy: string }} Fault
 */

/** @type {Fault[]} */
export const FAULTS = [
  {
    fault: 'naive sum: the total is read, then written back',
    caughtBy: 'features/paiements/server/paiements.races.test.ts',
    changes: [
      {
        file: 'features/paiements/server/paiements.service.ts',
        search: 'set total_paye = total_paye + ${versement}::bigint',
        replace:
          'set total_paye = (select x.total_paye from ventes x where x.id = ${vente_id}) + ${versement}::bigint',
      },
      {
        file: 'features/etats/server/biens.locks.ts',
        search: 'type = coalesce(${type}::text, type) for update',
        replace: 'type = coalesce(${type}::text, type)',
      },
      {
        file: 'features/etats/server/biens.locks.ts',
        search: 'terminee_le is null for update',
        replace: 'terminee_le is null',
      },
    ],
  },
  {
    fault: 'missing lock: a bien is read without its row lock',
    caughtBy: 'features/ventes/server/ventes.test.ts',
    changes: [
      {
        file: 'features/etats/server/biens.locks.ts',
        search: 'type = coalesce(${type}::text, type) for update',
        replace: 'type = coalesce(${type}::text, type)',
      },
    ],
  },
  {
    fault: 'missing guard: a private call answers without a session',
    caughtBy: 'server/http/access.test.ts',
    changes: [
      {
        file: 'server/http/access.ts',
        search: 'if (!session) throw refuse(communesErreurs.nonAuthentifie)',
        replace: 'if (!session) return null',
      },
    ],
  },
  {
    fault: 'missing guard: a member makes a call that his rôle may not',
    caughtBy: 'server/http/matrice.test.ts',
    changes: [
      {
        file: 'server/http/access.ts',
        search: 'if (!peut(session.role, access)) throw refuse(communesErreurs.roleInsuffisant)',
        replace: '',
      },
    ],
  },
  {
    fault: 'late guard: a body is read before anybody asks whose it is',
    caughtBy: 'server/http/refusals.test.ts',
    changes: [
      {
        file: 'server/http/access.ts',
        search: "app.addHook('onRequest', async (request) => {",
        replace: "app.addHook('preHandler', async (request) => {",
      },
    ],
  },
  {
    fault: 'anti-forgery off',
    caughtBy: 'server/http/antiforgery.test.ts',
    changes: [
      {
        file: 'server/http/route.ts',
        search: "if (method !== 'GET') verifyXsrf(request, session)",
        replace: '',
      },
    ],
  },
  {
    fault: 'money in floats',
    caughtBy: 'shared/argent.test.ts',
    changes: [
      {
        file: 'shared/argent.ts',
        search: "Number(entiers) * 100 + Number(decimales.padEnd(2, '0'))",
        replace: 'Math.floor(Number(`${entiers}.${decimales || 0}`) * 100)',
      },
    ],
  },
  {
    fault: 'no tie-break in the order of a list',
    caughtBy: 'server/http/pages.test.ts',
    changes: [
      {
        file: 'features/biens/server/parkings.service.ts',
        search: ".orderBy('rang').orderBy('id')",
        replace: ".orderBy('rang')",
      },
    ],
  },
  {
    fault: 'no error handler on the pool: the end of an idle connection ends the process',
    caughtBy: 'server/outage.test.ts',
    changes: [
      { file: 'server/database/pool.ts', search: "  pool.on('error', () => {})\n", replace: '' },
      {
        file: 'server/database/pool.ts',
        search: "  pool.on('connect', (client) => client.on('error', () => {}))\n",
        replace: '',
      },
    ],
  },
  {
    fault: 'UTC dates: today is not that of Algiers',
    caughtBy: 'shared/dates.test.ts',
    changes: [{ file: 'shared/aujourdhui.ts', search: "'Africa/Algiers'", replace: "'UTC'" }],
  },
  {
    fault: 'cascade delete: payments go with their sale',
    caughtBy: 'db/cascades.test.ts',
    changes: [
      {
        file: 'db/migrations/0001_portefeuille.sql',
        search: 'vente_id bigint not null constraint paiements_vente references ventes',
        replace: 'vente_id bigint not null constraint paiements_vente references ventes on delete cascade',
      },
    ],
  },
  {
    fault: 'unescaped cell: a text that begins with = is a formula',
    caughtBy: 'server/documents/hostile.test.ts',
    changes: [
      {
        file: 'server/documents/xlsx.ts',
        search: `  if (table.totals !== undefined) {
    addTotals(`,
        replace: `  for (const [row, values] of table.rows.entries())
    for (const [at, value] of values.entries())
      if (typeof value === 'string' && value.startsWith('='))
        cells.set(\`\${row + 1},\${at}\`, { value: null, formula: value.slice(1) })
  if (table.totals !== undefined) {
    addTotals(`,
      },
    ],
  },
  {
    fault: 'synchronous_commit off',
    caughtBy: 'server/database/embedded.test.ts',
    changes: [
      {
        file: 'server/database/embedded-process.ts',
        search: "synchronous_commit: 'on'",
        replace: "synchronous_commit: 'off'",
      },
    ],
  },
  {
    fault: 'status not read again: a disabled member stays in',
    caughtBy: 'server/http/access.test.ts',
    changes: [
      { file: 'server/http/session.ts', search: ' and m.actif and ${VIVANTE}', replace: ' and ${VIVANTE}' },
    ],
  },
  {
    fault: 'place leak: a work that fails keeps its place',
    caughtBy: 'server/http/overload.test.ts',
    changes: [
      {
        file: 'server/http/overload.ts',
        search: `      try {
        return await work()
      } finally {
        taken--
        if (stranger !== undefined) strangers.splice(strangers.indexOf(stranger), 1)
      }`,
        replace: `      const done = await work()
      taken--
      if (stranger !== undefined) strangers.splice(strangers.indexOf(stranger), 1)
      return done`,
      },
    ],
  },
  {
    fault: 'sweep of a foreign store: nobody asks whose plans they are',
    caughtBy: 'server/housekeeping.test.ts',
    changes: [
      {
        file: 'server/housekeeping.ts',
        search: 'if (!(await isOwnStore(files, pool)))',
        replace: 'if (false)',
      },
    ],
  },
  {
    fault: 'quadratic check: a phone number of any length is tried at each of its digits',
    caughtBy: 'server/http/endless-texts.test.ts',
    changes: [
      {
        file: 'shared/champs/codecs.ts',
        search: 'z.maxLength(Math.max(SAISIE_MAX, 2 * max), { error: tropLong(max), abort: true })',
        replace: 'z.maxLength(Math.max(SAISIE_MAX, 2 * max), { error: tropLong(max), abort: false })',
      },
      {
        file: 'shared/champs/codecs.ts',
        search: 'z.maxLength(SIGNES_PAR_LETTRE * max, { error: tropLong(max), abort: true })',
        replace: 'z.maxLength(SIGNES_PAR_LETTRE * max, { error: tropLong(max), abort: false })',
      },
      {
        file: 'shared/champs/codecs.ts',
        search: 'z.maxLength(max, { error: tropLong(max), abort: true })',
        replace: 'z.maxLength(max, { error: tropLong(max), abort: false })',
      },
      {
        file: 'shared/coordonnees.ts',
        search: String.raw`/^(?=\D*\d)(?:[\d\s+\-()[\]/.,;&]|et|ou)*$/i`,
        replace: String.raw`/^[\d\s+\-()/.]*\d[\d\s+\-()/.]*$/`,
      },
    ],
  },
  {
    fault: 'lock on an impatient connection: a backup that takes its time is cut off',
    caughtBy: 'server/backup/nightly.trouble.test.ts',
    changes: [
      {
        file: 'server/backup/connection.ts',
        search: "import pg from 'pg'",
        replace: "import pg from 'pg'\nimport { socketWithIdleTimeout } from '#server/database/pool.ts'",
      },
      {
        file: 'server/backup/connection.ts',
        search: '    application_name: BACKGROUND,',
        replace: '    application_name: BACKGROUND,\n    stream: () => socketWithIdleTimeout(500),',
      },
    ],
  },
  {
    fault: 'build in place: the former build is written over',
    caughtBy: 'scripts/preparer.test.mjs',
    changes: [
      {
        file: 'scripts/build.mjs',
        search: 'const draft = draftBuild()',
        replace: "const draft = currentBuild() ? join('dist', '.builds', currentBuild()) : draftBuild()",
      },
    ],
  },
  {
    fault: 'no isolating signs: an Arabic name turns the phone after it',
    caughtBy: 'shared/texte.test.ts',
    changes: [
      {
        file: 'shared/texte.ts',
        search: "if (!dites.some((partie) => DE_DROITE_A_GAUCHE.test(partie))) return dites.join(' · ')",
        replace: "if (!DE_DROITE_A_GAUCHE.test('')) return dites.join(' · ')",
      },
    ],
  },
  ...FAULTS_OF_FORMS,
  ...FAULTS_OF_SCREENS,
  ...FAULTS_OF_SEAMS,
]
