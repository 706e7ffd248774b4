import { createContext, use, type ReactNode } from 'react'
import type { BienNomme, OptionDuBien } from '#features/options/web/options.queries.ts'

export interface VendreProps {
  bien: BienNomme
  option: OptionDuBien
  onClose: () => void
  onSaved: (message: string) => void
}

/** Draws the form that sells a bien to who holds it. Given by the application: options know biens, and no kind of them. */
export const Vendre = createContext<((props: VendreProps) => ReactNode) | null>(null)

export function useVendre(): (props: VendreProps) => ReactNode {
  const render = use(Vendre)
  if (!render) throw new Error('No form that sells is given to the options')
  return render
}
