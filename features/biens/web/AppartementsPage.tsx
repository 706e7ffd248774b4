import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { Anchor } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import type { TriAppartements } from '#features/biens/appartements.contract.ts'
import {
  appartementCalls,
  appartementsQueries,
  openPlan,
  toLot,
  type AppartementLu,
} from '#features/biens/web/appartements.queries.ts'
import { colonnesDuLot } from '#features/biens/web/colonnesDuLot.tsx'
import { lieuDeLAppartement, acheteur, resteAPayer } from '#features/biens/web/LotParts.tsx'
import type { GenreDeLot, LotDetailsProps, LotFormProps, LotReportProps } from '#features/biens/web/lots.ts'
import { Lots } from '#features/biens/web/Lots.tsx'
import { surfaceTotaleLue } from '#shared/biens.ts'
import { LotLink } from '#web/kit/card/EntityLinks.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Montant, Surface } from '#web/kit/card/Montant.tsx'

const load = () => import('#features/biens/web/AppartementDialogs.tsx')

const COLONNES = colonnesDuLot(toLot, lieuDeLAppartement)

const APPARTEMENTS: GenreDeLot<AppartementLu, TriAppartements> = {
  type: 'appartement',
  queries: appartementsQueries,
  calls: appartementCalls,
  endpoints: appartementsEndpoints,
  toLot,
  texts: ({ numLot, typeLogement }) => [numLot, typeLogement],
  hasPlan: ({ plan_pdf }) => plan_pdf !== null,
  /** The card of a free lot shows no price (Q133). */
  card(appartement, onError) {
    const { id, numLot, typeLogement, plan_pdf, vente_id } = appartement
    const lot = toLot(appartement)
    const lieu = lieuDeLAppartement(appartement)
    return {
      name: <LotLink id={id} numLot={numLot} venteId={vente_id} />,
      under: typeLogement,
      facts: [
        [lieu.residence, lieu.bloc, lieu.etage],
        {
          label: 'Surface',
          value: <Surface decimal={surfaceTotaleLue(appartement)} />,
          half: plan_pdf !== null,
        },
        plan_pdf !== null && {
          label: 'Plan',
          value: (
            <Anchor
              component="button"
              type="button"
              inherit
              onClick={() => openPlan(id, onError)}
              aria-label={`Voir le plan de l'appartement ${numLot}`}
            >
              Voir le plan
            </Anchor>
          ),
          half: true,
        },
        acheteur(lot),
        lot.client && { label: 'Prix', value: <Montant decimal={lot.montant} /> },
        resteAPayer(lot),
      ],
    }
  },
  /** The table is a price list: a free lot shows its price here (Q133). */
  columns: [
    {
      title: 'Lot',
      genre: 'texte',
      min: 84,
      phone: 'qui',
      sort: 'numLot',
      cell: ({ id, numLot, vente_id }) => <LotLink id={id} numLot={numLot} venteId={vente_id} nom={numLot} />,
    },
    {
      title: 'Type',
      genre: 'texte',
      min: 84,
      phone: 'quoi',
      sort: 'typeLogement',
      cell: ({ typeLogement }) => typeLogement,
      under: (lot) => <Surface decimal={surfaceTotaleLue(lot)} />,
    },
    { ...COLONNES.lieu, min: 160 },
    COLONNES.etat,
    { ...COLONNES.client, min: 156, phone: 'quoi' },
    { ...COLONNES.prix, sort: 'prix' },
    COLONNES.reste,
  ],
  plan: ({ id, numLot, plan_pdf }, onError) =>
    plan_pdf !== null && {
      label: `Voir le plan de l'appartement ${numLot}`,
      icon: IconFileTypePdf,
      onClick: () => openPlan(id, onError),
    },
  Form: lazyDialog<'AppartementForm', LotFormProps<AppartementLu>>(load, 'AppartementForm'),
  Details: lazyDialog<'AppartementDetails', LotDetailsProps<AppartementLu>>(load, 'AppartementDetails'),
  Report: lazyDialog<'AppartementReport', LotReportProps>(load, 'AppartementReport'),
}

export function AppartementsPage() {
  return <Lots genre={APPARTEMENTS} />
}
