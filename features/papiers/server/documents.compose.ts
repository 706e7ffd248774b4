import type { PapierInput } from '#features/papiers/papiers.contract.ts'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { exempleDe, saisieExemple } from '#features/papiers/server/exemple.ts'
import { readMaison, readMatiere, type Matiere } from '#features/papiers/server/matiere.read.ts'
import { type Sujet, composeCorps } from '#features/papiers/server/papiers.corps.ts'
import type { Echeance } from '#features/ventes/dossiers.contract.ts'
import { peut, type Role } from '#shared/droits.ts'
import {
  PAPIERS_D_IDENTITE,
  PAPIERS_DU_JOUR,
  TYPES_DE_PAPIER,
  type TypeDePapier,
  type Variante,
} from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { type LogoImprime, createVuePapier } from '#server/documents/papier.ts'
import { AppError, refuse } from '#server/http/errors.ts'
import type { Session } from '#server/http/session.ts'
import { TITRES, TITRES_DES_VARIANTES } from '#features/papiers/papiers.texts.ts'
import { nomDe, nomDuPromoteur } from '#features/papiers/server/papiers.blocs.ts'
import type { ModelePapier } from '#features/papiers/server/papiers.pdf.ts'
import { POINTILLES, Presse } from '#features/papiers/server/presse.ts'

/** Content of a paper of a vente, without a number. Amounts in centimes. */
export interface PapierCompose {
  sujet: Sujet
  modele: ModelePapier
  dossier: string
  /** Logo of today: no paper keeps its logo. */
  logo: LogoImprime | null
}

/**
 * Composes a paper from the present state of the vente. The caller holds a snapshot or the lock of the vente.
 * @throws introuvable (404), jourDesSommes (422 on date), echeanceManquante (422 on echeance_id), delaiManquant (422 on delai_jours),
 * texteTropLong, signesInconnus (422), the refusals of {@link refusOf} (409)
 */
export async function composePapier(db: Db, venteId: number, input: PapierInput): Promise<PapierCompose> {
  return compose(await readMatiere(db, venteId), input)
}

/** Composes the paper of an imaginary, complete sale with the promoter's saved texts. @throws the errors of {@link composePapier} */
export async function composeExemple(
  db: Db,
  input: Pick<PapierInput, 'type' | 'langue'>,
): Promise<PapierCompose> {
  const matiere = exempleDe(await readMaison(db))
  return compose(matiere, { ...input, ...saisieExemple(matiere) })
}

function compose(matiere: Matiere, input: PapierInput): PapierCompose {
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

/** Sentence that says why this rôle cannot issue a type of paper now, null for one that can be issued. @throws introuvable (404) */
export async function listEmpechements(
  db: Db,
  venteId: number,
  role: Role,
): Promise<Map<TypeDePapier, string | null>> {
  const matiere = await readMatiere(db, venteId)
  const refus = (type: TypeDePapier) => refusDuRole(role, nommeIdentite(type)) ?? refusOf(matiere, type)
  return new Map(TYPES_DE_PAPIER.map((type) => [type, refus(type)?.message ?? null]))
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
 * @param input the request; without it, a paper is refused only when no request for it could succeed
 */
function refusOf(matiere: Matiere, type: TypeDePapier, input?: PapierInput): AppError | null {
  const { dossier, terminee_le } = matiere.dossier
  if (type !== 'decompte' && terminee_le !== null)
    return refuse(ventesErreurs.venteClose, { dossier, jour: terminee_le })
  return REFUS[type]?.(matiere, input) ?? null
}

const REFUS: Partial<Record<TypeDePapier, (matiere: Matiere, input?: PapierInput) => AppError | null>> = {
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
}

const duesOf = ({ dossier, aujourdhui }: Matiere): Echeance[] =>
  dossier.echeances.filter(
    ({ exigible_le, reste }) => exigible_le !== null && exigible_le <= aujourdhui && reste > 0,
  )

/** Resolves the request's amount, échéances, delay and variante. @throws jourDesSommes, echeanceManquante, delaiManquant (422) */
function sujetOf(matiere: Matiere, input: PapierInput): Sujet {
  const jour = input.date ?? matiere.aujourdhui
  // These papers list the sums of today, so they cannot bear another day.
  if (jour !== matiere.aujourdhui && PAPIERS_DU_JOUR.includes(input.type))
    throw refuse(papiersErreurs.jourDesSommes).on('date')
  return {
    type: input.type,
    input,
    jour,
    echeances: [],
    delai: null,
    variante: null,
    ...SUJETS[input.type](matiere, input),
  }
}

/** A sale is « soldée » only when no cheque is still to be cleared: such a cheque may be rejected. */
function varianteOf({ fin, dossier, sommes }: Matiere): Variante | null {
  if (fin) return 'fin'
  return dossier.resteAPayer === 0 && sommes.sousReserve === 0 ? 'solde' : null
}

const SUJETS: Record<
  TypeDePapier,
  (
    matiere: Matiere,
    input: PapierInput,
  ) => Pick<Sujet, 'montant'> & Partial<Pick<Sujet, 'echeances' | 'delai' | 'variante'>>
> = {
  attestation_paiement: ({ dossier }) => ({ montant: dossier.totalPaye }),
  contrat_reservation: ({ dossier }) => ({ montant: dossier.montant }),
  appel_fonds({ dossier }, { echeance_id }) {
    const echeance = dossier.echeances.find(({ id }) => id === echeance_id)
    if (!echeance) throw refuse(papiersErreurs.echeanceManquante).on('echeance_id')
    return { montant: echeance.reste, echeances: [echeance] }
  },
  mise_en_demeure(matiere, { delai_jours }) {
    const delai = delai_jours ?? matiere.textes.delai_mise_en_demeure
    if (delai === null) throw refuse(papiersErreurs.delaiManquant).on('delai_jours')
    return { montant: matiere.dossier.en_retard, echeances: duesOf(matiere), delai }
  },
  pv_remise: () => ({ montant: null }),
  decompte: (matiere) => ({
    montant: matiere.fin ? matiere.fin.resteARembourser : matiere.dossier.resteAPayer,
    variante: varianteOf(matiere),
  }),
}

/** Composes all strings of a paper. @throws texteTropLong, signesInconnus (422): a sign without a glyph would alter a name */
function composeModele(matiere: Matiere, sujet: Sujet): ModelePapier {
  const langue = sujet.input.langue ?? 'fr'
  const presse = new Presse(langue)
  const { mots } = presse
  const { promoteur, textes } = matiere
  const titre = (sujet.variante ? TITRES_DES_VARIANTES[sujet.variante] : TITRES[sujet.type])[langue]
  const nom = nomDuPromoteur(presse, matiere)
  for (const ligne of [promoteur?.adresse, promoteur?.email]) presse.texte(ligne)
  const ville = presse.texte(textes.ville) || POINTILLES
  const client = langue === 'fr' ? textes.signature_client : textes.signature_client_ar
  const vendeur = langue === 'fr' ? textes.signature_promoteur : textes.signature_promoteur_ar
  const contrat = sujet.type === 'contrat_reservation'
  const modele: ModelePapier = {
    // The foot of the paper bears the day of its composition, also when the paper bears another day.
    papier: createVuePapier(promoteur, titre, '', matiere.aujourdhui, langue),
    blocs: composeCorps(presse, matiere, sujet),
    fait: `${mots.faitA} ${ville}${mots.virgule} ${mots.faitLe} ${presse.jour(sujet.jour)}`,
    signatures: [
      ...(contrat
        ? matiere.acquereurs.map((un) => ({
            titre: presse.texte(client),
            nom: presse.texte(nomDe(presse, un)),
          }))
        : [{ titre: presse.texte(client), nom: '' }]),
      { titre: presse.texte(vendeur), nom: contrat ? presse.texte(nom) : '' },
    ],
    adresse: matiere.adressePublique,
  }
  if (presse.inconnus.size > 0) throw refuse(communesErreurs.signesInconnus, { signes: [...presse.inconnus] })
  return modele
}
