import { Button, TextInput } from '@mantine/core'
import { IconBrandWhatsapp, IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { numeroWhatsApp } from '#features/dossiers/relances.rules.ts'
import { useIndicatif } from '#features/dossiers/web/reglagesVentes.ts'
import styles from '#features/suivi/web/lien.module.css'
import { Dialog } from '#web/kit/Dialog.tsx'

interface LienCreeProps {
  adresse: string
  tel: string
  onClose: () => void
}

/** The one moment in which the address is seen: it is copied or sent from here. */
export function LienCree({ adresse, tel, onClose }: LienCreeProps) {
  const field = useRef<HTMLInputElement>(null)
  const [copie, setCopie] = useState(false)
  const indicatif = useIndicatif()
  const numero = indicatif === '' ? null : numeroWhatsApp(tel, indicatif)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(adresse)
      setCopie(true)
    } catch {
      // Not over plain HTTP: it is selected, the keyboard copies it.
      document.execCommand('copy')
      setCopie(true)
    }
  }
  const message = `Bonjour, voici votre espace de suivi : ${adresse}`
  return (
    <Dialog title="Lien créé" onClose={onClose} dismissible={false}>
      <TextInput
        ref={field}
        label="Adresse"
        value={adresse}
        readOnly
        dir="ltr"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={styles.boutons}>
        <Button
          leftSection={copie ? <IconCheck size={18} stroke={1.6} /> : <IconCopy size={18} stroke={1.6} />}
          onClick={() => void copy()}
        >
          {copie ? 'Copié' : 'Copier'}
        </Button>
        {numero !== null && (
          <Button
            component="a"
            href={`https://wa.me/${numero}?text=${encodeURIComponent(message)}`}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconBrandWhatsapp size={18} stroke={1.6} />}
          >
            Envoyer par WhatsApp
          </Button>
        )}
      </div>
      <p className={styles.note}>
        Il ne sera plus affiché. Le client l'ouvre avec les quatre derniers chiffres de son téléphone.
      </p>
    </Dialog>
  )
}
