import type { PapierInput } from '#features/papiers/papiers.contract.ts'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { estDue } from '#features/papiers/papiers.rules.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { readMatiere } from '#features/papiers/server/matiere.read.ts'
import type { EcheanceImprimee, Matiere } from '#features/papiers/server/matiere.ts'
import { composeModele } from '#features/papiers/server/papiers.modele.ts'
import type { Sujet } from '#features/papiers/server/papiers.sujet.ts'
import { remarquesDe } from '#features/papiers/server/remarques.ts'
import { peut, type Role } from '#shared/droits.ts'
import type { Jour } from '#shared/dates.ts'
import { nomDuBloc } from '#shared/nommer.ts'
import {
  PAPIERS_D_IDENTITE,
  PAPIERS_DU_JOUR,
  type PapierDeVente,
  type TypeDePapier,
  type Variante,
} from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import type { LogoImprime } from '#server/documents/papier.ts'
import { AppError, refuse } from '#server/http/errors.ts'
import type { Session } from '#server/http/session.ts'
import type { ModelePapier } from '#features/papiers/server/papiers.pdf.ts'

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
  return composeDeVente(await readMatiere(db, venteId), input, but)
}

/** {@link composePapier} of what was read. */
export function composeDeVente(matiere: Matiere, input: PapierInput, but: But = 'etablir'): PapierCompose {
  const sujet = sujetOf(matiere, input)
  const refus =
    refusOf(matiere, sujet.type, input) ?? (but === 'etablir' ? refusDIdentite(matiere, sujet.type) : null)
  if (refus) throw refus
  return {
    sujet,
    modele: composeModele(matiere, sujet),
    dossier: matiere.dossier.dossier,
    logo: matiere.promoteur?.logo ?? null,
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
  const matiere = await readMatiere(db, venteId)
  return types.map((type) => ({
    type,
    empeche:
      (refusDuRole(role, nommeIdentite(type)) ?? refusOf(matiere, type) ?? refusDIdentite(matiere, type))
        ?.message ?? null,
    remarques: remarquesDe(matiere, type),
  }))
}

/** Tells whether papers of this type print the buyers' birth and identity paper. */
export const nommeIdentite = (type: TypeDePapier): boolean => PAPIERS_D_IDENTITE.includes(type)

/** Refusal (403) of a paper that prints an identity, for a rôle without the right `identite`; else null. */
export const refusDuRole = (role: Role, identite: boolean): AppError | null =>
  identite && !peut(role, 'identite') ? refuse(communesErreurs.roleInsuffisant) : null

/**
 * Refusal (409) of a contract of reservation for a person whose day of birth is unknown: it would bear a number and a dotted line. The
 * holder of the dossier is a person unless he is noted as a company; a co-buyer of unknown civilité may be one.
 */
function refusDIdentite({ acquereurs }: Matiere, type: PapierDeVente): AppError | null {
  if (type !== 'contrat_reservation') return null
  const noms = acquereurs
    .filter(({ genre, naissanceLe }, rang) => {
      const personne = genre === null ? rang === 0 : genre !== 'societe'
      return personne && naissanceLe === null
    })
    .map(({ nom }) => nom)
  return noms.length === 0 ? null : refuse(papiersErreurs.identiteManque, { noms })
}

/** @throws nonAuthentifie (401) without a session, roleInsuffisant (403) for an identity that the rôle may not read */
export function assertIdentite(session: Pick<Session, 'role'> | null, identite: boolean): void {
  const refus = session ? refusDuRole(session.role, identite) : refuse(communesErreurs.nonAuthentifie)
  if (refus) throw refus
}

/**
 * Refusal of a paper by the state of its vente (409), else null.
 * @param input the request; without it, a paper is refused only when no request for it could succeed
 */
function refusOf(matiere: Matiere, type: PapierDeVente, input?: PapierInput): AppError | null {
  const { dossier, terminee_le } = matiere.dossier
  if (type !== 'decompte' && terminee_le !== null)
    return refuse(ventesErreurs.venteClose, { dossier, jour: terminee_le })
  return REFUS[type]?.(matiere, input) ?? null
}

const REFUS: Partial<Record<PapierDeVente, (matiere: Matiere, input?: PapierInput) => AppError | null>> = {
  attestation_paiement({ dossier, sommes }) {
    if (!dossier.paiements.some(({ etat }) => etat !== 'rejete')) return refuse(papiersErreurs.aucunPaiement)
    return sommes.encaisse > 0 ? null : refuse(papiersErreurs.rienEncaisse)
  },
  contrat_reservation({ textes }, input) {
    const { fr, ar } = textes.textes.contrat_reservation
    const clauses = input ? { fr, ar }[input.langue ?? 'fr'] : (fr ?? ar)
    return clauses === null ? refuse(papiersErreurs.clausesManquantes) : null
  },
  appel_fonds: (matiere, input) =>
    duesOf(matiere).some(({ id }) => !input || id === input.echeance_id)
      ? null
      : refuse(papiersErreurs.echeanceNonExigible),
  mise_en_demeure: (matiere) => (duesOf(matiere).length > 0 ? null : refuse(papiersErreurs.rienDeRetard)),
  pv_remise: ({ jours }) => (jours.livraisonLe === null ? refuse(papiersErreurs.sansLivraison) : null),
  attestation_reservation({ bien, lieu: { bloc }, textes, aujourdhui }) {
    if (!textes.garantie_requise || bien.type === 'place_parking' || bloc === null) return null
    const nom = nomDuBloc(bloc.nom)
    if (bloc.garantie === null) return refuse(papiersErreurs.garantieManquante, { bloc: nom })
    const { au } = bloc.garantie
    return au === null || aujourdhui <= au
      ? null
      : refuse(papiersErreurs.garantieExpiree, { bloc: nom, jour: au })
  },
}

const duesOf = ({ dossier, aujourdhui }: Matiere): EcheanceImprimee[] =>
  dossier.echeances.filter((une) => estDue(une, aujourdhui))

/** The day of a paper: no later one, and on a paper that lists the sums of today no other. @throws jourDesSommes, jourFutur (422 on date) */
export function jourDuPapier(
  { aujourdhui }: Pick<Matiere, 'aujourdhui'>,
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
function sujetOf(matiere: Matiere, input: PapierInput): Sujet & { type: PapierDeVente } {
  return {
    type: input.type,
    input,
    jour: jourDuPapier(matiere, input),
    echeances: [],
    delai: null,
    variante: null,
    ...SUJETS[input.type](matiere, input),
  }
}

/** A sale is « soldée » only when no cheque is still to be cleared: such a cheque may be rejected. */
function varianteOf({ fin, sommes }: Matiere): Variante | null {
  if (fin) return 'fin'
  return sommes.reste === 0 && sommes.sousReserve === 0 ? 'solde' : null
}

const SUJETS: Record<
  PapierDeVente,
  (
    matiere: Matiere,
    input: PapierInput,
  ) => Pick<Sujet, 'montant'> & Partial<Pick<Sujet, 'echeances' | 'delai' | 'variante'>>
> = {
  attestation_paiement: ({ sommes }) => ({ montant: sommes.verse }),
  contrat_reservation: ({ dossier }) => ({ montant: dossier.montant }),
  appel_fonds({ dossier, aujourdhui }, { echeance_id, limite_le }) {
    const echeance = dossier.echeances.find(({ id }) => id === echeance_id)
    if (!echeance) throw refuse(papiersErreurs.echeanceManquante).on('echeance_id')
    if (limite_le != null && limite_le < aujourdhui) throw refuse(papiersErreurs.limitePassee).on('limite_le')
    return { montant: echeance.reste, echeances: [echeance] }
  },
  mise_en_demeure(matiere, { delai_jours }) {
    const delai = delai_jours ?? matiere.textes.delai_mise_en_demeure
    if (delai === null) throw refuse(papiersErreurs.delaiManquant).on('delai_jours')
    return { montant: matiere.dossier.en_retard, echeances: duesOf(matiere), delai }
  },
  pv_remise: () => ({ montant: null }),
  decompte: (matiere) => ({
    montant: matiere.fin ? matiere.fin.resteARembourser : matiere.sommes.reste,
    variante: varianteOf(matiere),
  }),
  attestation_reservation: ({ dossier }) => ({ montant: dossier.montant }),
}
