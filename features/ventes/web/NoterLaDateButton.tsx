import { Anchor } from '@mantine/core'
import { NOTER_LA_DATE } from '#features/echeanciers/echeances.words.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { usePermis } from '#web/kit/call/usePeut.ts'

interface NoterLaDateButtonProps {
  /** The thing whose day is missing, read aloud after the words: « du contrat ». */
  de: string
  onClick: () => void
}

/** « Noter la date », for a member who may change a dossier. */
export function NoterLaDateButton({ de, onClick }: NoterLaDateButtonProps) {
  const permis = usePermis()
  return permis(
    dossiersEndpoints.update,
    <Anchor component="button" type="button" inherit aria-label={`${NOTER_LA_DATE} ${de}`} onClick={onClick}>
      {NOTER_LA_DATE}
    </Anchor>,
  )
}
