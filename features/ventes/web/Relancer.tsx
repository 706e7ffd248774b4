import { Button, Textarea } from '@mantine/core'
import { IconBrandWhatsapp, IconFileTypePdf, IconMail, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import { relancesInput } from '#features/ventes/relances.contract.ts'
import {
  messageDeRelance,
  NOMS_DES_CANAUX,
  numeroWhatsApp,
  type Canal,
} from '#features/ventes/relances.rules.ts'
import {
  dossiersQueries,
  type DossierLu,
  saveLettres,
  useNoterRelances,
} from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/ventes/web/relancer.module.css'
import { reglagesQuery, useIndicatif } from '#features/parametres/web/parametres.queries.ts'
import { promoteurQuery } from '#features/promoteur/web/promoteur.queries.ts'
import { formatMontant, formatNombreDe, fromDecimal } from '#shared/argent.ts'
import { leBien } from '#shared/biens.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import type { Langue } from '#shared/papiers.ts'
import { hrefDeTelephone, numerosDe } from '#shared/telephone.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { useWork, whileBusy, WorkBar, type WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { EnLangue } from '#web/kit/print/EnLangue.tsx'

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

/** Prepares a relance: the member sends the message by other means, then notes it here. */
export function Relancer({ venteId, client, onClose, onSaved }: RelancerProps) {
  const query = useQuery(dossiersQueries.read(venteId))
  const form = useContractForm(saisie, RIEN)
  const noter = useNoterRelances()
  const idempotencyKey = useIdempotencyKey()
  const banners = useBanners()
  const work = useWork(banners)
  const { values } = form
  return (
    <FormDialog
      title={`Relancer ${client}`}
      form={form}
      onSubmit={async (typed) => {
        if (typed.canal === '') return
        const body = { vente_ids: [venteId], canal: typed.canal, note: typed.note, idempotencyKey }
        onSaved(await noter.mutateAsync(body))
      }}
      onClose={onClose}
      submitLabel={
        values.canal === '' ? 'Noter la relance' : `Noter la relance (${NOMS_DES_CANAUX[values.canal]})`
      }
      busyLabel="Enregistrement..."
      fallback="Erreur lors de l'enregistrement de la relance."
      disabled={values.canal === '' || query.data?.en_retard === 0}
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
            message={values.message}
            onMessage={(message) => form.setFieldValue('message', message)}
            chosen={values.canal}
            onChoose={(chosen) => form.setFieldValue('canal', chosen)}
            work={work}
          />
        )}
      </Results>
      <Banners banners={banners} />
      <WorkBar work={work} />
      {values.canal !== '' && (
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
  const propose = useMessagePropose(dossier)
  const texte = message ?? propose
  // A payment has arrived meanwhile, so there is no amount to remind of.
  if (dossier.en_retard <= 0) return <EnRetard dossier={dossier} />
  return (
    <div className={styles.contenu}>
      <EnRetard dossier={dossier} />
      <Textarea
        label="Message"
        autosize
        minRows={3}
        maxRows={10}
        value={texte}
        onChange={({ currentTarget }) => onMessage(currentTarget.value)}
        data-nom
      />
      <Moyens dossier={dossier} message={texte} chosen={chosen} onChoose={onChoose} work={work} />
    </div>
  )
}

function useMessagePropose({ client, en_retard, bien, dossier }: DossierLu): string {
  const reglages = useQuery(reglagesQuery).data?.['ventes']
  const promoteur = useQuery(promoteurQuery).data
  const { relance_texte } = reglages ?? {}
  return messageDeRelance(typeof relance_texte === 'string' ? relance_texte : '', {
    client: client.nomComplet,
    montant: formatMontant(fromDecimal(en_retard)),
    bien: leBien(bien),
    dossier,
    jour: formatJourCourt(aujourdhui()),
    promoteur: promoteur?.nom ?? '',
  })
}

function EnRetard({ dossier: { echeances, en_retard, relances } }: { dossier: DossierLu }) {
  const late = echeances.filter(({ etat }) => etat === 'en_retard')
  const [last] = relances
  const today = last?.jour === aujourdhui()
  return (
    <div className={styles.retard}>
      {late.length === 0 ? (
        <p>Rien n'est en retard.</p>
      ) : (
        <>
          <ul className={styles.lignes} aria-label="Échéances en retard">
            {late.map(({ id, libelle, jours_retard, reste }) => (
              <li key={id}>
                <span data-nom>{libelle}</span>
                <span className={styles.dim}>
                  {jours_retard === 0 ? "aujourd'hui" : formatNombreDe(jours_retard, 'jour')}
                </span>
                <Montant decimal={reste} />
              </li>
            ))}
          </ul>
          <p className={styles.total}>
            Total en retard <Montant decimal={en_retard} />
          </p>
        </>
      )}
      {last && today && (
        <p className={styles.deja}>
          Déjà relancé aujourd'hui : {NOMS_DES_CANAUX[last.canal]}, par <span data-nom>{last.par}</span>.
        </p>
      )}
      {last && !today && (
        <p className={styles.dim}>
          Dernière relance le {formatJourCourt(last.jour)} : {NOMS_DES_CANAUX[last.canal]}, par{' '}
          <span data-nom>{last.par}</span>
        </p>
      )}
    </div>
  )
}

interface MoyensProps extends Omit<ContenuProps, 'message' | 'onMessage'> {
  message: string
}

/** Each means opens outside: a tab, the mail program, the phone, a letter. */
function Moyens({ dossier, message, chosen, onChoose, work }: MoyensProps) {
  const { client } = dossier
  const indicatif = useIndicatif()
  const illisible = useId()
  // A number can be read only with the country code of the settings.
  const known = indicatif !== ''
  const numero = known ? numeroWhatsApp(client.tel, indicatif) : null
  const [tel] = numerosDe(client.tel)
  const sujet = `Dossier ${dossier.dossier} : échéances à régler`
  const lien = {
    whatsapp: numero && `https://wa.me/${numero}?text=${encodeURIComponent(message)}`,
    email:
      client.email &&
      `mailto:${encodeURIComponent(client.email).replaceAll('%40', '@')}?subject=${encodeURIComponent(sujet)}&body=${encodeURIComponent(message.replaceAll('\n', '\r\n'))}`,
    telephone: tel && hrefDeTelephone(tel),
  }
  const button = (of: Exclude<Canal, 'lettre'>, label: string, Icon: typeof IconMail) => {
    const href = lien[of]
    const props = {
      variant: chosen === '' && of === 'whatsapp' ? 'filled' : 'default',
      leftSection: <Icon size={18} stroke={1.6} />,
    }
    if (!href)
      return (
        <Button {...props} disabled aria-describedby={of === 'whatsapp' ? illisible : undefined}>
          {label}
        </Button>
      )
    return (
      <Button
        {...props}
        component="a"
        href={href}
        {...(of === 'whatsapp' && { target: '_blank', rel: 'noreferrer' })}
        onClick={() => onChoose(of)}
      >
        {label}
      </Button>
    )
  }
  async function print(langue?: Langue) {
    if (await saveLettres(work, [dossier.id], langue)) onChoose('lettre')
  }
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is drawn otherwise */}
      <div className={styles.moyens} role="group" aria-label="Moyens de relance">
        {button('whatsapp', 'WhatsApp', IconBrandWhatsapp)}
        {button('email', 'E-mail', IconMail)}
        {button('telephone', 'Appeler', IconPhone)}
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={18} stroke={1.6} />}
          {...whileBusy(work.label !== null)}
          onClick={() => void print()}
        >
          Lettre (PDF)
        </Button>
        <EnLangue
          label="Langue de la lettre"
          busy={work.label !== null}
          onPrint={(langue) => void print(langue)}
        />
      </div>
      {known && !numero && (
        <p id={illisible} className={styles.dim}>
          Numéro illisible pour WhatsApp.
        </p>
      )}
    </div>
  )
}
