import { etatDeLaGarantie, joursDeGarantie } from '#features/structure/dossier-legal.rules.ts'
import { aujourdhui } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { StatusBadge } from '#web/kit/feedback/States.tsx'

/** Days before the end from which a guarantee is told to expire. */
const BIENTOT = 60

interface EtatDeLaGarantieProps {
  garantie_numero: string | null
  garantie_au: string | null
}

/** State of a bloc's guarantee today, in a word and a colour. A blank number or day is none. */
export function EtatDeLaGarantie({ garantie_numero, garantie_au }: EtatDeLaGarantieProps) {
  const today = aujourdhui()
  const garantie = { garantie_numero: garantie_numero?.trim() || null, garantie_au: garantie_au || null }
  const etat = etatDeLaGarantie(garantie, today)
  if (etat === 'absente') return <StatusBadge tone="gray">absente</StatusBadge>
  if (etat === 'expiree') return <StatusBadge tone="red">expirée</StatusBadge>
  const left = joursDeGarantie(garantie, today)
  if (left === null || left > BIENTOT) return <StatusBadge tone="green">en cours</StatusBadge>
  return (
    <StatusBadge tone="yellow">
      {left === 0 ? "expire aujourd'hui" : `expire dans ${formatCompte(left, 'jour')}`}
    </StatusBadge>
  )
}
