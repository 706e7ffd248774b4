import type { Client, clientAssets } from '#features/clients/clients.contract.ts'
import { FicheTete, PanneauCoordonnees, SommesDuClient } from '#features/clients/web/FicheTete.tsx'
import styles from '#features/clients/web/fiches.module.css'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { useQuery } from '@tanstack/react-query'
import { Nom } from '#web/kit/card/Nom.tsx'
import { Panneau, Rien } from '#web/kit/card/Panneau.tsx'
import { biensDuClientQuery } from '#features/ventes/web/ventes.queries.ts'
import { libelleDuBien, type TypeBien } from '#shared/biens.ts'
import type { Wire } from '#shared/endpoint.ts'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { dossierAt } from '#shared/paths.ts'

const ClientForm = lazyDialog(() => import('#features/clients/web/ClientForm.tsx'), 'ClientForm')

export function FicheLimitee({ client }: { client: Client }) {
  const banners = useBanners()
  const [opened, setOpened] = useOpened<{ client: Client }>('client')
  const query = useQuery(biensDuClientQuery(client.id))
  return (
    <>
      <FicheTete client={client} onEdit={() => setOpened({ client })} />
      <Banners banners={banners} />
      {opened && (
        <ClientForm client={opened.client} onClose={() => setOpened(null)} onSaved={banners.success} />
      )}
      <div className="column gap-16 packed">
        <Results
          query={query}
          loading="Chargement des biens..."
          error="Erreur chargement biens."
          cards={1}
          wide
        >
          {(assets) => (
            <>
              <SommesDuClient totaux={assets.totaux} />
              <PanneauBiens rows={rowsOf(assets)} />
            </>
          )}
        </Results>
        <PanneauCoordonnees client={client} />
      </div>
    </>
  )
}

interface BienVendu {
  vente: number
  nom: string
  ou: string
  dossier: string
  montant: number
  resteAPayer: number
  pourcentagePaiement: number
}

const COLUMNS: readonly Colonne<BienVendu>[] = [
  {
    title: 'Bien',
    cell: ({ vente, nom, ou }) => (
      <>
        <Nom to={dossierAt(vente)}>{nom}</Nom>
        {ou && (
          <span className="dim small anywhere block" data-nom>
            {ou}
          </span>
        )}
      </>
    ),
  },
  { title: 'Dossier', court: true, cell: ({ vente, dossier }) => <Nom to={dossierAt(vente)}>{dossier}</Nom> },
  { title: 'Montant', figure: true, cell: ({ montant }) => <Montant decimal={montant} /> },
  {
    title: 'Payé',
    cell: ({ nom, pourcentagePaiement }) => (
      <div className={`stack ${styles.paye}`}>
        <PaymentBar percent={pourcentagePaiement} label={`Payé : ${nom}`} />
      </div>
    ),
  },
  { title: 'Reste à payer', figure: true, cell: ({ resteAPayer }) => <Montant decimal={resteAPayer} /> },
]

function PanneauBiens({ rows }: { rows: readonly BienVendu[] }) {
  return (
    <Panneau title="Biens">
      {rows.length === 0 ? (
        <Rien>Aucun bien pour l'instant.</Rien>
      ) : (
        <Lignes label="Biens" rows={rows} rowKey={({ vente }) => vente} columns={COLUMNS} />
      )}
    </Panneau>
  )
}

type Assets = Wire<typeof clientAssets>

type Vendu = Omit<BienVendu, 'vente' | 'nom' | 'ou'> & { vente_id: number }

const ouEst = (...parts: string[]) => parts.filter(Boolean).join(', ')

function rowsOf({ appartements, locaux, places }: Assets): BienVendu[] {
  const toRow = (
    type: TypeBien,
    numero: string | number,
    { vente_id, ...bien }: Vendu,
    ou: string,
  ): BienVendu => ({ vente: vente_id, nom: libelleDuBien(type, numero), ou, ...bien })
  return [
    ...appartements.map((lot) =>
      toRow('appartement', lot.numLot, lot, ouEst(lot.etage.bloc.nomloc, lot.etage.bloc.residence.nom)),
    ),
    ...locaux.map((local) =>
      toRow('local', local.num, local, ouEst(local.bloc.nomloc, local.bloc.residence.nom)),
    ),
    ...places.map((place) =>
      toRow(
        'place_parking',
        place.numero_place,
        place,
        ouEst(place.parking.parking_nom, place.parking.residence.nom),
      ),
    ),
  ]
}
