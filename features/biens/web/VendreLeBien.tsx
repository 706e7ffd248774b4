import { useQuery } from '@tanstack/react-query'
import { appartementCalls } from '#features/biens/web/appartements.queries.ts'
import { motsDeVente } from '#features/biens/biens.kinds.ts'
import { localCalls } from '#features/biens/web/locaux.queries.ts'
import type { BienNomme, OptionDuBien } from '#features/options/web/options.queries.ts'
import { BIENS_A_PAYER } from '#features/biens/web/lecturesAuBesoin.ts'
import { placeCalls } from '#features/biens/web/parkings.queries.ts'
import { AssignerForm } from '#features/ventes/web/AssignerForm.tsx'
import { libelleDuBien, type TypeBien } from '#shared/biens.ts'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useChange } from '#web/kit/call/useChange.ts'

const VENDRE: Record<TypeBien, (id: number, vente: VenteSaisie) => Promise<{ message: string }>> = {
  appartement: appartementCalls.assigner,
  local: localCalls.assigner,
  place_parking: placeCalls.assigner,
}

interface VendreProps {
  bien: BienNomme
  option: OptionDuBien
  onClose: () => void
  onSaved: (message: string) => void
}

/** Sale of a bien of any kind to the holder of its option, from its card, its details or the list of options. */
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
      auTitulaire
      onAssign={(client_id, option_id) => vendre.mutateAsync({ client_id, option_id })}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
