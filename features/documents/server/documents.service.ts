import { sql, type Selectable } from 'kysely'
import type { Document, PapierInput, Papiers } from '#features/documents/documents.contract.ts'
import { libelleDuPapier, numeroPapier, typeDeSerie } from '#features/documents/papiers.rules.ts'
import {
  composePapier,
  listEmpechements,
  type PapierCompose,
} from '#features/documents/server/documents.compose.ts'
import { papierPdf, type ModelePapier, type Tirage } from '#features/documents/server/papier.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { formatCode } from '#shared/codes.ts'
import { LANGUES, PAPIERS, type SerieDePapier } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { nextNumero } from '#server/database/numeros.ts'
import { inSnapshot } from '#server/database/reading.ts'
import type { DB } from '#server/database/schema.ts'
import type { LogoImprime } from '#server/documents/papier.ts'
import { AppError } from '#server/http/errors.ts'
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
  'code',
  'annule_le',
  'motif',
  'membre_nom',
] as const
type Row = Pick<Selectable<DB['documents']>, (typeof COLONNES)[number]>

const numeroOf = ({ annee, serie, numero }: Pick<Row, 'annee' | 'serie' | 'numero'>): string =>
  numeroPapier(annee, serie as SerieDePapier, numero)

function toDocument({ annule_le, membre_nom, serie, ...row }: Row): Document {
  const type = typeDeSerie(serie)
  return {
    ...row,
    numero: numeroOf({ ...row, serie }),
    type,
    libelle: libelleDuPapier(type, row.montant),
    langue: LANGUES.find((langue) => langue === row.langue) ?? 'fr',
    code: formatCode(row.code),
    etat: annule_le === null ? 'valide' : 'annulé',
    etabli_par: membre_nom,
  }
}

/** The papers of a vente, the latest first, and which can be issued now. Amounts in centimes. @throws introuvable */
export const listDocuments = (db: Db, venteId: number): Promise<Papiers> =>
  inSnapshot(db, async (instant) => {
    const empechements = await listEmpechements(instant, venteId)
    const rows = await instant
      .selectFrom('documents')
      .select(COLONNES)
      .where('vente_id', '=', venteId)
      .orderBy('id', 'desc')
      .execute()
    return {
      data: rows.map(toDocument),
      possibles: [...empechements].map(([type, empeche]) => ({
        type,
        libelle: PAPIERS[type].libelle,
        empeche,
      })),
    }
  })

/** A paper that was composed and laid out: what is composed again under the lock is compared with it. */
export type PapierPret = string | null

const signature = ({ modele, sujet }: PapierCompose) => JSON.stringify([modele, sujet.montant])

/** Lays out a paper that cannot be told from the one to be issued but by its number and code: what cannot be printed takes none. */
async function layOut({ modele, sujet }: PapierCompose): Promise<void> {
  const numero = numeroPapier(2000, PAPIERS[sujet.type].serie, 0)
  await papierPdf(modele, { numero, code: '000000000000', etat: 'valide' }, { exact: true })
}

/**
 * Composes a paper and lays it out before any lock is held and without a connection of the database meanwhile.
 * @returns null when it is refused: that is said under the lock, or not at all if the same request was answered before
 */
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
 * Issues a paper under the next number of its series, as the vente is under its lock.
 * @param pret what {@link prepareDocument} gave
 * @throws introuvable (404), what {@link composePapier} throws, documentsOccupes (503)
 */
export async function etablirDocument(
  db: Db,
  actor: Actor,
  venteId: number,
  input: PapierInput,
  pret: PapierPret,
): Promise<Document> {
  await sql`select id from ventes where id = ${venteId} for share`.execute(db)
  const compose = await composePapier(db, venteId, input)
  // Something was changed or paid between the two.
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

/** What the journal keeps of a paper: its code would let its reader pass another for it. */
const journalOf = (
  { numero, type, langue, etabli_le, montant, vente_id, motif }: Document,
  dossier: string,
) => ({ numero, type, langue, etabli_le, montant, dossier, vente_id, motif })

/**
 * Cancels a paper; its number stays used.
 * @throws introuvable (404), dejaAnnule (409)
 */
export async function annulerDocument(db: Db, actor: Actor, id: number, motif: string): Promise<Document> {
  const row = await db
    .selectFrom('documents as d')
    .innerJoin('ventes as v', 'v.id', 'd.vente_id')
    .select(COLONNES.map((colonne) => `d.${colonne}` as const))
    .select(sql<string>`v.dossier_annee || '-D-' || lpad(v.dossier_numero::text, 4, '0')`.as('dossier'))
    .where('d.id', '=', id)
    .forUpdate('d')
    .executeTakeFirst()
  if (!row) throw new AppError('introuvable')
  const { dossier, ...avant } = row
  if (avant.annule_le !== null) throw new AppError('dejaAnnule')
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

/** A paper as it was issued, with the logo of today. @throws introuvable */
export async function readTirage(
  db: Db,
  id: number,
): Promise<{ modele: ModelePapier; tirage: Tirage; logo: LogoImprime | null }> {
  const row = await db
    .selectFrom('documents')
    .select([...COLONNES, 'modele'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('introuvable')
  const { modele, code, ...document } = row
  return {
    modele: modele as unknown as ModelePapier,
    logo: (await promoteurPourDocuments(db))?.logo ?? null,
    tirage: {
      numero: numeroOf(document),
      code,
      etat: document.annule_le === null ? 'valide' : 'annulé',
    },
  }
}
