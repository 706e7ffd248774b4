import type { Apercu, Compte } from '#features/generation/apercu.contract.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { generationErreurs } from '#features/generation/generation.erreurs.ts'
import type { GenererInput } from '#features/generation/generation.contract.ts'
import { findCollisions } from '#features/generation/server/generation.collisions.ts'
import { readExisting } from '#features/generation/server/generation.lecture.ts'
import { planGeneration, checkSize, type Plan } from '#features/generation/server/generation.plan.ts'
import type { Ecrit } from '#features/imports/server/controle/registres.ts'
import { writeFiches, type Writing } from '#features/imports/server/ecriture/fiches.ecriture.ts'
import { contentOf } from '#features/imports/server/nouns.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Db } from '#server/database/db.ts'
import { toAppError, refuse } from '#server/http/errors.ts'
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
): Promise<Compte> {
  checkSize(demande)
  const existant = await readExisting(db, residenceId, demande, true)
  const plan = planGeneration(demande, existant)
  const { collisions } = findCollisions(plan, existant)
  if (collisions.length > 0) {
    const refused = refuse(generationErreurs.collisions, { nombre: collisions.length })
    refused.fields = { collisions: collisions.slice(0, PHRASES_MAX) }
    throw refused
  }
  await writeJournal(db, actor, {
    action: 'generer',
    objet: 'residence',
    id: residenceId,
    apres: { demande, ...plan.totaux },
  })
  try {
    await write({ db, actor }, residenceId, plan)
  } catch (error) {
    // A record added meanwhile is a conflict and no fault of a field, because the member typed none of the numbers.
    throw toAppError(error)?.status() === 422 ? refuse(communesErreurs.conflit) : error
  }
  return plan.totaux
}

/** A planned record as the writer takes it, which leaves one that exists as it is. */
const recordOf = <V extends object>(id: number | null, parent: Ecrit<V>['parent'], apres: V): Ecrit<V> => ({
  id,
  parent,
  avant: id === null ? null : apres,
  apres,
  change: false,
})

/** Writes the plan by the writer of the imports, each record after the one that it stands in. */
async function write(writing: Writing, residenceId: number, { blocs, parking }: Plan): Promise<void> {
  const residence = { id: residenceId }
  const lesBlocs = blocs.map((bloc) => ({
    ...bloc,
    record: recordOf(bloc.id, residence, contentOf('blocs', bloc)),
  }))
  const lesEtages = lesBlocs.flatMap(({ record: dans, etages }) =>
    etages
      .toReversed()
      .map((etage) => ({ ...etage, record: recordOf(etage.id, dans, contentOf('etages', etage)) })),
  )
  const lots = lesEtages.flatMap(({ record: dans, lots: siens }) =>
    siens.map((lot) =>
      recordOf(null, dans, contentOf('appartements', { ...lot, numLot: lot.numero, montant: priceOf(lot) })),
    ),
  )
  const locaux = lesBlocs.flatMap(({ record: dans, locaux: siens }) =>
    siens.map((local) =>
      recordOf(null, dans, contentOf('locaux', { ...local, num: local.numero, montant: priceOf(local) })),
    ),
  )
  await writeFiches(
    writing,
    'blocs',
    lesBlocs.map(({ record }) => record),
  )
  await writeFiches(
    writing,
    'etages',
    lesEtages.map(({ record }) => record),
  )
  await writeFiches(writing, 'appartements', lots)
  await writeFiches(writing, 'locaux', locaux)
  if (!parking) return
  const sien = recordOf(parking.id, residence, contentOf('parkings', parking))
  await writeFiches(writing, 'parkings', [sien])
  const places = parking.places.map((place) => recordOf(null, sien, contentOf('places', place)))
  await writeFiches(writing, 'places', places)
}

/** @throws Error for a price out of bounds, which is a collision and never written */
function priceOf({ montant }: { montant: Centimes | null }): Centimes {
  if (montant === null) throw new Error('a lot without a price is not written')
  return montant
}
