/**
 * Every refusal of the product: `throw new AppError('code')`; the body of the answer is `{ message, errors? }` (Q22).
 * Each feature words its own; here they meet, and a code that two of them have does not compile.
 */
import { accesErreurs } from '#features/acces/acces.erreurs.ts'
import { appartementsContraintes, appartementsErreurs } from '#features/appartements/appartements.erreurs.ts'
import { biensErreurs } from '#features/biens/biens.erreurs.ts'
import { blocsErreurs } from '#features/blocs/blocs.erreurs.ts'
import { chequesContraintes, chequesErreurs } from '#features/cheques/cheques.erreurs.ts'
import { chargesErreurs } from '#features/charges/charges.erreurs.ts'
import { clientsErreurs } from '#features/clients/clients.erreurs.ts'
import { documentsErreurs } from '#features/documents/documents.erreurs.ts'
import { dossiersErreurs } from '#features/dossiers/dossiers.erreurs.ts'
import { relancesErreurs } from '#features/dossiers/relances.erreurs.ts'
import { echeancierErreurs } from '#features/echeancier/echeancier.erreurs.ts'
import { etagesErreurs } from '#features/etages/etages.erreurs.ts'
import { fichesErreurs } from '#features/fiches/fiches.erreurs.ts'
import { generationErreurs } from '#features/generation/generation.erreurs.ts'
import { importsContraintes, importsErreurs } from '#features/imports/imports.erreurs.ts'
import { journalErreurs } from '#features/journal/journal.erreurs.ts'
import { locauxContraintes, locauxErreurs } from '#features/locaux/locaux.erreurs.ts'
import { membresContraintes, membresErreurs } from '#features/membres/membres.erreurs.ts'
import { optionsContraintes, optionsErreurs } from '#features/options/options.erreurs.ts'
import { paiementsContraintes, paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'
import { parkingsContraintes, parkingsErreurs } from '#features/parkings/parkings.erreurs.ts'
import { piecesErreurs } from '#features/pieces/pieces.erreurs.ts'
import { prixErreurs } from '#features/prix/prix.erreurs.ts'
import { profilErreurs } from '#features/profil/profil.erreurs.ts'
import { promoteurContraintes, promoteurErreurs } from '#features/promoteur/promoteur.erreurs.ts'
import { residencesContraintes, residencesErreurs } from '#features/residences/residences.erreurs.ts'
import { santeErreurs } from '#features/sante/sante.erreurs.ts'
import { sauvegardesErreurs } from '#features/sauvegardes/sauvegardes.erreurs.ts'
import { stadesContraintes, stadesErreurs } from '#features/stades/stades.erreurs.ts'
import { suiviErreurs } from '#features/suivi/suivi.erreurs.ts'
import { ventesContraintes, ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { verificationErreurs } from '#features/verification/verification.erreurs.ts'
import { communesErreurs, type Contraintes, type Erreurs, type ParamsOf } from '#shared/erreurs.ts'

const tables = [
  communesErreurs,
  accesErreurs,
  appartementsErreurs,
  biensErreurs,
  blocsErreurs,
  chargesErreurs,
  chequesErreurs,
  clientsErreurs,
  documentsErreurs,
  dossiersErreurs,
  echeancierErreurs,
  etagesErreurs,
  fichesErreurs,
  generationErreurs,
  importsErreurs,
  journalErreurs,
  locauxErreurs,
  membresErreurs,
  optionsErreurs,
  paiementsErreurs,
  parkingsErreurs,
  piecesErreurs,
  prixErreurs,
  profilErreurs,
  promoteurErreurs,
  relancesErreurs,
  residencesErreurs,
  santeErreurs,
  sauvegardesErreurs,
  stadesErreurs,
  suiviErreurs,
  ventesErreurs,
  verificationErreurs,
] as const
const constraintTables = [
  appartementsContraintes,
  chequesContraintes,
  importsContraintes,
  locauxContraintes,
  membresContraintes,
  optionsContraintes,
  paiementsContraintes,
  parkingsContraintes,
  promoteurContraintes,
  residencesContraintes,
  stadesContraintes,
  ventesContraintes,
] as const

type Keys<T extends readonly object[]> = T[number] extends infer U ? (U extends U ? keyof U : never) : never
type At<U, K extends PropertyKey> = U extends { readonly [P in K]: infer V } ? V : never
type Merged<T extends readonly object[]> = { [K in Keys<T>]: At<T[number], K> }
/** The keys that stand in two of the tables. */
type Twice<T extends readonly object[], Seen = never> = T extends readonly [
  infer H,
  ...infer R extends readonly object[],
]
  ? (keyof H & Seen) | Twice<R, Seen | keyof H>
  : never

/** The tables as one; `twice` is asked for when they share a key, and says which. */
export const mergeOnce = <const T extends readonly object[]>(
  all: T,
  ..._twice: [Twice<T>] extends [never] ? [] : [twice: Twice<T>]
): Merged<T> => Object.assign({}, ...all) as Merged<T>

export const erreurs = mergeOnce(tables)

export type ErrorCode = keyof typeof erreurs
/** Parameters that a code's sentence needs; none for a fixed sentence. */
export type ErrorParams<C extends ErrorCode> = ParamsOf<(typeof erreurs)[C]>

/** What a violated constraint means to the user. Services check first; this is what a race still finds. */
export const contraintes: Contraintes<ErrorCode> = mergeOnce(constraintTables)

const known: Record<ErrorCode, Erreurs[string]> = erreurs
/** The HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => known[code].status
/** The French sentence of a code. */
export function sentence(code: ErrorCode, params: unknown): string {
  const { message } = known[code]
  return typeof message === 'string' ? message : message(params as never)
}
