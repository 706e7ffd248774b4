import { sql } from 'kysely'
import { bienDecrit, toBienResume, type BienDecrit } from '#features/biens/server/biens.read.ts'
import { lockClient } from '#features/clients/server/clients.service.ts'
import type { Fiche, IdentiteInput } from '#features/fiches/fiches.contract.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { progression } from '#features/ventes/ventes.rules.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { changeVersioned } from '#server/database/records.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** What the call of the clients answers of one, and who he is before the law. */
export type Identite = Omit<Fiche, 'ventes' | 'lien'>

const IDENTITE = [
  'id',
  'nom_complet as nomComplet',
  'tel',
  'email',
  'adresse',
  'nom_ar',
  'tel2',
  'naissance_le',
  'naissance_lieu',
  'profession',
  'situation',
  'nin',
  'piece_type',
  'piece_numero',
  'piece_delivree_le',
  'piece_lieu',
  'version',
] as const

/** @throws introuvable */
export async function readIdentite(db: Db, id: number): Promise<Identite> {
  const client = await db.selectFrom('clients').select(IDENTITE).where('id', '=', id).executeTakeFirst()
  if (!client) throw new AppError('introuvable')
  return client as Identite
}

/** A whole of a sale, in hundredths of a percent. */
const ENTIER = 10_000

interface Vente {
  id: number
  dossier_annee: number
  dossier_numero: number
  bien: BienDecrit
  client_id: number
  client_nom: string
  /** What those who buy with its client have, together, and what this one has of it: hundredths of a percent. */
  partagee: number
  part: number | null
  terminee: boolean
  desistee: boolean
  prix: number
  total_paye: number
}

const selectVentes = statement<[number], Vente>(
  (id) => sql<Vente>`
  select v.id, v.dossier_annee, v.dossier_numero, ${bienDecrit('v.bien_id')} as bien, v.client_id, p.nom_complet as client_nom,
    (select coalesce(sum(a.part), 0)::int from co_acquereurs a where a.vente_id = v.id) as partagee,
    (select a.part from co_acquereurs a where a.vente_id = v.id and a.client_id = ${id}) as part,
    v.terminee_le is not null as terminee, exists (select from desistements d where d.vente_id = v.id) as desistee,
    v.prix, v.total_paye
  from ventes v join clients p on p.id = v.client_id
  where v.id in (select id from ventes where client_id = ${id}
    union all select vente_id from co_acquereurs where client_id = ${id})
  order by v.terminee_le is not null, v.dossier_annee desc, v.dossier_numero desc`,
)

const toVente = (
  id: number,
  { bien, dossier_annee, dossier_numero, client_id, client_nom, partagee, prix, total_paye, ...vente }: Vente,
): Fiche['ventes'][number] => {
  const { designation, lieu, residence } = toBienResume(bien)
  return {
    id: vente.id,
    dossier: numeroDossier(dossier_annee, dossier_numero),
    bien: designation,
    lieu,
    residence,
    part: client_id === id ? ENTIER - partagee : (vente.part ?? 0),
    avec: client_id === id ? null : { id: client_id, nomComplet: client_nom },
    terminee: vente.terminee,
    etat: !vente.terminee ? 'ouverte' : vente.desistee ? 'desistement' : 'retrait',
    montant: prix,
    totalPaye: total_paye,
    ...progression(prix, total_paye),
  }
}

/** The sales that he made or shares; amounts in centimes, shares in hundredths of a percent. */
export const readVentes = async (db: Db, id: number): Promise<Fiche['ventes']> =>
  (await selectVentes(db, id)).map((vente) => toVente(id, vente))

async function readLien(db: Db, id: number): Promise<Fiche['lien']> {
  const lien = await db
    .selectFrom('liens_clients')
    .select(['cree_le', 'membre_nom', 'expire_le', 'vues', 'vu_le'])
    .where('client_id', '=', id)
    .where('revoque_le', 'is', null)
    .where('expire_le', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return lien
    ? {
        cree_le: lien.cree_le.toISOString(),
        cree_par: lien.membre_nom,
        expire_le: lien.expire_le.toISOString(),
        vues: lien.vues,
        vu_le: lien.vu_le?.toISOString() ?? null,
      }
    : null
}

/** A client's file whole: read it inside one snapshot, or under the lock of the client. @throws introuvable */
export const readFiche = async (db: Db, id: number): Promise<Fiche> => ({
  ...(await readIdentite(db, id)),
  ventes: await readVentes(db, id),
  lien: await readLien(db, id),
})

/** Changes who a client is before the law. @throws introuvable, versionPerimee */
export async function updateIdentite(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...fields }: IdentiteInput,
): Promise<Fiche> {
  await lockClient(db, id)
  const avant = await readIdentite(db, id)
  await changeVersioned(db, 'clients', avant, version, fields)
  const apres = await readIdentite(db, id)
  await writeJournal(db, actor, { action: 'modifier', objet: 'client', id, avant, apres })
  return readFiche(db, id)
}
