import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CHAMPS_DU_BIEN, type ChampBien } from '#features/paiements/web/bienDuPaiement.ts'
import { bienChoisi, estSolde, type BienOffert, type Saisie } from '#features/paiements/web/usePaiement.ts'

interface Suite {
  form: UseFormReturnType<Saisie>
  /** The client is known, his bien is not, and nothing has been typed: it goes on from there as soon as it is open. */
  atOnce: boolean
  /** The three lists of the client, as they are now; null while one of them is on its way, or failed. */
  offerts: Record<ChampBien, BienOffert[]> | null
  choose: (champ: ChampBien, id: number) => void
}

/**
 * What follows the choice of a client: the only bien with something left is chosen and the amount is next; of several, the
 * first list that has one opens. The lists come later than the choice: who has done something since keeps his focus, and who
 * is choosing keeps the choice. Call what it gives when a client has been chosen.
 */
export function useSuiteDuClient({ form, atOnce, offerts, choose }: Suite): () => void {
  /** A new one for each choice; null once it has been followed. */
  const [choice, setChoice] = useState<object | null>(atOnce ? {} : null)
  const actedRef = useActed()
  const follow = useEffectEvent(() => {
    setChoice(null)
    if (!offerts || bienChoisi(form.getValues()) !== null || isChoosing()) return
    const left = CHAMPS_DU_BIEN.flatMap((champ) =>
      offerts[champ].filter((bien) => !estSolde(bien)).map(({ id }) => ({ champ, id })),
    )
    const [first] = left
    if (!first) return
    const lists = CHAMPS_DU_BIEN.map((champ) => form.getInputNode(champ))
    // On his way through the lists, or where the focus was has gone: the next field is this one all the same.
    const free = !actedRef.current || [document.body, ...lists].some((place) => place === focused())
    if (left.length === 1) choose(first.champ, first.id)
    if (!free) return
    if (left.length === 1) focusMontant(form)
    else open(form.getInputNode(first.champ))
  })
  const ready = choice !== null && offerts !== null
  useEffect(() => {
    if (!ready) return undefined
    // The Tab that chose the client has led to the next field by then.
    const timer = setTimeout(follow)
    return () => clearTimeout(timer)
  }, [ready])
  return () => {
    actedRef.current = false
    setChoice({})
  }
}

/** To the amount, which is typed over. */
export function focusMontant(form: UseFormReturnType<Saisie>): void {
  const amount = form.getInputNode('versement')
  amount?.focus()
  if (amount instanceof HTMLInputElement) amount.select()
}

const ACTS = ['keydown', 'pointerdown', 'beforeinput'] as const

/** Has a key or a button been pressed, or a text come without one (dictated, pasted by a menu), since it was last set to false? */
function useActed() {
  const actedRef = useRef(false)
  useEffect(() => {
    const note = (event: Event) => {
      const held = event instanceof KeyboardEvent && /^(?:Shift|Control|Alt|Meta)/.test(event.key)
      if (!held) actedRef.current = true
    }
    for (const type of ACTS) document.addEventListener(type, note, true)
    return () => {
      for (const type of ACTS) document.removeEventListener(type, note, true)
    }
  }, [])
  return actedRef
}

const focused = () => document.activeElement
/** A list is open where the focus is. */
const isChoosing = () => focused()?.getAttribute('aria-expanded') === 'true'

function open(list: HTMLElement | null): void {
  list?.focus()
  list?.click()
}
