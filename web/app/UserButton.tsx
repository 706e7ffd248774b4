import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import styles from '#web/app/UserMenu.module.css'

/** The signed-in user's initial, name and rôle, at the end of the header. */
export function UserButton({
  name,
  role,
  ...props
}: { name: string; role: string } & ComponentProps<'button'>) {
  return (
    <UnstyledButton
      {...props}
      className={styles.button}
      aria-label={`Compte de ${name}${role && `, ${role}`}`}
    >
      <span
        className={styles.initial}
        data-initial={[...name.trim()][0]?.toLocaleUpperCase('fr') ?? ''}
        aria-hidden
      />
      <span className={styles.who} data-role={role}>
        <span className={styles.name} data-nom>
          {name}
        </span>
      </span>
      <IconChevronDown size={16} stroke={1.6} aria-hidden />
    </UnstyledButton>
  )
}
