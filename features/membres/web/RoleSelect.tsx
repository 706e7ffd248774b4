import { Select, type SelectProps } from '@mantine/core'
import styles from '#features/membres/web/Membres.module.css'
import { ROLE_LIBELLES, ROLES, type Role } from '#shared/droits.ts'

const LIGNES: Readonly<Record<Role, string>> = {
  direction: 'Tout, avec membres, paramètres et sauvegardes',
  commercial: 'Clients, ventes et documents ; ni paiements ni charges',
  caisse: 'Enregistre les paiements et imprime ; ne corrige rien',
  comptable: 'Paiements, corrections, charges, exports, journal',
  lecture: 'Consulte et exporte ; ne change rien',
}
const CHOIX = ROLES.map((value) => ({ value, label: ROLE_LIBELLES[value] }))
const isRole = (value: string | null): value is Role => ROLES.some((role) => role === value)

/** Rôle of a member for whom none is chosen: the one with the fewest rights. */
export const ROLE_SANS_CHOIX = 'lecture' satisfies Role

interface RoleSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  value: Role | ''
  onChange: (role: Role) => void
}

export function RoleSelect({ value, onChange, ...rest }: RoleSelectProps) {
  return (
    <Select
      placeholder="Choisir un rôle"
      {...rest}
      label="Rôle"
      allowDeselect={false}
      data={CHOIX}
      value={value === '' ? null : value}
      onChange={(next) => {
        if (isRole(next)) onChange(next)
      }}
      maxDropdownHeight={360}
      description={value === '' ? 'Sans choix : Lecture. Vous pourrez le changer.' : LIGNES[value]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      renderOption={({ option, checked }) => (
        <span className={styles.role} data-checked={checked === true || undefined}>
          {option.label}
          <small>{isRole(option.value) && LIGNES[option.value]}</small>
        </span>
      )}
    />
  )
}
