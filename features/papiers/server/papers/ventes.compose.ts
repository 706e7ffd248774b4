import type { PapierInput } from '#features/papiers/papiers.contract.ts'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { readFaitsDeLaVente } from '#features/papiers/server/facts/faits.read.ts'
import type { Faits } from '#features/papiers/server/facts/faits.ts'
import { NUMEROTES } from '#features/papiers/server/papers/numerotes.ts'
import { composeModele } from '#features/papiers/server/press/modele.ts'
import type { Sujet } from '#features/papiers/server/facts/sujet.ts'
import { remarquesDe } from '#features/papiers/server/remarques.ts'
import { peut, type Role } from '#shared/droits.ts'
import type { Jour } from '#shared/dates.ts'
import {
  PAPIERS_D_IDENTITE,
  PAPIERS_DU_JOUR,
  type PapierDeVente,
  type TypeDePapier,
} from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import type { LogoImprime } from '#server/documents/papier.ts'
import { AppError, refuse } from '#server/http/errors.ts'
import type { Session } from '#server/http/session.ts'
import type { ModelePapier } from '#features/papiers/server/press/pdf.ts'

/** Content of a paper, without a number. Amounts in centimes. */
export interface PapierCompose {
  sujet: Sujet
  modele: ModelePapier
  /** Sale that the paper names; null for a paper of a bloc alone. */
  dossier: string | null
  /** Logo of today: no paper keeps its logo. */
  logo: LogoImprime | null
}

/** A paper that is issued, or its preview, which is drawn also while the dossier lacks an identity. */
export type But = 'etablir' | 'projet'

/**
 * Composes a paper from the present state of the vente. The caller holds a snapshot or the lock of the vente.
 * @throws introuvable (404), jourDesSommes, jourFutur (422 on date), echeanceManquante (422 on echeance_id), limitePassee (422 on limite_le),
 * delaiManquant (422 on delai_jours), texteTropLong, signesInconnus (422), the refusals of {@link refusOf} (409)
 */
export async function composePapier(
  db: Db,
  venteId: number,
  input: PapierInput,
  but: But = 'etablir',
): Promise<PapierCompose> {
  return composeDeVente(await readFaitsDeLaVente(db, venteId), input, but)
}

/** {@link composePapier} of what was read. @param remplace the appel de fonds that this one replaces */
export function composeDeVente(
  faits: Faits,
  input: PapierInput,
  but: But = 'etablir',
  remplace?: Sujet['remplace'],
): PapierCompose {
  const sujet = { ...sujetOf(faits, input), remplace }
  const refus = refusOf(faits, sujet.type, but, input)
  if (refus) throw refus
  return {
    sujet,
    modele: composeModele(NUMEROTES[sujet.type], faits, sujet),
    dossier: faits.dossier.dossier,
    logo: faits.promoteur?.logo ?? null,
  }
}

/**
 * Tells of each type of paper why this rôle cannot issue it now, and what to know before. @param types the papers asked about @throws
 * introuvable (404)
 */
export async function listPossibles(
  db: Db,
  venteId: number,
  role: Role,
  types: readonly PapierDeVente[],
): Promise<{ type: PapierDeVente; empeche: string | null; remarques: string[] }[]> {
  const faits = await readFaitsDeLaVente(db, venteId)
  return types.map((type) => ({
    type,
    empeche: (refusDuRole(role, nommeIdentite(type)) ?? refusOf(faits, type, 'etablir'))?.message ?? null,
    remarques: remarquesDe(faits, type),
  }))
}

/** Tells whether papers of this type print the buyers' birth and identity paper. */
export const nommeIdentite = (type: TypeDePapier): boolean => PAPIERS_D_IDENTITE.includes(type)

/** Refusal (403) of a paper that prints an identity, for a rôle without the right `identite`; else null. */
export const refusDuRole = (role: Role, identite: boolean): AppError | null =>
  identite && !peut(role, 'identite') ? refuse(communesErreurs.roleInsuffisant) : null

/** @throws nonAuthentifie (401) without a session, roleInsuffisant (403) for an identity that the rôle may not read */
export function assertIdentite(session: Pick<Session, 'role'> | null, identite: boolean): void {
  const refus = session ? refusDuRole(session.role, identite) : refuse(communesErreurs.nonAuthentifie)
  if (refus) throw refus
}

/**
 * Refusal of a paper by the state of its vente (409), else null.
 * @param but a preview is drawn where a number is refused @param input the request; without it, a paper is refused only when no request for
 * it could succeed
 */
function refusOf(faits: Faits, type: PapierDeVente, but: But, input?: PapierInput): AppError | null {
  const { dossier, terminee_le } = faits.dossier
  const { desVentesTerminees, refus, refusDuNumero } = NUMEROTES[type]
  if (!desVentesTerminees && terminee_le !== null)
    return refuse(ventesErreurs.venteClose, { dossier, jour: terminee_le })
  return refus?.(faits, input) ?? (but === 'etablir' ? (refusDuNumero?.(faits) ?? null) : null)
}

/** The day of a paper: no later one, and on a paper that lists the sums of today no other. @throws jourDesSommes, jourFutur (422 on date) */
export function jourDuPapier(
  { aujourdhui }: Pick<Faits, 'aujourdhui'>,
  { type, date }: { type: TypeDePapier; date?: Jour | null | undefined },
): Jour {
  const jour = date ?? aujourdhui
  if (jour !== aujourdhui && PAPIERS_DU_JOUR.includes(type))
    throw refuse(papiersErreurs.jourDesSommes).on('date')
  if (jour > aujourdhui) throw refuse(papiersErreurs.jourFutur).on('date')
  return jour
}

/**
 * Resolves the request's amount, échéances, delay and variante. @throws jourDesSommes, jourFutur, echeanceManquante, limitePassee, delaiManquant
 * (422)
 */
function sujetOf(faits: Faits, input: PapierInput): Sujet & { type: PapierDeVente } {
  return {
    type: input.type,
    input,
    jour: jourDuPapier(faits, input),
    echeances: [],
    delai: null,
    variante: null,
    ...NUMEROTES[input.type].sujet(faits, input),
  }
}
