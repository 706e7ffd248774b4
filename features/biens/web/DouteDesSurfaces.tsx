import { Button } from '@mantine/core'
import { douteDesSurfaces } from '#features/biens/biens.words.ts'
import { formatCentiemes, readCentiemes, toDecimal } from '#shared/argent.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'

interface DouteDesSurfacesProps {
  /** The two areas as their fields hold them, in m²; '' when empty. */
  habitable: number | string
  utile: number | string
  /** Takes the difference for the utile, in m², and gives its field the focus, as the button leaves. */
  onMettre: (utile: number) => void
}

/** Yellow sentence under the areas of an appartement where the utile may hold the habitable; it refuses nothing (entree.md D.10). */
export function DouteDesSurfaces({ habitable, utile, onMettre }: DouteDesSurfacesProps) {
  const doute = douteDesSurfaces(readCentiemes(habitable) ?? 0, readCentiemes(utile) ?? 0)
  if (!doute) return null
  const { phrase, difference } = doute
  return (
    <Banner
      kind="warning"
      action={
        <Button variant="default" size="sm" onClick={() => onMettre(toDecimal(difference))}>
          Mettre {formatCentiemes(difference, 'utiles')}
        </Button>
      }
    >
      {phrase}
    </Banner>
  )
}
