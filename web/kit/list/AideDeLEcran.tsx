import { ActionIcon } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { aideDe } from '#shared/aide.ecrans.ts'
import { aideAt } from '#shared/aide.ts'
import { Tip } from '#web/kit/frame/Tip.tsx'
import styles from '#web/kit/list/Page.module.css'

const LABEL = 'Aide sur cet écran, nouvel onglet'

/** « ? » of a screen: its help page at the heading that speaks of it, in a tab of its own. Nothing on a screen that no list names. */
export function AideDeLEcran() {
  const cible = useMatches({
    select(matches) {
      const { fullPath = '', search = {} } = matches.at(-1) ?? {}
      return aideDe(fullPath, search)
    },
  })
  if (cible === null) return null
  return (
    <span className={`no-print ${styles.aide}`}>
      <Tip label="Aide, nouvel onglet">
        <ActionIcon
          component="a"
          href={aideAt(cible)}
          target="_blank"
          rel="noopener"
          color="gray"
          aria-label={LABEL}
        >
          <IconHelpCircle size={20} stroke={1.6} />
        </ActionIcon>
      </Tip>
    </span>
  )
}
