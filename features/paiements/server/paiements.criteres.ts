import { ETATS_CHERCHES, SANS_MODE, type FiltresDePaiement } from '#features/paiements/filtres.ts'
import { formatMode } from '#features/paiements/modes.ts'
import { readFiltres } from '#features/paiements/server/paiements.filtres.ts'
import { formatJourCourt, type Periode } from '#shared/dates.ts'
import { printTexte } from '#server/documents/papier.ts'

/** What the filters of payments say, for the line under a title: « Chèque », « BNA », « du 01/03/2026 au 31/03/2026 », « Encaissés ». */
export function criteresDePaiement(filtres: FiltresDePaiement): string[] {
  const { mode, banque, du, au, etat } = readFiltres(filtres) ?? {}
  return [
    periode({ du, au }),
    mode === undefined ? '' : formatMode(mode === SANS_MODE ? null : mode),
    banque === undefined ? '' : printTexte(banque),
    etat === undefined ? '' : ETATS_CHERCHES[etat],
  ].filter(Boolean)
}

function periode({ du, au }: Periode): string {
  if (du !== undefined && du === au) return `Le ${formatJourCourt(du)}`
  if (du === undefined) return au === undefined ? '' : `Jusqu'au ${formatJourCourt(au)}`
  return au === undefined
    ? `Depuis le ${formatJourCourt(du)}`
    : `Du ${formatJourCourt(du)} au ${formatJourCourt(au)}`
}
