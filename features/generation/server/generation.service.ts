import { setImmediate } from 'node:timers/promises'
import { readFiches } from '#features/appartements/server/appartements.read.ts'
import { readBlocs } from '#features/blocs/server/blocs.service.ts'
import { readEtages } from '#features/etages/server/etages.service.ts'
import type { Apercu, Compte } from '#features/generation/apercu.contract.ts'
import type { GenererInput } from '#features/generation/generation.contract.ts'
import { trouverCollisions } from '#features/generation/server/generation.collisions.ts'
import { lireExistant } from '#features/generation/server/generation.lecture.ts'
import {
  planifier,
  verifierTaille,
  type BlocPlanifie,
  type EtagePlanifie,
  type ParkingPlanifie,
  type Plan,
} from '#features/generation/server/generation.plan.ts'
import { writeJournal, type Entry } from '#features/journal/server/journal.service.ts'
import { readFichesDeLocaux } from '#features/locaux/server/locaux.service.ts'
import { readParking } from '#features/parkings/server/parkings.service.ts'
import { readPlaces } from '#features/parkings/server/places.service.ts'
import type { TypeBien } from '#shared/biens.ts'
import { drawIds, insertMany } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { AppError, toAppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** Sentences that are told; a pattern that is wrong is wrong everywhere. */
const PHRASES_MAX = 100
/** Records read for their lines of the journal before anybody else has his turn. */
const LUS_A_LA_FOIS = 1_000

/**
 * What a generation would create, whether it can or not. Amounts in centimes, areas in hundredths of m².
 * @throws introuvable, and what {@link generer} throws except collisions
 */
export async function apercevoir(db: Db, residenceId: number, demande: GenererInput): Promise<Apercu> {
  verifierTaille(demande)
  const existant = await lireExistant(db, residenceId, demande, false)
  const plan = planifier(demande, existant)
  const { collisions, avertissements } = trouverCollisions(plan, existant)
  return {
    ...plan,
    nombre_collisions: collisions.length,
    collisions: collisions.slice(0, PHRASES_MAX),
    avertissements: avertissements.slice(0, PHRASES_MAX),
  }
}

/**
 * Creates everything that is asked for, or nothing. Each record has its line in the journal, as its form writes it.
 * @throws introuvable; rienACreer, tropDeLots, collisions (422), blocInconnu, blocAutreResidence, parkingInconnu and patterns that
 *   make no name (422, each on its field); conflit (409) when somebody was faster in a way that no lock tells
 */
export async function generer(
  db: Db,
  actor: Actor,
  residenceId: number,
  { essai: _essai, ...demande }: GenererInput,
): Promise<Compte> {
  verifierTaille(demande)
  const existant = await lireExistant(db, residenceId, demande, true)
  const plan = planifier(demande, existant)
  const { collisions } = trouverCollisions(plan, existant)
  if (collisions.length > 0) {
    const refused = new AppError('collisions', { nombre: collisions.length })
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
    await ecrire({ db, actor }, residenceId, plan)
  } catch (error) {
    // What a form adds meanwhile is no fault of a field: nobody typed a number that is taken.
    throw toAppError(error)?.status() === 422 ? new AppError('conflit') : error
  }
  return plan.totaux
}

interface Redaction {
  db: Db
  actor: Actor
}

async function ecrire(redaction: Redaction, residenceId: number, { blocs, parking }: Plan): Promise<void> {
  await ecrireBlocs(redaction, residenceId, blocs)
  await ecrireEtages(redaction, blocs)
  await ecrireAppartements(
    redaction,
    blocs.flatMap(({ etages }) => etages.toReversed()),
  )
  await ecrireLocaux(redaction, blocs)
  if (parking) await ecrireParking(redaction, residenceId, parking)
}

async function ecrireBlocs({ db, actor }: Redaction, residenceId: number, blocs: BlocPlanifie[]) {
  const nouveaux = blocs.filter(({ nouveau }) => nouveau)
  const ids = await numeroter(db, 'blocs', nouveaux)
  await insertMany(
    db,
    'blocs',
    { id: 'bigint', residence_id: 'bigint', nomloc: 'text', description: 'text' },
    nouveaux.map(({ id, nomloc, description }) => [id, residenceId, nomloc, description]),
  )
  await noter({ db, actor }, 'bloc', ids, readBlocs)
}

async function ecrireEtages({ db, actor }: Redaction, blocs: BlocPlanifie[]) {
  const tous = blocs.flatMap(({ id: bloc_id, etages }) =>
    etages.toReversed().map((etage) => ({ bloc_id, etage })),
  )
  const nouveaux = tous.filter(({ etage }) => etage.nouveau)
  const ids = await numeroter(
    db,
    'etages',
    nouveaux.map(({ etage }) => etage),
  )
  await insertMany(
    db,
    'etages',
    {
      id: 'bigint',
      bloc_id: 'bigint',
      designation: 'text',
      niveau: 'integer',
      logement_par_palier: 'integer',
    },
    nouveaux.map(({ bloc_id, etage }) => [
      etage.id,
      bloc_id,
      etage.designation,
      etage.niveau,
      etage.logement_par_palier,
    ]),
  )
  await noter({ db, actor }, 'etage', ids, readEtages)
}

async function ecrireAppartements({ db, actor }: Redaction, etages: EtagePlanifie[]) {
  const lots = etages.flatMap(({ id: etage_id, lots: siens }) => siens.map((lot) => ({ ...lot, etage_id })))
  const ids = await ecrireBiens(db, 'appartement', lots)
  await insertMany(
    db,
    'appartements',
    {
      id: 'bigint',
      etage_id: 'bigint',
      num_lot: 'text',
      type_logement: 'text',
      surface_habitable: 'bigint',
      surface_utile: 'bigint',
    },
    lots.map((lot, i) => [
      ids[i] ?? null,
      lot.etage_id,
      lot.numero,
      lot.typeLogement,
      lot.surfaceHabitable,
      lot.surfaceUtile,
    ]),
  )
  await noter({ db, actor }, 'appartement', ids, readFiches)
}

async function ecrireLocaux({ db, actor }: Redaction, blocs: BlocPlanifie[]) {
  const locaux = blocs.flatMap(({ id: bloc_id, locaux: siens }) =>
    siens.map((local) => ({ ...local, bloc_id })),
  )
  const ids = await ecrireBiens(db, 'local', locaux)
  await insertMany(
    db,
    'locaux',
    { id: 'bigint', bloc_id: 'bigint', num: 'text', surface: 'bigint', description: 'text' },
    locaux.map((local, i) => [ids[i] ?? null, local.bloc_id, local.numero, local.surface, local.description]),
  )
  await noter({ db, actor }, 'local', ids, readFichesDeLocaux)
}

async function ecrireParking({ db, actor }: Redaction, residenceId: number, parking: ParkingPlanifie) {
  if (parking.nouveau) {
    const ids = await numeroter(db, 'parkings', [parking])
    await insertMany(
      db,
      'parkings',
      { id: 'bigint', residence_id: 'bigint', parking_nom: 'text', nb_places: 'integer' },
      [[parking.id, residenceId, parking.parking_nom, parking.nb_places]],
    )
    await noter({ db, actor }, 'parking', ids, (lu, [id = 0]) => readParking(lu, id).then((fiche) => [fiche]))
  }
  const { places } = parking
  const ids = await ecrireBiens(db, 'place_parking', places)
  await insertMany(
    db,
    'places_parking',
    {
      id: 'bigint',
      parking_id: 'bigint',
      numero_place: 'integer',
      type_place: 'text',
      position: 'text',
      superficie: 'bigint',
    },
    places.map((place, i) => [
      ids[i] ?? null,
      parking.id,
      place.numero_place,
      place.type_place,
      place.position,
      place.superficie,
    ]),
  )
  await noter({ db, actor }, 'place', ids, readPlaces)
}

/** Gives records that are new their ids. */
async function numeroter(
  db: Db,
  table: 'blocs' | 'etages' | 'parkings',
  nouveaux: { id: number | null }[],
): Promise<number[]> {
  const ids = await drawIds(db, table, nouveaux.length)
  for (const [i, nouveau] of nouveaux.entries()) nouveau.id = ids[i] ?? null
  return ids
}

async function ecrireBiens(db: Db, type: TypeBien, lots: { montant: number | null }[]): Promise<number[]> {
  const ids = await drawIds(db, 'biens', lots.length)
  await insertMany(
    db,
    'biens',
    { id: 'bigint', type: 'text', prix: 'bigint' },
    lots.map(({ montant }, i) => [ids[i] ?? null, type, montant]),
  )
  return ids
}

/** A line of the journal for each record, as it is read now. */
async function noter(
  { db, actor }: Redaction,
  objet: Entry['objet'],
  ids: number[],
  lire: (db: Db, ids: number[]) => Promise<{ id: number }[]>,
): Promise<void> {
  for (let de = 0; de < ids.length; de += LUS_A_LA_FOIS) {
    await setImmediate()
    const tranche = ids.slice(de, de + LUS_A_LA_FOIS)
    const lues = new Map((await lire(db, tranche)).map((lue) => [lue.id, lue]))
    await writeJournal(
      db,
      actor,
      tranche.map((id) => ({ action: 'ajouter', objet, id, apres: lues.get(id) })),
    )
  }
}
