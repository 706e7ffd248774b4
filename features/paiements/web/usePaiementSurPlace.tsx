import type { ReactNode } from 'react'
import { usePaiementDialog, type PaiementConnu } from '#features/paiements/web/usePaiementDialog.tsx'
import { Banners } from '#web/kit/Banners.tsx'
import { useBanners, type BannersState } from '#web/kit/useBanners.ts'
import { useWork, type WorkState } from '#web/kit/useWork.ts'
import { WorkBar } from '#web/kit/WorkBar.tsx'

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
