import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { Anchor } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import type { TriAppartements } from '#features/biens/appartements.contract.ts'
import {
  appartementCalls,
  appartementsQueries,
  fetchPlan,
  toLot,
  type AppartementLu,
} from '#features/biens/web/appartements.queries.ts'
import { lieuDeLAppartement, acheteur, resteAPayer, resteCompact } from '#features/biens/web/LotParts.tsx'
import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import type { GenreDeLot, LotDetailsProps, LotFormProps, LotReportProps } from '#features/biens/web/lots.ts'
import { Lots } from '#features/biens/web/Lots.tsx'
import { fromDecimal, toDecimal } from '#shared/argent.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { LotLink } from '#web/kit/card/EntityLinks.tsx'
import { openInNewTab } from '#web/kit/file/files.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Montant, Surface } from '#web/kit/card/Montant.tsx'

/** Habitable and utile together, as « Détails » shows them (D2 §2.4); null when the answer lacks one. */
function surfaceTotale({ surfaceHabitable, surfaceUtile }: AppartementLu): number | null {
  if (surfaceHabitable === null || surfaceUtile === null) return null
  return toDecimal(fromDecimal(surfaceHabitable) + fromDecimal(surfaceUtile))
}

const load = () => import('#features/biens/web/AppartementDialogs.tsx')

const openPlan = (id: number, onError: (message: string) => void) =>
  void openInNewTab(() => fetchPlan(id)).catch((error: unknown) =>
    onError(messageOf(error, 'Erreur lors du téléchargement du plan.')),
  )

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
        { label: 'Surface', value: <Surface decimal={surfaceTotale(appartement)} /> },
        acheteur(lot),
        lot.client && { label: 'Prix', value: <Montant decimal={lot.montant} /> },
        resteAPayer(lot),
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
        },
      ],
    }
  },
  /** The table is a price list: a free lot shows its price here (Q133). */
  columns: [
    {
      title: 'Lot',
      sort: 'numLot',
      cell: ({ id, numLot, vente_id }) => <LotLink id={id} numLot={numLot} venteId={vente_id} nom={numLot} />,
    },
    { title: 'Type', sort: 'typeLogement', cell: ({ typeLogement }) => typeLogement },
    {
      title: 'Résidence',
      sort: 'residence',
      share: 3,
      cell: (lot) => lieuDeLAppartement(lot).residence.value,
    },
    { title: 'Bloc', sort: 'bloc', cell: (lot) => lieuDeLAppartement(lot).bloc.value },
    { title: 'Étage', sort: 'etage', cell: (lot) => lieuDeLAppartement(lot).etage.value },
    { title: 'État', sort: 'etat', cell: (lot) => <EtatDuBien bien={toLot(lot)} /> },
    { title: 'Client', sort: 'client', share: 3, cell: (lot) => acheteur(toLot(lot))?.value },
    { title: 'Prix', sort: 'prix', figure: true, cell: ({ montant }) => <Montant decimal={montant} /> },
    { title: 'Reste à payer', sort: 'reste', figure: true, cell: (lot) => resteCompact(toLot(lot)) },
  ],
  rowActions: ({ id, numLot, plan_pdf }, onError) =>
    plan_pdf !== null && (
      <IconAction
        compact
        icon={IconFileTypePdf}
        label={`Voir le plan de l'appartement ${numLot}`}
        onClick={() => openPlan(id, onError)}
      />
    ),
  Form: lazyDialog<'AppartementForm', LotFormProps<AppartementLu>>(load, 'AppartementForm'),
  Details: lazyDialog<'AppartementDetails', LotDetailsProps<AppartementLu>>(load, 'AppartementDetails'),
  Report: lazyDialog<'AppartementReport', LotReportProps>(load, 'AppartementReport'),
}

export function AppartementsPage() {
  return <Lots genre={APPARTEMENTS} />
}
