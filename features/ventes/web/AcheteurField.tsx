import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'

interface AcheteurFieldProps {
  /** Buyer of a sold lot; the field is then read-only, since removing has its own action (Q130). */
  sold: { nomComplet: string } | null
  value: number | null
  onChange: (id: number | null) => void
  error?: ReactNode
}

export function AcheteurField({ sold, value, onChange, error }: AcheteurFieldProps) {
  if (sold) {
    return (
      <TextInput
        label="Client"
        readOnly
        value={sold.nomComplet}
        error={error}
        description="Pour en choisir un autre, retirez d'abord ce client."
      />
    )
  }
  return (
    <ClientSelect
      label="Client"
      placeholder="Aucun client"
      clearable
      clearButtonProps={{ 'aria-label': 'Retirer le client choisi' }}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
