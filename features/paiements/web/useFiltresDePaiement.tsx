import { useId, useState, type ReactNode } from 'react'
import { BoutonDesFiltres, PanneauDesFiltres } from '#features/paiements/web/FiltresDePaiement.tsx'
import {
  countFiltres,
  filtresDe,
  SANS_FILTRE,
  type AdresseDesFiltres,
} from '#features/paiements/web/filtresDePaiement.ts'

interface Options {
  address: AdresseDesFiltres
  onChange: (patch: Partial<AdresseDesFiltres>) => void
  /** What the address says by itself. */
  defaults?: AdresseDesFiltres
  /** Selects of the screen's own among them, and how many of these are set. */
  others?: ReactNode
  othersSet?: number
  unfolded?: boolean
}

/** The filters of payments of a screen: what they ask for, their button and what it unfolds. */
export function useFiltresDePaiement({
  address,
  onChange,
  defaults = SANS_FILTRE,
  others,
  othersSet = 0,
  unfolded = false,
}: Options) {
  const { mode, banque, du, au, etat } = address
  const set = countFiltres(address, defaults) + othersSet
  const [open, setOpen] = useState(unfolded || set > 0)
  const id = useId()
  return {
    filtres: filtresDe(address),
    set,
    button: <BoutonDesFiltres set={set} open={open} controls={id} onToggle={() => setOpen(!open)} />,
    panel: open && (
      <PanneauDesFiltres id={id} address={{ mode, banque, du, au, etat }} onChange={onChange}>
        {others}
      </PanneauDesFiltres>
    ),
  }
}
