import type { Apercu, Compte } from '#features/generation/apercu.contract.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { generationErreurs } from '#features/generation/generation.erreurs.ts'
import type { GenererInput } from '#features/generation/generation.contract.ts'
import { findCollisions } from '#features/generation/server/generation.collisions.ts'
import { readExisting } from '#features/generation/server/generation.lecture.ts'
import { planGeneration, checkSize, type Plan } from '#features/generation/server/generation.plan.ts'
import { APPARTEMENT } from '#features/biens/server/appartements.ts'
import { addBiens } from '#features/biens/server/genre.changes.ts'
import { LOCAL } from '#features/biens/server/locaux.ts'
import { PARKING } from '#features/biens/server/parkings.service.ts'
import { PLACE } from '#features/biens/server/places.ts'
import { readLastLigne, recordActe } from '#features/actes/server/actes.record.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { BLOC } from '#features/structure/server/blocs.service.ts'
import { ETAGE } from '#features/structure/server/etages.service.ts'
import { addNiveaux } from '#features/structure/server/niveaux.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { zip } from '#shared/zip.ts'
import { only } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { toAppError, refuse } from '#server/http/errors.ts'
import { cut } from '#server/tranches.ts'
import type { Actor } from '#server/http/session.ts'

/** Most sentences of an answer; a faulty pattern repeats its sentence on every record. */
const PHRASES_MAX = 100

/**
 * Previews a generation, also an impossible one. Amounts in centimes, areas in hundredths of m².
 * @throws introuvable, and the errors of {@link generate} except collisions
 */
export async function preview(db: Db, residenceId: number, demande: GenererInput): Promise<Apercu> {
  checkSize(demande)
  const existant = await readExisting(db, residenceId, demande, false)
  const plan = planGeneration(demande, existant)
  const { collisions, avertissements } = findCollisions(plan, existant)
  return {
    ...plan,
    nombre_collisions: collisions.length,
    collisions: collisions.slice(0, PHRASES_MAX),
    avertissements: avertissements.slice(0, PHRASES_MAX),
  }
}

/**
 * Creates every record, or none, each with a line in the journal as its form writes it.
 * @throws introuvable; rienACreer, tropDeLots, collisions (422), blocInconnu, blocAutreResidence, parkingInconnu and patterns that make
 *   no name (422, each on its field); conflit (409) when another member has just added a record that collides
 */
export async function generate(
  db: Db,
  actor: Actor,
  residenceId: number,
  { essai: _essai, ...demande }: GenererInput,
): Promise<Compte & { generation_id: number }> {
  checkSize(demande)
  const existant = await readExisting(db, residenceId, demande, true)
  const plan = planGeneration(demande, existant)
  const { collisions } = findCollisions(plan, existant)
  if (collisions.length > 0) {
    const refused = refuse(generationErreurs.collisions, { nombre: collisions.length })
    refused.fields = { collisions: collisions.slice(0, PHRASES_MAX) }
    throw refused
  }
  const depuis = await readLastLigne(db)
  await writeJournal(db, actor, {
    action: 'generer',
    objet: 'residence',
    id: residenceId,
    apres: { demande, ...plan.totaux },
  })
  try {
    await write(db, actor, residenceId, plan)
  } catch (error) {
    // A record added meanwhile is a conflict and no fault of a field, because the member typed none of the numbers.
    throw toAppError(error)?.status() === 422 ? refuse(communesErreurs.conflit) : error
  }
  const generation_id = await recordActe(db, {
    acte: { residence_id: residenceId },
    membre: actor.name,
    resume: plan.totaux,
    depuis,
  })
  return { ...plan.totaux, generation_id }
}

/** Writes the plan by the services of its nouns, each record after the one that it stands in. */
async function write(db: Db, actor: Actor, residence_id: number, { blocs, parking }: Plan): Promise<void> {
  const idsDesBlocs = await idsOf(blocs, (nouveaux) =>
    addNiveaux(
      db,
      actor,
      BLOC,
      nouveaux.map((bloc) => ({ ...bloc, residence_id })),
    ),
  )
  const etages = zip(blocs, idsDesBlocs).flatMap(([bloc, bloc_id]) =>
    bloc.etages.toReversed().map((etage) => ({ ...etage, bloc_id })),
  )
  const idsDesEtages = await idsOf(etages, (nouveaux) => addNiveaux(db, actor, ETAGE, nouveaux))
  const lots = zip(etages, idsDesEtages).flatMap(([etage, etage_id]) =>
    etage.lots.map((lot) => ({ ...lot, etage_id, numLot: lot.numero, montant: priceOf(lot) })),
  )
  for await (const tranche of cut(lots)) await addBiens(db, actor, APPARTEMENT, tranche)
  const locaux = zip(blocs, idsDesBlocs).flatMap(([bloc, bloc_id]) =>
    bloc.locaux.map((local) => ({ ...local, bloc_id, num: local.numero, montant: priceOf(local) })),
  )
  for await (const tranche of cut(locaux)) await addBiens(db, actor, LOCAL, tranche)
  if (!parking) return
  const parking_id = only(
    await idsOf([parking], () => addNiveaux(db, actor, PARKING, [{ ...parking, residence_id }])),
  )
  const places = parking.places.map((place) => ({ ...place, parking_id }))
  for await (const tranche of cut(places)) await addBiens(db, actor, PLACE, tranche)
}

/** Adds the records that have no id. @returns the ids of all, in their order */
async function idsOf<R extends { id: number | null }>(
  records: readonly R[],
  add: (nouveaux: readonly R[]) => Promise<number[]>,
): Promise<number[]> {
  const nouveaux = records.filter(({ id }) => id === null)
  const added = nouveaux.length > 0 ? await add(nouveaux) : []
  return records.flatMap(({ id }) => id ?? added.splice(0, 1))
}

/** @throws Error for a price out of bounds, which is a collision and never written */
function priceOf({ montant }: { montant: Centimes | null }): Centimes {
  if (montant === null) throw new Error('a lot without a price is not written')
  return montant
}
