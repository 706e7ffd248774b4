import type { ReactNode } from 'react'
import { Banner } from '#web/kit/Banner.tsx'
import styles from '#web/kit/Banner.module.css'
import type { BannersState } from '#web/kit/useBanners.ts'

/**
 * Where the messages of {@link useBanners} appear: under the page's title, following the reader down the page; `children`
 * above them, so that what is offered stays where it is when a message comes and goes.
 */
export function Banners({ banners, children }: { banners: BannersState; children?: ReactNode }) {
  return (
    <div className={styles.region}>
      {children}
      {banners.messages.map(({ id, kind, text }) => (
        <Banner key={id} kind={kind} onClose={() => banners.dismiss(id)}>
          {text}
        </Banner>
      ))}
    </div>
  )
}
