import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { desistementEndpoints } from '#features/ventes/fins.contract.ts'
import type { DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { membresQueries } from '#features/membres/web/membres.queries.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { LookupSelect } from '#web/kit/select/LookupSelect.tsx'

interface VendeurSelectProps {
  dossier: Pick<DossierLu, 'vendeur'>
  /** The id of the chosen member; null for nobody. */
  value: number | null
  onChange: (id: number | null) => void
  error?: ReactNode
}

/** Choice of the seller, for a member who may end sales; nothing for another. The one in place can be chosen again though he is no active member any more. */
export function VendeurSelect({ dossier: { vendeur }, value, onChange, error }: VendeurSelectProps) {
  const peut = usePeut()
  const dirige = peut(desistementEndpoints.desister) && peut(membresEndpoints.list)
  const { data: membres = [] } = useQuery({ ...membresQueries.actifs(), enabled: dirige })
  if (!dirige) return null
  const sien = vendeur?.id == null ? [] : [{ id: vendeur.id, label: vendeur.nom }]
  const autres = membres.filter(({ id }) => id !== vendeur?.id).map(({ id, name }) => ({ id, label: name }))
  return (
    <LookupSelect
      label="Vendu par"
      placeholder={vendeur && vendeur.id === null ? vendeur.nom : 'Choisir un membre'}
      options={[...sien, ...autres]}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': 'Effacer « Vendu par »' }}
      error={error}
    />
  )
}
