import { sql } from 'kysely'
import { enRetard } from '#features/etats/server/etats.read.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import type { Relance } from '#features/ventes/dossiers.contract.ts'
import { NOMS_DES_CANAUX, type Canal } from '#features/ventes/relances.rules.ts'
import type { RelancesInput } from '#features/ventes/relances.contract.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui, jourOf, type Jour } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import { PAPIERS } from '#shared/papiers.ts'
import { numeroDuPapier, PAPIER_NOTE, type PapierLu } from '#features/ventes/server/papiers-notes.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

interface Vente {
  id: number
  dossier_annee: number
  dossier_numero: number
  terminee_le: Date | null
}
/** A note of a vente: it was reminded, or its appel de fonds was sent. */
interface Notable extends Vente {
  montant: Centimes
  /** Relance of the same day. */
  deja: { canal: Canal; par: string } | null
  document: Relance['document']
}

const dossierOf = ({ dossier_annee, dossier_numero }: Pick<Vente, 'dossier_annee' | 'dossier_numero'>) =>
  numeroDossier(dossier_annee, dossier_numero)

/**
 * Notes a relance of today for all these dossiers or for none, with their late amounts; a second one of today gives a remark. With
 * `document_ids` it notes that these appels de fonds were sent, with their amounts, which is no relance (comptes C.1).
 * @throws dossierInconnu (422 on vente_ids), appelInvalide (422 on document_ids), venteClose (409)
 */
export async function createRelances(
  db: Db,
  actor: Actor,
  { vente_ids = [], document_ids, canal, note = null }: RelancesInput,
): Promise<{ relances: Relance[]; remarques: string[] }> {
  const jour = aujourdhui()
  const notables = document_ids ? await lockAppels(db, document_ids) : await lockVentes(db, vente_ids, jour)
  for (const vente of notables)
    if (vente.terminee_le !== null)
      throw refuse(ventesErreurs.venteClose, { dossier: dossierOf(vente), jour: jourOf(vente.terminee_le) })
  const rows = await db
    .insertInto('relances')
    .values(
      notables.map(({ id, montant, document }) => ({
        vente_id: id,
        canal,
        jour,
        montant,
        note,
        membre_nom: actor.name,
        membre_id: actor.id,
        document_id: document?.id ?? null,
      })),
    )
    .returning(['id', 'vente_id', 'document_id'])
    .execute()
  const ids = new Map(rows.map(({ id, vente_id, document_id }) => [`${vente_id} ${document_id}`, id]))
  const relances = notables.map(({ montant, document, ...vente }) => ({
    id: ids.get(`${vente.id} ${document?.id ?? null}`) ?? 0,
    vente_id: vente.id,
    dossier: dossierOf(vente),
    canal,
    jour,
    montant,
    note,
    par: actor.name,
    document,
  }))
  await writeJournal(
    db,
    actor,
    relances.map(({ id, document, ...apres }) => ({
      action: 'ajouter',
      objet: 'relance',
      id,
      apres: { ...apres, ...(document && { document: document.numero }) },
    })),
  )
  return {
    relances,
    remarques: notables.flatMap((vente) =>
      vente.deja
        ? [
            `Le dossier ${dossierOf(vente)} a déjà été relancé aujourd'hui (${NOMS_DES_CANAUX[vente.deja.canal]}, par ${vente.deja.par}).`,
          ]
        : [],
    ),
  }
}

/**
 * Takes back a relance noted by mistake; the journal keeps it. Only its author does, on the same day (RF-41).
 * @throws introuvable (404), relanceDunAutre (409)
 */
export async function deleteRelance(db: Db, actor: Actor, id: number): Promise<void> {
  const [seen] = await selectRelance(db, id)
  if (!seen) throw refuse(communesErreurs.introuvable)
  const { membre_id, dossier_annee, dossier_numero, document, ...relance } = seen
  if (membre_id !== actor.id || relance.jour !== aujourdhui()) throw refuse(ventesErreurs.relanceDunAutre)
  await db.deleteFrom('relances').where('id', '=', id).execute()
  await writeJournal(db, actor, {
    action: 'supprimer',
    objet: 'relance',
    id,
    avant: {
      ...relance,
      dossier: numeroDossier(dossier_annee, dossier_numero),
      ...(document && { document: numeroDuPapier(document).numero }),
    },
  })
}

type Notee = Omit<Relance, 'dossier' | 'id' | 'document'> &
  Pick<Vente, 'dossier_annee' | 'dossier_numero'> & { membre_id: number | null; document: PapierLu | null }

const selectRelance = statement<[number], Notee>(
  (id) => sql<Notee>`
    select r.vente_id, r.canal, r.jour, r.montant, r.note, r.membre_nom as par, r.membre_id, v.dossier_annee, v.dossier_numero,
      ${PAPIER_NOTE} as document
    from relances r join ventes v on v.id = r.vente_id left join documents d on d.id = r.document_id
    where r.id = ${id} for update of r`,
)

/** Locks the ventes in share mode: other relances pass, payments wait. @returns how many there are */
async function holdVentes(db: Db, ids: readonly number[]): Promise<number> {
  const { rows } = await sql`select from ventes where id = any(${ids}) order by id for share`.execute(db)
  return rows.length
}

/** @throws dossierInconnu (422 on vente_ids) */
async function lockVentes(db: Db, ids: readonly number[], jour: Jour): Promise<Notable[]> {
  if ((await holdVentes(db, ids)) < ids.length) throw refuse(ventesErreurs.dossierInconnu).on('vente_ids')
  // This statement runs after the lock, so that it sees payments that were made while the lock was waited for.
  const { rows } = await sql<Omit<Notable, 'document'>>`
    select v.id, v.dossier_annee, v.dossier_numero, v.terminee_le, ${enRetard(jour)} as montant,
      (select json_build_object('canal', r.canal, 'par', r.membre_nom) from relances r
        where r.vente_id = v.id and r.jour = ${jour} and r.document_id is null order by r.id desc limit 1) as deja
    from ventes v where v.id = any(${ids}) order by v.id`.execute(db)
  return rows.map((vente) => ({ ...vente, document: null }))
}

/** Locks appels de fonds that are valid, after their ventes. @throws appelInvalide (422 on document_ids) */
async function lockAppels(db: Db, ids: readonly number[]): Promise<Notable[]> {
  const named = await db
    .selectFrom('documents')
    .select('vente_id')
    .where('id', 'in', ids)
    .where('serie', '=', PAPIERS.appel_fonds.serie)
    .execute()
  await holdVentes(
    db,
    named.flatMap(({ vente_id }) => vente_id ?? []),
  )
  const { rows } = await sql<Vente & { montant: Centimes; document: PapierLu }>`
    select v.id, v.dossier_annee, v.dossier_numero, v.terminee_le, d.montant, ${PAPIER_NOTE} as document
    from documents d join ventes v on v.id = d.vente_id
    where d.id = any(${ids}) and d.serie = ${PAPIERS.appel_fonds.serie} and d.annule_le is null order by d.id for share of d`.execute(
    db,
  )
  if (rows.length < ids.length) throw refuse(ventesErreurs.appelInvalide).on('document_ids')
  return rows.map(({ document, ...vente }) => ({ ...vente, deja: null, document: numeroDuPapier(document) }))
}
