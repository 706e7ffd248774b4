import { useQuery } from '@tanstack/react-query'
import { appartementCalls } from '#features/appartements/web/appartements.queries.ts'
import { BIENS } from '#features/biens/biens.kinds.ts'
import { localCalls } from '#features/locaux/web/locaux.queries.ts'
import type { VendreProps } from '#features/options/web/vendre.ts'
import { useBiensAPayer } from '#features/paiements/web/biensAPayer.ts'
import { placeCalls } from '#features/parkings/web/parkings.queries.ts'
import { AssignerForm } from '#features/ventes/web/AssignerForm.tsx'
import { libelleDuBien, type TypeBien } from '#shared/biens.ts'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import { Montant } from '#web/kit/Montant.tsx'
import { useChange } from '#web/kit/useChange.ts'

const VENDRE: Record<TypeBien, (id: number, vente: VenteSaisie) => Promise<{ message: string }>> = {
  appartement: appartementCalls.assigner,
  local: localCalls.assigner,
  place_parking: placeCalls.assigner,
}

/** Sells a bien, of whatever kind, to who holds it: from its card, its details or the list of options. */
export function VendreLeBien({ bien: { id, type, numero }, option, onClose, onSaved }: VendreProps) {
  const lecture = useBiensAPayer()[type]
  const { data } = useQuery({
    queryKey: ['biens', type, id],
    queryFn: ({ signal }) => lecture.read(id, signal),
  })
  const prix = data?.facts.find(({ value }) => typeof value === 'object')?.value
  const vendre = useChange((vente: VenteSaisie) => VENDRE[type](id, vente), { evenRefused: true })
  return (
    <AssignerForm
      titre={BIENS[type].assigner.titre(numero)}
      mots={BIENS[type].assigner}
      facts={[
        { label: 'Bien', value: libelleDuBien(type, numero) },
        {
          label: 'Montant',
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
