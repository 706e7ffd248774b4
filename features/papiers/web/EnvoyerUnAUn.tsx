import { Button, Textarea } from '@mantine/core'
import { IconBrandWhatsapp, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { modelesQuery } from '#features/echeanciers/web/stades.queries.ts'
import styles from '#features/papiers/web/appels.module.css'
import type { AppelsLus } from '#features/papiers/web/appels.queries.ts'
import { dansLOrdre, messageDAppel, sujetDAppel, type Appele } from '#features/papiers/web/appels.words.ts'
import type { NotesDAppel } from '#features/papiers/web/useNotesDAppel.ts'
import { NotesPrises } from '#features/ventes/web/NotesPrises.tsx'
import { useIndicatif } from '#features/parametres/web/parametres.queries.ts'
import { promoteurQuery } from '#features/promoteur/web/promoteur.queries.ts'
import {
  adresseEmail,
  adresseWhatsApp,
  numeroWhatsApp,
  phraseDuNumero,
} from '#features/ventes/relances.rules.ts'
import { CLIENT_SANS_EMAIL } from '#shared/coordonnees.ts'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Banners, type BannersState } from '#web/kit/feedback/Banner.tsx'

interface EnvoyerUnAUnProps {
  stade: AppelsLus['stade']
  /** Appels that stand; the round goes through them as they were when it began. */
  appeles: readonly Appele[]
  notes: NotesDAppel
  banners: BannersState
  onClose: () => void
}

/** Sends appels de fonds one after the other: a means that is opened is noted, and the next one comes (comptes E.3, RF-41). */
export function EnvoyerUnAUn({ stade, appeles, notes, banners, onClose }: EnvoyerUnAUnProps) {
  const [tour, setTour] = useState(() => dansLOrdre(appeles))
  const [rang, setRang] = useState(0)
  const appele = tour[rang]
  const next = () => setRang(rang + 1)
  return (
    <Dialog
      title={
        appele ? (
          <span data-nom>
            {rang + 1} sur {tour.length} · {appele.client.nomComplet}
          </span>
        ) : (
          'Envoyer un à un'
        )
      }
      onClose={onClose}
    >
      <Banners banners={banners} />
      {notes.prises && (
        <NotesPrises
          nombre={notes.prises.ids.length}
          busy={notes.retire}
          onCancel={() => void notes.annuler()}
        >
          {notes.prises.dit}
        </NotesPrises>
      )}
      {appele ? (
        <Envoi
          appele={appele}
          stade={stade}
          onSend={(canal) => {
            void notes.noter(canal, [appele.document.id], appele.client.nomComplet)
            next()
          }}
        />
      ) : (
        <p className="flat">Aucun autre appel de fonds à envoyer.</p>
      )}
      <div className={`wrap gap-8 ${styles.suite}`}>
        <Button variant="default" onClick={onClose}>
          Fermer
        </Button>
        {appele && (
          <>
            <Button
              variant="default"
              // A client who is passed over comes again at the end of the round.
              onClick={() => setTour([...tour.slice(0, rang), ...tour.slice(rang + 1), appele])}
            >
              Passer
            </Button>
            <Button variant="default" onClick={next}>
              Suivant
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

interface EnvoiProps {
  appele: Appele
  stade: AppelsLus['stade']
  onSend: (canal: 'whatsapp' | 'email') => void
}

function Envoi({ appele, stade, onSend }: EnvoiProps) {
  const { client } = appele
  const propose = useMessage(appele, stade)
  const [saisi, setSaisi] = useState<{ id: number; texte: string } | null>(null)
  const texte = saisi?.id === appele.echeance_id ? saisi.texte : propose
  const indicatif = useIndicatif()
  const numero = indicatif === '' ? null : numeroWhatsApp(client.tel, indicatif)
  const sansNumero = phraseDuNumero(client.tel, indicatif !== '', numero)
  const moyen = (
    canal: 'whatsapp' | 'email',
    label: string,
    Icon: typeof IconMail,
    href: string | null,
    manque: string | undefined,
  ) =>
    href ? (
      <Button
        component="a"
        href={href}
        variant={canal === 'whatsapp' ? 'filled' : 'default'}
        leftSection={<Icon size={18} stroke={1.6} />}
        {...(canal === 'whatsapp' && { target: '_blank', rel: 'noreferrer' })}
        onClick={() => onSend(canal)}
      >
        {label}
      </Button>
    ) : (
      // It keeps the focus of whoever sends by the keyboard, and says why it does nothing.
      <Button
        variant="default"
        aria-disabled
        data-disabled
        title={manque}
        leftSection={<Icon size={18} stroke={1.6} />}
      >
        {label}
      </Button>
    )
  return (
    <div className="stack gap-14">
      <Textarea
        label="Message"
        autosize
        minRows={3}
        maxRows={10}
        value={texte}
        onChange={({ currentTarget }) => setSaisi({ id: appele.echeance_id, texte: currentTarget.value })}
        dir="auto"
        data-nom
      />
      <div className="wrap gap-8">
        {moyen(
          'whatsapp',
          'WhatsApp',
          IconBrandWhatsapp,
          numero && adresseWhatsApp(numero, texte),
          sansNumero ?? undefined,
        )}
        {moyen(
          'email',
          'E-mail',
          IconMail,
          client.email && adresseEmail(client.email, sujetDAppel(appele), texte),
          CLIENT_SANS_EMAIL,
        )}
      </div>
      {sansNumero !== null && <p className="dim small flat">{sansNumero}</p>}
    </div>
  )
}

function useMessage(appele: Appele, stade: AppelsLus['stade']): string {
  const nom_ar = useQuery(modelesQuery).data?.stades.find(({ id }) => id === stade.id)?.nom_ar ?? null
  const promoteur = useQuery(promoteurQuery).data
  return messageDAppel(
    appele,
    { nom: stade.nom, nom_ar },
    { nom: promoteur?.nom ?? '', nom_ar: promoteur?.nom_ar ?? null },
  )
}
