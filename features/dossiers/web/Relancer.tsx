import { Button, Textarea } from '@mantine/core'
import { IconBrandWhatsapp, IconFileTypePdf, IconMail, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import { relancesInput } from '#features/dossiers/relances.contract.ts'
import { messageDeRelance, MOYENS, numeroWhatsApp, type Canal } from '#features/dossiers/relances.rules.ts'
import { dossiersQueries, type DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import styles from '#features/dossiers/web/relancer.module.css'
import { saveLettres, useNoterRelances } from '#features/dossiers/web/relances.queries.ts'
import { reglagesQuery } from '#features/parametres/web/parametres.queries.ts'
import { promoteurQuery } from '#features/promoteur/web/promoteur.queries.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { Montant } from '#web/kit/Montant.tsx'
import { Results } from '#web/kit/Results.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { useWork, whileBusy, type WorkState } from '#web/kit/useWork.ts'
import { WorkBar } from '#web/kit/WorkBar.tsx'

const { canal, note } = relancesInput.shape
/** The message goes to the client, not to the server. */
const saisie = z.object({ canal, note })

/** `message` is null until somebody has written in it: then it is what the settings propose. */
interface Saisie extends Record<string, unknown> {
  canal: Canal | ''
  message: string | null
  note: string
}
const RIEN: Saisie = { canal: '', message: null, note: '' }

interface RelancerProps {
  venteId: number
  /** His name, known before the dossier has come. */
  client: string
  onClose: () => void
  /** It is noted: what to tell. */
  onSaved: (message: string) => void
}

/** Reminds the client of a dossier of what is late, by what he is reached with; nothing is sent from here. Then it is noted. */
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
      submitLabel={values.canal === '' ? 'Noter la relance' : `Noter la relance (${MOYENS[values.canal]})`}
      busyLabel="Enregistrement..."
      fallback="Erreur lors de l'enregistrement de la relance."
      disabled={values.canal === ''}
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
  const proposed = useMessagePropose(dossier)
  const texte = message ?? proposed.texte
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
      <Moyens
        dossier={dossier}
        indicatif={proposed.indicatif}
        message={texte}
        chosen={chosen}
        onChoose={onChoose}
        work={work}
      />
    </div>
  )
}

/** The text of the settings, filled in, and the country of numbers that name none. */
function useMessagePropose({ client, en_retard, bien, dossier }: DossierLu) {
  const reglages = useQuery(reglagesQuery).data?.['ventes']
  const promoteur = useQuery(promoteurQuery).data
  const { relance_texte, indicatif } = reglages ?? {}
  return {
    indicatif: typeof indicatif === 'string' ? indicatif : '',
    texte: messageDeRelance(typeof relance_texte === 'string' ? relance_texte : '', {
      client: client.nomComplet,
      montant: formatMontant(fromDecimal(en_retard)),
      bien: bien.designation,
      dossier,
      jour: formatJourCourt(aujourdhui()),
      promoteur: promoteur?.nom ?? '',
    }),
  }
}

/** What is late, line by line, and when he was last reminded. */
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
                  {jours_retard === 0 ? "aujourd'hui" : formatCompte(jours_retard, 'jour')}
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
          Déjà relancé aujourd'hui : {MOYENS[last.canal]}, par <span data-nom>{last.par}</span>.
        </p>
      )}
      {last && !today && (
        <p className={styles.dim}>
          Dernière relance le {formatJourCourt(last.jour)} : {MOYENS[last.canal]}, par{' '}
          <span data-nom>{last.par}</span>
        </p>
      )}
    </div>
  )
}

interface MoyensProps extends Omit<ContenuProps, 'message' | 'onMessage'> {
  indicatif: string
  message: string
}

/** What he can be reached with. Each is done outside: a tab, the mail program, the phone, paper. */
function Moyens({ dossier, indicatif, message, chosen, onChoose, work }: MoyensProps) {
  const { client, en_retard } = dossier
  const illisible = useId()
  // Until the settings have come nobody knows.
  const known = indicatif !== ''
  const numero = known ? numeroWhatsApp(client.tel, indicatif) : null
  const tel = client.tel.split('/')[0]?.replace(/[^\d+]/g, '') ?? ''
  const sujet = `Dossier ${dossier.dossier} : échéances à régler`
  const lien = {
    whatsapp: numero && `https://wa.me/${numero}?text=${encodeURIComponent(message)}`,
    email:
      client.email &&
      `mailto:${encodeURIComponent(client.email).replaceAll('%40', '@')}?subject=${encodeURIComponent(sujet)}&body=${encodeURIComponent(message.replaceAll('\n', '\r\n'))}`,
    telephone: tel && `tel:${tel}`,
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
  async function print() {
    if (await saveLettres(work, [dossier.id])) onChoose('lettre')
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
          disabled={en_retard <= 0}
          {...whileBusy(work.label !== null)}
          onClick={() => void print()}
        >
          Lettre (PDF)
        </Button>
      </div>
      {known && !numero && (
        <p id={illisible} className={styles.dim}>
          Numéro illisible pour WhatsApp.
        </p>
      )}
    </div>
  )
}
