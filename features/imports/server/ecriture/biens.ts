import { sql } from 'kysely'
import { readFiches } from '#features/appartements/server/appartements.read.ts'
import { OBJETS } from '#features/biens/server/blocage.service.ts'
import { redistributeLignes } from '#features/echeancier/server/lignes.service.ts'
import type {
  Appartement,
  Bien,
  Fiche,
  Local,
  Place,
  Registres,
} from '#features/imports/server/controle/registres.ts'
import {
  ecrireFiches,
  idDe,
  nouvelles,
  parTranches,
  type Ecriture,
  type Redaction,
} from '#features/imports/server/ecriture/fiches.ts'
import { readFichesDeLocaux } from '#features/locaux/server/locaux.service.ts'
import { readPlaces } from '#features/parkings/server/places.service.ts'
import type { TypeBien } from '#shared/biens.ts'
import type { Db } from '#server/database/db.ts'

/** What all three kinds share: the price and the version. */
const bien = {
  table: 'biens',
  versionnee: true,
  colonnes: {
    type: { type: 'text', de: ({ type }: Bien) => type },
    prix: { type: 'bigint', de: ({ montant }: Bien) => montant },
  },
} as const satisfies Ecriture<Bien>

const appartement: Ecriture<Appartement> = {
  table: 'appartements',
  versionnee: false,
  colonnes: {
    etage_id: { type: 'bigint', de: ({ etage }) => idDe(etage) },
    num_lot: { type: 'text', de: ({ numLot }) => numLot },
    type_logement: { type: 'text', de: ({ typeLogement }) => typeLogement },
    surface_habitable: { type: 'bigint', de: ({ surfaceHabitable }) => surfaceHabitable },
    surface_utile: { type: 'bigint', de: ({ surfaceUtile }) => surfaceUtile },
    montant1: { type: 'bigint', de: ({ montant1 }) => montant1 },
    montant2: { type: 'bigint', de: ({ montant2 }) => montant2 },
  },
}

const local: Ecriture<Local> = {
  table: 'locaux',
  versionnee: false,
  colonnes: {
    bloc_id: { type: 'bigint', de: ({ bloc }) => idDe(bloc) },
    num: { type: 'text', de: ({ num }) => num },
    surface: { type: 'bigint', de: ({ surface }) => surface },
    description: { type: 'text', de: ({ description }) => description },
  },
}

const place: Ecriture<Place> = {
  table: 'places_parking',
  versionnee: false,
  colonnes: {
    parking_id: { type: 'bigint', de: ({ parking }) => idDe(parking) },
    numero_place: { type: 'bigint', de: ({ numero_place }) => numero_place },
    type_place: { type: 'text', de: ({ type_place }) => type_place },
    position: { type: 'text', de: ({ position }) => position },
    superficie: { type: 'bigint', de: ({ superficie }) => superficie },
  },
}

/** What is sold, with its price; an open vente follows a price that changes, as it does from the forms. */
export async function ecrireBiens(
  redaction: Redaction,
  { appartements, locaux, places, suivis }: Registres,
): Promise<void> {
  const suite = (changees: readonly Fiche<Bien>[]) => suivrePrix(redaction, changees, suivis)
  await ecrireFiches(redaction, appartements.fiches, {
    objet: 'appartement',
    ecritures: [bien, appartement],
    lire: readFiches,
    changees: appartements.fiches.filter(changeAutrement),
    suite,
  })
  await ecrireFiches(redaction, locaux.fiches, {
    objet: 'local',
    ecritures: [bien, local],
    lire: readFichesDeLocaux,
    changees: locaux.fiches.filter(changeAutrement),
    suite,
  })
  await ecrireFiches(redaction, places.fiches, {
    objet: 'place',
    ecritures: [bien, place],
    lire: readPlaces,
    changees: places.fiches.filter(changeAutrement),
    suite,
  })
  for (const { fiches } of [appartements, locaux, places]) await bloquer(redaction, fiches)
}

/** Does more than the reason change why it is off sale? That one has a writing of its own. */
const changeAutrement = <V extends Bien>({ change, avant, apres }: Fiche<V>): boolean =>
  change &&
  (Object.keys(apres) as (keyof V)[]).some(
    (champ) => champ !== 'bloque_motif' && avant?.[champ] !== apres[champ],
  )

async function suivrePrix(
  { db, actor, signal }: Redaction,
  changees: readonly Fiche<Bien>[],
  suivis: Registres['suivis'],
): Promise<void> {
  const ventes = changees.flatMap(({ id, avant, apres }) => {
    const vente = id === null ? null : (suivis.get(id)?.vente ?? null)
    return vente && avant?.montant !== apres.montant ? [{ ...vente, prix: apres.montant }] : []
  })
  if (ventes.length === 0) return
  const ids = ventes.map(({ id }) => id)
  await sql`update ventes v set prix = l.prix
    from unnest(${ids}::bigint[], ${ventes.map(({ prix }) => prix)}::bigint[]) as l (id, prix) where v.id = l.id`.execute(
    db,
  )
  const avecLignes = new Set(await venteAvecLignes(db, ids))
  for (const vente of ventes) {
    signal.throwIfAborted()
    if (avecLignes.has(vente.id)) await redistributeLignes(db, actor, vente)
  }
}

async function venteAvecLignes(db: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ vente_id: number }>`
    select distinct vente_id from echeances where vente_id = any (${ids}::bigint[])`.execute(db)
  return rows.map(({ vente_id }) => vente_id)
}

/** Takes off sale what has a reason, or another one than before, as its form does. */
async function bloquer(redaction: Redaction, fiches: readonly Fiche<Bien>[]): Promise<void> {
  const bloquees = [...nouvelles(fiches), ...fiches.filter(({ change }) => change)].filter(
    ({ avant, apres }) => apres.bloque_motif !== (avant?.bloque_motif ?? null),
  )
  // The others were told of when their columns were written.
  redaction.avancer(bloquees.filter((fiche) => fiche.avant !== null && !changeAutrement(fiche)).length)
  await parTranches({ ...redaction, avancer: () => {} }, bloquees, async (tranche) => {
    const motifs = tranche.map(({ apres }) => apres.bloque_motif)
    await sql`update biens b set bloque_motif = l.motif, bloque_le = now(), version = version + 1
        from unnest(${tranche.map(idDe)}::bigint[], ${motifs}::text[]) as l (id, motif) where b.id = l.id`.execute(
      redaction.db,
    )
    return tranche.map((fiche) => ({
      action: 'bloquer',
      objet: OBJETS[fiche.apres.type satisfies TypeBien],
      id: idDe(fiche),
      avant: { bloque_motif: fiche.avant?.bloque_motif ?? null },
      apres: { bloque_motif: fiche.apres.bloque_motif },
    }))
  })
}
