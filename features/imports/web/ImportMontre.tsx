import { Button } from '@mantine/core'
import { IconArrowBackUp, IconFileDownload, IconFileImport } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { TITRES, formatVerdict, sumFeuilles } from '#features/imports/imports.words.ts'
import {
  type Adresse,
  type SetAdresse,
  fetchAnnote,
  importsQueries,
  isUnderWay,
  useCancelImport,
  useConfirmImport,
  type ImportLu,
} from '#features/imports/web/imports.queries.ts'
import { ApresImport } from '#features/imports/web/ApresImport.tsx'
import { Correspondance } from '#features/imports/web/Correspondance.tsx'
import { Feuilles } from '#features/imports/web/Feuilles.tsx'
import styles from '#features/imports/web/imports.module.css'
import { Messages } from '#features/imports/web/Messages.tsx'
import { generationAt, screens } from '#shared/paths.ts'
import { aujourdhui, formatInstant } from '#shared/dates.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banner, type BannersState } from '#web/kit/feedback/Banner.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { Results } from '#web/kit/feedback/Results.tsx'
import { refetchShown } from '#web/kit/call/useChange.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { whileBusy, type WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { formatNombre, formatNombreDe } from '#shared/argent.ts'
import { Montant } from '#web/kit/card/Montant.tsx'

interface ImportMontreProps {
  id: number
  state: Adresse
  setState: SetAdresse
  banners: BannersState
  work: WorkState
  /** Asks again what the columns of the lists are. */
  onRevoir: () => void
  /** Asks before the import is taken back. */
  onDefaire: () => void
}

/** One import: its progress, its findings and its actions. */
export function ImportMontre({ id, ...props }: ImportMontreProps) {
  const query = useQuery(importsQueries.read(id))
  return (
    <section className={`column card gap-16 ${styles.carte}`} aria-label="Import">
      <Results
        query={query}
        loading="Chargement de l'import..."
        error="Erreur lors du chargement des imports."
        cards={0}
      >
        {(lu) => <Montre {...props} lu={lu} />}
      </Results>
    </section>
  )
}

function Montre({
  lu,
  state,
  setState,
  banners,
  work,
  onRevoir,
  onDefaire,
}: Omit<ImportMontreProps, 'id'> & { lu: ImportLu }) {
  const { id, nom, membre, cree_le, statut, feuilles, sauvegarde } = lu
  const annuler = useCancelImport()
  const confirmer = useConfirmImport()
  const confirm = useConfirm()
  const [asked, setAsked] = useState(false)
  useReadAgainAfter(isUnderWay(statut))
  const verdict = formatVerdict(lu)
  const fautif = statut === 'refuse' || statut === 'echec'
  const messages = lu.nombre_erreurs + lu.nombre_avertissements + lu.nombre_modifications

  async function giveUp() {
    if (annuler.isPending) return
    try {
      const { message } = await annuler.mutateAsync(id)
      setAsked(true)
      banners.success(message)
    } catch (error) {
      banners.error(messageOf(error, "Erreur lors de l'annulation de l'import."))
    }
  }
  async function begin() {
    const done = await confirm({
      title: "Confirmer l'import",
      body: <Confirmation lu={lu} />,
      confirmLabel: 'Importer',
      busyLabel: 'Import...',
      danger: false,
      fallback: "Erreur lors de l'import.",
      action: () => confirmer.mutateAsync(id),
    })
    if (done) {
      setAsked(false)
      banners.success(done.message)
    }
  }
  const saveAnnote = () =>
    work.run(
      'Préparation du classeur…',
      (signal) => saveFile(() => fetchAnnote(id, signal), `${nom.replace(/\.xlsx$/i, '')}-annote.xlsx`),
      'Erreur lors du téléchargement du classeur annoté.',
    )
  return (
    <div className="column gap-16">
      <div>
        <h2 className={`flat anywhere ${styles.titre}`} data-nom>
          {nom}
        </h2>
        <p className="dim flat">
          Envoyé par <span data-nom>{membre}</span> le {formatInstant(new Date(cree_le))}
          {lu.modifier && ' · modifie aussi ce qui existe déjà'}
        </p>
      </div>
      {isUnderWay(statut) && (
        <Progression lu={lu} asked={asked} busy={annuler.isPending} onCancel={() => void giveUp()} />
      )}
      {statut === 'correspondance' && lu.correspondance && (
        <Correspondance
          id={id}
          feuilles={lu.correspondance.feuilles}
          banners={banners}
          givingUp={annuler.isPending}
          onGiveUp={() => void giveUp()}
        />
      )}
      {verdict !== null && (
        <Banner kind={fautif ? 'error' : statut === 'annule' ? 'info' : 'success'}>{verdict}</Banner>
      )}
      {sauvegarde !== null && <p className="dim flat">Sauvegarde faite avant : {sauvegarde}</p>}
      {(lu.peut_confirmer || lu.peut_defaire || (!isUnderWay(statut) && feuilles.length > 0)) && (
        <div className="row gap-8">
          {statut === 'termine' && <ApresImport lu={lu} banners={banners} />}
          {statut === 'refuse' && lu.motif !== null && <GenererLesLots lu={lu} />}
          {lu.peut_confirmer && (
            <Button leftSection={<IconFileImport size={18} stroke={1.6} />} onClick={() => void begin()}>
              Importer
            </Button>
          )}
          <Button
            variant="default"
            {...whileBusy(work.label !== null)}
            leftSection={<IconFileDownload size={18} stroke={1.6} />}
            onClick={() => void saveAnnote()}
          >
            Télécharger le classeur annoté
          </Button>
          {lu.correspondance && (statut === 'pret' || statut === 'refuse') && (
            <Button variant="default" onClick={onRevoir}>
              Revoir les colonnes
            </Button>
          )}
          {lu.peut_defaire && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={18} stroke={1.6} />}
              onClick={onDefaire}
            >
              Annuler cet import
            </Button>
          )}
          {lu.peut_confirmer && (
            <Button variant="default" {...whileBusy(annuler.isPending)} onClick={() => void giveUp()}>
              Abandonner
            </Button>
          )}
        </div>
      )}
      {feuilles.length > 0 && <Feuilles feuilles={feuilles} />}
      {messages > 0 && !isUnderWay(statut) && <Messages lu={lu} state={state} setState={setState} />}
    </div>
  )
}

/** The lots that a list names come first: those of its residence, else of one that is chosen. */
function GenererLesLots({ lu: { correspondance } }: { lu: ImportLu }) {
  const residences = new Set(
    correspondance?.feuilles.flatMap(({ lire, residence_id }) => (lire && residence_id) || []),
  )
  const [residence] = residences
  return (
    <Button
      renderRoot={(props) => (
        <Link
          to={residences.size === 1 && residence !== undefined ? generationAt(residence) : screens.residences}
          {...props}
        />
      )}
    >
      Générer les lots
    </Button>
  )
}

/** Reads the shown portfolio again after a work has ended, because the import may have changed it. */
function useReadAgainAfter(underWay: boolean): void {
  const client = useQueryClient()
  const was = useRef(underWay)
  useEffect(() => {
    if (was.current && !underWay) void refetchShown(client)
    was.current = underWay
  }, [underWay, client])
}

function Confirmation({ lu: { feuilles, recus_a_numeroter } }: { lu: ImportLu }) {
  const { crees, modifies } = sumFeuilles(feuilles)
  const of = (titre: string) => feuilles.find(({ feuille }) => feuille === titre)
  const [ventes, paiements] = [of(TITRES.ventes), of(TITRES.paiements)]
  const dont = [
    ...(ventes && ventes.crees > 0 ? [formatNombreDe(ventes.crees, 'vente')] : []),
    ...(paiements && paiements.crees > 0 ? [formatNombreDe(paiements.crees, 'paiement')] : []),
  ]
  return (
    <>
      {formatNombreDe(crees, 'fiche')} {crees >= 2 ? 'vont être créées' : 'va être créée'}
      {modifies > 0 && ` et ${formatNombre(modifies)} ${modifies >= 2 ? 'modifiées' : 'modifiée'}`}
      {dont.length > 0 && `, dont ${dont.join(' et ')}`}
      {paiements && paiements.crees > 0 && (
        <>
          {' '}
          pour <Montant decimal={paiements.montant} />
        </>
      )}
      .{' '}
      {recus_a_numeroter > 0 &&
        `${formatNombreDe(recus_a_numeroter, 'paiement')} ${recus_a_numeroter >= 2 ? 'porteront' : 'portera'} un numéro de reprise (REP-…), hors du registre ${aujourdhui().slice(0, 4)}. `}
      Tout est importé, ou rien.
    </>
  )
}

interface ProgressionProps {
  lu: ImportLu
  asked: boolean
  busy: boolean
  onCancel: () => void
}

/** Progress of an import, in words and as a bar, with a button to cancel. */
function Progression({ lu, asked, busy, onCancel }: ProgressionProps) {
  const { statut, fait, total, sauvegarde } = lu
  const saving = statut === 'ecriture' && sauvegarde === null
  const what = statut === 'lecture' ? 'Vérification' : 'Import'
  const counted = !saving && total > 0
  const text = saving
    ? "Sauvegarde avant l'import…"
    : counted
      ? `${what} : ${formatNombre(fait)} / ${formatNombreDe(total, 'ligne')}`
      : `${what}…`
  const percent = counted ? Math.min((100 * fait) / total, 100) : null
  return (
    <div className={`wrap gap-12-16 ${styles.progression}`}>
      {/* A screen reader hears each step once, and not its count of lines every second. */}
      <span className="visuallyHidden" role="status">
        {saving ? "Sauvegarde avant l'import…" : `${what} en cours.`}
      </span>
      <div className={`stack gap-8 ${styles.avance}`}>
        <span className="bold figures">{text}</span>
        <div
          className={`track ${styles.piste}`}
          role="progressbar"
          aria-label={what}
          aria-valuetext={text}
          {...(percent !== null && {
            'aria-valuemin': 0,
            'aria-valuemax': 100,
            'aria-valuenow': Math.round(percent),
          })}
        >
          <div style={percent === null ? undefined : { width: `${percent}%` }} />
        </div>
      </div>
      <Button variant="default" {...whileBusy(busy || asked)} onClick={() => !asked && onCancel()}>
        {asked ? 'Annulation...' : 'Annuler'}
      </Button>
    </div>
  )
}
