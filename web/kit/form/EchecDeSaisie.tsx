import { Button } from '@mantine/core'
import { Banner } from '#web/kit/feedback/Banner.tsx'

interface EchecDeSaisieProps {
  failure: { message: string; stale: boolean } | null
  onReload: () => void
}

/** Why a form was not saved; a stale one offers to read its record again. */
export function EchecDeSaisie({ failure, onReload }: EchecDeSaisieProps) {
  if (!failure) return null
  const reload = (
    <Button variant="default" size="sm" onClick={onReload}>
      Recharger
    </Button>
  )
  return (
    <Banner kind="error" action={failure.stale && reload}>
      {failure.message}
    </Banner>
  )
}
