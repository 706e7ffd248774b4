import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

interface BannerMessage {
  id: number
  kind: 'success' | 'error'
  text: string
}

export interface BannersState {
  messages: readonly BannerMessage[]
  /** Green; gone after 3 s unless told (Q19). */
  success: (text: string, ms?: number) => void
  /** Red; gone after 5 s unless told. `null` stays until the next message, `clear` or its close button. */
  error: (text: string, ms?: number | null) => void
  dismiss: (id: number) => void
  clear: () => void
}

/** What is never told without words. */
const FAIT = 'Modification enregistrée.'

/** The messages of one screen: `<Banners banners={banners} />` shows them. A new one takes the place of the one before. */
export function useBanners(): BannersState {
  const [messages, setMessages] = useState<readonly BannerMessage[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const next = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  const clear = useCallback(() => {
    clearTimeout(timer.current)
    setMessages([])
  }, [])
  const dismiss = useCallback(
    (id: number) => setMessages((shown) => shown.filter((message) => message.id !== id)),
    [],
  )
  const show = useCallback(
    (kind: BannerMessage['kind'], text: string, ms: number | null) => {
      clearTimeout(timer.current)
      const id = next.current++
      setMessages([{ id, kind, text }])
      if (ms !== null) timer.current = setTimeout(() => dismiss(id), ms)
    },
    [dismiss],
  )
  return useMemo(
    () => ({
      messages,
      success: (text, ms = 3000) => show('success', text || FAIT, ms),
      error: (text, ms = 5000) => show('error', text, ms),
      dismiss,
      clear,
    }),
    [messages, show, dismiss, clear],
  )
}
