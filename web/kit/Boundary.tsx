import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  /** Shown instead of what broke; `retry` draws it again. */
  failure: (error: unknown, retry: () => void) => ReactNode
  children: ReactNode
}

/** Keeps what breaks inside it from taking the rest of the screen along. */
export class Boundary extends Component<BoundaryProps, { broken: { error: unknown } | null }> {
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
