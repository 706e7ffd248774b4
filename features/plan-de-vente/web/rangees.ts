import { titreDuBien } from '#shared/biens.ts'
import { ETATS_DITS, PLACES_PAR_RANGEE } from '#features/plan-de-vente/plan-de-vente.words.ts'
import { matches, type Filtres } from '#features/plan-de-vente/web/filtres.ts'
import type { Cellule, Rangee } from '#features/plan-de-vente/web/grille.ts'
import type { BlocLu, LotLu, ParkingLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { formatCentiemes, formatMontant, formatSurface, fromDecimal } from '#shared/argent.ts'
import { formatJourCourt } from '#shared/dates.ts'

/** The étages of a bloc from top to bottom, its locaux below them. */
export function rangeesDuBloc({ etages, locaux }: BlocLu, filtres: Filtres): Rangee[] {
  const rows = etages.map(({ id, designation, lots }) => rangee(`e${id}`, designation, lots, filtres))
  return locaux.length > 0 ? [...rows, rangee('locaux', 'Locaux', locaux, filtres)] : rows
}

/** Ten places a row, named by the first and the last. */
export function rangeesDuParking({ places }: ParkingLu, filtres: Filtres): Rangee[] {
  const rows: Rangee[] = []
  for (let from = 0; from < places.length; from += PLACES_PAR_RANGEE) {
    const some = places.slice(from, from + PLACES_PAR_RANGEE)
    const [first, last] = [some[0]?.numero ?? '', some.at(-1)?.numero ?? '']
    rows.push(rangee(`p${from}`, first === last ? first : `${first}–${last}`, some, filtres))
  }
  return rows
}

const rangee = (cle: string, titre: string, lots: readonly LotLu[], filtres: Filtres): Rangee => ({
  cle,
  titre,
  cellules: lots.map((lot) => toCellule(lot, filtres)),
})

function toCellule(lot: LotLu, filtres: Filtres): Cellule {
  const { id, numero, sorte, surface, montant, etat } = lot
  const aire = surface === null ? null : formatSurface(fromDecimal(surface))
  const pale = !matches(lot, filtres)
  return {
    cle: String(id),
    numero,
    precision: [sorte, aire].filter(Boolean).join(' · '),
    prix: montant === null ? null : formatPrix(montant),
    etat,
    nom: [
      titreDuBien(lot.type, lot.numero),
      sorte,
      aire,
      montant === null ? null : formatMontant(fromDecimal(montant)),
      direEtat(lot),
      pale ? 'hors filtre' : null,
    ]
      .filter(Boolean)
      .join(', '),
    pale,
  }
}

/** « 11 730 000 DA »: the decimals where there are any. */
function formatPrix(montant: number): string {
  const centimes = fromDecimal(montant)
  return `${formatCentiemes(centimes, centimes % 100 === 0 ? 'utiles' : 'toujours')}\u00A0DA`
}

/** « libre », « option de … jusqu'au 12/03/2026 », « vendu à … », « bloqué : … »; in the vue client the word alone. */
export function direEtat({ etat, option, client, bloque_motif }: LotLu): string {
  const mot = ETATS_DITS[etat].mot.toLowerCase()
  if (etat === 'option' && option)
    return `${mot} de ${option.nom} jusqu'au ${formatJourCourt(option.expire_le)}`
  if (etat === 'vendu' && client) return `${mot} à ${client.nomComplet}`
  if (etat === 'livre' && client) return `${mot}, vendu à ${client.nomComplet}`
  if (etat === 'bloque' && bloque_motif) return `${mot} : ${bloque_motif}`
  return mot
}
