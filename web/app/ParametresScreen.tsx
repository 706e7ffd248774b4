import { ComptesSection } from '#features/cheques/web/ComptesSection.tsx'
import { SanteSection } from '#features/sante/web/SanteSection.tsx'
import { SauvegardesSection } from '#features/sauvegardes/web/SauvegardesSection.tsx'
import { ModelesSection } from '#features/stades/web/ModelesSection.tsx'
import { PiecesSection } from '#features/pieces/web/PiecesSection.tsx'
import { StadesSection } from '#features/stades/web/StadesSection.tsx'
import { ParametresPage } from '#features/parametres/web/ParametresPage.tsx'

/** The settings, with what features that stand on them add: the settings know nothing of cheques. */
export function ParametresScreen() {
  return (
    <ParametresPage comptes={<ComptesSection />}>
      {({ modeles, pieces }, onSaved) => (
        <>
          <StadesSection />
          {pieces && <PiecesSection lue={pieces} onSaved={onSaved} />}
          {modeles && <ModelesSection lue={modeles} onSaved={onSaved} />}
          <SauvegardesSection />
          <SanteSection />
        </>
      )}
    </ParametresPage>
  )
}
