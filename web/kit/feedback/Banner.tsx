import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState, useEffectEvent, type ReactNode } from 'react'
import styles from '#web/kit/feedback/Banner.module.css'

interface BannerProps {
  kind: 'success' | 'error' | 'info' | 'warning'
  children: ReactNode
  action?: ReactNode
  onClose?: () => void
}

const ICONS = {
  success: IconCircleCheck,
  error: IconAlertTriangle,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
}

/** A message; an error is announced as an alert, the other kinds as a status. */
export function Banner({ kind, children, action, onClose }: BannerProps) {
  const Icon = ICONS[kind]
  return (
    <div className={styles.frame}>
      <div
        className={`line gap-10 ${styles.banner}`}
        data-kind={kind}
        role={kind === 'error' ? 'alert' : 'status'}
      >
        <Icon size={20} stroke={1.6} className={styles.icon} aria-hidden />
        <div className={`anywhere unit grow pre ${styles.text}`}>{children}</div>
        {action}
        {onClose && (
          <button
            type="button"
            className={`bare ${styles.close}`}
            aria-label="Fermer le message"
            onClick={onClose}
          >
            <IconX size={18} stroke={1.6} />
          </button>
        )}
      </div>
    </div>
  )
}

const DIT_MS = 3000

/** Sentence of what was done, first in a banner that stays: it leaves after 3 s, and its place stays, so that nothing moves under the mouse. */
export function Dit({ children }: { children: string }) {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), DIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span className={styles.dit} data-dit={children}>
      {shown && children}
    </span>
  )
}

interface EchecDeSaisieProps {
  failure: { message: string; stale: boolean } | null
  /** Reads the record again; absent where nothing can be read again. */
  onReload?: (() => void) | undefined
  reloadLabel?: string | undefined
  reloading?: boolean
}

/** Banner of a form that was not saved; a stale one offers to read its record again. */
export function EchecDeSaisie({
  failure,
  onReload,
  reloadLabel = 'Recharger',
  reloading = false,
}: EchecDeSaisieProps) {
  if (!failure) return null
  const reload = failure.stale && onReload && (
    <Button variant="default" size="sm" disabled={reloading} onClick={onReload}>
      {reloadLabel}
    </Button>
  )
  return (
    <Banner kind="error" action={reload}>
      {failure.message}
    </Banner>
  )
}

interface BannerMessage {
  id: number
  kind: 'success' | 'error'
  text: string
}

export interface BannersState {
  messages: readonly BannerMessage[]
  /** Shows a green message, for 3 s by default (Q19). */
  success: (text: string, ms?: number) => void
  /** Shows a red message, for 5 s by default. `null` keeps it until the next message, `clear` or its close button. */
  error: (text: string, ms?: number | null) => void
  dismiss: (id: number) => void
  clear: () => void
}

const FAIT = 'Modification enregistrée.'

/** Messages of a screen, shown by `<Banners banners={banners} />`; a new message replaces the last. */
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

/** Messages of {@link useBanners}, below `children`, so that `children` keep their place when a message comes or goes. */
export function Banners({ banners, children }: { banners: BannersState; children?: ReactNode }) {
  return (
    <div className={`column no-print gap-8 ${styles.region}`}>
      {children}
      {banners.messages.map(({ id, kind, text }) => (
        <Banner key={id} kind={kind} onClose={() => banners.dismiss(id)}>
          {text}
        </Banner>
      ))}
    </div>
  )
}

interface Arrival {
  message: string
  /** The record that was made, which the next screen may speak of. */
  id: number | null
}
let carried: Arrival | null = null

/** Hands a message to the next screen, for an act that ends by leaving this one. */
export function carry(message: string, id: number | null = null): void {
  carried = { message, id }
}

export function useArrival(say: (arrival: Arrival) => void): void {
  const tell = useEffectEvent(say)
  useEffect(() => {
    const arrival = carried
    carried = null
    if (arrival !== null) tell(arrival)
  }, [])
}
