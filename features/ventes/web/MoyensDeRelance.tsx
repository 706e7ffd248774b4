import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconFileTypePdf, IconMail, IconPhone } from '@tabler/icons-react'
import { useId } from 'react'
import { adresseEmail, adresseWhatsApp, numeroWhatsApp, type Canal } from '#features/ventes/relances.rules.ts'
import { saveLettres, type DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/ventes/web/relancer.module.css'
import { useIndicatif } from '#features/parametres/web/parametres.queries.ts'
import type { Langue } from '#shared/papiers.ts'
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
  const illisible = useId()
  // A number can be read only with the country code of the settings.
  const known = indicatif !== ''
  const numero = known ? numeroWhatsApp(client.tel, indicatif) : null
  const [tel] = numerosDe(client.tel)
  const sujet =
    langue === 'ar'
      ? `الملف ${dossier.dossier}: أقساط واجبة الدفع`
      : `Dossier ${dossier.dossier} : échéances à régler`
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
      {known && !numero && (
        <p id={illisible} className={`dim small ${styles.dim}`}>
          Numéro illisible pour WhatsApp.
        </p>
      )}
    </div>
  )
}
