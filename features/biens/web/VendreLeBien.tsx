import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { biensEndpoints } from '#features/biens/biens.contract.ts'
import { motsDeVente } from '#features/biens/biens.kinds.ts'
import { VENDRE } from '#features/biens/web/vendre.calls.ts'
import type { BienAVendreLu } from '#features/biens/web/aVendre.queries.ts'
import { AUCUN_A_VENDRE, useAVendre } from '#features/biens/web/useAVendre.tsx'
import { BIENS_A_PAYER } from '#features/biens/web/lecturesAuBesoin.ts'
import type { BienNomme, OptionDuBien } from '#features/options/web/options.queries.ts'
import { AssignerForm } from '#features/ventes/web/AssignerForm.tsx'
import type { VenteOuverte, VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { LookupSelect } from '#web/kit/select/LookupSelect.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'

interface VendreProps {
  bien: BienNomme
  /** Its current option, whose holder is then the buyer. */
  option: OptionDuBien | null
  onClose: () => void
  onSaved: (message: string, vente: VenteOuverte | null) => void
}

/** Sale of a bien of any kind, from its details, or to the holder of its option, from its card or the list of options. */
export function VendreLeBien({ bien: { id, type, numero }, option, onClose, onSaved }: VendreProps) {
  const lecture = BIENS_A_PAYER[type]
  const { data } = useQuery({
    queryKey: ['biens', type, id],
    queryFn: ({ signal }) => lecture.read(id, signal),
  })
  const prix = data?.facts.find(({ value }) => typeof value === 'object')?.value
  const vendre = useChange((vente: VenteSaisie) => VENDRE[type](id, vente), { evenRefused: true })
  return (
    <AssignerForm
      {...motsDeVente({ type, numero })}
      facts={[
        { label: 'Bien', value: libelleDuBien(type, numero) },
        {
          label: 'Prix',
          value: typeof prix === 'object' ? <Montant decimal={prix.montant} /> : 'Chargement...',
        },
      ]}
      waits
      option={option}
      auTitulaire={option !== null}
      bien={data && { id, type, montant: data.montant, version: data.version }}
      onAssign={(vente) => vendre.mutateAsync(vente)}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}

export interface VendreUnBienProps {
  /** Client chosen at the start, null for none. */
  clientId: number | null
  onClose: () => void
  onSaved: (message: string, vente: VenteOuverte | null) => void
}

/** Sale of a bien that is chosen first; a member who may not sell is shown nothing (ecrans §3). */
export function VendreUnBien(props: VendreUnBienProps) {
  return usePeut()(biensEndpoints.aVendre) ? <VenteAuChoix {...props} /> : null
}

function VenteAuChoix({ clientId, onClose, onSaved }: VendreUnBienProps) {
  const [id, setId] = useState<number | null>(null)
  const { find, field } = useAVendre({}, id, etatOf)
  const bien = id === null ? undefined : find(id)
  const vendre = useChange(
    ({ bien: { type, id: vendu }, ...vente }: VenteSaisie & { bien: BienAVendreLu }) =>
      VENDRE[type](vendu, vente),
    { evenRefused: true },
  )
  const { mots, hint } = motsDeVente({ type: bien?.type ?? 'appartement', numero: '' })
  return (
    <AssignerForm
      titre="Vendre un bien"
      mots={mots}
      hint={hint}
      facts={[]}
      waits
      clientId={clientId}
      bien={bien}
      option={bien?.option ? { ...bien.option, tel: null } : null}
      first={<LookupSelect {...field} data-autofocus nothingFoundMessage={AUCUN_A_VENDRE} onChange={setId} />}
      onAssign={async (vente) => {
        if (!bien) throw new Error('no bien was chosen')
        return vendre.mutateAsync({ ...vente, bien })
      }}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}

/** « · Disponible », « · Option de M. Haddad ». */
const etatOf = ({ option }: BienAVendreLu) => (
  <>
    {' · '}
    {option ? (
      <span data-nom>
        Option de <bdi>{option.nom}</bdi>
      </span>
    ) : (
      'Disponible'
    )}
  </>
)
