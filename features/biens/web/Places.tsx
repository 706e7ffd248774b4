import { Button, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useState } from 'react'
import { placesEndpoints } from '#features/biens/parkings.contract.ts'
import { useActesDeLaPlace, type GestesDeLaPlace } from '#features/biens/web/actesDeLaPlace.tsx'
import type { ActesDuBien } from '#features/biens/web/actesDuLot.ts'
import { BienCard } from '#features/biens/web/BienCard.tsx'
import styles from '#features/biens/web/biens.module.css'
import { colonnesDuBien } from '#features/biens/web/colonnesDuLot.tsx'
import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import { acheteur, PrixAuMetreCarre, resteAPayer } from '#features/biens/web/LotParts.tsx'
import { toBien, type PlaceLue } from '#features/biens/web/parkings.queries.ts'
import { faitsDuSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import { HistoriqueDialog } from '#features/journal/web/Historique.tsx'
import { MontantSuivi } from '#features/prix/web/MontantSuivi.tsx'
import { libelleDuBien } from '#shared/biens.ts'
import { usePermis } from '#web/kit/call/usePeut.ts'
import { CardGrid } from '#web/kit/card/CardGrid.tsx'
import { BienLink } from '#web/kit/card/EntityLinks.tsx'
import { Surface } from '#web/kit/card/Montant.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { useView, ViewSwitch } from '#web/kit/list/ViewSwitch.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'

const FILTERS = ['Toutes', 'Disponibles', 'Vendues']
/** Places drawn at once, so that a parking of a thousand places opens as fast as one of ten. */
const AT_ONCE = 60

interface PlacesProps extends Omit<GestesDeLaPlace, 'onHistorique'> {
  places: readonly PlaceLue[]
}

/** The places of a parking, as cards or as a table. */
export function Places({ places, ...gestes }: PlacesProps) {
  const permis = usePermis()
  const [filter, setFilter] = useState('Toutes')
  const [drawn, setDrawn] = useState(AT_ONCE)
  const [view, setView] = useView('places', () => setDrawn(AT_ONCE))
  const [historique, setHistorique] = useOpened<{ id: number; nom: string }>('historique des places')
  const actesOf = useActesDeLaPlace({ ...gestes, onHistorique: setHistorique })
  if (places.length === 0)
    return (
      <EmptyState hint={permis(placesEndpoints.create, 'Ajoutez la première : son numéro est proposé.')}>
        Aucune place créée
      </EmptyState>
    )
  const wanted =
    filter === 'Toutes'
      ? places
      : places.filter((place) => (place.client_id === null) === (filter === 'Disponibles'))
  const shown = wanted.slice(0, drawn)
  return (
    <>
      <div className={`row between gap-12-16 ${styles.bar}`}>
        {places.length > 3 && (
          <SegmentedControl
            aria-label="Places à montrer"
            data={FILTERS}
            value={filter}
            onChange={setFilter}
          />
        )}
        <ViewSwitch cartes="Grille" view={view} onChange={setView} />
      </div>
      {wanted.length === 0 && (
        <EmptyState>
          {filter === 'Disponibles' ? 'Aucune place disponible.' : 'Aucune place vendue.'}
        </EmptyState>
      )}
      {wanted.length > 0 && view === 'tableau' ? (
        <Tableau
          label="Places"
          rows={shown}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          actes={(place) => {
            const { premier, fiche, ...others } = actesOf(place)
            return { ...others, actes: [premier, ...fiche] }
          }}
        />
      ) : (
        <CardGrid label="Places">
          {shown.map((place) => (
            <PlaceCard key={place.id} place={place} actes={actesOf(place)} />
          ))}
        </CardGrid>
      )}
      {wanted.length > drawn && (
        <div className={styles.more}>
          <Button variant="default" onClick={() => setDrawn(drawn + AT_ONCE)}>
            Afficher plus de places ({wanted.length - drawn})
          </Button>
        </div>
      )}
      {historique && (
        <HistoriqueDialog
          record={{ objet: 'place', id: historique.id }}
          nom={historique.nom}
          onClose={() => setHistorique(null)}
        />
      )}
    </>
  )
}

function NomDeLaPlace({ place }: { place: PlaceLue }) {
  return (
    <BienLink type="place_parking" id={place.id} venteId={place.vente_id}>
      {libelleDuBien('place_parking', place.numero_place)}
    </BienLink>
  )
}

function PlaceCard({ place, actes }: { place: PlaceLue; actes: ActesDuBien }) {
  const { numero_place: numero, type_place, position, montant, superficie, client } = place
  const bien = toBien(place)
  return (
    <BienCard
      name={<NomDeLaPlace place={place} />}
      badge={<EtatDuBien bien={bien} />}
      facts={[
        { label: 'Type', value: type_place },
        { label: 'Position', value: position ?? 'Non spécifiée' },
        superficie !== null && { label: 'Superficie', value: <Surface decimal={superficie} /> },
        { label: 'Montant', value: <MontantSuivi bien={bien} montant={montant} /> },
        superficie !== null && {
          label: 'Prix au m²',
          value: <PrixAuMetreCarre montant={montant} surface={superficie} />,
        },
        acheteur(bien),
        resteAPayer(bien),
        ...faitsDuSuivi(place),
      ]}
      bar={
        client && <PaymentBar percent={place.pourcentagePaiement} label={`Payé pour la place ${numero}`} />
      }
      actes={actes}
    />
  )
}

const COLONNES = colonnesDuBien(toBien)

const COLUMNS: readonly Colonne<PlaceLue>[] = [
  {
    title: 'Place',
    genre: 'texte',
    min: 90,
    phone: 'qui',
    phoneUnder: 'quoi',
    cell: (place) => <NomDeLaPlace place={place} />,
    under: ({ type_place }) => type_place,
  },
  {
    title: 'Position',
    genre: 'texte',
    min: 110,
    cell: ({ position }) => position ?? 'Non spécifiée',
  },
  COLONNES.etat,
  { ...COLONNES.client, min: 180, phone: 'quoi' },
  COLONNES.prix,
  { ...COLONNES.reste, title: 'Reste' },
]
