import { completeBanques } from '#features/paiements/server/banques.read.ts'
import type { CompleteReglages } from '#features/parametres/server/parametres.service.ts'

/** What payments add to their own settings, for the forms: the banks that have been used. */
export const completeReglages: CompleteReglages = async (db, reglages) => {
  const { banques, ...rest } = Object(reglages['paiements']) as Record<string, unknown>
  if (!Array.isArray(banques)) return reglages
  const proposees = banques.filter((banque) => typeof banque === 'string')
  return { ...reglages, paiements: { ...rest, banques: await completeBanques(db, proposees) } }
}
