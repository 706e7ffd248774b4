import { useState } from 'react'
import { writeStorage, readStorage } from '#web/kit/frame/storage.ts'

type Mode = 'premiers' | 'tous' | 'aucun'

const KEY = 'chargesPlis'

function read(): Mode {
  const garde = readStorage(KEY)
  return garde === 'tous' || garde === 'aucun' ? garde : 'premiers'
}

export interface Plis {
  /** @param premier true for the first voucher shown in its category */
  estOuvert: (bonId: number, premier: boolean) => boolean
  /** @param parmi the search for which the choice holds, the current one by default */
  plier: (bonId: number, ouvert: boolean, parmi?: string) => void
  plierTout: (ouverts: boolean) => void
}

/** The folds of the vouchers. « Tout déplier » and « Tout replier » are remembered on this device; a single fold is not. */
export function usePlis(recherche: string, nomme: number): Plis {
  const [mode, setMode] = useState(read)
  /** The key is voucher and search, so that a fold made during a search does not change the whole list. */
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

/** The pages of many lists in one text of the address: "12.3_14.2" is list 12 on page 3, list 14 on page 2, others on page 1. */
export type Pages = ReadonlyMap<number, number>

export function readPages(text: string): Pages {
  const pages = new Map<number, number>()
  for (const [, id, page] of text.matchAll(/(?:^|_)([1-9]\d{0,14})\.([1-9]\d{0,5})(?=_|$)/g))
    pages.set(Number(id), Number(page))
  return pages
}

export function turnPage(text: string, id: number, page: number): string {
  const pages = new Map(readPages(text))
  pages.delete(id)
  if (page > 1) pages.set(id, page)
  return [...pages].map(([list, at]) => `${list}.${at}`).join('_')
}
