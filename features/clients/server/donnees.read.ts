import { sql } from 'kysely'
import { bienDecrit, toBienResume, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { describeAction } from '#features/journal/journal.mots.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { numeroDossier, numeroPapier, numeroRecu } from '#shared/numero.ts'
import { libelleDuPapier, typeDeSerie } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import type { Civilite } from '#features/clients/civilite.contract.ts'
import { readCivilite } from '#features/clients/server/civilite.service.ts'
import { readIdentite, type Identite } from '#features/clients/server/fiches.service.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { PromoteurImprime } from '#server/documents/papier.ts'

/** Personal data of a client, for the copy that the client can ask for. Amounts in centimes, shares in hundredths of a percent. */
export interface ModeleDonnees {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  client: Identite
  civilite: Civilite
  pieces: readonly PieceDuClient[]
  ventes: readonly VenteDuClient[]
  paiements: readonly PaiementDuClient[]
  documents: readonly DocumentEtabli[]
  liens: readonly LienDuClient[]
  journal: readonly ActeDuJournal[]
}

/** « donnees-personnelles_client_12.pdf ». */
export const nomDesDonnees = (id: number): string => `donnees-personnelles_client_${id}.pdf`

/** Reads the personal data of a client. @throws introuvable (404) */
export async function readDonnees(db: Db, id: number): Promise<ModeleDonnees> {
  const client = await readIdentite(db, id)
  return {
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    client,
    civilite: await readCivilite(db, id),
    ...(await readHistorique(db, id)),
  }
}

interface PieceDuClient {
  type: string
  nom: string
  cree_le: Date
}
/** Vente of a client, held now or ceded. `part` is in hundredths of a percent, null for a ceded dossier. */
export interface VenteDuClient {
  dossier: string
  bien: string
  reservation_le: Jour
  etat: 'ouverte' | 'desistement' | 'retrait' | 'cede'
  part: number | null
}
export interface PaiementDuClient {
  date: Jour
  recu: string
  dossier: string
  montant: Centimes
  rejete: boolean
}
export interface DocumentEtabli {
  numero: string
  libelle: string
  etabli_le: Jour
  annule: boolean
}
export interface LienDuClient {
  cree_le: Date
  vu_le: Date | null
}
export interface ActeDuJournal {
  quand: Date
  action: string
}

/** Reads all records about a client, each list oldest first. Of a ceded dossier only the time before the cession is read. */
export async function readHistorique(db: Db, id: number) {
  return {
    pieces: await readPieces(db, id),
    ventes: await readVentes(db, id),
    paiements: await readPaiements(db, id),
    documents: await readDocuments(db, id),
    liens: await db
      .selectFrom('liens_clients')
      .select(['cree_le', 'vu_le'])
      .where('client_id', '=', id)
      .orderBy('id')
      .execute(),
    journal: await readJournal(db, id),
  }
}

async function readPieces(db: Db, id: number): Promise<PieceDuClient[]> {
  const { types } = await readParametres(db, 'pieces')
  const libelles = new Map(types.map(({ code, libelle }) => [code, libelle]))
  const pieces = await db
    .selectFrom('pieces as p')
    .innerJoin('fichiers as f', 'f.id', 'p.fichier_id')
    .select(['p.type', 'f.nom', 'p.cree_le'])
    .where('p.client_id', '=', id)
    .orderBy('p.id')
    .execute()
  return pieces.map(({ type, ...piece }) => ({ ...piece, type: libelles.get(type) ?? type }))
}

/** Common table `siennes`: the client's ventes, as holder or co-buyer, and the ceded ones with the rank of the cession among the changes. */
const SIENNES = (id: number) => sql`siennes as (
  select id, null::bigint as jusqu_au from ventes where client_id = ${id}
  union all select vente_id, null from co_acquereurs where client_id = ${id}
  union all select vente_id, max(rang) from (
      select vente_id, nature, ancien_client_id, row_number() over (partition by vente_id order by id) as rang from transferts
      where vente_id in (select vente_id from transferts where ancien_client_id = ${id})) t
    where ancien_client_id = ${id} and nature = 'client'
      and vente_id not in (select id from ventes where client_id = ${id} union all select vente_id from co_acquereurs where client_id = ${id})
    group by vente_id)`

async function readVentes(db: Db, id: number): Promise<VenteDuClient[]> {
  interface Row {
    dossier_annee: number
    dossier_numero: number
    bien: BienDecrit
    reservation_le: Jour
    cede: boolean
    terminee: boolean
    desistee: boolean
    part: number | null
  }
  const { rows } = await sql<Row>`
    with ${SIENNES(id)}
    select v.dossier_annee, v.dossier_numero, ${bienDecrit('v.bien_id')} as bien, v.reservation_le, s.jusqu_au is not null as cede,
      v.terminee_le is not null as terminee, exists (select from desistements d where d.vente_id = v.id) as desistee,
      case when s.jusqu_au is not null then null
        when v.client_id = ${id} then e.part_du_client
        else (select a.part from co_acquereurs a where a.vente_id = v.id and a.client_id = ${id}) end as part
    from siennes s join ventes v using (id) join ventes_decrites e on e.id = v.id
    order by v.dossier_annee, v.dossier_numero`.execute(db)
  return rows.map(({ dossier_annee, dossier_numero, bien, cede, terminee, desistee, ...vente }) => ({
    ...vente,
    dossier: numeroDossier(dossier_annee, dossier_numero),
    bien: [toBienResume(bien).designation, bien.residence].filter(Boolean).join(', '),
    etat: cede ? 'cede' : !terminee ? 'ouverte' : desistee ? 'desistement' : 'retrait',
  }))
}

/** A payment belongs to the holder of the dossier at the time it was recorded, and to the present co-buyers. */
async function readPaiements(db: Db, id: number): Promise<PaiementDuClient[]> {
  interface Row {
    date: Jour
    recu_annee: number
    recu_numero: number
    dossier_annee: number
    dossier_numero: number
    montant: Centimes
    rejete: boolean
  }
  const { rows } = await sql<Row>`
    with ${SIENNES(id)}
    select p.date_paiement as date, p.recu_annee, p.recu_numero, v.dossier_annee, v.dossier_numero, p.versement as montant,
      p.rejete_le is not null as rejete
    from siennes s join ventes v using (id) join paiements p on p.vente_id = v.id
    where exists (select from co_acquereurs a where a.vente_id = v.id and a.client_id = ${id})
      or p.detenteur_id = ${id}
    order by p.date_paiement, p.id`.execute(db)
  return rows.map(({ recu_annee, recu_numero, dossier_annee, dossier_numero, ...paiement }) => ({
    ...paiement,
    recu: numeroRecu(recu_annee, recu_numero),
    dossier: numeroDossier(dossier_annee, dossier_numero),
  }))
}

async function readDocuments(db: Db, id: number): Promise<DocumentEtabli[]> {
  interface Row {
    serie: string
    annee: number
    numero: number
    variante: string | null
    etabli_le: Jour
    annule: boolean
  }
  const { rows } = await sql<Row>`
    with ${SIENNES(id)}
    select d.serie, d.annee, d.numero, d.variante, d.etabli_le, d.annule_le is not null as annule
    from siennes s join documents d on d.vente_id = s.id
    where s.jusqu_au is null or d.transferts_avant < s.jusqu_au
    order by d.id`.execute(db)
  return rows.map(({ serie, annee, numero, variante, ...papier }) => ({
    ...papier,
    numero: numeroPapier(annee, serie, numero),
    libelle: libelleDuPapier(typeDeSerie(serie), variante),
  }))
}

async function readJournal(db: Db, id: number): Promise<ActeDuJournal[]> {
  const lines = await db
    .selectFrom('journal')
    .select(['quand', 'action'])
    .where('objet', '=', 'client')
    .where('objet_id', '=', id)
    .orderBy('id')
    .execute()
  return lines.map(({ quand, action }) => ({ quand, action: describeAction('client', action) }))
}
