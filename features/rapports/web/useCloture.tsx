import { Button } from '@mantine/core'
import { IconCashRegister, IconPrinter } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { cloturesEndpoints } from '#features/rapports/clotures.contract.ts'
import type { Caisse } from '#features/rapports/web/CloturerLaCaisse.tsx'
import { printCloture, type ClotureFaite } from '#features/rapports/web/clotures.queries.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { PretAImprimer } from '#web/kit/print/PretAImprimer.tsx'

const CloturerLaCaisse = lazyDialog(
  () => import('#features/rapports/web/CloturerLaCaisse.tsx'),
  'CloturerLaCaisse',
)

interface Cloture {
  /** The button; null where the member may not close this till. */
  bouton: ReactNode
  /** The offer to print the closing that was just made. */
  faite: ReactNode
  dialog: ReactNode
}

/**
 * Button and dialog that close a till of a day: the member's own, or that of the named one where he may correct what others record.
 * @param membre whose till is looked at; nobody's that is known gives no button
 */
export function useCloture(
  work: WorkState,
  jour: Jour,
  membre: Caisse['membre'] | 'moi' | undefined,
): Cloture {
  const moi = useUtilisateur()
  const peut = usePeut()
  const [opened, setOpened] = useOpened<Caisse>('cloture')
  const [faite, setFaite] = useState<ClotureFaite | null>(null)
  const close = () => setOpened(null)
  const caissier = membre === 'moi' ? moi && { id: moi.id, nom: moi.name } : membre
  const may =
    peut(cloturesEndpoints.create) &&
    jour <= aujourdhui() &&
    (caissier?.id === moi?.id || peut(paiementsEndpoints.update))
  return {
    bouton: may && caissier && (
      <Button
        variant="default"
        leftSection={<IconCashRegister size={18} stroke={1.6} />}
        onClick={() => setOpened({ jour, membre: caissier })}
      >
        Clôturer la caisse
      </Button>
    ),
    faite: faite && (
      <PretAImprimer
        key={faite.id}
        icon={IconPrinter}
        label="Imprimer"
        busy={work.label !== null}
        onPrint={() => void printCloture(work, faite)}
        onClose={() => setFaite(null)}
      >
        {faite.message}
      </PretAImprimer>
    ),
    dialog: opened && <CloturerLaCaisse caisse={opened} onClose={close} onDone={setFaite} />,
  }
}
