import { Button } from '@mantine/core'
import { IconFileDownload, IconFileImport } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatVerdict } from '#features/imports/imports.words.ts'
import type { Adresse, SetAdresse } from '#features/imports/web/adresse.ts'
import { Confirmation } from '#features/imports/web/Confirmation.tsx'
import { Feuilles } from '#features/imports/web/Feuilles.tsx'
import {
  fetchAnnote,
  importsQueries,
  isUnderWay,
  useAnnuler,
  useConfirmer,
  type ImportLu,
} from '#features/imports/web/imports.queries.ts'
import styles from '#features/imports/web/imports.module.css'
import { Messages } from '#features/imports/web/Messages.tsx'
import { Progression } from '#features/imports/web/Progression.tsx'
import { formatInstant } from '#shared/dates.ts'
import { messageOf } from '#web/kit/api.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { saveFile } from '#web/kit/files.ts'
import { Results } from '#web/kit/Results.tsx'
import type { BannersState } from '#web/kit/useBanners.ts'
import { refetchShown } from '#web/kit/useChange.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'
import { whileBusy, type WorkState } from '#web/kit/useWork.ts'

interface ImportMontreProps {
  id: number
  state: Adresse
  setState: SetAdresse
  banners: BannersState
  work: WorkState
}

/** One import: how far its work is, what it found, what can be done now. */
export function ImportMontre({ id, ...props }: ImportMontreProps) {
  const query = useQuery(importsQueries.read(id))
  return (
    <section className={styles.carte} aria-label="Import">
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

function Montre({ lu, state, setState, banners, work }: Omit<ImportMontreProps, 'id'> & { lu: ImportLu }) {
  const { id, nom, membre, cree_le, statut, feuilles, sauvegarde } = lu
  const annuler = useAnnuler()
  const confirmer = useConfirmer()
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
    <div className={styles.montre}>
      <div className={styles.tete}>
        <h2 className={styles.titre} data-nom>
          {nom}
        </h2>
        <p className={styles.note}>
          Envoyé par <span data-nom>{membre}</span> le {formatInstant(new Date(cree_le))}
          {lu.modifier && ' · modifie aussi ce qui existe déjà'}
        </p>
      </div>
      {isUnderWay(statut) && (
        <Progression lu={lu} asked={asked} busy={annuler.isPending} onCancel={() => void giveUp()} />
      )}
      {verdict !== null && (
        <Banner kind={fautif ? 'error' : statut === 'annule' ? 'info' : 'success'}>{verdict}</Banner>
      )}
      {sauvegarde !== null && <p className={styles.note}>Sauvegarde faite avant : {sauvegarde}</p>}
      {(lu.peut_confirmer || (!isUnderWay(statut) && feuilles.length > 0)) && (
        <div className={styles.boutons}>
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
          {lu.peut_confirmer && (
            <Button variant="default" {...whileBusy(annuler.isPending)} onClick={() => void giveUp()}>
              Abandonner
            </Button>
          )}
        </div>
      )}
      {feuilles.length > 0 && <Feuilles feuilles={feuilles} />}
      {messages > 0 && !isUnderWay(statut) && (
        <Messages lu={lu} nombre={messages} state={state} setState={setState} />
      )}
    </div>
  )
}

/** Once a work has ended, what is shown of the portfolio may be another. */
function useReadAgainAfter(underWay: boolean): void {
  const client = useQueryClient()
  const was = useRef(underWay)
  useEffect(() => {
    if (was.current && !underWay) void refetchShown(client)
    was.current = underWay
  }, [underWay, client])
}
