import { sql, type Selectable } from 'kysely'
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
  nommeIdentite,
  refusDuRole,
  type PapierCompose,
} from '#features/papiers/server/papers/ventes.compose.ts'
import { papierPdf } from '#features/papiers/server/press/pdf.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { formatCode } from '#shared/codes.ts'
import type { Role } from '#shared/droits.ts'
import type { BlocNomme } from '#shared/nommer.ts'
import { numeroDossier, numeroPapier } from '#shared/numero.ts'
import {
  LANGUES,
  libelleDuPapier,
  PAPIERS,
  PAPIERS_DE_VENTE,
  typeDeSerie,
  TYPES_DE_PAPIER,
  VARIANTES,
} from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { nextNumero } from '#server/database/numeros.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import type { DB } from '#server/database/schema.ts'
import { AppError, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const COLONNES = [
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
type Row = Pick<Selectable<DB['documents']>, (typeof COLONNES)[number]>

function toDocument({ annule_le, imprime_le, membre_nom, serie, ...row }: Row): Document {
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

const signature = ({ modele, sujet }: PapierCompose) =>
  JSON.stringify([modele, sujet.montant, sujet.variante])

/** Lays out the paper with a sample number, to find what cannot be printed before a number is used. */
async function layOut({ modele, sujet }: PapierCompose): Promise<void> {
  const numero = numeroPapier(2000, PAPIERS[sujet.type].serie, 0)
  await papierPdf(modele, { numero, code: '000000000000', etat: 'valide' }, { exact: true })
}

/** Composes and lays out a paper without holding a connection; null for a refusal, which {@link issueDocument} throws under the lock. */
export async function prepareDocument(pool: Db, demande: Demande): Promise<PapierPret> {
  try {
    const compose = await inSnapshot(pool, (db) => composeDemande(db, demande))
    await layOut(compose)
    return signature(compose)
  } catch (error) {
    if (error instanceof AppError && error.status() < 500) return null
    throw error
  }
}

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
  if (signature(compose) !== pret) await layOut(compose)
  const { sujet, modele, dossier } = compose
  const { serie } = PAPIERS[sujet.type]
  const row = await db
    .insertInto('documents')
    .values({
      serie,
      langue: sujet.input.langue ?? 'fr',
      ...('vente' in demande
        ? { vente_id: demande.vente }
        : { bloc_id: demande.bloc, vente_id: demande.input.vente_id ?? null }),
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
    apres: journalOf(document, { dossier, lieu: await readBlocNomme(db, row.bloc_id) }),
  })
  return document
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
  const apres = await db
    .updateTable('documents')
    .set({ annule_le: sql`now()`, motif })
    .where('id', '=', id)
    .returning(COLONNES)
    .executeTakeFirstOrThrow()
  const document = toDocument(apres)
  const de = { dossier, lieu: await readBlocNomme(db, apres.bloc_id) }
  await writeJournal(db, actor, {
    action: 'annuler',
    objet: 'document',
    id,
    avant: journalOf(toDocument(avant), de),
    apres: journalOf(document, de),
  })
  return document
}
