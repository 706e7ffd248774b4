import { toCardinal } from 'n2words/fr-FR'
import type { Centimes } from '#shared/argent.ts'

const MILLION = 1_000_000

/**
 * Amount in French words: "un million deux cent mille dinars algériens et cinquante centimes", "deux millions de dinars algériens".
 * @param centimes non-negative integer; RangeError otherwise
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

/** {@link montantEnLettres} as it begins a line: « Deux millions de dinars algériens ». @throws RangeError */
export function enToutesLettres(centimes: Centimes): string {
  const lettres = montantEnLettres(centimes)
  return lettres.charAt(0).toUpperCase() + lettres.slice(1)
}

function formatCompte(nombre: number, singulier: string, pluriel: string): string {
  const de = nombre > 0 && nombre % MILLION === 0 ? ' de' : ''
  return `${toCardinal(BigInt(nombre))}${de} ${nombre < 2 ? singulier : pluriel}`
}
