import { effacementInput, fichesEndpoints } from '#features/clients/fiches.contract.ts'
import { FicheTete, PanneauCoordonnees, SommesDuClient } from '#features/clients/web/FicheTete.tsx'
import { useEraseClient, type FicheLue, exportDonnees } from '#features/clients/web/fiches.queries.ts'
import styles from '#features/clients/web/fiches.module.css'
import { PanneauIdentite } from '#features/clients/web/PanneauIdentite.tsx'
import { PanneauVentes } from '#features/clients/web/PanneauVentes.tsx'
import { PanneauPieces } from '#features/clients/web/PanneauPieces.tsx'
import { PanneauLien } from '#features/suivi/web/PanneauLien.tsx'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useWork, whileBusy, WorkBar, type WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { Button } from '@mantine/core'
import { IconDownload, IconEraser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { biensDuClientQuery } from '#features/ventes/web/ventes.queries.ts'
import { Results } from '#web/kit/feedback/Results.tsx'
import { Panneau } from '#web/kit/card/Panneau.tsx'

const ClientForm = lazyDialog(() => import('#features/clients/web/ClientForm.tsx'), 'ClientForm')
const CompleterIdentite = lazyDialog(
  () => import('#features/clients/web/CompleterIdentite.tsx'),
  'CompleterIdentite',
)
const EffacerDonnees = lazyDialog(() => import('#features/clients/web/EffacerDonnees.tsx'), 'EffacerDonnees')

interface FicheDuClientProps {
  fiche: FicheLue
  onErased: (message: string) => void
}

interface Opened {
  kind: 'client' | 'identite' | 'effacer'
  /** File at the time when the dialog was opened, with which the form compares. */
  fiche: FicheLue
}

export function FicheDuClient({ fiche, onErased }: FicheDuClientProps) {
  const peut = usePeut()
  const banners = useBanners()
  const work = useWork(banners)
  const effacer = useEraseClient()
  const biens = useQuery(biensDuClientQuery(fiche.id))
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
        <EffacerDonnees
          nom={opened.fiche.nomComplet}
          input={effacementInput}
          erase={(said) => effacer.mutateAsync({ id: opened.fiche.id, ...said })}
          onClose={dialog.onClose}
          onErased={onErased}
        >
          <p className="flat">
            Les lignes du journal garderont la date et l'auteur, sans ses données. Celles d'une vente ou d'un
            paiement annulés garderont son nom. Les sauvegardes et les classeurs importés déjà gardés ne
            changent pas.
          </p>
        </EffacerDonnees>
      )}
      <Results
        query={biens}
        loading="Chargement des ventes..."
        error="Erreur lors du chargement des ventes."
        cards={0}
      >
        {({ totaux }) => <SommesDuClient totaux={totaux} partage={fiche.ventes.some(isPartagee)} />}
      </Results>
      <div className={`column gap-16 packed ${styles.colonnes}`}>
        <div className="column gap-16 packed">
          <PanneauCoordonnees client={fiche} />
          <PanneauIdentite fiche={fiche} onEdit={open('identite')} />
        </div>
        <div className="column gap-16 packed">
          <PanneauVentes fiche={fiche} />
          <PanneauPieces client={fiche.id} />
          <PanneauLien client={fiche} />
          {peut(fichesEndpoints.erase) && (
            <PanneauDonnees
              fiche={fiche}
              // A ceded dossier holds the client's payments, so his data cannot be erased either.
              clos={biens.data?.dossiersClos.length}
              work={work}
              onErase={open('effacer')}
            />
          )}
        </div>
      </div>
    </>
  )
}

const isPartagee = ({ terminee, avec }: FicheLue['ventes'][number]): boolean => !terminee && avec !== null

interface PanneauDonneesProps {
  fiche: FicheLue
  /** Number of his ended and ceded dossiers; undefined until it is read. */
  clos: number | undefined
  work: WorkState
  onErase: () => void
}

/** Rights of a client by the law 18-07: a copy of the personal data and their erasure. */
function PanneauDonnees({ fiche, clos, work, onErase }: PanneauDonneesProps) {
  const concerne = fiche.ventes.length > 0 || (clos ?? 0) > 0
  return (
    <Panneau title="Données personnelles">
      <p className="flat">
        La loi 18-07 donne au client le droit de recevoir une copie de ce qui est gardé de lui, et de demander
        qu'il soit effacé.
      </p>
      {concerne && (
        <p className="dim flat">Des ventes le concernent : ses données ne peuvent pas être effacées.</p>
      )}
      <div className="wrap gap-8">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={18} stroke={1.6} />}
          {...whileBusy(work.label !== null)}
          onClick={() => void exportDonnees(work, fiche.id)}
        >
          Exporter
        </Button>
        {clos !== undefined && !concerne && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconEraser size={18} stroke={1.6} />}
            onClick={onErase}
          >
            Effacer ses données
          </Button>
        )}
      </div>
    </Panneau>
  )
}
