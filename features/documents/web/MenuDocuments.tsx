import { Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { BoutonDocuments } from '#features/documents/web/BoutonDocuments.tsx'
import type { PapierPossible } from '#features/documents/web/documents.queries.ts'
import styles from '#features/documents/web/documents.module.css'
import { PAPIERS, TYPES_DE_PAPIER, type TypeDePapier } from '#shared/papiers.ts'
import { useOuvertAussitot } from '#web/kit/useOuvertAussitot.ts'

interface MenuDocumentsProps {
  possibles: readonly PapierPossible[]
  onChoose: (type: TypeDePapier) => void
}

/** The six papers by name; one that cannot be issued now says why. */
export function MenuDocuments({ possibles, onChoose }: MenuDocumentsProps) {
  const button = useOuvertAussitot()
  const empecheOf = (type: TypeDePapier) => possibles.find((one) => one.type === type)?.empeche ?? null
  return (
    <Menu
      position="bottom-end"
      width={320}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      shadow="md"
    >
      <Menu.Target>
        <BoutonDocuments ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {TYPES_DE_PAPIER.map((type) => {
          const empeche = empecheOf(type)
          return (
            <Menu.Item
              key={type}
              // Not `disabled`: the keyboard still comes by, and reads why.
              {...(empeche !== null && {
                'aria-disabled': true,
                closeMenuOnClick: false,
                className: styles.ferme,
              })}
              onClick={() => empeche === null && onChoose(type)}
            >
              {PAPIERS[type].libelle}
              {empeche !== null && <span className={styles.empeche}>{empeche}</span>}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
