import { toCardinal } from 'n2words/fr-FR'
import type { Centimes } from '#shared/argent.ts'

const MILLION = 1_000_000

/**
 * An amount in French words, as a receipt states it: "un million deux cent mille dinars algériens et cinquante centimes".
 * "de" follows a whole number of millions or milliards ("deux millions de dinars algériens").
 * @param centimes integer, not negative; RangeError otherwise
 */
export function montantEnLettres(centimes: Centimes): string {
  if (!Number.isSafeInteger(centimes) || centimes < 0) throw new RangeError(`not an amount: ${centimes}`)
  const dinars = Math.floor(centimes / 100)
  const reste = centimes % 100
  const parties = []
  if (dinars > 0 || reste === 0) parties.push(formatCompte(dinars, 'dinar algérien', 'dinars algériens'))
  if (reste > 0) parties.push(formatCompte(reste, 'centime', 'centimes'))
  return parties.join(' et ')
}

function formatCompte(nombre: number, singulier: string, pluriel: string): string {
  const de = nombre > 0 && nombre % MILLION === 0 ? ' de' : ''
  return `${toCardinal(BigInt(nombre))}${de} ${nombre < 2 ? singulier : pluriel}`
}
