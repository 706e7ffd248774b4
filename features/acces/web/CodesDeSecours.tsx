import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useRef } from 'react'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import styles from '#features/acces/web/SecondFacteur.module.css'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { Copier } from '#web/kit/field/Copier.tsx'

interface CodesDeSecoursProps {
  codes: readonly string[]
  /** Sentence above the codes, which tells what was done. */
  message: string
  onClose: () => void
}

/** The recovery codes, which are told this once. On paper the dialog stands alone, with the account and the day. */
export function CodesDeSecours({ codes, message, onClose }: CodesDeSecoursProps) {
  const list = useRef<HTMLUListElement>(null)
  const email = useUtilisateur()?.email
  return (
    <Dialog title="Codes de secours" onClose={onClose} dismissible={false}>
      <div className="column gap-14">
        <div className="no-print">
          <Banner kind="success">{message}</Banner>
        </div>
        <p className="flat">
          Sans votre téléphone, un de ces codes remplace celui de l'application. Chacun sert une seule fois.
        </p>
        <ul
          ref={list}
          className={`stack list gap-8-16 figures ${styles.codes}`}
          dir="ltr"
          aria-label="Codes de secours"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p className="dim small flat">
          Diyar · <bdi>{email}</bdi> · {formatJourCourt(aujourdhui())}
        </p>
        <div className="wrap gap-10">
          <Copier variant="default" texte={codes.join('\n')} source={list} />
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} stroke={1.6} />}
            onClick={() => globalThis.print()}
          >
            Imprimer
          </Button>
        </div>
        <p className="flat no-print">
          Ils ne seront plus affichés : gardez-les ailleurs que dans ce téléphone.
        </p>
        <div className="wrap end">
          <Button onClick={onClose}>Je les ai notés</Button>
        </div>
      </div>
    </Dialog>
  )
}
