import { type RawBuilder, sql } from 'kysely'
import { chequesErreurs } from '#features/cheques/cheques.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import {
  chequesEndpoints,
  type Remise,
  type RemiseEntiere,
  type RemiseInput,
} from '#features/cheques/cheques.contract.ts'
import { assertNotBefore, lockCheques } from '#features/cheques/server/cheques.service.ts'
import { holdCompte } from '#features/comptes/server/comptes.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { nomDuTitulaire } from '#features/paiements/paiements.rules.ts'
import { recuOf } from '#features/paiements/server/paiements.locks.ts'
import { readVersements } from '#features/paiements/server/paiements.wire.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui, type Jour, type Periode, readPeriode } from '#shared/dates.ts'
import { groupBy } from '#shared/group-by.ts'
import { numeroDePiece } from '#shared/numero.ts'
import { type PageQuery, pathOf, readTranche, toPage } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import type { PromoteurImprime } from '#server/documents/papier.ts'
import { nextNumero } from '#server/database/numeros.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const PAR_PAGE = 20

interface Row extends Omit<Remise, 'numero'> {
  annee: number
  numero: number
}

/** The number of cheques among payments `p`: a group is one. */
const nombre = (which = sql`true`) =>
  sql`count(distinct coalesce(-p.groupe_id, p.id)) filter (where ${which})`

/** Remises with the counts of their cheques; amounts in centimes. @param page a select of their ids */
const selectRemises = (page: RawBuilder<unknown>) => sql<Row>`
  select r.id, r.annee, r.numero, r.jour,
    json_build_object('id', c.id, 'banque', c.banque, 'agence', c.agence, 'numero', c.numero) as compte,
    ${nombre()} as nombre, sum(p.versement)::bigint as montant,
    ${nombre(sql`p.encaisse_le is null and p.rejete_le is null`)} as en_attente,
    ${nombre(sql`p.encaisse_le is not null and p.rejete_le is null`)} as encaisses,
    ${nombre(sql`p.rejete_le is not null`)} as rejetes,
    ${nombre(sql`p.reference is null`)} as sans_numero
  from remises r join comptes_bancaires c on c.id = r.compte_id join paiements p on p.remise_id = r.id
  where r.id in (${page})
  group by r.id, c.id order by r.jour desc, r.id desc`

const toRemise = ({ annee, numero, ...row }: Row): Remise => ({
  ...row,
  numero: numeroDePiece(annee, numero),
})

/** One page of remises, the latest day first. Amounts in centimes. */
export async function listRemises(db: Db, query: PageQuery & Periode) {
  const slice = readTranche(query, PAR_PAGE)
  const { du, au } = readPeriode(query)
  const within = sql`where (${du ?? null}::date is null or jour >= ${du ?? null}::date)
    and (${au ?? null}::date is null or jour <= ${au ?? null}::date)`
  return inSnapshot(db, async (instant) => {
    const { rows } = await selectRemises(
      sql`select id from remises ${within} order by jour desc, id desc limit ${slice.limit} offset ${slice.offset}`,
    ).execute(instant)
    const { rows: counted } = await sql<{
      n: number
    }>`select count(*) as n from remises ${within}`.execute(instant)
    const path = pathOf(chequesEndpoints.listRemises, { du, au })
    return toPage(rows.map(toRemise), counted[0]?.n ?? 0, slice, path)
  })
}

/** A remise with its cheques in the order of their receipts. Amounts in centimes. @throws introuvable */
export async function readRemise(db: Db, id: number): Promise<RemiseEntiere> {
  const { rows } = await selectRemises(sql`select ${id}::bigint`).execute(db)
  if (!rows[0]) throw refuse(communesErreurs.introuvable)
  const cheques = await db
    .selectFrom('paiements')
    .select('id')
    .where('remise_id', '=', id)
    .orderBy('recu_annee')
    .orderBy('recu_numero')
    .execute()
  return {
    ...toRemise(rows[0]),
    cheques: await readVersements(
      db,
      cheques.map((cheque) => cheque.id),
    ),
  }
}

/** The bordereau of a remise, a list that goes to the bank with the cheques. Amounts in centimes. */
export interface Bordereau {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  numero: string
  jour: Jour
  compte: Remise['compte']
  lignes: readonly {
    tireur: string
    banque: string | null
    reference: string | null
    /** The day written on the cheque; null when unknown. */
    date_cheque: Jour | null
    recu: string
    versement: Centimes
  }[]
}

/** The bordereau of a remise, amounts in centimes: a line a cheque, a group being one. The drawer is the payer, else the client of that day. @throws introuvable */
export async function readBordereau(db: Db, id: number): Promise<Bordereau> {
  const { numero, jour, compte, cheques } = await readRemise(db, id)
  return {
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    numero,
    jour,
    compte,
    lignes: [...groupBy(cheques, ({ id: un, groupe }) => groupe?.id ?? -un).values()].flatMap(toLigne),
  }
}

/** The line of one cheque: its payments are one or those of a group. */
function toLigne(paiements: readonly RemiseEntiere['cheques'][number][]): Bordereau['lignes'] {
  const [cheque] = paiements
  if (!cheque) return []
  return [
    {
      tireur: cheque.payeur ?? nomDuTitulaire(cheque),
      banque: cheque.banque,
      reference: cheque.reference,
      date_cheque: cheque.date_cheque,
      recu: paiements.map(({ recu }) => recu).join(', '),
      versement: paiements.reduce((somme, { versement }) => somme + versement, 0),
    },
  ]
}

/**
 * Brings received cheques to the bank, all or none, in a remise with the year's next number; one of a group stands for the group.
 * @throws compteBancaireInconnu, compteBancaireInactif (422 on compte_id), chequeInconnu (422 on ids), pasUnCheque, chequeDeja (409),
 * chequeRecuApres (422 on jour)
 */
export async function createRemise(
  db: Db,
  actor: Actor,
  { compte_id, jour, ids }: RemiseInput,
): Promise<RemiseEntiere> {
  await holdCompte(db, compte_id)
  const cheques = await lockCheques(db, ids, ['recu'])
  for (const cheque of cheques) assertNotBefore(cheque, new Map(), jour, 'jour')
  const numero = await nextNumero(db, 'remise')
  const { id } = await db
    .insertInto('remises')
    .values({ compte_id, jour, ...numero })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update paiements set remise_id = ${id}, version = version + 1 where id = any(${cheques.map((cheque) => cheque.id)})`.execute(
    db,
  )
  const remise = await readRemise(db, id)
  await writeJournal(db, actor, {
    action: 'ajouter',
    objet: 'remise',
    id,
    apres: { ...withoutCheques(remise), recus: cheques.map(recuOf) },
  })
  return remise
}

/** Deletes a remise; its number is not used again. @throws introuvable (404), remiseEntamee (409) once a cheque is cleared or rejected */
export async function deleteRemise(db: Db, actor: Actor, id: number): Promise<void> {
  const inIt = db.selectFrom('paiements').selectAll().where('remise_id', '=', id)
  await inIt.orderBy('id').forUpdate().execute()
  const remise = await db
    .selectFrom('remises')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!remise) throw refuse(communesErreurs.introuvable)
  // The cheques are read again under the locks: one may have been cleared or taken out before they were held.
  const cheques = await inIt.orderBy('recu_annee').orderBy('recu_numero').execute()
  if (cheques.some(({ encaisse_le, rejete_le }) => encaisse_le !== null || rejete_le !== null))
    throw refuse(chequesErreurs.remiseEntamee)
  const avant = { ...withoutCheques(await readRemise(db, id)), recus: cheques.map(recuOf) }
  await sql`update paiements set remise_id = null, version = version + 1 where remise_id = ${id}`.execute(db)
  await db.deleteFrom('remises').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'remise', id, avant })
}

const withoutCheques = ({ cheques: _cheques, ...remise }: RemiseEntiere): Remise => remise
