import { fichesEndpoints } from '#features/fiches/fiches.contract.ts'
import { FicheTete } from '#features/fiches/web/FicheTete.tsx'
import type { FicheLue } from '#features/fiches/web/fiches.queries.ts'
import styles from '#features/fiches/web/fiches.module.css'
import { PanneauCoordonnees } from '#features/fiches/web/PanneauCoordonnees.tsx'
import { PanneauDonnees } from '#features/fiches/web/PanneauDonnees.tsx'
import { PanneauIdentite } from '#features/fiches/web/PanneauIdentite.tsx'
import { PanneauVentes } from '#features/fiches/web/PanneauVentes.tsx'
import { PanneauPieces } from '#features/pieces/web/PanneauPieces.tsx'
import { PanneauLien } from '#features/suivi/web/PanneauLien.tsx'
import { Banners } from '#web/kit/Banners.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import { useWork } from '#web/kit/useWork.ts'
import { WorkBar } from '#web/kit/WorkBar.tsx'

const ClientForm = lazyDialog(() => import('#features/clients/web/ClientForm.tsx'), 'ClientForm')
const CompleterIdentite = lazyDialog(
  () => import('#features/fiches/web/CompleterIdentite.tsx'),
  'CompleterIdentite',
)
const EffacerDonnees = lazyDialog(() => import('#features/fiches/web/EffacerDonnees.tsx'), 'EffacerDonnees')

interface FicheDuClientProps {
  fiche: FicheLue
  onErased: (message: string) => void
}

interface Opened {
  kind: 'client' | 'identite' | 'effacer'
  /** As it was when the dialog was opened: a form compares with it. */
  fiche: FicheLue
}

/** A client's file whole. */
export function FicheDuClient({ fiche, onErased }: FicheDuClientProps) {
  const peut = usePeut()
  const banners = useBanners()
  const work = useWork(banners)
  const [opened, setOpened] = useOpened<Opened>('fiche')
  const open = (kind: Opened['kind']) => () => setOpened({ kind, fiche })
  const dialog = { onClose: () => setOpened(null), onSaved: banners.success }
  return (
    <>
      <FicheTete client={fiche} nomAr={fiche.nom_ar} onEdit={open('client')} />
      <Banners banners={banners} />
      <WorkBar work={work} />
      {opened?.kind === 'client' && <ClientForm client={opened.fiche} {...dialog} />}
      {opened?.kind === 'identite' && <CompleterIdentite fiche={opened.fiche} {...dialog} />}
      {opened?.kind === 'effacer' && (
        <EffacerDonnees fiche={opened.fiche} onClose={dialog.onClose} onErased={onErased} />
      )}
      <div className={styles.colonnes}>
        <div className={styles.corps}>
          <PanneauCoordonnees client={fiche} />
          <PanneauIdentite fiche={fiche} onEdit={open('identite')} />
        </div>
        <div className={styles.corps}>
          <PanneauVentes fiche={fiche} />
          <PanneauPieces client={fiche.id} />
          <PanneauLien client={fiche} />
          {peut(fichesEndpoints.erase) && (
            <PanneauDonnees fiche={fiche} work={work} onErase={open('effacer')} />
          )}
        </div>
      </div>
    </>
  )
}
