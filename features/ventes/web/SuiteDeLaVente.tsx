import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import type { GenererPourVenteProps } from '#features/echeanciers/web/GenererEcheancier.tsx'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { documentsEndpoints } from '#features/papiers/papiers.contract.ts'
import { documentsQuery } from '#features/papiers/web/documents.queries.ts'
import { dossiersQueries } from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/ventes/web/fins.module.css'
import type { VenteOuverte } from '#features/ventes/web/ventes.queries.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { returnFocus } from '#web/kit/dialog/focus.ts'
import { Banner, Dit, type BannersState } from '#web/kit/feedback/Banner.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { dossierAt, screens } from '#shared/paths.ts'

const EtablirDocument = lazyDialog(
  () => import('#features/papiers/web/EtablirDocument.tsx'),
  'EtablirDocument',
)
const GenererPourVente = lazyDialog<'GenererPourVente', GenererPourVenteProps>(
  () => import('#features/echeanciers/web/GenererEcheancier.tsx'),
  'GenererPourVente',
)

/**
 * Offers what comes after a sale, in the one banner that stays until it is closed; `offer` is given the sale, or null, and the sentence that
 * was said of it. A `recu` on offer in the same place stands alone: one banner at a time (entree.md F).
 */
export function useSuiteDeLaVente(
  banners: Pick<BannersState, 'success' | 'error' | 'clear'>,
  recu?: { rang: number; quit: () => void },
): {
  suite: ReactNode
  offer: (vente: VenteOuverte | null, dit: string) => void
} {
  const [offre, setOffre] = useState<{ vente: VenteOuverte; dit: string } | null>(null)
  function offer(vente: VenteOuverte | null, dit: string) {
    setOffre(vente && { vente, dit })
    recu?.quit()
    if (vente) banners.clear()
    else banners.success(dit)
  }
  const suite = offre && !recu?.rang && (
    <EtapesSuivantes
      key={offre.vente.id}
      {...offre}
      banners={banners}
      onPlanned={() => setOffre({ ...offre, vente: { ...offre.vente, sansEcheancier: false } })}
      onClose={() => setOffre(null)}
    />
  )
  return { suite, offer }
}

interface EtapesSuivantesProps {
  vente: VenteOuverte
  dit: string
  banners: Pick<BannersState, 'success' | 'error'>
  onPlanned: () => void
  onClose: () => void
}

function EtapesSuivantes({
  vente: { id, dossier, client, sansEcheancier },
  dit,
  banners,
  onPlanned,
  onClose,
}: EtapesSuivantesProps) {
  const peut = usePeut()
  const [opened, setOpened] = useState<'contrat' | 'generer' | null>(null)
  const text = useId()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus({ preventScroll: true }), [])
  const leave = () => {
    onClose()
    // The banner that is gone had the focus: the page takes it, for the keyboard to go on from.
    setTimeout(() => returnFocus(null))
  }
  const close = () => setOpened(null)
  return (
    <div data-suite className={styles.offre}>
      <Banner
        kind="success"
        onClose={leave}
        action={
          <div className={`row ${styles.suite}`}>
            <Button
              variant="default"
              size="sm"
              renderRoot={(props) => <Link to={dossierAt(id)} {...props} />}
              ref={link as never}
              aria-describedby={text}
              onKeyDown={(event) => {
                // The key that sold the bien may still be held down; its repeats must not leave the screen.
                if (event.repeat) event.preventDefault()
                if (event.key === 'Escape') leave()
              }}
            >
              Ouvrir
            </Button>
            {peut(documentsEndpoints.etablir) && <Contrat id={id} onOpen={() => setOpened('contrat')} />}
            {sansEcheancier && peut(echeancierEndpoints.generate) && (
              <Button variant="default" size="sm" onClick={() => setOpened('generer')}>
                Générer l'échéancier
              </Button>
            )}
          </div>
        }
      >
        <div id={text}>
          <Dit>{dit}</Dit> Dossier {dossier} ouvert pour <bdi>{client}</bdi>.
          {sansEcheancier && ' Sans échéancier.'}
        </div>
      </Banner>
      {opened === 'generer' && (
        <GenererPourVente
          venteId={id}
          onClose={close}
          onSaved={(message) => {
            onPlanned()
            banners.success(message)
          }}
        />
      )}
      {opened === 'contrat' && <ContratDialog id={id} banners={banners} onClose={close} />}
    </div>
  )
}

const CONTRAT = 'contrat_reservation'

function Contrat({ id, onOpen }: { id: number; onOpen: () => void }) {
  const { data } = useQuery(documentsQuery(id))
  const possible = data?.possibles.find(({ type }) => type === CONTRAT)
  const empeche = possible?.empeche ?? null
  const peut = usePeut()
  if (empeche === papiersErreurs.clausesManquantes.message && peut(parametresEndpoints.save))
    return (
      <Button
        variant="default"
        size="sm"
        renderRoot={(props) => <Link to={screens.parametres} search={{ section: 'documents' }} {...props} />}
      >
        Rédiger les clauses
      </Button>
    )
  if (empeche !== null) return <span className="small anywhere">{empeche}</span>
  return (
    <Button variant="default" size="sm" disabled={!possible} onClick={onOpen}>
      Contrat de réservation
    </Button>
  )
}

interface ContratDialogProps {
  id: number
  banners: Pick<BannersState, 'success' | 'error'>
  onClose: () => void
}

function ContratDialog({ id, banners, onClose }: ContratDialogProps) {
  const { data: dossier } = useQuery(dossiersQueries.read(id))
  const { data: papiers } = useQuery(documentsQuery(id))
  if (!dossier) return null
  return (
    <EtablirDocument
      dossier={dossier}
      type={CONTRAT}
      remarques={papiers?.possibles.find(({ type }) => type === CONTRAT)?.remarques ?? []}
      onClose={onClose}
      onSaved={({ message }) => banners.success(message)}
      onPrintFailed={(error) =>
        banners.error(messageOf(error, "Erreur lors de l'impression du document."), null)
      }
    />
  )
}
