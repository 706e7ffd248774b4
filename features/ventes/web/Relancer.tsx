import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { relancesInput } from '#features/ventes/relances.contract.ts'
import {
  messageDeRelance,
  NOMS_DES_CANAUX,
  RELANCE_ARABE,
  type Canal,
} from '#features/ventes/relances.rules.ts'
import { Moyens } from '#features/ventes/web/MoyensDeRelance.tsx'
import {
  dossiersQueries,
  type DossierLu,
  useNoterRelances,
  useRetirerRelances,
} from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/ventes/web/relancer.module.css'
import { reglagesQuery } from '#features/parametres/web/parametres.queries.ts'
import { promoteurQuery } from '#features/promoteur/web/promoteur.queries.ts'
import { formatMontant, formatMontantArabe, formatNombreDe, fromDecimal } from '#shared/argent.ts'
import { leBien, leBienEnArabe } from '#shared/biens.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import type { Langue } from '#shared/papiers.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banner, Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useActKey } from '#web/kit/form/adding.tsx'
import { useWork, WorkBar, type WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { LangueDuPapier, useLangueDuPapier } from '#web/kit/print/LangueDuPapier.tsx'

const { canal, note } = relancesInput.shape
/** The message is sent to the client, not to the server. */
const saisie = z.object({ canal, note })

/** `message` is null until a member edits it; null shows the text of the settings. */
interface Saisie extends Record<string, unknown> {
  canal: Canal | ''
  message: string | null
  note: string
}
const RIEN: Saisie = { canal: '', message: null, note: '' }

interface RelancerProps {
  venteId: number
  client: string
  onClose: () => void
  onSaved: (message: string) => void
}

interface Notee {
  id: number
  canal: Canal
  /** The note kept with it. */
  note: string
}

const ERREUR = "Erreur lors de l'enregistrement de la relance."

/** Prepares a relance. The member sends the message by other means: opening or printing one notes it, once for each means (RF-41). */
export function Relancer({ venteId, client, onClose, onSaved }: RelancerProps) {
  const query = useQuery(dossiersQueries.read(venteId))
  const form = useContractForm(saisie, RIEN)
  const noter = useNoterRelances()
  const retirer = useRetirerRelances()
  const act = useActKey()
  const banners = useBanners()
  const work = useWork(banners)
  const [notees, setNotees] = useState<readonly Notee[]>([])
  const { canal: chosen } = form.values
  const typed = form.values.note.trim()
  const notee = notees.find(({ canal: by }) => by === chosen)
  async function save(by: Canal): Promise<string> {
    const body = { vente_ids: [venteId], canal: by, note: typed }
    const { message, ids } = await act(
      (idempotencyKey) => noter.mutateAsync({ ...body, idempotencyKey }),
      [by, typed],
    )
    setNotees((before) => {
      // Two presses before the answer are one note, which both answers bring.
      const nouvelles = ids.filter((id) => before.every((one) => one.id !== id))
      return [...before, ...nouvelles.map((id) => ({ id, canal: by, note: typed }))]
    })
    return message
  }
  async function remove(one: Notee) {
    await retirer.mutateAsync([one.id])
    setNotees((before) => before.filter(({ id }) => id !== one.id))
  }
  function open(by: Canal) {
    form.setFieldValue('canal', by)
    if (notees.some(({ canal: noted }) => noted === by)) return
    banners.clear()
    void save(by).catch((error: unknown) => banners.error(messageOf(error, ERREUR), null))
  }
  function cancel(one: Notee) {
    form.setFieldValue('canal', '')
    void remove(one).then(
      () => banners.success('Note retirée.'),
      (error: unknown) => banners.error(messageOf(error, 'Erreur lors du retrait de la note.'), null),
    )
  }
  const opened = query.data !== undefined && query.data.en_retard > 0
  return (
    <FormDialog
      title={`Relancer ${client}`}
      form={form}
      onSubmit={async () => {
        if (chosen === '') return
        // A note that is kept is not edited: another with the whole text takes its place.
        const message = await save(chosen)
        if (notee) await remove(notee)
        // The sentence of the call remarks that the dossier was reminded today: of the very note that is replaced.
        onSaved(notee ? 'Note enregistrée.' : message)
      }}
      onClose={onClose}
      cancelLabel={notees.length > 0 ? 'Fermer' : undefined}
      submitLabel={notee ? 'Enregistrer la note' : 'Noter la relance'}
      attend={chosen === '' && opened && notees.length === 0 ? 'Choisissez un moyen.' : undefined}
      busyLabel="Enregistrement..."
      fallback={ERREUR}
      disabled={
        chosen === '' || query.data?.en_retard === 0 || noter.isPending || (notee && notee.note === typed)
      }
    >
      <Results
        query={query}
        loading="Chargement du dossier..."
        error="Erreur lors du chargement du dossier."
        cards={1}
        wide
      >
        {(dossier) => (
          <Contenu
            dossier={dossier}
            message={form.values.message}
            onMessage={(message) => form.setFieldValue('message', message)}
            chosen={chosen}
            onChoose={open}
            work={work}
          />
        )}
      </Results>
      <Banners banners={banners} />
      <WorkBar work={work} />
      {notees.map((one) => (
        <Banner
          key={one.id}
          kind="success"
          action={
            <Button
              variant="default"
              size="compact-sm"
              disabled={retirer.isPending}
              onClick={() => cancel(one)}
            >
              Annuler cette note
            </Button>
          }
        >
          Relance notée : {NOMS_DES_CANAUX[one.canal]}
        </Banner>
      ))}
      {opened && (
        <Textarea label="Note" autosize minRows={2} maxLength={2000} {...form.getInputProps('note')} />
      )}
    </FormDialog>
  )
}

interface ContenuProps {
  dossier: DossierLu
  message: string | null
  onMessage: (message: string) => void
  chosen: Canal | ''
  onChoose: (canal: Canal) => void
  work: WorkState
}

function Contenu({ dossier, message, onMessage, chosen, onChoose, work }: ContenuProps) {
  const [langue, setLangue] = useLangueDuPapier(dossier.client.nomComplet)
  const propose = useMessagePropose(dossier, langue)
  const texte = message ?? propose
  // A payment has arrived meanwhile, so there is no amount to remind of.
  if (dossier.en_retard <= 0) return <EnRetard dossier={dossier} />
  return (
    <div className="stack gap-14">
      <EnRetard dossier={dossier} />
      <LangueDuPapier label="Langue de la relance" langue={langue} onChange={setLangue} />
      <Textarea
        label="Message"
        autosize
        minRows={3}
        maxRows={10}
        value={texte}
        onChange={({ currentTarget }) => onMessage(currentTarget.value)}
        dir="auto"
        data-nom
      />
      <Moyens
        dossier={dossier}
        message={texte}
        langue={langue}
        chosen={chosen}
        onChoose={onChoose}
        work={work}
      />
    </div>
  )
}

function useMessagePropose({ client, en_retard, bien, dossier }: DossierLu, langue: Langue): string {
  const reglages = useQuery(reglagesQuery).data?.['ventes']
  const promoteur = useQuery(promoteurQuery).data
  const { relance_texte } = reglages ?? {}
  const arabe = langue === 'ar'
  const francais = typeof relance_texte === 'string' ? relance_texte : ''
  const montant = fromDecimal(en_retard)
  return messageDeRelance(arabe ? RELANCE_ARABE : francais, {
    client: client.nomComplet,
    montant: arabe ? formatMontantArabe(montant) : formatMontant(montant),
    bien: arabe ? leBienEnArabe(bien) : leBien(bien),
    dossier,
    jour: formatJourCourt(aujourdhui()),
    promoteur: (arabe ? promoteur?.nom_ar : null) || promoteur?.nom || '',
  })
}

function EnRetard({ dossier: { echeances, en_retard, relances } }: { dossier: DossierLu }) {
  const late = echeances.filter(({ etat }) => etat === 'en_retard')
  const last = relances.find(({ document }) => !document)
  const today = last?.jour === aujourdhui()
  return (
    <div className="stack gap-8">
      {late.length === 0 ? (
        <p className="flat">Rien n'est en retard.</p>
      ) : (
        <>
          <ul className={`stack list parted ${styles.lignes}`} aria-label="Échéances en retard">
            {late.map(({ id, libelle, jours_retard, reste }) => (
              <li key={id} className="stack gap-4-16">
                <span data-nom>{libelle}</span>
                <span className={`dim small ${styles.dim}`}>{formatNombreDe(jours_retard, 'jour')}</span>
                <Montant decimal={reste} />
              </li>
            ))}
          </ul>
          <p className={`bold right flat ${styles.total}`}>
            Total en retard <Montant decimal={en_retard} />
          </p>
        </>
      )}
      {last && today && (
        <p className={`bold warn flat ${styles.deja}`}>
          Déjà relancé aujourd'hui : {NOMS_DES_CANAUX[last.canal]}, par <span data-nom>{last.par}</span>.
        </p>
      )}
      {last && !today && (
        <p className={`dim small ${styles.dim}`}>
          Dernière relance le {formatJourCourt(last.jour)} : {NOMS_DES_CANAUX[last.canal]}, par{' '}
          <span data-nom>{last.par}</span>
        </p>
      )}
    </div>
  )
}
