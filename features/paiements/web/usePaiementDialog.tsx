import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { JustificatifEchoue, type EnvoiEchoue } from '#features/paiements/web/EnvoiJustificatif.tsx'
import { printRecu } from '#features/paiements/web/impressions.ts'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { rectifications, RecuPret } from '#features/paiements/web/RecuPret.tsx'
import type { PaiementConnu } from '#features/paiements/web/usePaiement.ts'
import { promoteurQuery } from '#features/promoteur/web/promoteur.queries.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { returnFocus } from '#web/kit/returnFocus.ts'
import { useBanners, type BannersState } from '#web/kit/useBanners.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { useWork, type WorkState } from '#web/kit/useWork.ts'
import { WorkBar } from '#web/kit/WorkBar.tsx'

const PaiementDialog = lazyDialog(
  () => import('#features/paiements/web/PaiementDialog.tsx'),
  'PaiementDialog',
)

/** How long a warning is told that no receipt stands under. */
const A_LIRE_MS = 10_000

/** A receipt on offer. */
interface Offre {
  /** Each is another banner, which takes the focus. */
  rang: number
  paiement: PaiementLu
  dit: string
  avertissements: readonly string[]
  /** What it says otherwise than the former one; nothing of a new payment. */
  corrige: readonly ReactNode[]
}

/**
 * The payment dialog for any screen: `open({ clientId, bien })` shows it with what is known filled in; `element` renders it.
 * Once a payment is added, or corrected, `recu`, among the screen's banners, offers its receipt until it is closed: to the
 * next key. Closed, it leads back to where the dialog was opened.
 */
export function usePaiementDialog(
  banners: BannersState,
  work: WorkState,
): {
  open: (known?: PaiementConnu) => void
  /** Its payment is deleted: a receipt that could not be printed is no longer offered. */
  forget: (id: number) => void
  /** A payment that was taken without the dialog: its receipt is offered all the same. */
  offer: (paiement: PaiementLu & { message: string }) => void
  element: ReactNode
  recu: ReactNode
} {
  const [known, setKnown] = useOpened<PaiementConnu>('paiement')
  const [offre, setOffre] = useState<Offre | null>(null)
  // Read while one types, so that what is said of him does not come later than the receipt.
  useQuery({ ...promoteurQuery, enabled: known !== null })
  const [echec, setEchec] = useState<EnvoiEchoue | null>(null)
  const opener = useRef<Element>(null)
  const print = (id: number) => void printRecu(work, id)
  function offrir(nouvelle: Omit<Offre, 'rang'>) {
    banners.clear()
    setOffre((former) => ({ rang: (former?.rang ?? 0) + 1, ...nouvelle }))
  }
  const recuPret = offre && (
    <RecuPret
      key={offre.rang}
      paiement={offre.paiement}
      dit={offre.dit}
      avertissements={offre.avertissements}
      corrige={offre.corrige}
      busy={work.label !== null}
      onPrint={() => print(offre.paiement.id)}
      onClose={() => {
        setOffre(null)
        setTimeout(() => returnFocus(opener.current))
      }}
    />
  )
  const recu = (
    <>
      {recuPret}
      {echec && (
        <JustificatifEchoue
          key={echec.id}
          echec={echec}
          onEchec={setEchec}
          onDone={() => {
            setEchec(null)
            banners.success(paiementsEndpoints.joindre.succes)
          }}
          onClose={() => setEchec(null)}
        />
      )}
    </>
  )
  const element = known && (
    <PaiementDialog
      {...known}
      onClose={() => setKnown(null)}
      onSaved={(paiement, avant) => {
        const { message: dit, avertissements = [] } = paiement
        setEchec(null)
        const corrige = avant ? rectifications(avant, paiement) : []
        if (avant && corrige.length === 0) {
          // The client still waits for the paper on offer: this one's bears the new details.
          setOffre(
            (former) => former && (former.paiement.id === paiement.id ? { ...former, paiement } : former),
          )
          if (avertissements.length === 0) banners.success(dit)
          else banners.success([dit, ...avertissements].join('\n'), A_LIRE_MS)
          return
        }
        offrir({ paiement, dit, avertissements, corrige })
      }}
      onEchec={setEchec}
      onPrint={print}
    />
  )
  return {
    open: (what = {}) => {
      opener.current = document.activeElement
      setKnown(what)
    },
    forget: (id) => {
      setOffre((former) => (former?.paiement.id === id ? null : former))
      setEchec((former) => (former?.id === id ? null : former))
    },
    offer: ({ message, ...paiement }) => offrir({ paiement, dit: message, avertissements: [], corrige: [] }),
    element,
    recu,
  }
}

/**
 * The payment dialog on top of another dialog: `element`, first thing in that one, holds its banners, the receipt that is
 * offered and the progress of its print.
 */
export function usePaiementSurPlace(): {
  open: (known: PaiementConnu) => void
  element: ReactNode
  banners: BannersState
  work: WorkState
} {
  const banners = useBanners()
  const work = useWork(banners)
  const { open, recu, element } = usePaiementDialog(banners, work)
  return {
    open,
    banners,
    work,
    element: (
      <>
        <Banners banners={banners}>{recu}</Banners>
        <WorkBar work={work} />
        {element}
      </>
    ),
  }
}
