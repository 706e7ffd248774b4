import * as z from 'zod/mini'
import { rejetInput } from '#features/paiements/cheque.contract.ts'
import { MODES, PAR_LE_CLIENT, PAYEURS, type Mode, type TypePayeur } from '#features/paiements/modes.ts'
import { mergeMoyen, type FautesDuMoyen } from '#features/paiements/moyens.rules.ts'
import { paiementInput } from '#features/paiements/paiement.contract.ts'
import {
  refuser,
  signaler,
  type Contexte,
  type Ligne,
  type Valeur,
} from '#features/imports/server/controle/contexte.ts'
import { valider } from '#features/imports/server/controle/lignes.ts'
import { ecrireNumero, lireNumero, SERIES, type Numero } from '#features/imports/server/controle/numeros.ts'
import type { Paiement } from '#features/imports/server/controle/registres.ventes.ts'
import { facultatif, jour, jourPasse } from '#shared/champs.ts'
import type { Jour } from '#shared/dates.ts'

/** What a line of the sheet Paiements says, checked by the schemas of the forms. In centimes. */
export interface PaiementDit extends Omit<
  Paiement,
  'id' | 'connu' | 'ligne' | 'vente' | 'represente' | 'representePar'
> {
  vente_du: Jour | null
  represente: Numero | null
  /** What is wrong with its means when it is a new one: a blank cell of one that is there leaves what is there. */
  fautes: FautesDuMoyen
}

const JOUR = "Cette date n'existe pas."
const etapes = z.object({
  vente_du: facultatif(jour(JOUR)),
  encaisse_le: facultatif(jourPasse(JOUR)),
})

/** Codes by what is shown of them; a word that is none goes on as it is, and the contract refuses it. */
const parMot = <C extends string>(noms: Record<C, string>) =>
  new Map<string, C>(Object.entries<string>(noms).map(([code, nom]) => [nom, code as C]))
const CODES_DES_MODES = parMot<Mode>(MODES)
const CODES_DES_PAYEURS = parMot<TypePayeur>(PAYEURS)
/** @returns the code of the word of a cell */
export const codeDuMode = (mot: Valeur): Valeur => CODES_DES_MODES.get(String(mot)) ?? mot
const codeDuPayeur = (mot: Valeur): Valeur =>
  mot === PAR_LE_CLIENT ? null : (CODES_DES_PAYEURS.get(String(mot)) ?? mot)

/** What stands for the ids that the line names by words. */
const UN_CLIENT_ET_UN_BIEN = { client_id: 1, appartement_id: 1 }

/** @returns null once it is told what is wrong */
export function lirePaiement(ctx: Contexte, ligne: Ligne): PaiementDit | null {
  const { valeurs } = ligne
  const champ = (nom: string): Valeur => valeurs[nom] ?? null
  const lu = valider(ctx, ligne, paiementInput, {
    ...UN_CLIENT_ET_UN_BIEN,
    date_paiement: champ('date_paiement'),
    versement: champ('versement'),
    details: champ('details'),
    mode: codeDuMode(champ('mode')),
    banque: champ('banque'),
    reference: champ('reference'),
    date_cheque: champ('date_cheque'),
    payeur_type: codeDuPayeur(champ('payeur_type')),
    payeur: champ('payeur'),
  })
  const jours = valider(ctx, ligne, etapes, {
    vente_du: champ('vente_du'),
    encaisse_le: champ('encaisse_le'),
  })
  const rejet = lireRejet(ctx, ligne)
  const recu = lireRecu(ctx, ligne, 'recu')
  const represente = lireRecu(ctx, ligne, 'represente')
  if (!lu || !jours || rejet === undefined || recu === undefined || represente === undefined) return null
  const { moyen, fautes } = mergeMoyen(null, lu, false)
  return {
    date_paiement: lu.date_paiement,
    versement: lu.versement,
    details: lu.details ?? null,
    ...moyen,
    fautes,
    recu,
    vente_du: jours.vente_du ?? null,
    encaisse_le: jours.encaisse_le ?? null,
    ...(rejet ?? SANS_REJET),
    represente,
  }
}

const SANS_REJET = { rejete_le: null, motif_rejet: null, frais_rejet: null }

/** @returns null when the line speaks of none, undefined once it is refused */
function lireRejet(ctx: Contexte, ligne: Ligne) {
  const { rejete_le, motif_rejet: motif, frais_rejet } = ligne.valeurs
  if (rejete_le == null && motif == null && frais_rejet == null) return null
  const lu = valider(ctx, ligne, rejetInput, { rejete_le, motif, frais_rejet }, { motif: 'motif_rejet' })
  return (
    (lu?.rejete_le && {
      rejete_le: lu.rejete_le,
      motif_rejet: lu.motif,
      frais_rejet: lu.frais_rejet ?? null,
    }) ||
    undefined
  )
}

/** @returns undefined once it is told that it is no number */
function lireRecu(ctx: Contexte, ligne: Ligne, champ: 'recu' | 'represente'): Numero | null | undefined {
  const valeur = ligne.valeurs[champ]
  if (valeur == null) return null
  const numero = lireNumero('recu', String(valeur))
  if (numero) return numero
  signaler(ctx, ligne, 'erreur', champ, SERIES.recu.illisible)
  return undefined
}

/** What the firm demands of a new payment, and the steps that only a cheque has. */
export function verifierMoyen(ctx: Contexte, ligne: Ligne, dit: PaiementDit, exiger: boolean): void {
  const fautes = { ...dit.fautes, ...mergeMoyen(null, dit, exiger).fautes }
  for (const [nom, texte] of Object.entries(fautes)) signaler(ctx, ligne, 'erreur', nom, texte)
  const { mode, encaisse_le, rejete_le, represente } = dit
  if (mode !== 'cheque') {
    const etape =
      rejete_le !== null ? 'rejete_le' : encaisse_le !== null ? 'encaisse_le' : represente && 'represente'
    if (etape !== null) refuser(ctx, ligne, etape, 'pasUnCheque')
  } else if (rejete_le !== null && encaisse_le !== null && rejete_le < encaisse_le)
    refuser(ctx, ligne, 'rejete_le', 'chequeJour', { apres: 'encaissement', jour: encaisse_le })
}

/** As its cells say it, besides what it is found by. */
export const direPaiement = (
  paiement: Omit<PaiementDit, 'vente_du' | 'fautes'>,
): Record<string, string | number | null> => ({
  details: paiement.details,
  mode: paiement.mode && MODES[paiement.mode],
  banque: paiement.banque,
  reference: paiement.reference,
  date_cheque: paiement.date_cheque,
  payeur_type: paiement.payeur_type === null ? PAR_LE_CLIENT : PAYEURS[paiement.payeur_type],
  payeur: paiement.payeur,
  encaisse_le: paiement.encaisse_le,
  rejete_le: paiement.rejete_le,
  motif_rejet: paiement.motif_rejet,
  frais_rejet: paiement.frais_rejet,
  represente: paiement.represente && ecrireNumero('recu', paiement.represente),
})
