import { sql, type Selectable } from 'kysely'
import type { Document } from '#features/papiers/papiers.contract.ts'
import { nommeIdentite, type PapierCompose } from '#features/papiers/server/papers/ventes.compose.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { formatCode } from '#shared/codes.ts'
import type { BlocNomme } from '#shared/nommer.ts'
import { numeroPapier } from '#shared/numero.ts'
import { LANGUES, libelleDuPapier, PAPIERS, typeDeSerie, VARIANTES } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { nextNumeros } from '#server/database/numeros.ts'
import type { DB } from '#server/database/schema.ts'
import { zip } from '#shared/zip.ts'
import type { Actor } from '#server/http/session.ts'

/** The rows of the papers: written under their numbers and cancelled, with their lines in the journal. */

/** Columns of {@link DocumentLu}. */
export const COLONNES = [
  'id',
  'vente_id',
  'bloc_id',
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
  'imprime_le',
] as const
/** A paper as it is kept. */
export type DocumentLu = Pick<Selectable<DB['documents']>, (typeof COLONNES)[number]>

/** A paper as the calls answer it; its amount in centimes. */
export function toDocument({ annule_le, imprime_le, membre_nom, serie, ...row }: DocumentLu): Document {
  const type = typeDeSerie(serie)
  return {
    ...row,
    numero: numeroPapier(row.annee, serie, row.numero),
    type,
    variante: VARIANTES.find((une) => une === row.variante) ?? null,
    libelle: libelleDuPapier(type, row.variante),
    langue: LANGUES.find((langue) => langue === row.langue) ?? 'fr',
    code: formatCode(row.code),
    etat: annule_le === null ? 'valide' : 'annulé',
    etabli_par: membre_nom,
    imprime_le: imprime_le && imprime_le.toISOString(),
  }
}

/** Names, for the journal, of the dossier and the bloc that a paper is about. */
interface Objet {
  dossier: string | null
  lieu: BlocNomme | undefined
}

/** Journal entry of a paper. The code is left out: a reader of the journal could print it on a false paper. */
const journalOf = (
  { numero, type, langue, etabli_le, montant, vente_id, bloc_id, motif }: Document,
  { dossier, lieu }: Objet,
) => ({
  numero,
  type,
  langue,
  etabli_le,
  montant,
  dossier,
  vente_id,
  ...(bloc_id !== null && { bloc_id, ...lieu }),
  motif,
})

interface AEcrire {
  compose: PapierCompose
  objet: { vente_id: number | null; bloc_id?: number | undefined }
  lieu?: BlocNomme | undefined
}

/**
 * Writes composed papers of one series under its next numbers, which follow each other, in this order. The caller holds what they are about.
 */
export async function writeDocuments(db: Db, actor: Actor, papiers: readonly AEcrire[]): Promise<Document[]> {
  const [premier] = papiers
  if (!premier) return []
  const { serie } = PAPIERS[premier.compose.sujet.type]
  const numeros = await nextNumeros(
    db,
    serie,
    papiers.map(() => null),
  )
  const values = zip(papiers, numeros).map(
    ([
      {
        compose: { sujet, modele },
        objet,
      },
      numero,
    ]) => ({
      serie,
      langue: sujet.input.langue ?? 'fr',
      bloc_id: null,
      ...objet,
      echeance_id: sujet.type === 'appel_fonds' ? (sujet.echeances[0]?.id ?? null) : null,
      etabli_le: sujet.jour,
      montant: sujet.montant,
      variante: sujet.variante,
      identite: nommeIdentite(sujet.type),
      modele: JSON.stringify(modele),
      membre_nom: actor.name,
      ...numero,
    }),
  )
  const rows = await db.insertInto('documents').values(values).returning(COLONNES).execute()
  const written = rows.toSorted((a, b) => a.annee - b.annee || a.numero - b.numero).map(toDocument)
  await writeJournal(
    db,
    actor,
    zip(papiers, written).map(([{ compose, lieu }, document]) => ({
      action: 'etablir',
      objet: 'document',
      id: document.id,
      apres: journalOf(document, { dossier: compose.dossier ?? null, lieu }),
    })),
  )
  return written
}

interface AAnnuler extends Objet {
  avant: DocumentLu
  motif: string
}

/** Cancels papers that the caller has locked and found valid; their numbers stay used. @returns them by id */
export async function cancelDocuments(
  db: Db,
  actor: Actor,
  papiers: readonly AAnnuler[],
): Promise<Document[]> {
  if (papiers.length === 0) return []
  const motifs = papiers.map(({ avant, motif }) => ({ id: avant.id, motif }))
  const rows = await db
    .updateTable('documents as d')
    .from(
      sql<{ id: number; motif: string }>`json_to_recordset(${JSON.stringify(motifs)}::json)`.as<'m'>(
        sql`m (id bigint, motif text)`,
      ),
    )
    .set({ annule_le: sql`now()`, motif: sql.ref('m.motif') })
    .whereRef('d.id', '=', sql.ref('m.id'))
    .returning(COLONNES.map((colonne) => `d.${colonne}` as const))
    .execute()
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
  const cancelled = rows.toSorted(byId).map(toDocument)
  const before = papiers.toSorted((a, b) => byId(a.avant, b.avant))
  await writeJournal(
    db,
    actor,
    zip(before, cancelled).map(([{ avant, motif: _motif, ...de }, apres]) => ({
      action: 'annuler',
      objet: 'document',
      id: avant.id,
      avant: journalOf(toDocument(avant), de),
      apres: journalOf(apres, de),
    })),
  )
  return cancelled
}
