import { Button, Title } from '@mantine/core'
import { IconDatabaseExport, IconDownload, IconRestore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import section from '#features/parametres/web/Parametres.module.css'
import { sauvegardesEndpoints } from '#features/sauvegardes/sauvegardes.contract.ts'
import {
  sauvegardesQuery,
  useCreateSauvegarde,
  type SauvegardeLue,
  type SauvegardesLues,
} from '#features/sauvegardes/web/sauvegardes.queries.ts'
import styles from '#features/sauvegardes/web/Sauvegardes.module.css'
import { addJours, aujourdhui, formatAge, formatInstant, formatJourCourt, jourOf } from '#shared/dates.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banner, Banners, useBanners, type BannersState } from '#web/kit/feedback/Banner.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { formatTaille } from '#shared/taille.ts'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useActKey } from '#web/kit/form/adding.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'

const TelechargerDialog = lazyDialog(
  () => import('#features/sauvegardes/web/TelechargerDialog.tsx'),
  'TelechargerDialog',
)

const ORIGINES: Record<SauvegardeLue['origine'], string> = {
  nuit: 'Nuit',
  manuelle: 'Manuelle',
  commande: 'Commande',
  import: 'Avant import',
}

export function SauvegardesSection() {
  const id = useId()
  const query = useQuery(sauvegardesQuery)
  const banners = useBanners()
  const peut = usePeut()
  useTellWhenMade(query.data, banners)
  if (!peut(sauvegardesEndpoints.list)) return null
  return (
    <section className={`column card gap-16 ${section.section}`} aria-labelledby={id}>
      <Title order={2} id={id} className={section.title}>
        Sauvegardes
      </Title>
      <Banners banners={banners} />
      <Results
        query={query}
        loading="Chargement des sauvegardes..."
        error="Erreur lors du chargement des sauvegardes."
        cards={0}
      >
        {(lues) => <Lues {...lues} now={query.dataUpdatedAt} banners={banners} />}
      </Results>
    </section>
  )
}

function Lues({
  now,
  data,
  en_cours,
  echec,
  en_retard,
  installee_le,
  banners,
}: SauvegardesLues & { now: number; banners: BannersState }) {
  const [opened, setOpened] = useOpened<{ id: number; fichier: string }>('telecharger')
  return (
    <div className="stack gap-16">
      {en_retard && <Banner kind="warning">Aucune sauvegarde depuis plus de 48 heures.</Banner>}
      {echec !== null && <Banner kind="error">La dernière sauvegarde a échoué : {echec}</Banner>}
      <Commencer enCours={en_cours} banners={banners} />
      <QuatorzeJours sauvegardes={data} depuis={installee_le} />
      {data.length === 0 ? (
        <p className="dim flat">Aucune sauvegarde pour l'instant. La première se fait cette nuit.</p>
      ) : (
        <Table sauvegardes={data} now={now} onDownload={setOpened} />
      )}
      <CommentRestaurer />
      {opened && <TelechargerDialog sauvegarde={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

function CommentRestaurer() {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconRestore size={18} stroke={1.6} />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Comment restaurer
      </Button>
      <ol id={id} className={styles.etapes} hidden={!open}>
        <li>Téléchargez la sauvegarde et copiez son fichier sur le serveur.</li>
        <li>Arrêtez Diyar.</li>
        <li>
          Préparez une installation vide : un nouveau dossier de données et, si la vôtre est à part, une base
          de données vide.
        </li>
        <li>
          Sur le serveur, lancez <code>npm run restaurer FICHIER</code>, ou{' '}
          <code>node dist/server/restaurer.js FICHIER</code> si Diyar vient d'une archive.
        </li>
        <li>Démarrez Diyar et connectez-vous : tout est comme au moment de la sauvegarde.</li>
        <li>Créez de nouveaux liens de suivi pour les clients : les anciens sont révoqués.</li>
      </ol>
    </div>
  )
}

const COLONNES = ['Fichier', 'Date', 'Âge', 'Taille', 'Origine', 'Vérifiée'] as const

interface TableProps {
  sauvegardes: readonly SauvegardeLue[]
  now: number
  onDownload: (sauvegarde: { id: number; fichier: string }) => void
}

function Table({ sauvegardes, now, onDownload }: TableProps) {
  const cellsOf = ({ fichier, faite_le, taille, origine, verifiee }: SauvegardeLue) => [
    fichier,
    formatInstant(new Date(faite_le)).replace(' à ', ' '),
    formatAge(faite_le, now),
    formatTaille(taille),
    ORIGINES[origine],
    verifiee ? 'Oui' : '—',
  ]
  return (
    <div className={styles.place}>
      <table className={styles.table} aria-label="Sauvegardes">
        <thead>
          <tr>
            {COLONNES.map((titre) => (
              <th key={titre} scope="col">
                {titre}
              </th>
            ))}
            <th scope="col">
              <span className="visuallyHidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sauvegardes.map((sauvegarde) => (
            <tr key={sauvegarde.id}>
              {cellsOf(sauvegarde).map((texte, rang) => (
                <td key={COLONNES[rang]} data-titre={COLONNES[rang]}>
                  {texte}
                </td>
              ))}
              <td className={styles.action}>
                <IconAction
                  icon={IconDownload}
                  label={`Télécharger ${sauvegarde.fichier}`}
                  compact
                  onClick={() => onDownload({ id: sauvegarde.id, fichier: sauvegarde.fichier })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Commencer({ enCours, banners }: { enCours: SauvegardesLues['en_cours']; banners: BannersState }) {
  const sauvegarder = useCreateSauvegarde()
  const act = useActKey()
  const busy = enCours !== null || sauvegarder.isPending
  async function begin() {
    if (busy) return
    banners.clear()
    try {
      await act((key) => sauvegarder.mutateAsync(key))
    } catch (error) {
      banners.error(messageOf(error, 'Erreur lors de la sauvegarde.'), null)
    }
  }
  const percent = enCours?.pourcentage ?? null
  const text = percent === null ? 'Sauvegarde en cours…' : `Sauvegarde en cours… ${percent}\u00A0%`
  return (
    <div className="row gap-8">
      <Button
        leftSection={<IconDatabaseExport size={18} stroke={1.6} />}
        {...whileBusy(busy)}
        aria-busy={busy}
        onClick={() => void begin()}
      >
        Sauvegarder maintenant
      </Button>
      {/* Screen readers hear the start, not each step. */}
      <span className="visuallyHidden" role="status">
        {enCours && 'Sauvegarde en cours.'}
      </span>
      {enCours && (
        <div className={`stack figures gap-6 ${styles.avance}`}>
          <span>{text}</span>
          <div
            className={`track ${styles.piste}`}
            role="progressbar"
            aria-label="Sauvegarde"
            aria-valuetext={text}
            {...(percent !== null && { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent })}
          >
            <div style={{ width: `${percent ?? 0}%` }} />
          </div>
        </div>
      )}
    </div>
  )
}

/** Shows a message when the running backup has ended, even one that another member began. */
function useTellWhenMade(lues: SauvegardesLues | undefined, { success }: BannersState): void {
  const before = useRef<{ enCours: boolean; derniere: number | undefined } | null>(null)
  useEffect(() => {
    if (!lues) return
    const derniere = lues.data[0]?.id
    const now = { enCours: lues.en_cours !== null, derniere }
    const was = before.current
    if (was?.enCours && !now.enCours && derniere !== undefined && derniere !== was.derniere)
      success('Sauvegarde faite et vérifiée avec succès !')
    // The ids listed before the end tell the new backup from the former ones.
    before.current = now
  }, [lues, success])
}

const JOURS = 14

interface QuatorzeJoursProps {
  sauvegardes: readonly SauvegardeLue[]
  /** Day of the installation; the days before it could have no backup. */
  depuis: string | null
}

function QuatorzeJours({ sauvegardes, depuis }: QuatorzeJoursProps) {
  const today = aujourdhui()
  const faites = new Set(sauvegardes.map(({ faite_le }) => jourOf(new Date(faite_le))))
  const jours = Array.from({ length: JOURS }, (_, rang) => addJours(today, rang + 1 - JOURS))
  return (
    <div>
      <p className={`small bold ${styles.titre}`}>Les quatorze derniers jours</p>
      <ol className={`stack list gap-4 ${styles.jours}`}>
        {jours.map((jour) => {
          const faite = faites.has(jour)
          const avant = !faite && depuis !== null && jour < depuis
          const words = `${formatJourCourt(jour)} : ${faite ? 'sauvegardé' : avant ? 'pas encore installé' : 'aucune sauvegarde'}`
          return (
            <li key={jour} data-faite={faite || undefined} data-avant={avant || undefined} title={words}>
              <span aria-hidden>{jour.slice(8)}</span>
              <span className="visuallyHidden">{words}</span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
