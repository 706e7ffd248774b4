import { Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { BASE } from '#shared/endpoint.ts'
import { callApi } from '#web/kit/call/api.ts'
import { PublicLayout, useLangue } from '#web/kit/frame/PublicLayout.tsx'
import layout from '#web/kit/frame/PublicLayout.module.css'

const presenteQuery = queryOptions({
  queryKey: ['promoteur', 'présenté'],
  queryFn: ({ signal }) => callApi(promoteurEndpoints.presenter, { signal }),
  staleTime: Infinity,
})
const LOGO = `${BASE}${promoteurEndpoints.logoPresente.path}`

interface PageDuPromoteurProps {
  title: string
  /** Sentence under the title with « {promoteur} » in it; without a promoter it is not said. */
  phrase?: string | undefined
  children: ReactNode
  wide?: boolean
}

/** Page that a promoter's buyers, banks and notaries open: his logo and name stand first, also before anybody is known. */
export function PageDuPromoteur({ title, phrase, children, wide = false }: PageDuPromoteurProps) {
  const { data } = useQuery(presenteQuery)
  const { langue } = useLangue()
  const presente = data?.promoteur
  const promoteur = presente
    ? { nom: (langue === 'ar' ? presente.nom_ar : null) ?? presente.nom, logo: presente.logo ? LOGO : null }
    : null
  const [avant, apres] = phrase?.split('{promoteur}') ?? []
  return (
    <PublicLayout wide={wide} promoteur={promoteur}>
      <Title order={1} className={layout.title}>
        {title}
      </Title>
      {promoteur && phrase !== undefined && (
        <p className={layout.lead}>
          {avant}
          <bdi>{promoteur.nom}</bdi>
          {apres}
        </p>
      )}
      {children}
    </PublicLayout>
  )
}
