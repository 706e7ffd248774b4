import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { generationEndpoints } from '#features/generation/generation.contract.ts'
import { generationsQueries } from '#features/generation/web/generation.queries.ts'
import { describeTotaux } from '#features/generation/web/generation.words.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Banner, Dit } from '#web/kit/feedback/Banner.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'

const AnnulerLaGeneration = lazyDialog(
  () => import('#features/generation/web/AnnulerLaGeneration.tsx'),
  'AnnulerLaGeneration',
)

interface GenerationFaiteProps {
  residence: number
  id: number
  /** Sentence of what was done; it leaves after a moment. */
  dit: string
  onClose: () => void
  onUndone: (message: string) => void
}

/** Banner of the plan after a generation: what was made, and the way back. */
export function GenerationFaite({ residence, id, dit, onClose, onUndone }: GenerationFaiteProps) {
  const peut = usePeut()
  const [opened, setOpened] = useState(false)
  const { data } = useQuery(generationsQueries.list(residence))
  const generation = data?.find((one) => one.id === id)
  return (
    <>
      <Banner
        kind="success"
        onClose={onClose}
        action={
          generation?.peut_defaire === true &&
          peut(generationEndpoints.defaire) && (
            <Button variant="default" size="sm" onClick={() => setOpened(true)}>
              Annuler cette génération
            </Button>
          )
        }
      >
        <Dit>{dit}</Dit> {generation && describeTotaux(generation)}
      </Banner>
      {opened && generation && (
        <AnnulerLaGeneration generation={generation} onClose={() => setOpened(false)} onDone={onUndone} />
      )}
    </>
  )
}
