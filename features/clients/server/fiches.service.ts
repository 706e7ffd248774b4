import { sql } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { bienDecrit, toBienResume, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { lockClient, sayManques } from '#features/clients/server/clients.service.ts'
import type { Fiche, IdentiteInput } from '#features/clients/fiches.contract.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { changeVersioned } from '#server/database/records.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** The contact and the legal identity of a client as they are kept. */
export type Identite = Omit<Fiche, 'ventes' | 'lien' | 'sans_email' | 'sans_telephone'>

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

/** Reads the contact and the legal identity of a client. @throws introuvable (404) */
export async function readIdentite(db: Db, id: number): Promise<Identite> {
  const client = await db.selectFrom('clients').select(IDENTITE).where('id', '=', id).executeTakeFirst()
  if (!client) throw refuse(communesErreurs.introuvable)
  return client as Identite
}

interface Vente {
  id: number
  dossier_annee: number
  dossier_numero: number
  bien: BienDecrit
  client_id: number
  client_nom: string
  /** Share of this client, in hundredths of a percent. */
  part: number
  terminee: boolean
  desistee: boolean
  prix: number
  total_paye: number
}

const selectVentes = statement<[number], Vente>(
  (id) => sql<Vente>`
  select v.id, v.dossier_annee, v.dossier_numero, ${bienDecrit('v.bien_id')} as bien, v.client_id, p.nom_complet as client_nom,
    case when v.client_id = ${id} then e.part_du_client
      else (select a.part from co_acquereurs a where a.vente_id = v.id and a.client_id = ${id}) end as part,
    v.terminee_le is not null as terminee, exists (select from desistements d where d.vente_id = v.id) as desistee,
    v.prix, v.total_paye
  from ventes v join clients p on p.id = v.client_id join ventes_decrites e on e.id = v.id
  where v.id in (select id from ventes where client_id = ${id}
    union all select vente_id from co_acquereurs where client_id = ${id})
  order by v.terminee_le is not null, v.dossier_annee desc, v.dossier_numero desc`,
)

const toVente = (
  id: number,
  { bien, dossier_annee, dossier_numero, client_id, client_nom, part, prix, total_paye, ...vente }: Vente,
): Fiche['ventes'][number] => {
  const { designation, lieu, residence } = toBienResume(bien)
  return {
    id: vente.id,
    dossier: numeroDossier(dossier_annee, dossier_numero),
    bien: designation,
    lieu,
    residence,
    part,
    avec: client_id === id ? null : { id: client_id, nomComplet: client_nom },
    terminee: vente.terminee,
    etat: !vente.terminee ? 'ouverte' : vente.desistee ? 'desistement' : 'retrait',
    montant: prix,
    totalPaye: total_paye,
    ...avancement(prix, total_paye),
  }
}

/** Sales of a client, alone or shared. Amounts in centimes, shares in hundredths of a percent. */
const readVentes = async (db: Db, id: number): Promise<Fiche['ventes']> =>
  (await selectVentes(db, id)).map((vente) => toVente(id, vente))

async function readLien(db: Db, id: number): Promise<Pick<Fiche, 'lien' | 'lien_restaure'>> {
  const lien = await db
    .selectFrom('liens_clients')
    .select(['cree_le', 'membre_nom', 'expire_le', 'vues', 'vu_le', 'restaure'])
    .select(sql<boolean>`revoque_le is null and expire_le > now()`.as('vivant'))
    .where('client_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!lien?.vivant) return { lien: null, ...(lien?.restaure && { lien_restaure: true }) }
  return {
    lien: {
      cree_le: lien.cree_le.toISOString(),
      cree_par: lien.membre_nom,
      expire_le: lien.expire_le.toISOString(),
      vues: lien.vues,
      vu_le: lien.vu_le?.toISOString() ?? null,
    },
  }
}

/** Reads the complete file of a client. The caller holds a snapshot or the lock of the client. @throws introuvable (404) */
export const readFiche = async (db: Db, id: number): Promise<Fiche> => ({
  ...sayManques(await readIdentite(db, id)),
  ventes: await readVentes(db, id),
  ...(await readLien(db, id)),
})

/** Changes the legal identity of a client. @throws introuvable (404), versionPerimee (409) */
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
