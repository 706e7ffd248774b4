import { usePeut } from '#web/kit/call/usePeut.ts'
import { Nom } from '#web/kit/card/Nom.tsx'
import { dossierAt } from '#shared/paths.ts'

interface PlutotDesisterProps {
  vente_id: number | null
  dossier: string | null
}

/** Recommends a désistement before a client is removed, to a member who may record one. */
export function PlutotDesister({ vente_id, dossier }: PlutotDesisterProps) {
  const peut = usePeut()
  if (vente_id === null || dossier === null || !peut({ access: 'finDeVente' })) return null
  return (
    <p>
      Pour noter un motif, une retenue et des remboursements, faites plutôt un désistement dans le{' '}
      <Nom to={dossierAt(vente_id)}>dossier {dossier}</Nom>.
    </p>
  )
}
