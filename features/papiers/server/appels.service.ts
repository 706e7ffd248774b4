import { sql } from 'kysely'
import type { AppelsInput, StadeNomme } from '#features/papiers/appels.contract.ts'
import type { Document } from '#features/papiers/papiers.contract.ts'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import {
  assertAtteint,
  dossierDe,
  estAppelable,
  readLieu,
  readLignes,
  readValides,
} from '#features/papiers/server/appels.read.ts'
import {
  cancelDocuments,
  toDocument,
  writeDocuments,
  type DocumentLu,
} from '#features/papiers/server/documents.rows.ts'
import { layOut, signature, unlessRefused } from '#features/papiers/server/documents.service.ts'
import { readFaitsDesVentes } from '#features/papiers/server/facts/faits.read.ts'
import { composeDeVente, type PapierCompose } from '#features/papiers/server/papers/ventes.compose.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { aujourdhui } from '#shared/dates.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Db } from '#server/database/db.ts'
import { zip } from '#shared/zip.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** The issue of a line's appel de fonds: it stands as it was issued, or a new one replaces all that are valid. */
type Prevu =
  | { garde: DocumentLu }
  | { vente_id: number; dossier: string; compose: PapierCompose; remplaces: readonly DocumentLu[] }

/**
 * Finds what is to be made of the lines of a request, in their order. The caller holds a snapshot or the locks of their ventes.
 * @throws introuvable (404), invalide (422 on lignes), limitePassee (422 on limite_le), stadeNonAtteint, appelImpossible (409), the errors of
 * {@link composeDeVente}
 */
async function planAppels(db: Db, nomme: StadeNomme, { lignes, limite_le }: AppelsInput): Promise<Prevu[]> {
  const lieu = await readLieu(db, nomme)
  const connues = new Map((await readLignes(db, nomme)).map((ligne) => [ligne.echeance_id, ligne]))
  const choisies = lignes.flatMap(({ echeance_id, langue = 'fr' }) => {
    const ligne = connues.get(echeance_id)
    return ligne ? [{ ...ligne, langue }] : []
  })
  if (new Set(choisies.map(({ echeance_id }) => echeance_id)).size < lignes.length)
    throw refuse(communesErreurs.invalide, { texte: VALEUR_INVALIDE }).on('lignes')
  if (limite_le != null && limite_le < aujourdhui()) throw refuse(papiersErreurs.limitePassee).on('limite_le')
  assertAtteint(lieu)
  for (const ligne of choisies)
    if (!estAppelable(ligne))
      throw refuse(papiersErreurs.appelImpossible, { libelle: ligne.libelle, dossier: dossierDe(ligne) })
  const valides = await readValides(
    db,
    choisies.map(({ echeance_id }) => echeance_id),
  )
  const aFaire = choisies.filter(
    ({ echeance_id, reste }) => valides.get(echeance_id)?.at(-1)?.montant !== reste,
  )
  const ids = [...new Set(aFaire.map(({ vente_id }) => vente_id))]
  const ventes = new Map((await readFaitsDesVentes(db, ids)).map((faits) => [faits.dossier.id, faits]))
  return choisies.flatMap((ligne): Prevu[] => {
    const { echeance_id, vente_id, langue, reste } = ligne
    const remplaces = valides.get(echeance_id) ?? []
    const dernier = remplaces.at(-1)
    if (dernier?.montant === reste) return [{ garde: dernier }]
    const faits = ventes.get(vente_id)
    if (!faits) throw new Error(`the sale ${vente_id} of a line has no facts`)
    const input = { type: 'appel_fonds', echeance_id, langue, limite_le } as const
    const remplace = dernier && { numero: toDocument(dernier).numero, le: dernier.etabli_le }
    const compose = composeDeVente(faits, input, 'etablir', remplace)
    return [{ vente_id, dossier: dossierDe(ligne), compose, remplaces }]
  })
}

/** Signatures of the papers that were laid out before the locks; null when the request was refused. */
export type AppelsPrets = ReadonlySet<string> | null

/** Composes and lays out the appels de fonds that are to be made, without holding a connection. */
export const prepareAppels = (pool: Db, nomme: StadeNomme, input: AppelsInput): Promise<AppelsPrets> =>
  unlessRefused(async () => {
    const prevus = await inSnapshot(pool, (db) => planAppels(db, nomme, input))
    const papiers = prevus.flatMap((prevu) => ('garde' in prevu ? [] : [prevu.compose]))
    await layOut(papiers)
    return new Set(papiers.map(signature))
  })

/**
 * Issues the appel de fonds of each of these lines under numbers that follow each other, all or none. A line whose last valid one is of what
 * remains keeps it; a new one replaces all that are valid, which are cancelled with its number as their reason (comptes D.4).
 * @param prets the answer of {@link prepareAppels} @returns the papers in the order of the lines, and how many are new
 * @throws the errors of {@link planAppels}, documentsOccupes (503)
 */
export async function issueAppels(
  db: Db,
  actor: Actor,
  nomme: StadeNomme,
  input: AppelsInput,
  prets: AppelsPrets,
): Promise<{ documents: Document[]; faits: number }> {
  await lockAppels(db, nomme, input)
  const prevus = await planAppels(db, nomme, input)
  const nouveaux = prevus.flatMap((prevu) => ('garde' in prevu ? [] : [prevu]))
  await layOut(nouveaux.flatMap(({ compose }) => (prets?.has(signature(compose)) ? [] : [compose])))
  const ecrits = await writeDocuments(
    db,
    actor,
    nouveaux.map(({ vente_id, compose }) => ({ compose, objet: { vente_id } })),
  )
  const faits = zip(nouveaux, ecrits)
  await cancelDocuments(
    db,
    actor,
    faits.flatMap(([{ remplaces, dossier }, { numero }]) =>
      remplaces.map((avant) => ({ avant, motif: `Remplacé par N° ${numero}`, dossier, lieu: undefined })),
    ),
  )
  const nouveau = new Map<Prevu, Document>(faits)
  return {
    documents: prevus.flatMap((prevu) =>
      'garde' in prevu ? [toDocument(prevu.garde)] : (nouveau.get(prevu) ?? []),
    ),
    faits: faits.length,
  }
}

/**
 * Holds the bloc, so that its stade stays reached, then locks the ventes of the lines by id and their valid appels: whoever issues the same at
 * the same time waits and then finds them there.
 */
async function lockAppels(db: Db, { id }: StadeNomme, { lignes }: AppelsInput): Promise<void> {
  const ids = lignes.map(({ echeance_id }) => echeance_id)
  await sql`select from blocs where id = ${id} for share`.execute(db)
  await sql`
    select from ventes where id in (select vente_id from echeances where id = any (${ids}::bigint[])) order by id for no key update`.execute(
    db,
  )
  await sql`
    select from documents where echeance_id = any (${ids}::bigint[]) and annule_le is null order by id for no key update`.execute(
    db,
  )
}
