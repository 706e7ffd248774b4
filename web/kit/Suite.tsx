import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Banner } from '#web/kit/Banner.tsx'
import type { Adresse } from '#web/paths.ts'

interface Etape extends Adresse {
  /** « Bloc A n’a pas encore d’étage. » */
  phrase: string
  /** « Ajouter ses étages » */
  lien: string
  /** Another way to the same end. */
  autre?: Adresse & { lien: string }
}

/** What comes after a record that was just added, offered among the banners until it is closed. */
export function useSuite(): { suite: ReactNode; offrir: (etape: Etape) => void } {
  const [etape, offrir] = useState<Etape | null>(null)
  const suite = etape && (
    <Banner
      kind="info"
      onClose={() => offrir(null)}
      action={
        <>
          {[etape, ...(etape.autre ? [etape.autre] : [])].map(({ to, search, lien }) => (
            <Anchor key={to} inherit renderRoot={(props) => <Link to={to} search={search} {...props} />}>
              {lien}
            </Anchor>
          ))}
        </>
      }
    >
      {etape.phrase}
    </Banner>
  )
  return { suite, offrir }
}
