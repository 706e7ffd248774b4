import type { PapierInput } from '#features/documents/documents.contract.ts'
import { composeModele, type ModelePapier } from '#features/documents/server/papier.ts'
import { readMatiere, type Matiere } from '#features/documents/server/matiere.read.ts'
import type { Sujet } from '#features/documents/server/papiers.corps.ts'
import type { Echeance } from '#features/dossiers/dossier.contract.ts'
import { TYPES_DE_PAPIER, type TypeDePapier } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import type { LogoImprime } from '#server/documents/papier.ts'
import { AppError } from '#server/http/errors.ts'

/** A paper of a vente before it has its number. Amounts in centimes. */
export interface PapierCompose {
  sujet: Sujet
  modele: ModelePapier
  dossier: string
  /** Of today, which no paper keeps. */
  logo: LogoImprime | null
}

/**
 * A paper as the vente makes it at this moment. Read it inside one snapshot, or under the lock of its vente.
 * @throws introuvable (404), echeanceManquante (422 on echeance_id), delaiManquant (422 on delai_jours), signesInconnus (422), what
 * {@link refusOf} says (409)
 */
export async function composePapier(db: Db, venteId: number, input: PapierInput): Promise<PapierCompose> {
  const matiere = await readMatiere(db, venteId)
  const sujet = sujetOf(matiere, input)
  const refus = refusOf(matiere, sujet.type, input)
  if (refus) throw refus
  return {
    sujet,
    modele: composeModele(matiere, sujet),
    dossier: matiere.dossier.dossier,
    logo: matiere.promoteur?.logo ?? null,
  }
}

/** Why each paper cannot be issued now, in its place; null when it can. @throws introuvable */
export async function listEmpechements(db: Db, venteId: number): Promise<Map<TypeDePapier, string | null>> {
  const matiere = await readMatiere(db, venteId)
  return new Map(TYPES_DE_PAPIER.map((type) => [type, refusOf(matiere, type)?.sentence() ?? null]))
}

/**
 * What the state of a vente refuses (409).
 * @param input what is asked, without which the paper is refused only when no wish could have it
 */
function refusOf(matiere: Matiere, type: TypeDePapier, input?: PapierInput): AppError | null {
  const { dossier, terminee_le } = matiere.dossier
  if (type !== 'decompte' && terminee_le !== null)
    return new AppError('venteClose', { dossier, jour: terminee_le })
  return REFUS[type]?.(matiere, input) ?? null
}

const REFUS: Partial<Record<TypeDePapier, (matiere: Matiere, input?: PapierInput) => AppError | null>> = {
  attestation_paiement: ({ dossier }) =>
    dossier.paiements.some(({ etat }) => etat !== 'rejete') ? null : new AppError('aucunPaiement'),
  contrat_reservation({ textes }, input) {
    const { fr, ar } = textes.textes.contrat_reservation
    const clauses = input ? { fr, ar }[input.langue ?? 'fr'] : (fr ?? ar)
    return clauses === null ? new AppError('clausesManquantes') : null
  },
  appel_fonds: (matiere, input) =>
    duesOf(matiere).some(({ id }) => !input || id === input.echeance_id)
      ? null
      : new AppError('echeanceNonExigible'),
  mise_en_demeure: (matiere) => (duesOf(matiere).length > 0 ? null : new AppError('rienDeRetard')),
}

/** Their day has come, and something of each is missing. */
const duesOf = ({ dossier, aujourdhui }: Matiere): Echeance[] =>
  dossier.echeances.filter(
    ({ exigible_le, reste }) => exigible_le !== null && exigible_le <= aujourdhui && reste > 0,
  )

/** What a paper is about. @throws echeanceManquante, delaiManquant (422) */
const sujetOf = (matiere: Matiere, input: PapierInput): Sujet => ({
  type: input.type,
  input,
  jour: input.date ?? matiere.aujourdhui,
  echeances: [],
  delai: null,
  ...SUJETS[input.type](matiere, input),
})

const SUJETS: Record<
  TypeDePapier,
  (
    matiere: Matiere,
    input: PapierInput,
  ) => Pick<Sujet, 'montant'> & Partial<Pick<Sujet, 'echeances' | 'delai'>>
> = {
  attestation_paiement: ({ dossier }) => ({ montant: dossier.totalPaye }),
  contrat_reservation: ({ dossier }) => ({ montant: dossier.montant }),
  appel_fonds({ dossier }, { echeance_id }) {
    const echeance = dossier.echeances.find(({ id }) => id === echeance_id)
    if (!echeance) throw new AppError('echeanceManquante').on('echeance_id')
    return { montant: echeance.reste, echeances: [echeance] }
  },
  mise_en_demeure(matiere, { delai_jours }) {
    const delai = delai_jours ?? matiere.textes.delai_mise_en_demeure
    if (delai === null) throw new AppError('delaiManquant').on('delai_jours')
    return { montant: matiere.dossier.en_retard, echeances: duesOf(matiere), delai }
  },
  pv_remise: () => ({ montant: null }),
  decompte: ({ dossier }) => ({ montant: dossier.resteAPayer }),
}
