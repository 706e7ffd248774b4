import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePeut } from '#web/kit/usePeut.ts'
import { dossierAt } from '#web/paths.ts'

interface PlutotDesisterProps {
  vente_id: number | null
  dossier: string | null
}

/** In the question before a client is taken away, for whoever may end a sale otherwise: that there is a better way. */
export function PlutotDesister({ vente_id, dossier }: PlutotDesisterProps) {
  const peut = usePeut()
  if (vente_id === null || dossier === null || !peut({ access: 'finDeVente' })) return null
  return (
    <p>
      Pour noter un motif, une retenue et des remboursements, faites plutôt un désistement dans le{' '}
      <Anchor inherit renderRoot={(props) => <Link to={dossierAt(vente_id)} {...props} />}>
        dossier {dossier}
      </Anchor>
      .
    </p>
  )
}
