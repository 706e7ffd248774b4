import { sql } from 'kysely'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Document, PapierDeBlocInput, PapierInput, Papiers } from '#features/papiers/papiers.contract.ts'
import {
  composePapierDuBloc,
  listPossiblesDuBloc,
  readBlocNomme,
} from '#features/papiers/server/papers/blocs.compose.ts'
import {
  composePapier,
  listPossibles,
  refusDuRole,
  type PapierCompose,
} from '#features/papiers/server/papers/ventes.compose.ts'
import {
  cancelDocuments,
  COLONNES,
  toDocument,
  writeDocuments,
} from '#features/papiers/server/documents.rows.ts'
import { renderPapiers, vueNumerotee } from '#features/papiers/server/press/pdf.ts'
import type { Role } from '#shared/droits.ts'
import { numeroDossier, numeroPapier } from '#shared/numero.ts'
import { PAPIERS, PAPIERS_DE_VENTE, TYPES_DE_PAPIER } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { AppError, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Lists the papers of a vente, those of its bloc that name it among them, the latest first, and the types that this rôle can issue: with
 * `tous` every type, each with its remarks. Amounts in centimes. @throws introuvable (404)
 */
export const listDocuments = (
  db: Db,
  venteId: number,
  role: Role,
  { tous }: { tous?: '1' | undefined },
): Promise<Papiers> =>
  inSnapshot(db, async (instant) => {
    const possibles = await listPossibles(instant, venteId, role, tous ? PAPIERS_DE_VENTE : TYPES_DE_PAPIER)
    return {
      data: await listEtablis(instant, 'vente_id', venteId, role),
      possibles: possibles.map(({ type, empeche, remarques }) => ({
        type,
        libelle: PAPIERS[type].libelle,
        empeche,
        ...(tous && { remarques }),
      })),
    }
  })

/** Lists the papers of a bloc, the latest first, and what {@link listPossiblesDuBloc} tells. @throws introuvable (404), autreBloc (422) */
export const listDocumentsDuBloc = (
  db: Db,
  blocId: number,
  role: Role,
  venteId?: number | null,
): Promise<Papiers> =>
  inSnapshot(db, async (instant) => {
    const possibles = await listPossiblesDuBloc(instant, blocId, venteId)
    return {
      data: await listEtablis(instant, 'bloc_id', blocId, role),
      possibles: possibles.map((possible) => ({ ...possible, libelle: PAPIERS[possible.type].libelle })),
    }
  })

async function listEtablis(
  db: Db,
  objet: 'vente_id' | 'bloc_id',
  id: number,
  role: Role,
): Promise<Papiers['data']> {
  const rows = await db
    .selectFrom('documents')
    .select([...COLONNES, 'identite'])
    .where(objet, '=', id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ identite, ...row }) => {
    const empeche = refusDuRole(role, identite)?.message
    return { ...toDocument(row), ...(empeche !== undefined && { empeche }) }
  })
}

/** Request for a paper of a vente or of a bloc. */
export type Demande = { vente: number; input: PapierInput } | { bloc: number; input: PapierDeBlocInput }

const composeDemande = (db: Db, demande: Demande): Promise<PapierCompose> =>
  'vente' in demande
    ? composePapier(db, demande.vente, demande.input)
    : composePapierDuBloc(db, demande.bloc, demande.input)

/** Signature of a paper that was laid out before the lock, compared under the lock; null when the paper was refused. */
export type PapierPret = string | null

export const signature = ({ modele, sujet }: PapierCompose): string =>
  JSON.stringify([modele, sujet.montant, sujet.variante])

/** Lays out papers with a sample number, to find what cannot be printed before a number is used. @throws signesInconnus (422) */
export async function layOut(papiers: readonly PapierCompose[]): Promise<void> {
  if (papiers.length === 0) return
  const vues = papiers.map(({ modele, sujet }) =>
    vueNumerotee(modele, {
      numero: numeroPapier(2000, PAPIERS[sujet.type].serie, 0),
      code: '000000000000',
      etat: 'valide',
    }),
  )
  await renderPapiers(vues[0]?.papier.intitule ?? '', vues, { exact: true })
}

/** Work that is done before a lock; null for a refusal, which is told under the lock. */
export async function unlessRefused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.status() < 500) return null
    throw error
  }
}

/** Composes and lays out a paper without holding a connection; null for a refusal, which {@link issueDocument} throws under the lock. */
export const prepareDocument = (pool: Db, demande: Demande): Promise<PapierPret> =>
  unlessRefused(async () => {
    const compose = await inSnapshot(pool, (db) => composeDemande(db, demande))
    await layOut([compose])
    return signature(compose)
  })

/** Holds what a paper says until it is issued. A mise en demeure waits for the one before it, whose rank it follows. */
async function holdObjet(db: Db, demande: Demande): Promise<void> {
  const { input } = demande
  if ('bloc' in demande) await sql`select id from blocs where id = ${demande.bloc} for share`.execute(db)
  const vente = 'vente' in demande ? demande.vente : demande.input.vente_id
  const mode = input.type === 'mise_en_demeure' ? sql`no key update` : sql`share`
  if (vente != null) await sql`select id from ventes where id = ${vente} for ${mode}`.execute(db)
}

/**
 * Issues a paper under the next number of its series. `pret` is the answer of {@link prepareDocument}.
 * @throws introuvable (404), the errors of {@link composePapier} and {@link composePapierDuBloc}, documentsOccupes (503)
 */
export async function issueDocument(
  db: Db,
  actor: Actor,
  demande: Demande,
  pret: PapierPret,
): Promise<Document> {
  await holdObjet(db, demande)
  const compose = await composeDemande(db, demande)
  if (signature(compose) !== pret) await layOut([compose])
  const objet =
    'vente' in demande
      ? { vente_id: demande.vente }
      : { bloc_id: demande.bloc, vente_id: demande.input.vente_id ?? null }
  const lieu = await readBlocNomme(db, objet.bloc_id ?? null)
  const [document] = await writeDocuments(db, actor, [{ compose, objet, lieu }])
  if (!document) throw new Error('a paper that is written is answered')
  return document
}

/** Cancels a paper. Its number stays used. @throws introuvable (404), dejaAnnule (409) */
export async function cancelDocument(db: Db, actor: Actor, id: number, motif: string): Promise<Document> {
  const row = await db
    .selectFrom('documents as d')
    .leftJoin('ventes as v', 'v.id', 'd.vente_id')
    .select(COLONNES.map((colonne) => `d.${colonne}` as const))
    .select(['v.dossier_annee', 'v.dossier_numero'])
    .where('d.id', '=', id)
    .forUpdate('d')
    .executeTakeFirst()
  if (!row) throw refuse(communesErreurs.introuvable)
  const { dossier_annee, dossier_numero, ...avant } = row
  const dossier =
    dossier_annee === null || dossier_numero === null ? null : numeroDossier(dossier_annee, dossier_numero)
  if (avant.annule_le !== null) throw refuse(papiersErreurs.dejaAnnule)
  const lieu = await readBlocNomme(db, avant.bloc_id)
  const [document] = await cancelDocuments(db, actor, [{ avant, motif, dossier, lieu }])
  if (!document) throw new Error('a paper that is cancelled is answered')
  return document
}
