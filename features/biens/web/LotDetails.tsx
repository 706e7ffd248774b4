import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PiedDeDetails } from '#features/journal/web/Historique.tsx'
import { LOTS, type TypeDeLot } from '#features/biens/biens.kinds.ts'
import styles from '#features/biens/web/biens.module.css'
import { BarreDePaiement } from '#features/biens/web/LotParts.tsx'
import { nomDuBien, type Lot } from '#features/biens/web/lots.ts'
import {
  SuiviDialog,
  useActesDuSuivi,
  type ActeDeSuivi,
  type BienSuivi,
} from '#features/biens/web/SuiviDuBien.tsx'
import { AjouterUnPaiement, usePaiementSurPlace } from '#features/paiements/web/usePaiementDialog.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { Results } from '#web/kit/feedback/Results.tsx'

interface LotDetailsProps<T> {
  type: TypeDeLot
  query: UseQueryResult<T>
  toLot: (record: T) => Lot
  onClose: () => void
  children: (record: T) => ReactNode
}

export function LotDetails<T>({ type, query, toLot, onClose, children }: LotDetailsProps<T>) {
  const paiement = usePaiementSurPlace()
  return (
    <Dialog title={LOTS[type].details} onClose={onClose}>
      {paiement.element}
      <Results query={query} loading="Chargement..." error={LOTS[type].echec} cards={0}>
        {(record) => (
          <>
            {children(record)}
            <Paiement lot={toLot(record)} onAdd={paiement.open} />
            <Suivi bien={toLot(record)} onSaved={paiement.banners.success} />
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
    <div className={styles.paiement}>
      <BarreDePaiement lot={lot} />
      <AjouterUnPaiement
        libelle={nomDuBien(lot)}
        reste={resteAPayer}
        onAdd={() => onAdd({ clientId: client.id, bien: lot })}
      />
    </div>
  )
}

function Suivi({ bien, onSaved }: { bien: BienSuivi; onSaved: (message: string) => void }) {
  const [opened, setOpened] = useOpened<{ acte: ActeDeSuivi; bien: BienSuivi }>('suivi')
  const actes = useActesDuSuivi()(bien, (acte) => setOpened({ acte, bien }))
  return (
    <div className={styles.actes}>
      {actes.map(({ mot, onClick }) => (
        <Button key={mot} variant="default" size="sm" onClick={onClick}>
          {mot}
        </Button>
      ))}
      {opened && <SuiviDialog {...opened} onClose={() => setOpened(null)} onSaved={onSaved} />}
    </div>
  )
}
