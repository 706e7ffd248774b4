import { Anchor } from '@mantine/core'
import styles from '#web/kit/ScopeHint.module.css'

/** The filters of these lists hold for the loaded page (D2 §9): says so when there are others, and offers them all. */
export function ScopeHint({ onAll }: { onAll: () => void }) {
  return (
    <p className={styles.hint}>
      Les filtres portent sur la page affichée ; d’autres pages existent.{' '}
      <Anchor component="button" type="button" inherit onClick={onAll}>
        Filtrer toutes les pages
      </Anchor>
    </p>
  )
}
