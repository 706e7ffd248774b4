import { lazy, Suspense, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react'
import { fetchPart } from '#web/kit/parts.ts'
import { Boundary } from '#web/kit/Boundary.tsx'
import { DialogFailure } from '#web/kit/DialogFailure.tsx'

type Load<K extends string, P> = () => Promise<Record<K, ComponentType<P>>>

/**
 * A component that is loaded when it is first shown. What keeps it from showing, the network or a defect, stays in its
 * place: `failure` says so there, `waiting` is what stands there until it has come.
 */
export function lazyPart<K extends string, P extends object>(
  load: Load<K, P>,
  name: K,
  failure: (error: unknown, retry: () => void, props: P) => ReactNode,
  waiting: (props: P) => ReactNode = () => null,
): ComponentType<P> {
  const loadPart = fetchPart(load)
  let latest: LazyExoticComponent<ComponentType<P>> | null = null
  // React keeps what a lazy component came to, a failure too: whoever comes next needs another one.
  const current = () =>
    (latest ??= lazy<ComponentType<P>>(async () => {
      try {
        return { default: (await loadPart())[name] }
      } catch (error) {
        latest = null
        throw error
      }
    }))
  return function LazyPart(props: P) {
    const [part, setPart] = useState(current)
    const Part = part as ComponentType<P>
    const retry = () => setPart(current())
    return (
      <Boundary failure={(error, redraw) => failure(error, () => (retry(), redraw()), props)}>
        <Suspense fallback={waiting(props)}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

/** A dialog that is loaded when it is first opened: `const ClientForm = lazyDialog(() => import('…/ClientForm.tsx'), 'ClientForm')`. */
export function lazyDialog<K extends string, P extends { onClose: (done: boolean) => void }>(
  load: Load<K, P>,
  name: K,
): ComponentType<P> {
  return lazyPart(load, name, (error, retry, { onClose }) => (
    <DialogFailure error={error} onRetry={retry} onClose={() => onClose(false)} />
  ))
}
