import { ETATS_CHEQUE, type EtatCheque } from '#features/paiements/modes.ts'
import { StatusBadge, type Tone } from '#web/kit/StatusBadge.tsx'

const TONS: Record<EtatCheque, Tone> = { recu: 'yellow', remis: 'blue', encaisse: 'green', rejete: 'red' }

/** Where a cheque is, in one word. */
export const EtatDuCheque = ({ etat }: { etat: EtatCheque }) => (
  <StatusBadge tone={TONS[etat]}>{ETATS_CHEQUE[etat]}</StatusBadge>
)
