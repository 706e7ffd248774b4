import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { Children, type ReactNode } from 'react'
import styles from '#web/ui/Page.module.css'

/** The second line of a list: the search, the selects, « Réinitialiser » when `onReset` is given. They wrap on a phone. */
export function Filters({
  children,
  onReset,
  resetLabel = 'Réinitialiser',
}: {
  children: ReactNode
  onReset?: () => void
  resetLabel?: string
}) {
  return (
    <search className={styles.filters} data-fields={Children.toArray(children).length}>
      {children}
      {onReset && (
        <Button variant="default" leftSection={<IconFilterOff size={18} stroke={1.6} />} onClick={onReset}>
          {resetLabel}
        </Button>
      )}
    </search>
  )
}
