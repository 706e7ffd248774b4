import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { Langue } from '#shared/papiers.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'
import { LangueDuPapier, useLangueDuPapier } from '#web/kit/print/LangueDuPapier.tsx'

interface ReleveImprimeProps {
  nom: string
  busy: boolean
  onPrint: (langue: Langue) => void
  onClose: () => void
}

/** Tells that the statement of a client is saved, in the language of his name, and offers it in the other one. */
export function ReleveImprime({ nom, busy, onPrint, onClose }: ReleveImprimeProps) {
  const [langue, setLangue] = useLangueDuPapier(nom)
  return (
    <Banner
      kind="success"
      onClose={onClose}
      action={
        <>
          <LangueDuPapier label="Langue du relevé" langue={langue} onChange={setLangue} />
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPrinter size={18} stroke={1.6} />}
            {...whileBusy(busy)}
            onClick={() => onPrint(langue)}
          >
            Imprimer le relevé
          </Button>
        </>
      }
    >
      Relevé enregistré : <span data-nom>{nom}</span>
    </Banner>
  )
}
