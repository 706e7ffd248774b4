import { Button } from '@mantine/core'
import { IconCalendarDue, IconFolders } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import type { ImportLu } from '#features/imports/web/imports.queries.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { formatNombre } from '#shared/argent.ts'
import { screens } from '#shared/paths.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import type { BannersState } from '#web/kit/feedback/Banner.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'

const AppliquerModele = lazyDialog(
  () => import('#features/echeanciers/web/AppliquerModele.tsx'),
  'AppliquerModele',
)

interface ApresImportProps {
  lu: ImportLu
  banners: BannersState
}

/** Steps after an import that has written sales: their échéanciers, and their screen (`entree.md` D.7). */
export function ApresImport({
  lu: { id, feuilles, ventes_sans_echeancier: nombre },
  banners,
}: ApresImportProps) {
  const peut = usePeut()
  const [applying, setApplying] = useState(false)
  const applies = nombre > 0 && peut(echeancierEndpoints.generateAll)
  // Sheets that bring sales or payments say their amount.
  const sold = nombre > 0 || feuilles.some(({ crees, montant }) => crees > 0 && montant !== null)
  if (!applies && !sold) return null
  return (
    <>
      {applies && (
        <Button leftSection={<IconCalendarDue size={18} stroke={1.6} />} onClick={() => setApplying(true)}>
          {`Appliquer un modèle d'échéancier à ${nombre === 1 ? 'cette vente' : `ces ${formatNombre(nombre)} ventes`}`}
        </Button>
      )}
      {sold && peut(dossiersEndpoints.list) && (
        <Button
          variant="default"
          leftSection={<IconFolders size={18} stroke={1.6} />}
          renderRoot={(props) => <Link to={screens.ventes} {...props} />}
        >
          Voir les ventes
        </Button>
      )}
      {applying && (
        <AppliquerModele
          importId={id}
          onClose={() => setApplying(false)}
          onDone={(message) => {
            setApplying(false)
            banners.success(message)
          }}
        />
      )}
    </>
  )
}
