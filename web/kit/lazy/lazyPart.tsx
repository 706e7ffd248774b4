import {
  lazy,
  Suspense,
  useState,
  Component,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react'
import { fetchPart } from '#web/kit/lazy/parts.ts'
import { DialogFailure } from '#web/kit/lazy/DialogFailure.tsx'

type Load<K extends string, P> = () => Promise<Record<K, ComponentType<P>>>

/** Component that loads when first shown. A failure, of the network or of the component, is drawn in its place by `failure`. */
export function lazyPart<K extends string, P extends object>(
  load: Load<K, P>,
  name: K,
  failure: (error: unknown, retry: () => void, props: P) => ReactNode,
  waiting: (props: P) => ReactNode = () => null,
): ComponentType<P> {
  const loadPart = fetchPart(load)
  let latest: LazyExoticComponent<ComponentType<P>> | null = null
  // A React lazy component keeps its failure, so that a retry needs a new one.
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

/** Dialog that loads when it is first opened: `const ClientForm = lazyDialog(() => import('…/ClientForm.tsx'), 'ClientForm')`. */
export function lazyDialog<K extends string, P extends { onClose: (done: boolean) => void }>(
  load: Load<K, P>,
  name: K,
): ComponentType<P> {
  return lazyPart(load, name, (error, retry, { onClose }) => (
    <DialogFailure error={error} onRetry={retry} onClose={() => onClose(false)} />
  ))
}

interface BoundaryProps {
  /** Drawn instead of the broken children; `retry` draws the children again. */
  failure: (error: unknown, retry: () => void) => ReactNode
  children: ReactNode
}

/** Error boundary: a broken part leaves the rest of the screen in place. */
class Boundary extends Component<BoundaryProps, { broken: { error: unknown } | null }> {
  override state: { broken: { error: unknown } | null } = { broken: null }

  static getDerivedStateFromError(error: unknown) {
    return { broken: { error } }
  }

  override render() {
    const { broken } = this.state
    if (!broken) return this.props.children
    return this.props.failure(broken.error, () => this.setState({ broken: null }))
  }
}
