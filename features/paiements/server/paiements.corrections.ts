import { formatEtat } from '#features/paiements/modes.ts'
import { paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'
import { type Fait, type MoyenTenu, raisonsFigees, tient } from '#features/paiements/paiements.rules.ts'
import { etatDe, type PaiementVerrouille, recuOf } from '#features/paiements/server/paiements.locks.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'

/**
 * Values of a form that corrects a payment; `elsewhere`: of another bien or another client; `partage`: other payments are the same cheque
 * or the same transfer. Amount in centimes.
 */
export interface Said {
  elsewhere: boolean
  versement: number
  date_paiement: string
  moyen: MoyenTenu
  partage: boolean
}

/** The facts that a form changes. */
function changedFaits(
  avant: PaiementVerrouille,
  { elsewhere, versement, date_paiement, moyen }: Said,
): Fait[] {
  const cheque = (['banque', 'reference', 'date_cheque'] as const).some(
    (champ) => avant[champ] !== moyen[champ],
  )
  return [
    ...(elsewhere ? (['bien'] as const) : []),
    ...(versement === avant.versement ? [] : (['montant'] as const)),
    ...(date_paiement === avant.date_paiement ? [] : (['jour'] as const)),
    ...(moyen.mode === avant.mode ? [] : (['mode'] as const)),
    ...(cheque ? (['cheque'] as const) : []),
  ]
}

/**
 * True when a printed fact of the receipt changes. Details are a private note of the firm and do not count (docs/decisions/0056); what a group
 * shares counts whole, its account too.
 */
export const changesRecu = (avant: PaiementVerrouille, said: Said): boolean =>
  changedFaits(avant, said).length > 0 ||
  avant.payeur_type !== said.moyen.payeur_type ||
  avant.payeur !== said.moyen.payeur ||
  (said.partage && avant.compte_id !== said.moyen.compte_id)

/** Refuses a change of facts that are fixed. @throws venteTerminee, chequeFige, chequeRepresente (409) */
export async function assertFree(
  db: Db,
  avant: PaiementVerrouille,
  said: Said,
  terminee: boolean,
): Promise<void> {
  const etat = etatDe(avant)
  const faits = changedFaits(avant, said)
  const [raison] = raisonsFigees({ terminee, etat, represente: avant.represente_id !== null }).filter((une) =>
    tient(une, faits),
  )
  if (raison === 'terminee') throw refuse(paiementsErreurs.venteTerminee)
  if (raison === 'cheque' && etat) throw refuse(paiementsErreurs.chequeFige, { etat: formatEtat(etat) })
  if (raison !== 'represente' || avant.represente_id === null) return
  const represente = await db
    .selectFrom('paiements')
    .select(['recu_annee', 'recu_numero'])
    .where('id', '=', avant.represente_id)
    .executeTakeFirstOrThrow()
  throw refuse(paiementsErreurs.chequeRepresente, { recu: recuOf(represente) })
}
