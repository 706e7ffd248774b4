import { useRef, useState } from 'react'

/**
 * For « Enregistrer et ajouter un autre »: `next(name)` once one is saved and the form prepared for the one after it. `added`
 * is the name of the last one, for {@link JustAdded}; `first` the field to go on with, all of it selected.
 */
export function useAnother() {
  const [added, setAdded] = useState<string | null>(null)
  const first = useRef<HTMLInputElement>(null)
  function next(name: string) {
    setAdded(name)
    requestAnimationFrame(() => first.current?.select())
  }
  return { added, first, next }
}
