import { readClient } from '#features/clients/server/clients.service.ts'
import { progression } from '#features/ventes/ventes.rules.ts'
import { readTotauxDesClients } from '#features/ventes/server/ventes.totaux.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/reading.ts'

interface Sold {
  prix: number
  total_paye: number
}

/** Where a sale stands, in centimes and percent, beside the rest of the row. */
const withProgress = <T extends Sold>({ prix, total_paye, ...bien }: T) => ({
  ...bien,
  montant: prix,
  totalPaye: total_paye,
  ...progression(prix, total_paye),
})

/** The biens a client owns now, by kind, with price, paid and remaining in centimes, and the sums of all. @throws introuvable */
export const readClientAssets = (db: Db, id: number) => inSnapshot(db, (instant) => readAssets(instant, id))

async function readAssets(db: Db, id: number) {
  await readClient(db, id)
  const totaux = (await readTotauxDesClients(db, [id]))(id)
  const owned = db
    .selectFrom('ventes as v')
    .where('v.client_id', '=', id)
    .where('v.terminee_le', 'is', null)
    .select(['v.prix', 'v.total_paye'])
  const appartements = await owned
    .innerJoin('appartements as a', 'a.id', 'v.bien_id')
    .innerJoin('etages as e', 'e.id', 'a.etage_id')
    .innerJoin('blocs as b', 'b.id', 'e.bloc_id')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .select(['a.id', 'a.num_lot as numLot', 'a.type_logement as typeLogement', 'b.nomloc', 'r.nom'])
    .select(['a.surface_habitable as surfaceHabitable', 'a.surface_utile as surfaceUtile'])
    .orderBy('a.num_lot')
    .orderBy('a.id')
    .execute()
  const places = await owned
    .innerJoin('places_parking as p', 'p.id', 'v.bien_id')
    .innerJoin('parkings as k', 'k.id', 'p.parking_id')
    .innerJoin('residences as r', 'r.id', 'k.residence_id')
    .select(['p.id', 'p.numero_place', 'p.type_place', 'k.parking_nom', 'r.nom'])
    .orderBy('k.parking_nom')
    .orderBy('p.numero_place')
    .orderBy('p.id')
    .execute()
  const locaux = await owned
    .innerJoin('locaux as l', 'l.id', 'v.bien_id')
    .innerJoin('blocs as b', 'b.id', 'l.bloc_id')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .select(['l.id', 'l.num', 'l.surface', 'b.nomloc', 'r.nom'])
    .orderBy('l.num')
    .orderBy('l.id')
    .execute()
  return {
    appartements: appartements.map((row) => ({
      ...withProgress(row),
      etage: { bloc: { nomloc: row.nomloc, residence: { nom: row.nom } } },
    })),
    places: places.map((row) => ({
      ...withProgress(row),
      parking: { parking_nom: row.parking_nom, residence: { nom: row.nom } },
    })),
    locaux: locaux.map((row) => ({
      ...withProgress(row),
      bloc: { nomloc: row.nomloc, residence: { nom: row.nom } },
    })),
    totaux,
  }
}
