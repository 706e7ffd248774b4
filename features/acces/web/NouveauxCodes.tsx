import { useState } from 'react'
import { CodesDeSecours } from '#features/acces/web/CodesDeSecours.tsx'
import { MotDePasseEtCode, type SaisieDuCode } from '#features/acces/web/MotDePasseEtCode.tsx'
import { useNouveauxCodes } from '#features/acces/web/second-facteur.queries.ts'
import { useActKey } from '#web/kit/form/adding.tsx'

/** « Nouveaux codes »: the former recovery codes are void. */
export function NouveauxCodes({ onClose }: { onClose: () => void }) {
  const renouveler = useNouveauxCodes()
  const act = useActKey()
  const [codes, setCodes] = useState<string[] | null>(null)
  async function renew(values: SaisieDuCode) {
    const made = await act(
      (idempotencyKey) => renouveler.mutateAsync({ ...values, idempotencyKey }),
      [values.mot_de_passe, values.code],
    )
    setCodes(made.codes)
    // The codes take the place of the form.
    return false
  }
  if (codes !== null)
    return <CodesDeSecours codes={codes} message="Les anciens codes ne servent plus." onClose={onClose} />
  return (
    <MotDePasseEtCode
      title="Nouveaux codes de secours"
      phrase="Les codes que vous avez notés ne serviront plus."
      onSubmit={renew}
      onClose={onClose}
      submitLabel="Continuer"
      busyLabel="Création..."
      fallback="Erreur lors de la création des codes de secours."
    />
  )
}
