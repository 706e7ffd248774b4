import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconFileTypePdf, IconMail, IconPhone } from '@tabler/icons-react'
import { useId } from 'react'
import {
  adresseEmail,
  adresseWhatsApp,
  numeroWhatsApp,
  phraseDuNumero,
  type Canal,
} from '#features/ventes/relances.rules.ts'
import { saveLettres, type DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/ventes/web/relancer.module.css'
import { useIndicatif } from '#features/parametres/web/parametres.queries.ts'
import type { Langue } from '#shared/papiers.ts'
import { CLIENT_SANS_EMAIL, CLIENT_SANS_TELEPHONE } from '#shared/coordonnees.ts'
import { hrefDeTelephone, numerosDe } from '#shared/telephone.ts'
import { whileBusy, type WorkState } from '#web/kit/feedback/WorkBar.tsx'

interface MoyensProps {
  dossier: DossierLu
  message: string
  langue: Langue
  chosen: Canal | ''
  /** Called when a means is opened, or a letter has been made. */
  onChoose: (canal: Canal) => void
  work: WorkState
}

/** Each means opens outside: a tab, the mail program, the phone, a letter. */
export function Moyens({ dossier, message, langue, chosen, onChoose, work }: MoyensProps) {
  const { client } = dossier
  const indicatif = useIndicatif()
  const [sansEmail, sansNumero] = [useId(), useId()]
  // A number can be read only with the country code of the settings.
  const known = indicatif !== ''
  const numero = known ? numeroWhatsApp(client.tel, indicatif) : null
  const [tel] = numerosDe(client.tel)
  const sujet =
    langue === 'ar'
      ? `الملف ${dossier.dossier}: أقساط واجبة الدفع`
      : `Dossier ${dossier.dossier} : échéances à régler`
  const manque = {
    whatsapp: phraseDuNumero(client.tel, known, numero),
    telephone: client.tel === '' ? CLIENT_SANS_TELEPHONE : null,
    email: client.email === '' ? CLIENT_SANS_EMAIL : null,
  }
  const lien = {
    whatsapp: numero && adresseWhatsApp(numero, message),
    email: client.email && adresseEmail(client.email, sujet, message),
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
        <Button
          {...props}
          disabled
          aria-describedby={manque[of] === null ? undefined : of === 'email' ? sansEmail : sansNumero}
        >
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
    if (await saveLettres(work, [dossier.id], langue)) onChoose('lettre')
  }
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is drawn otherwise */}
      <div className={`stack gap-8 ${styles.moyens}`} role="group" aria-label="Moyens de relance">
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
      </div>
      {manque.whatsapp !== null && (
        <p id={sansNumero} className={`dim small ${styles.dim}`}>
          {manque.whatsapp}
        </p>
      )}
      {manque.email !== null && (
        <p id={sansEmail} className={`dim small ${styles.dim}`}>
          {manque.email}
        </p>
      )}
    </div>
  )
}
