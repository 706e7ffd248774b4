import type { Acte } from '#features/rapports/ecritures.rules.ts'
import { RIEN } from '#features/rapports/server/ecritures.actes.ts'
import type { RapportDeTva } from '#features/rapports/tva.contract.ts'
import { GENRES } from '#shared/biens.ts'
import { addJours, addMois } from '#shared/dates.ts'

/** The TVA of a month on its last day, a line of its report each. A kind of bien whose rate nobody has told has none. */
export const actesDeTva = ({ mois, data }: Pick<RapportDeTva, 'mois' | 'data'>): Acte[] =>
  data.flatMap(({ residence, type, tva }) =>
    tva === null
      ? []
      : [
          {
            ...RIEN,
            sorte: 'tva' as const,
            jour: addJours(addMois(`${mois}-01`, 1), -1),
            piece: `TVA ${mois}`,
            tiers: residence.nom,
            libelle: `TVA sur encaissements, ${GENRES[type].nom}`,
            montant: tva,
          },
        ],
  )
