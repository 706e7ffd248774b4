import { sql } from 'kysely'
import type { Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { FileStore } from '#server/files/store.ts'
import { Agenda } from '#db/demo-agenda.ts'
import { Monde, schedulePaiements, scheduleVentes } from '#db/demo-annee.ts'
import { scheduleBanque } from '#db/demo-banque.ts'
import { DEMO_ACCOUNT, openBureau } from '#db/demo-bureau.ts'
import { scheduleCharges } from '#db/demo-charges.ts'
import { underMovedClock } from '#db/demo-horloge.ts'
import { enterDossierLegal } from '#db/demo-legal.ts'
import { addMoyens, REPRESENTES, scheduleCheques } from '#db/demo-moyens.ts'
import { insertLogo, insertPapiers, insertPieces } from '#db/demo-papiers.ts'
import { importResidence } from '#db/demo-patrimoine.ts'
import { CLIENTS, CLIENTS_REPRIS, planVentes, type VentePrevue } from '#db/demo-plan.ts'
import { importReprise, lotsRepris, REPRISE, VERSEMENTS_REPRIS } from '#db/demo-reprise.ts'
import {
  libresOf,
  scheduleOptions,
  schedulePrix,
  scheduleRelances,
  scheduleSuites,
  scheduleTravaux,
} from '#db/demo-suites.ts'
import { planVersements } from '#db/demo-versements.ts'
import { repeat, seeded } from '#db/random.ts'

export { DEMO_ACCOUNT }

const PAIEMENTS = 900
/** Days ago on which the office began, and on which each résidence came in with its lots. */
const OUVERTURE = 1_010
const RESIDENCES = [1_005, 460, 128]

/**
 * Fills an empty database with the years of one promoter's office, act by act through the product's own import and services, with the
 * clock at the day of each. The same day gives the same portfolio, to the centime.
 * @param hashed the hash of {@link DEMO_ACCOUNT}'s password @param files without it neither scans nor a logo are added
 */
export async function fillDemo(db: Db, today: Jour, hashed: string, files?: FileStore): Promise<void> {
  if (!db.isTransaction)
    return db.transaction().execute((transaction) => fillDemo(transaction, today, hashed, files))
  const present = new Date(Math.min(Date.now(), Date.parse(`${today}T17:30:00+01:00`)))
  await underMovedClock(db, async (horloge) => {
    const agenda = new Agenda(today)
    await horloge.set(new Date(`${agenda.ago(OUVERTURE)}T09:00:00+01:00`))
    const monde = new Monde(db, await openBureau(db, hashed), agenda)
    schedule(monde)
    await agenda.run(horloge, present)
    await horloge.set(present)
    await insertPapiers(db, monde.bureau.direction, today)
  })
  if (files) {
    const actor = await db
      .selectFrom('membres')
      .select(['id', 'name', 'email'])
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await insertPieces(db, actor, files)
    await insertLogo(db, actor, files)
  }
  await sql`analyze`.execute(db)
}

/** Puts all that happens in the office into its agenda. */
function schedule(monde: Monde): void {
  const { agenda, bureau, db } = monde
  for (const [residence, ago] of RESIDENCES.entries()) {
    agenda.add(agenda.ago(ago), 1, async () => void (await importResidence(db, bureau.direction, residence)))
    agenda.add(agenda.ago(40 - residence), 6, () =>
      enterDossierLegal(db, bureau.direction, residence, agenda.today),
    )
  }
  const ventes = planVentes(agenda.today, seeded(20_260_101))
  const repris = lotsRepris(ventes)
  agenda.add(agenda.ago(REPRISE), 8, () => importReprise(monde, repris))
  scheduleTravaux(monde)
  scheduleVentes(monde, ventes)
  const nombre = PAIEMENTS - VERSEMENTS_REPRIS - REPRESENTES
  const paid = addMoyens(planVersements(ventes, nombre, agenda.today, seeded(20_260_103)), agenda.today)
  schedulePaiements(monde, paid)
  scheduleCheques(monde, paid)
  const libres = libresOf(ventes)
  schedulePrix(monde, libres)
  scheduleOptions(monde, libres)
  scheduleSuites(monde, ventes, libres)
  scheduleRelances(monde, ventes)
  scheduleCharges(monde)
  scheduleBanque(monde, paid)
  scheduleProspects(monde, ventes)
}

/** Enters who has asked for a lot and bought none yet, one each few days. */
function scheduleProspects(monde: Monde, ventes: readonly VentePrevue[]): void {
  const known = new Set([...ventes.map(({ client }) => client), ...CLIENTS_REPRIS])
  const prospects = repeat(CLIENTS, (n) => n).filter((n) => !known.has(n))
  for (const [rang, n] of prospects.entries())
    monde.agenda.add(monde.agenda.ago(2 + 3 * rang), 8, async () => void (await monde.client(n)))
}
