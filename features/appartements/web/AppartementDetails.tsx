import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import {
  appartementsQueries,
  toLot,
  type AppartementLu,
} from '#features/appartements/web/appartements.queries.ts'
import { lieuDeLAppartement } from '#features/appartements/web/lieuDeLAppartement.tsx'
import { LotDetails } from '#features/biens/web/LotDetails.tsx'
import {
  acheteur,
  dossierDuLot,
  EtatDuLot,
  PrixAuMetreCarre,
  resteAPayer,
} from '#features/biens/web/LotParts.tsx'
import type { LotDetailsProps } from '#features/biens/web/lots.ts'
import { faitsDuSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import { MontantSuivi } from '#features/prix/web/MontantSuivi.tsx'
import { messageOf } from '#web/kit/api.ts'
import { EmailLink, PhoneLink } from '#web/kit/ContactLinks.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import { Montant, Surface } from '#web/kit/Montant.tsx'

/** Every field of an appartement, to read, with its total area as the server counts it (D2 §2.4, Q120, Q141). */
export function AppartementDetails({ id, loaded, onClose, onError }: LotDetailsProps<AppartementLu>) {
  const query = useQuery({ ...appartementsQueries.read(id), placeholderData: loaded })
  return (
    <LotDetails type="appartement" query={query} toLot={toLot} onClose={onClose}>
      {(appartement) => {
        const { numLot, typeLogement, surfaceHabitable, surfaceUtile } = appartement
        const { montant, montant1, montant2, plan_pdf, client } = appartement
        const lot = toLot(appartement)
        const lieu = lieuDeLAppartement(appartement)
        return (
          <Facts
            facts={[
              { label: 'Lot', value: numLot },
              { label: 'Type', value: typeLogement },
              { label: 'État', value: <EtatDuLot lot={lot} /> },
              ...faitsDuSuivi(lot),
              lieu.residence,
              lieu.bloc,
              lieu.etage,
              { label: 'Surface habitable', value: <Surface decimal={surfaceHabitable} /> },
              { label: 'Surface utile', value: <Surface decimal={surfaceUtile} /> },
              { label: 'Superficie totale', value: <Superficie id={id} onError={onError} /> },
              { label: 'Montant', value: <MontantSuivi bien={lot} montant={montant} /> },
              { label: 'Prix au m²', value: <PrixDuLot id={id} montant={montant} /> },
              montant1 !== null && { label: 'Montant 1', value: <Montant decimal={montant1} /> },
              montant2 !== null && { label: 'Montant 2', value: <Montant decimal={montant2} /> },
              acheteur(lot) ?? { label: 'Client', value: 'Aucun client' },
              dossierDuLot(lot),
              client && { label: 'Téléphone', value: <PhoneLink tel={client.tel} /> },
              client && { label: 'Email', value: <EmailLink email={client.email} /> },
              resteAPayer(lot),
              { label: 'Plan', value: plan_pdf === null ? 'Aucun' : 'Enregistré (PDF)' },
            ]}
          />
        )
      }}
    </LotDetails>
  )
}

function Superficie({ id, onError }: { id: number; onError: (message: string) => void }) {
  const { data, error } = useQuery(appartementsQueries.superficie(id))
  const tell = useEffectEvent((failure: Error) =>
    onError(messageOf(failure, 'Erreur lors du calcul de la superficie.')),
  )
  useEffect(() => {
    if (error) tell(error)
  }, [error])
  if (error) return 'Impossible de calculer la superficie'
  return data ? <Surface decimal={data.superficie_totale} /> : 'Chargement...'
}

function PrixDuLot({ id, montant }: { id: number; montant: number }) {
  const { data } = useQuery(appartementsQueries.superficie(id))
  return data ? <PrixAuMetreCarre montant={montant} surface={data.superficie_totale} /> : 'Non spécifié'
}
