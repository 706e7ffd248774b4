import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import type { Adresse } from '#web/paths.ts'

interface Etape extends Adresse {
  phrase: string
  lien: string
  autre?: Adresse & { lien: string }
}

/** Offers the next step after a record was added, in a banner that stays until it is closed. */
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
