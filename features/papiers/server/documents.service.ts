import { sql, type Selectable } from 'kysely'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Document, PapierInput, Papiers } from '#features/papiers/papiers.contract.ts'
import {
  composePapier,
  listEmpechements,
  nommeIdentite,
  refusDuRole,
  type PapierCompose,
} from '#features/papiers/server/documents.compose.ts'
import { papierPdf, type ModelePapier, type Tirage } from '#features/papiers/server/papiers.pdf.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { formatCode } from '#shared/codes.ts'
import type { Role } from '#shared/droits.ts'
import { numeroDossier, numeroPapier } from '#shared/numero.ts'
import { LANGUES, libelleDuPapier, PAPIERS, typeDeSerie } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { nextNumero } from '#server/database/numeros.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import type { DB } from '#server/database/schema.ts'
import type { LogoImprime } from '#server/documents/papier.ts'
import { AppError, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const COLONNES = [
  'id',
  'vente_id',
  'serie',
  'annee',
  'numero',
  'langue',
  'etabli_le',
  'montant',
  'variante',
  'code',
  'annule_le',
  'motif',
  'membre_nom',
] as const
type Row = Pick<Selectable<DB['documents']>, (typeof COLONNES)[number]>

const numeroOf = ({ annee, serie, numero }: Pick<Row, 'annee' | 'serie' | 'numero'>): string =>
  numeroPapier(annee, serie, numero)

function toDocument({ annule_le, membre_nom, serie, variante, ...row }: Row): Document {
  const type = typeDeSerie(serie)
  return {
    ...row,
    numero: numeroOf({ ...row, serie }),
    type,
    libelle: libelleDuPapier(type, variante),
    langue: LANGUES.find((langue) => langue === row.langue) ?? 'fr',
    code: formatCode(row.code),
    etat: annule_le === null ? 'valide' : 'annulé',
    etabli_par: membre_nom,
  }
}

/** Lists the papers of a vente, the latest first, and the types that this rôle can issue. Amounts in centimes. @throws introuvable (404) */
export const listDocuments = (db: Db, venteId: number, role: Role): Promise<Papiers> =>
  inSnapshot(db, async (instant) => {
    const empechements = await listEmpechements(instant, venteId, role)
    const rows = await instant
      .selectFrom('documents')
      .select([...COLONNES, 'identite'])
      .where('vente_id', '=', venteId)
      .orderBy('id', 'desc')
      .execute()
    return {
      data: rows.map(({ identite, ...row }) => {
        const empeche = refusDuRole(role, identite)?.message
        return { ...toDocument(row), ...(empeche !== undefined && { empeche }) }
      }),
      possibles: [...empechements].map(([type, empeche]) => ({
        type,
        libelle: PAPIERS[type].libelle,
        empeche,
      })),
    }
  })

/** Signature of a paper that was laid out before the lock, compared under the lock; null when the paper was refused. */
export type PapierPret = string | null

const signature = ({ modele, sujet }: PapierCompose) =>
  JSON.stringify([modele, sujet.montant, sujet.variante])

/** Lays out the paper with a sample number, to find what cannot be printed before a number is used. */
async function layOut({ modele, sujet }: PapierCompose): Promise<void> {
  const numero = numeroPapier(2000, PAPIERS[sujet.type].serie, 0)
  await papierPdf(modele, { numero, code: '000000000000', etat: 'valide' }, { exact: true })
}

/** Composes and lays out a paper without holding a connection; null for a refusal, which {@link issueDocument} throws under the lock. */
export async function prepareDocument(pool: Db, venteId: number, input: PapierInput): Promise<PapierPret> {
  try {
    const compose = await inSnapshot(pool, (db) => composePapier(db, venteId, input))
    await layOut(compose)
    return signature(compose)
  } catch (error) {
    if (error instanceof AppError && error.status() < 500) return null
    throw error
  }
}

/**
 * Issues a paper under the next number of its series. `pret` is the answer of {@link prepareDocument}.
 * @throws introuvable (404), the errors of {@link composePapier}, documentsOccupes (503)
 */
export async function issueDocument(
  db: Db,
  actor: Actor,
  venteId: number,
  input: PapierInput,
  pret: PapierPret,
): Promise<Document> {
  await sql`select id from ventes where id = ${venteId} for share`.execute(db)
  const compose = await composePapier(db, venteId, input)
  if (signature(compose) !== pret) await layOut(compose)
  const { sujet, modele, dossier } = compose
  const { serie } = PAPIERS[sujet.type]
  const row = await db
    .insertInto('documents')
    .values({
      serie,
      langue: input.langue ?? 'fr',
      vente_id: venteId,
      etabli_le: sujet.jour,
      montant: sujet.montant,
      variante: sujet.variante,
      identite: nommeIdentite(sujet.type),
      modele: JSON.stringify(modele),
      membre_nom: actor.name,
      ...(await nextNumero(db, serie)),
    })
    .returning(COLONNES)
    .executeTakeFirstOrThrow()
  const document = toDocument(row)
  await writeJournal(db, actor, {
    action: 'etablir',
    objet: 'document',
    id: row.id,
    apres: journalOf(document, dossier),
  })
  return document
}

/** Journal entry of a paper. The code is left out: a reader of the journal could print it on a false paper. */
const journalOf = (
  { numero, type, langue, etabli_le, montant, vente_id, motif }: Document,
  dossier: string,
) => ({ numero, type, langue, etabli_le, montant, dossier, vente_id, motif })

/** Cancels a paper. Its number stays used. @throws introuvable (404), dejaAnnule (409) */
export async function annulerDocument(db: Db, actor: Actor, id: number, motif: string): Promise<Document> {
  const row = await db
    .selectFrom('documents as d')
    .innerJoin('ventes as v', 'v.id', 'd.vente_id')
    .select(COLONNES.map((colonne) => `d.${colonne}` as const))
    .select(['v.dossier_annee', 'v.dossier_numero'])
    .where('d.id', '=', id)
    .forUpdate('d')
    .executeTakeFirst()
  if (!row) throw refuse(communesErreurs.introuvable)
  const { dossier_annee, dossier_numero, ...avant } = row
  const dossier = numeroDossier(dossier_annee, dossier_numero)
  if (avant.annule_le !== null) throw refuse(papiersErreurs.dejaAnnule)
  const apres = await db
    .updateTable('documents')
    .set({ annule_le: sql`now()`, motif })
    .where('id', '=', id)
    .returning(COLONNES)
    .executeTakeFirstOrThrow()
  const document = toDocument(apres)
  await writeJournal(db, actor, {
    action: 'annuler',
    objet: 'document',
    id,
    avant: journalOf(toDocument(avant), dossier),
    apres: journalOf(document, dossier),
  })
  return document
}

/** Reads an issued paper for a reprint, with the logo of today. `identite`: it prints a buyer's identity. @throws introuvable (404) */
export async function readTirage(
  db: Db,
  id: number,
): Promise<{ modele: ModelePapier; tirage: Tirage; logo: LogoImprime | null; identite: boolean }> {
  const row = await db
    .selectFrom('documents')
    .select([...COLONNES, 'modele', 'identite'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw refuse(communesErreurs.introuvable)
  const { modele, code, identite, ...document } = row
  return {
    identite,
    modele: modele as unknown as ModelePapier,
    logo: (await promoteurPourDocuments(db))?.logo ?? null,
    tirage: {
      numero: numeroOf(document),
      code,
      etat: document.annule_le === null ? 'valide' : 'annulé',
    },
  }
}
