import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { comptesEndpoints } from '#features/comptes/comptes.contract.ts'
import { formatCompteBancaire } from '#features/comptes/comptes.words.ts'
import { lesComptes } from '#features/comptes/web/comptes.queries.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'

interface CompteOffert {
  id: number
  banque: string
  agence?: string | null
  numero: string
}

/** The account of a form: what is offered, and what is sent. */
export interface NotreCompte {
  offerts: readonly CompteOffert[]
  id: number | null
}

interface Asked {
  /** True while the mode of the form is one that comes to an account, or leaves from one. */
  asked: boolean
  /** Chosen account; undefined while nobody chose, and the only account, else the one last used, is proposed. */
  chosen: number | null | undefined
  /** The account that the record has already, which is offered although it may no longer be in use. */
  tenu?: CompteOffert | null | undefined
}

/** The account that a form sends, which is always the one that {@link SurNotreCompte} shows. */
export function useNotreCompte({ asked, chosen, tenu }: Asked): NotreCompte {
  const peut = usePeut()
  const { data } = useQuery({ ...lesComptes(), enabled: asked && peut(comptesEndpoints.list) })
  if (!asked) return { offerts: [], id: null }
  const actifs = data?.data.filter(({ actif }) => actif) ?? []
  const offerts = tenu && !actifs.some(({ id }) => id === tenu.id) ? [...actifs, tenu] : actifs
  const [seul] = actifs.length === 1 ? actifs : []
  return { offerts, id: chosen === undefined ? (seul?.id ?? data?.dernier ?? null) : chosen }
}

interface SurNotreCompteProps {
  compte: NotreCompte
  onChange: (id: number | null) => void
  disabled?: boolean
  error?: ReactNode
}

/** « Sur notre compte », absent while the promoteur has no account. */
export function SurNotreCompte({ compte: { offerts, id }, onChange, disabled, error }: SurNotreCompteProps) {
  if (offerts.length === 0) return null
  return (
    <SelectField
      label="Sur notre compte"
      placeholder="Non précisé"
      data={offerts.map((one) => ({ value: String(one.id), label: formatCompteBancaire(one) }))}
      value={id === null ? null : String(id)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      clearable
      clearButtonProps={{ 'aria-label': 'Effacer notre compte' }}
      disabled={disabled === true}
      error={error}
    />
  )
}
