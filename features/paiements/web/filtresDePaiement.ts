import { CODES_ETAT_CHERCHE, SANS_MODE, type FiltresDePaiement } from '#features/paiements/filtres.ts'
import { CODES_MODE } from '#features/paiements/modes.ts'
import { addJours, addMois, aujourdhui, isJour } from '#shared/dates.ts'

/** The filters of payments as an address has them, '' where one is not set. */
export interface AdresseDesFiltres {
  mode: string
  banque: string
  du: string
  au: string
  etat: string
}
export const SANS_FILTRE: AdresseDesFiltres = { mode: '', banque: '', du: '', au: '', etat: '' }

const among = <T extends string>(codes: readonly T[], found: string): T | undefined =>
  codes.find((code) => code === found)

/** What a call is asked with: the filters that are set, and no other; what the address cannot mean is none. */
export function filtresDe({ mode, banque, du, au, etat }: AdresseDesFiltres): FiltresDePaiement {
  const lus = {
    mode: among([...CODES_MODE, SANS_MODE], mode),
    banque: banque.trim() || undefined,
    du: isJour(du) ? du : undefined,
    au: isJour(au) ? au : undefined,
    etat: among(CODES_ETAT_CHERCHE, etat),
  }
  return Object.fromEntries(Object.entries(lus).filter(([, valeur]) => valeur !== undefined))
}

/** How many of them are set otherwise than by default. */
export function countFiltres(address: AdresseDesFiltres, defaults: AdresseDesFiltres = SANS_FILTRE): number {
  const [lus, usual] = [filtresDe(address), filtresDe(defaults)]
  return (['mode', 'banque', 'du', 'au', 'etat'] as const).filter((champ) => lus[champ] !== usual[champ])
    .length
}

/** No filter but the month of `jour`, its last day included. */
export function filtresDuMois(jour = aujourdhui()): AdresseDesFiltres {
  const du = `${jour.slice(0, 7)}-01`
  return { ...SANS_FILTRE, du, au: addJours(addMois(du, 1), -1) }
}
