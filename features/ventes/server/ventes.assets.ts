import { sql } from 'kysely'
import { enRetard, readTotauxDesClients, SANS_ECHEANCIER } from '#features/etats/server/etats.read.ts'
import type { DossierClos } from '#features/clients/clients.contract.ts'
import { attachments, readClient } from '#features/clients/server/clients.service.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import { bienDecrit, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { aujourdhui, jourOf, type Jour } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'

interface Sold {
  prix: number
  total_paye: number
  vente_id: number
  dossier_annee: number
  dossier_numero: number
  en_retard: number
  sans_echeancier: boolean
}

const withProgress = <T extends Sold>({ prix, total_paye, dossier_annee, dossier_numero, ...bien }: T) => ({
  ...bien,
  dossier: numeroDossier(dossier_annee, dossier_numero),
  montant: prix,
  totalPaye: total_paye,
  ...avancement(prix, total_paye),
})

/** Reads the biens a client owns now, by kind, with the sums of all (centimes), and the closed dossiers. @throws introuvable */
export const readClientAssets = (db: Db, id: number) => inSnapshot(db, (instant) => readAssets(instant, id))

async function readAssets(db: Db, id: number) {
  await readClient(db, id)
  const owned = db
    .selectFrom('ventes as v')
    .where('v.client_id', '=', id)
    .where('v.terminee_le', 'is', null)
    .select(['v.prix', 'v.total_paye', 'v.id as vente_id', 'v.dossier_annee', 'v.dossier_numero'])
    .select([enRetard(aujourdhui()).as('en_retard'), SANS_ECHEANCIER.as('sans_echeancier')])
  const appartements = await owned
    .innerJoin('appartements as a', 'a.id', 'v.bien_id')
    .innerJoin('etages as e', 'e.id', 'a.etage_id')
    .innerJoin('blocs as b', 'b.id', 'e.bloc_id')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .select(['a.id', 'a.num_lot as numLot', 'a.type_logement as typeLogement', 'b.nomloc', 'r.nom'])
    .select(['a.surface_habitable as surfaceHabitable', 'a.surface_utile as surfaceUtile'])
    .orderBy('a.rang')
    .orderBy('a.id')
    .execute()
  const places = await owned
    .innerJoin('places_parking as p', 'p.id', 'v.bien_id')
    .innerJoin('parkings as k', 'k.id', 'p.parking_id')
    .innerJoin('residences as r', 'r.id', 'k.residence_id')
    .select(['p.id', 'p.numero_place', 'p.type_place', 'k.parking_nom', 'r.nom'])
    .orderBy('k.rang')
    .orderBy('p.numero_place')
    .orderBy('p.id')
    .execute()
  const locaux = await owned
    .innerJoin('locaux as l', 'l.id', 'v.bien_id')
    .innerJoin('blocs as b', 'b.id', 'l.bloc_id')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .select(['l.id', 'l.num', 'l.surface', 'b.nomloc', 'r.nom'])
    .orderBy('l.rang')
    .orderBy('l.id')
    .execute()
  const totaux = (await readTotauxDesClients(db, [id]))(id)
  const tous = [...appartements, ...places, ...locaux]
  const en_retard = tous.reduce((sum, bien) => sum + bien.en_retard, 0)
  const sans_echeancier = tous.filter((bien) => bien.sans_echeancier).length
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
    paiements: (await attachments(db, id)).paiements,
    dossiersClos: await readDossiersClos(db, id),
    totaux: { ...totaux, en_retard, sans_echeancier },
  }
}

interface Clos {
  id: number
  dossier_annee: number
  dossier_numero: number
  bien: BienDecrit
  quand: Date
  /** The day on which a désistement was asked for: what its dossier says too. */
  desistement_le: Jour | null
  cede: boolean
  total_paye: number
  a_rembourser: number | null
}

/** Reads the sales of a client that ended and those the client ceded, the latest first. Amounts in centimes. */
async function readDossiersClos(db: Db, client: number): Promise<DossierClos[]> {
  const { rows } = await sql<Clos>`
    select x.*, ${bienDecrit('x.bien_id')} as bien from (
      select v.id, v.dossier_annee, v.dossier_numero, v.bien_id, v.terminee_le as quand, d.demande_le as desistement_le,
        false as cede, v.total_paye, e.a_rembourser
      from ventes v join ventes_decrites e on e.id = v.id left join desistements d on d.vente_id = v.id
      where v.client_id = ${client} and v.terminee_le is not null
      union all
      -- A dossier ceded twice counts once, by the last cession; one that the client holds again is left out.
      select v.id, v.dossier_annee, v.dossier_numero, v.bien_id, t.quand, null, true,
        (select coalesce(sum(p.versement), 0)::bigint from paiements p
          where p.vente_id = v.id and p.rejete_le is null and p.detenteur_id = ${client}),
        null
      from (
        select distinct on (vente_id) vente_id, quand from transferts
        where ancien_client_id = ${client} and nature = 'client' order by vente_id, id desc) t
      join ventes v on v.id = t.vente_id where v.client_id <> ${client}) x
    order by x.quand desc, x.id desc`.execute(db)
  return rows.map(({ id, dossier_annee, dossier_numero, bien, quand, ...row }) => ({
    id,
    dossier: numeroDossier(dossier_annee, dossier_numero),
    designation: libelleDuBien(bien.type, bien.numero),
    etat: row.cede ? 'cede' : row.desistement_le ? 'desistement' : 'retrait',
    jour: row.desistement_le ?? jourOf(quand),
    totalPaye: row.total_paye,
    a_rembourser: row.a_rembourser,
  }))
}
