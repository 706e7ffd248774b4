import { useState } from 'react'
import { writeStorage, readStorage } from '#web/kit/storage.ts'

/** Which vouchers are open unless one says otherwise: the first of each category, all, none. */
type Mode = 'premiers' | 'tous' | 'aucun'

const KEY = 'chargesPlis'

/** Storage may hold anything. */
function lire(): Mode {
  const garde = readStorage(KEY)
  return garde === 'tous' || garde === 'aucun' ? garde : 'premiers'
}

export interface Plis {
  /** @param premier the first that its category shows */
  estOuvert: (bonId: number, premier: boolean) => boolean
  /** @param parmi the search among whose finds, if it is not the one of now */
  plier: (bonId: number, ouvert: boolean, parmi?: string) => void
  /** All of them, here and on this device until told otherwise. */
  plierTout: (ouverts: boolean) => void
}

/**
 * Which vouchers show their lines. « Tout déplier » and « Tout replier » are remembered on this device; a single one that is
 * opened or folded, as long as the screen is shown. What is looked for is open, and so is the voucher that the address names.
 */
export function usePlis(recherche: string, nomme: number): Plis {
  const [mode, setMode] = useState(lire)
  /** By search and voucher: what is folded among the found ones is not what is folded among all. */
  const [choisis, setChoisis] = useState<ReadonlyMap<string, boolean>>(new Map())
  const cle = (bonId: number, parmi = recherche) => `${bonId} ${parmi}`
  const parDefaut = (bonId: number, premier: boolean) =>
    recherche !== '' || bonId === nomme || mode === 'tous' || (mode === 'premiers' && premier)
  return {
    estOuvert: (bonId, premier) => choisis.get(cle(bonId)) ?? parDefaut(bonId, premier),
    plier: (bonId, ouvert, parmi) => setChoisis((avant) => new Map(avant).set(cle(bonId, parmi), ouvert)),
    plierTout(ouverts) {
      const voulu = ouverts ? 'tous' : 'aucun'
      writeStorage(KEY, voulu)
      setMode(voulu)
      setChoisis(new Map())
    },
  }
}
