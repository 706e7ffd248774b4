import { sql } from 'kysely'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { type BienDecrit, compareBiens, describeBiens, readPrix } from '#features/biens/server/biens.read.ts'
import { etatDuCheque } from '#features/paiements/modes.ts'
import { readPaiement } from '#features/paiements/server/paiements.read.ts'
import type { ModeleRecu, Suite } from '#features/paiements/server/recu.ts'
import {
  LIGNES_RELEVE_MAX,
  type ModeleReleve,
  type PaiementReleve,
  type VenteRelevee,
} from '#features/paiements/server/releve.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { TypeBien } from '#shared/biens.ts'
import { aujourdhui, jourOf } from '#shared/dates.ts'
import { groupBy } from '#shared/group-by.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { type BienImprime, checkLongueur, type ClientImprime } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

/** The data of a payment's receipt, with the payments before it in the same sale. Amounts in centimes. @throws introuvable */
export async function readRecuModele(db: Db, id: number): Promise<ModeleRecu> {
  const lu = await readPaiement(db, id)
  const { prix, solde, versement, details, bien, rejete_le, motif_rejet, ...paiement } = lu
  const detenteur = paiement.detenteur?.id ?? paiement.client.id
  const client = (await readClients(db, [detenteur])).get(detenteur)
  if (!client) throw refuse(communesErreurs.introuvable)
  return {
    promoteur: await promoteurPourDocuments(db),
    annee: paiement.recu_annee,
    numero: paiement.recu_numero,
    date: paiement.date_paiement,
    etabliLe: aujourdhui(),
    rectifieLe: paiement.rectifie_le,
    client,
    ...(await readSuites(db, id)),
    bien: toImprime(bien),
    prix,
    dejaPaye: prix - solde - (rejete_le === null ? versement : 0),
    versement,
    details,
    moyen: paiement,
    etat: etatDuCheque({ ...paiement, rejete_le }),
    rejet: rejete_le === null ? null : { le: rejete_le, motif: motif_rejet ?? '' },
    code: paiement.code,
    adressePublique: (await readParametres(db, 'acces')).adresse_publique,
  }
}

/** The dossier of a payment, its later transfers, and whether a cheque of the sale is not cleared yet. */
async function readSuites(
  db: Db,
  id: number,
): Promise<Pick<ModeleRecu, 'dossier' | 'suites' | 'sousReserve'>> {
  interface Row {
    annee: number
    numero: number
    suites: (Suite & { le: string })[]
    sousReserve: boolean
  }
  const { rows } = await sql<Row>`
    select v.dossier_annee as annee, v.dossier_numero as numero,
      (select coalesce(json_agg(json_build_object('nature', t.nature, 'le', t.quand, 'ancien', t.ancien, 'nouveau', t.nouveau)
        order by t.id), '[]') from transferts t where t.vente_id = v.id and t.quand > p.cree_le) as suites,
      exists (select from paiements q
        where q.vente_id = v.id and q.mode = 'cheque' and q.encaisse_le is null and q.rejete_le is null) as "sousReserve"
    from paiements p join ventes v on v.id = p.vente_id where p.id = ${id}`.execute(db)
  const [lu] = rows
  if (!lu) throw refuse(communesErreurs.introuvable)
  return {
    dossier: numeroDossier(lu.annee, lu.numero),
    sousReserve: lu.sousReserve,
    suites: lu.suites.map((suite) => ({ ...suite, le: jourOf(new Date(suite.le)) })),
  }
}

export type Portee =
  | { portee: 'bien'; type: TypeBien; id: number }
  | { portee: 'client'; id: number }
  | { portee: 'tous' }

/**
 * The data of the statement: each sale that is open, was paid for or ended in a désistement, with its payments, clients by name. Amounts in
 * centimes.
 * @throws introuvable; bienSansClient (409) for a bien never sold; documentTropLong (422), checked by a count before anything else is read
 */
export async function readReleveModele(db: Db, portee: Portee): Promise<ModeleReleve> {
  if (portee.portee === 'tous') await assertPrintable(db)
  const ventes = await readVentes(db, portee)
  const clientIds =
    portee.portee === 'client' ? [portee.id] : [...new Set(ventes.map(({ client_id }) => client_id))]
  const clients = await readClients(db, clientIds)
  if (portee.portee === 'client' && clients.size === 0) throw refuse(communesErreurs.introuvable)
  if (portee.portee === 'bien' && ventes.length === 0) {
    await readPrix(db, portee.type, portee.id)
    throw refuse(ventesErreurs.bienSansClient)
  }
  const biens = await describeBiens(db, [...new Set(ventes.map(({ bien_id }) => bien_id))])
  const paiements = await readPaiements(
    db,
    ventes.map(({ id }) => id),
    portee.portee === 'tous',
  )
  const histoires = await readHistoires(
    db,
    ventes.map(({ id }) => id),
    portee.portee === 'tous',
  )
  const releves = ventes.flatMap(({ id, client_id, bien_id, prix, terminee_le, ...vente }) => {
    const bien = biens.get(bien_id)
    const termineeLe = terminee_le && jourOf(terminee_le)
    return bien
      ? [
          {
            client_id,
            decrit: bien,
            releve: {
              bien: toImprime(bien),
              prix,
              termineeLe,
              dossier: numeroDossier(vente.dossier_annee, vente.dossier_numero),
              repris: histoires.get(id)?.repris ?? [],
              desistement: histoires.get(id)?.desistement ?? null,
              paiements: paiements.get(id) ?? [],
            },
          },
        ]
      : []
  })
  const byClient = groupBy(
    releves.toSorted((a, b) => compareBiens(a.decrit, b.decrit)),
    ({ client_id }) => client_id,
  )
  return {
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    portee: portee.portee,
    groupes: [...clients].map(([id, client]) => ({
      client,
      ventes: (byClient.get(id) ?? []).map(({ releve }) => releve),
    })),
  }
}

async function assertPrintable(db: Db): Promise<void> {
  const { rows } = await sql<{
    n: number
  }>`select (select count(*) from paiements) + 3 * (select count(*) from ventes) as n`.execute(db)
  checkLongueur(
    rows[0]?.n ?? 0,
    LIGNES_RELEVE_MAX,
    'Imprimez plutôt le relevé de chaque client, ou exportez le récapitulatif en Excel.',
  )
}

function readVentes(db: Db, portee: Portee) {
  const query = db
    .selectFrom('ventes as v')
    .innerJoin('biens as b', 'b.id', 'v.bien_id')
    .select(['v.id', 'v.bien_id', 'v.client_id', 'v.prix', 'v.terminee_le'])
    .select(['v.dossier_annee', 'v.dossier_numero'])
    // An ended sale without a payment or a désistement has nothing to state.
    .where(
      sql<boolean>`(v.terminee_le is null or exists (select from desistements d where d.vente_id = v.id)
        or exists (select from paiements w where w.vente_id = v.id))`,
    )
    .orderBy('v.id')
  if (portee.portee === 'bien')
    return query.where('b.id', '=', portee.id).where('b.type', '=', portee.type).execute()
  return (portee.portee === 'client' ? query.where('v.client_id', '=', portee.id) : query).execute()
}

async function readClients(db: Db, ids: number[]): Promise<Map<number, ClientImprime>> {
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'nom_complet as nom', 'tel', 'email', 'adresse'])
    .where(sql<boolean>`id = any(${ids})`)
    .orderBy('recherche')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, ...client }) => [id, client]))
}

type Histoire = Pick<VenteRelevee, 'repris' | 'desistement'>

/** The cessions and the désistement of these ventes, by the vente's id; a vente without either has no entry. */
async function readHistoires(db: Db, venteIds: number[], all: boolean): Promise<Map<number, Histoire>> {
  const these = (column: string) =>
    all ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any (${venteIds})`
  const { rows } = await sql<{
    vente_id: number
    repris: { de: string; le: string }[]
    desistement: Histoire['desistement']
  }>`
    select v.vente_id,
      (select coalesce(json_agg(json_build_object('de', t.ancien, 'le', t.quand) order by t.id), '[]')
        from transferts t where t.vente_id = v.vente_id and t.nature = 'client') as repris,
      (select json_build_object('le', d.demande_le, 'retenue', d.retenue, 'rembourse', e.rembourse, 'reste', e.a_rembourser)
        from desistements d join ventes_decrites e on e.id = d.vente_id where d.vente_id = v.vente_id) as desistement
    from (select vente_id from transferts where nature = 'client' and ${these('vente_id')}
      union select vente_id from desistements where ${these('vente_id')}) v`.execute(db)
  return new Map(
    rows.map(({ vente_id, repris, desistement }) => [
      vente_id,
      { repris: repris.map(({ de, le }) => ({ de, le: jourOf(new Date(le)) })), desistement },
    ]),
  )
}

async function readPaiements(
  db: Db,
  venteIds: number[],
  all: boolean,
): Promise<Map<number, PaiementReleve[]>> {
  let query = db
    .selectFrom('paiements')
    .select([
      'vente_id',
      'date_paiement as date',
      'recu_annee as annee',
      'recu_numero as numero',
      'details',
      'versement',
      'rejete_le',
    ])
    .orderBy('vente_id')
    .orderBy('date_paiement')
    .orderBy('id')
  if (!all) query = query.where(sql<boolean>`vente_id = any(${venteIds})`)
  return groupBy(await query.execute(), ({ vente_id }) => vente_id)
}

/** A bien in the form that documents print. */
export const toImprime = ({
  type,
  numero,
  sorte,
  code,
  etage,
  residence,
  surface,
}: BienDecrit): BienImprime => ({
  type,
  numero,
  sorte,
  situation: [code, etage].filter(Boolean).join(', ') || null,
  residence,
  surface,
})
