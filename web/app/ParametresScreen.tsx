import { ComptesSection } from '#features/cheques/web/ComptesSection.tsx'
import { ParametresPage } from '#features/parametres/web/ParametresPage.tsx'

/** The settings, with what features that stand on them add: the settings know nothing of cheques. */
export function ParametresScreen() {
  return (
    <ParametresPage>
      <ComptesSection />
    </ParametresPage>
  )
}
