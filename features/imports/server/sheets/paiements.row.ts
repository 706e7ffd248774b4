import type { Numero } from '#server/database/numeros.ts'
import * as z from 'zod/mini'
import { refusal } from '#shared/erreurs.ts'
import { chequesErreurs } from '#features/cheques/cheques.erreurs.ts'
import { rejetInput } from '#features/cheques/cheques.contract.ts'
import { MODES, PAR_LE_CLIENT, PAYEURS, type Mode, type TypePayeur } from '#features/paiements/modes.ts'
import { mergeMoyen, type FautesDuMoyen } from '#features/paiements/paiements.rules.ts'
import { paiementInput } from '#features/paiements/paiement.schema.ts'
import {
  refuseLine,
  report,
  type Contexte,
  type Ligne,
  type Valeur,
} from '#features/imports/server/check/context.ts'
import { checkLine } from '#features/imports/server/check/rows.ts'
import { writeNumero, readNumero, SERIES } from '#features/imports/server/check/series.ts'
import type { Paiement, Vente } from '#features/imports/server/check/indexes.ventes.ts'
import {
  facultatif,
  jourFacultatif,
  jourPasseFacultatif,
  ligneFacultative,
  montant,
  numeroFacultatif,
} from '#shared/champs/codecs.ts'
import { REPRISE } from '#shared/numero.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'

/** Content of a line of the sheet Paiements, checked by the schemas of the forms. Amounts in centimes. */
export interface PaiementDit extends Omit<
  Paiement,
  'id' | 'connu' | 'ligne' | 'vente' | 'represente' | 'representePar'
> {
  vente_du: Jour | null
  represente: Numero | null
  /** Faults of the means of payment. Only a new payment reports them, because a blank cell leaves an existing payment as it is. */
  fautes: FautesDuMoyen
}

/** A line that was read, with the sale that it pays. */
export interface Lue {
  ligne: Ligne
  contenu: PaiementDit
  vente: Vente
}

const etapes = z.object({
  vente_du: jourFacultatif(),
  encaisse_le: jourPasseFacultatif(),
})

const compteEtTimbre = z.object({ compte: ligneFacultative(50), timbre: facultatif(montant()) })
const recuDOrigine = z.object({ recu_origine: numeroFacultatif(100) })

/** Codes by their words; an unknown word is passed on, and the contract refuses it. */
const parMot = <C extends string>(noms: Record<C, string>) =>
  new Map<string, C>(Object.entries<string>(noms).map(([code, nom]) => [nom, code as C]))
const CODES_DES_MODES = parMot<Mode>(MODES)
const CODES_DES_PAYEURS = parMot<TypePayeur>(PAYEURS)
export const codeDuMode = (mot: Valeur): Valeur => CODES_DES_MODES.get(String(mot)) ?? mot
const codeDuPayeur = (mot: Valeur): Valeur =>
  mot === PAR_LE_CLIENT ? null : (CODES_DES_PAYEURS.get(String(mot)) ?? mot)

/** Stands for the ids, which the line gives as names. */
const UN_CLIENT_ET_UN_BIEN = { client_id: 1, appartement_id: 1 }

/** @returns null after the errors are reported */
export function readPaiement(ctx: Contexte, ligne: Ligne): PaiementDit | null {
  const { valeurs } = ligne
  const champ = (nom: string): Valeur => valeurs[nom] ?? null
  const lu = checkLine(ctx, ligne, paiementInput, {
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
  const jours = checkLine(ctx, ligne, etapes, {
    vente_du: champ('vente_du'),
    encaisse_le: champ('encaisse_le'),
  })
  const origine = checkLine(ctx, ligne, recuDOrigine, { recu_origine: champ('recu_origine') })
  const besides = checkLine(ctx, ligne, compteEtTimbre, {
    compte: champ('compte'),
    timbre: champ('timbre'),
  })
  const rejet = readRejet(ctx, ligne)
  const recu = readRecu(ctx, ligne, 'recu')
  const represente = readRecu(ctx, ligne, 'represente')
  if (
    !lu ||
    !jours ||
    !origine ||
    !besides ||
    rejet === undefined ||
    recu === undefined ||
    represente === undefined
  )
    return null
  const { moyen, fautes } = mergeMoyen(null, lu, false)
  return {
    date_paiement: lu.date_paiement,
    versement: lu.versement,
    details: lu.details ?? null,
    ...moyen,
    compte: besides.compte ?? null,
    timbre: besides.timbre ?? null,
    fautes,
    recu,
    recu_origine: origine.recu_origine ?? null,
    vente_du: jours.vente_du ?? null,
    encaisse_le: jours.encaisse_le ?? null,
    ...(rejet ?? SANS_REJET),
    represente,
  }
}

const SANS_REJET = { rejete_le: null, motif_rejet: null, frais_rejet: null }

/** @returns null when the line speaks of no rejection, undefined after an error is reported */
function readRejet(ctx: Contexte, ligne: Ligne) {
  const { rejete_le, motif_rejet: motif, frais_rejet } = ligne.valeurs
  if (rejete_le == null && motif == null && frais_rejet == null) return null
  const lu = checkLine(ctx, ligne, rejetInput, { rejete_le, motif, frais_rejet }, { motif: 'motif_rejet' })
  return (
    (lu?.rejete_le && {
      rejete_le: lu.rejete_le,
      motif_rejet: lu.motif,
      frais_rejet: lu.frais_rejet ?? null,
    }) ||
    undefined
  )
}

function readRecu(ctx: Contexte, ligne: Ligne, champ: 'recu' | 'represente'): Numero | null | undefined {
  const valeur = ligne.valeurs[champ]
  if (valeur == null) return null
  const numero = readNumero('recu', String(valeur))
  if (numero) return numero
  report(ctx, ligne, 'erreur', champ, SERIES.recu.illisible)
  return undefined
}

/** Checks the means of a new payment by the settings, and the steps that only a cheque has. */
export function checkMoyen(ctx: Contexte, ligne: Ligne, contenu: PaiementDit, exiger: boolean): void {
  const fautes = { ...contenu.fautes, ...mergeMoyen(null, contenu, exiger).fautes }
  for (const [nom, texte] of Object.entries(fautes)) report(ctx, ligne, 'erreur', nom, texte)
  checkTimbre(ctx, ligne, contenu)
  const { mode, date_paiement: recuLe, encaisse_le, rejete_le, represente } = contenu
  if (mode !== 'cheque') {
    const etape =
      rejete_le !== null ? 'rejete_le' : encaisse_le !== null ? 'encaisse_le' : represente && 'represente'
    if (etape !== null) refuseLine(ctx, ligne, etape, refusal(chequesErreurs.pasUnCheque))
    return
  }
  // Old books hold such dates, so the import only warns.
  for (const [champ, le, etape] of [
    ['encaisse_le', encaisse_le, 'encaissé'],
    ['rejete_le', rejete_le, 'rejeté'],
  ] as const)
    if (le !== null && le < recuLe)
      report(
        ctx,
        ligne,
        'avertissement',
        champ,
        `Chèque ${etape} le ${formatJourCourt(le)}, avant d'être reçu le ${formatJourCourt(recuLe)}.`,
      )
  if (rejete_le !== null && encaisse_le !== null && rejete_le < encaisse_le)
    refuseLine(
      ctx,
      ligne,
      'rejete_le',
      refusal(chequesErreurs.chequeJour, { apres: 'encaissement', jour: encaisse_le }),
    )
}

/** Cash alone carries a droit de timbre, and no receipt of the series « Reprise », which a line without number joins. */
function checkTimbre(ctx: Contexte, ligne: Ligne, { timbre, mode, recu }: PaiementDit): void {
  if (timbre === null) return
  if (mode !== 'especes')
    report(ctx, ligne, 'erreur', 'timbre', 'Seul un versement en espèces porte un droit de timbre.')
  else if (recu === null || recu.annee === REPRISE)
    report(ctx, ligne, 'erreur', 'timbre', 'Un reçu de reprise ne porte pas de droit de timbre.')
}

export const describePaiement = (
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
  compte: paiement.compte,
  timbre: paiement.timbre,
  recu_origine: paiement.recu_origine,
  represente: paiement.represente && writeNumero('recu', paiement.represente),
})
