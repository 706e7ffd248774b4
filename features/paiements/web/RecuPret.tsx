import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { BienAdresse } from '#features/paiements/paiements.rules.ts'
import { bienDuPaiement } from '#features/paiements/web/bienDuPaiement.ts'
import { paiementsQueries, type PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Montant } from '#web/ui/Montant.tsx'

interface RecuPretProps {
  paiement: PaiementLu
  /** A print is being made. */
  busy: boolean
  onPrint: () => void
  onClose: () => void
}

/** A payment has just been taken: its receipt is offered, and what remains is said. */
export function RecuPret({ paiement, busy, onPrint, onClose }: RecuPretProps) {
  const bien = bienDuPaiement(paiement)
  const print = (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconReceipt size={18} stroke={1.6} />}
      disabled={busy}
      onClick={onPrint}
    >
      Imprimer le reçu
    </Button>
  )
  return (
    <Banner kind="success" onClose={onClose} action={print}>
      Reçu N° {paiement.recu} : <Montant decimal={paiement.versement} />,{' '}
      <span data-nom>{paiement.client.nomComplet}</span>.
      {bien && <Reste bien={bien} libelle={bien.libelle} />}
    </Banner>
  )
}

/** What remains now: the balance that stands on a payment is the one of its day, and others may be dated later. */
function Reste({ bien, libelle }: { bien: BienAdresse; libelle: string }) {
  const { data } = useQuery(paiementsQueries.solde(bien))
  if (!data) return null
  return (
    <>
      {' '}
      Il reste <PourquoiCeSolde bien={bien} libelle={libelle} reste={data.resteAPayer} compact />.
    </>
  )
}
