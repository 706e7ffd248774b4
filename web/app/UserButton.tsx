import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import { ROLE_LIBELLES } from '#shared/droits.ts'
import styles from '#web/app/UserMenu.module.css'

export function useQui(): { name: string; role: string } {
  const user = useUtilisateur()
  return { name: user?.name ?? '', role: user ? (ROLE_LIBELLES[user.role] ?? '') : '' }
}

export function UserButton({
  name,
  role,
  ...props
}: { name: string; role: string } & ComponentProps<'button'>) {
  return (
    <UnstyledButton
      {...props}
      className={`line gap-8 ${styles.button}`}
      aria-label={`Compte de ${name}${role && `, ${role}`}`}
    >
      <span className={styles.initial} data-initial={[...name.trim()][0]?.toUpperCase() ?? ''} aria-hidden />
      <span className={`stack shrinks ${styles.who}`} data-role={role}>
        <span className={styles.name} data-nom>
          {name}
        </span>
      </span>
      <IconChevronDown size={16} stroke={1.6} aria-hidden />
    </UnstyledButton>
  )
}
