import { usePeut } from '#web/kit/usePeut.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

interface AjouterUnPaiementProps {
  /** « Lot A-12 ». */
  libelle: string
  /** What remains to be paid of it, in decimal dinars: nothing is offered once it is 0. */
  reste: number
  onAdd: () => void
}

/** Beside a sold bien, for whoever may: takes a payment for it. */
export function AjouterUnPaiement({ libelle, reste, onAdd }: AjouterUnPaiementProps) {
  const peut = usePeut()
  if (reste <= 0 || !peut(paiementsEndpoints.create)) return null
  return (
    <Button
      variant="light"
      size="sm"
      leftSection={<IconPlus size={18} stroke={1.6} />}
      aria-label={`Ajouter un paiement : ${libelle}`}
      onClick={onAdd}
    >
      Ajouter un paiement
    </Button>
  )
}
