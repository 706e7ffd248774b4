import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PiedDeDetails } from '#features/journal/web/Historique.tsx'
import { LOTS, type TypeDeLot } from '#features/biens/biens.kinds.ts'
import styles from '#features/biens/web/biens.module.css'
import { BarreDePaiement } from '#features/biens/web/LotParts.tsx'
import { nomDuBien, type Lot, type BienSuivi } from '#features/biens/web/lots.ts'
import { SuiviDialog, seVend, useActesDuSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import type { ActeDeSuivi } from '#features/biens/web/SuiviDialog.tsx'
import { AjouterUnPaiement, usePaiementSurPlace } from '#features/paiements/web/usePaiementDialog.tsx'
import { useSuiteDeLaVente } from '#features/ventes/web/SuiteDeLaVente.tsx'
import type { VenteOuverte } from '#features/ventes/web/ventes.queries.ts'
import { leBien } from '#shared/biens.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'

const VendreLeBien = lazyDialog(() => import('#features/biens/web/VendreLeBien.tsx'), 'VendreLeBien')

interface LotDetailsProps<T> {
  type: TypeDeLot
  query: UseQueryResult<T>
  toLot: (record: T) => Lot
  onClose: () => void
  children: (record: T) => ReactNode
}

export function LotDetails<T>({ type, query, toLot, onClose, children }: LotDetailsProps<T>) {
  const paiement = usePaiementSurPlace()
  const { suite, offer } = useSuiteDeLaVente(paiement.banners, paiement)
  return (
    <Dialog title={LOTS[type].details} onClose={onClose}>
      {paiement.element}
      {suite}
      <Results query={query} loading="Chargement..." error={LOTS[type].echec} cards={0}>
        {(record) => (
          <>
            {children(record)}
            <Paiement lot={toLot(record)} onAdd={paiement.open} />
            <Suivi lot={toLot(record)} onSaved={paiement.banners.success} onSold={offer} />
            <PiedDeDetails objet={type} id={toLot(record).id} nom={nomDuBien(toLot(record))} />
          </>
        )}
      </Results>
    </Dialog>
  )
}

type Paye = ReturnType<typeof usePaiementSurPlace>['open']

function Paiement({ lot, onAdd }: { lot: Lot; onAdd: Paye }) {
  if (!lot.client) return null
  const { client, resteAPayer } = lot
  return (
    <div className={`stack gap-12 ${styles.paiement}`}>
      <BarreDePaiement lot={lot} />
      <AjouterUnPaiement
        libelle={nomDuBien(lot)}
        reste={resteAPayer}
        onAdd={() => onAdd({ clientId: client.id, bien: lot })}
      />
    </div>
  )
}

interface SuiviProps {
  lot: Lot
  onSaved: (message: string) => void
  onSold: (vente: VenteOuverte | null, message: string) => void
}

/** Offers the acts that the state of a lot allows: its sale first, then its option and its blocage. */
function Suivi({ lot, onSaved, onSold }: SuiviProps) {
  const [opened, setOpened] = useOpened<{ acte: ActeDeSuivi; bien: BienSuivi }>('suivi')
  const [sold, setSold] = useOpened<Lot>('vendre')
  const peut = usePeut()
  const actes = useActesDuSuivi()(lot, (acte) => setOpened({ acte, bien: lot }))
  return (
    <div className={`wrap gap-8 ${styles.actes}`}>
      {seVend(lot) && peut({ access: 'ventes' }) && (
        <Button
          size="sm"
          leftSection={<IconUserPlus size={18} stroke={1.6} />}
          aria-label={`Vendre ${leBien(lot)}`}
          onClick={() => setSold(lot)}
        >
          Vendre
        </Button>
      )}
      {actes.map(({ mot, onClick }) => (
        <Button key={mot} variant="default" size="sm" onClick={onClick}>
          {mot}
        </Button>
      ))}
      {opened && <SuiviDialog {...opened} onClose={() => setOpened(null)} onSaved={onSaved} />}
      {sold && (
        <VendreLeBien
          bien={sold}
          option={sold.option}
          onClose={() => setSold(null)}
          onSaved={(message, vente) => onSold(vente, message)}
        />
      )}
    </div>
  )
}
