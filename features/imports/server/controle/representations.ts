import type { Lue } from '#features/imports/server/controle/feuilles/paiements.ts'
import { refuser, signaler, type Contexte, type Ligne } from '#features/imports/server/controle/contexte.ts'
import { ecrireNumero } from '#features/imports/server/controle/numeros.ts'
import type { PaiementConnu, PaiementsConnus } from '#features/imports/server/controle/paiements.connus.ts'
import type { Paiement } from '#features/imports/server/controle/registres.ventes.ts'
import { VALEUR_INVALIDE } from '#shared/champs.ts'

/** Ties each payment that stands for a rejected cheque to it, whether that is on another line or there already. */
export function relier(
  ctx: Contexte,
  lues: readonly Lue[],
  ajoutes: readonly Paiement[],
  connus: PaiementsConnus,
): void {
  const parRecu = new Map(
    ajoutes.flatMap((un) => (un.recu ? [[ecrireNumero('recu', un.recu), un] as const] : [])),
  )
  const dits = new Map(lues.map(({ ligne, dit }) => [ligne, dit]))
  const surUneLigne = new Set(ctx.lignes.paiements.map(({ valeurs }) => String(valeurs.recu ?? '')))
  const faits = new Map<Paiement | PaiementConnu, Ligne>()
  for (const paiement of ajoutes) {
    const { ligne } = paiement
    const recu = ligne && dits.get(ligne)?.represente
    if (!ligne || !recu) continue
    const numero = ecrireNumero('recu', recu)
    const cheque = parRecu.get(numero) ?? connus.duRecu(recu)
    const premiere = cheque && faits.get(cheque)
    const refuse = (texte: string) => signaler(ctx, ligne, 'erreur', 'represente', texte)
    // One on a line that is refused is told there.
    if (!cheque && surUneLigne.has(numero)) ligne.sort = 'erreur'
    else if (!cheque) refuse("Ce reçu n'est ni dans la feuille Paiements ni dans Diyar.")
    else if (revientA(paiement, cheque)) refuse(VALEUR_INVALIDE)
    else if (cheque.mode !== 'cheque' || cheque.rejete_le === null)
      refuser(ctx, ligne, 'represente', 'pasRejete', { recu: numero })
    else if (premiere) refuse(`Ce chèque est déjà représenté à la ligne ${premiere.ligne}.`)
    else if (cheque.connu && 'representeParRecu' in cheque && cheque.representeParRecu)
      refuser(ctx, ligne, 'represente', 'dejaRepresente', {
        recu: ecrireNumero('recu', cheque.representeParRecu),
      })
    else if (cheque.vente !== paiement.vente || cheque.versement !== paiement.versement)
      refuser(ctx, ligne, 'represente', 'chequeRepresente', { recu: numero })
    else {
      faits.set(cheque, ligne)
      paiement.represente = cheque
      if ('representePar' in cheque) cheque.representePar = paiement
    }
  }
}

/** Does a cheque stand, over others, for the very payment that is to stand for it? */
function revientA(paiement: Paiement, cheque: Paiement | PaiementConnu): boolean {
  for (let un: object | null = cheque; un; un = 'representePar' in un ? (un as Paiement).represente : null)
    if (un === paiement) return true
  return false
}
