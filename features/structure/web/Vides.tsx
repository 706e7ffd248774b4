import type { ReactNode } from 'react'
import { useLieu, useManque, type LieuChoisi } from '#features/structure/web/structure.queries.ts'
import { ListeVide, VideIci, type Lieu } from '#web/kit/feedback/ListeVide.tsx'

interface AucunProps {
  /** Level that the records stand in, which may be missing. */
  dans: Lieu['genre']
  action?: ReactNode
  hint?: ReactNode
  children: ReactNode
}

/** Empty list of what stands in the structure. */
export const Aucun = ({ dans, ...props }: AucunProps) => <ListeVide manque={useManque(dans)} {...props} />

interface AucunIciProps {
  lieu: LieuChoisi
  /** Noun of the records with « de »: « d'étage ». */
  de: string
  action: ReactNode
  children: ReactNode
}

/** List that is empty at the place of its filters. */
export const AucunIci = ({ lieu, ...props }: AucunIciProps) => <VideIci lieu={useLieu(lieu)} {...props} />
