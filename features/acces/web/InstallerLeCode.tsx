import { PasswordInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { codeSeul, motDePasseSeul } from '#features/acces/second-facteur.contract.ts'
import { ChampDuCode } from '#features/acces/web/ChampDuCode.tsx'
import { CodesDeSecours } from '#features/acces/web/CodesDeSecours.tsx'
import { QrCode } from '#features/acces/web/QrCode.tsx'
import styles from '#features/acces/web/SecondFacteur.module.css'
import { useCommencerLeCode, useConfirmerLeCode } from '#features/acces/web/second-facteur.queries.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { Copier } from '#web/kit/field/Copier.tsx'
import { useActKey } from '#web/kit/form/adding.tsx'
import { useContractForm } from '#web/kit/form/form.ts'

interface Cle {
  secret: string
  uri: string
}
interface Codes {
  codes: string[]
  message: string
}

/** Installs a code at sign-in: one's password, then the key in the application, then a code of it, then the recovery codes. */
export function InstallerLeCode({ onClose }: { onClose: () => void }) {
  const [cle, setCle] = useState<Cle | null>(null)
  const [made, setMade] = useState<Codes | null>(null)
  if (made !== null) return <CodesDeSecours {...made} onClose={onClose} />
  if (cle !== null) return <LaCle {...cle} onDone={setMade} onClose={onClose} />
  return <MotDePasse onDone={setCle} onClose={onClose} />
}

function MotDePasse({ onDone, onClose }: { onDone: (cle: Cle) => void; onClose: () => void }) {
  const commencer = useCommencerLeCode()
  const act = useActKey()
  const form = useContractForm(motDePasseSeul, { mot_de_passe: '' })
  async function begin(values: { mot_de_passe: string }) {
    const cle = await act(
      (idempotencyKey) => commencer.mutateAsync({ ...values, idempotencyKey }),
      [values.mot_de_passe],
    )
    onDone(cle)
    // The next step takes the place of this one.
    return false
  }
  return (
    <FormDialog
      title="Activer le code à la connexion"
      form={form}
      onSubmit={begin}
      onClose={onClose}
      submitLabel="Continuer"
      busyLabel="Vérification..."
      fallback="Erreur lors de l'activation du code à la connexion."
    >
      <p>Il faut une application de codes sur votre téléphone : Google Authenticator, FreeOTP, Aegis…</p>
      <PasswordInput
        label="Mot de passe"
        required
        autoComplete="current-password"
        maxLength={255}
        {...form.getInputProps('mot_de_passe')}
      />
    </FormDialog>
  )
}

interface LaCleProps extends Cle {
  onDone: (made: Codes) => void
  onClose: () => void
}

function LaCle({ secret, uri, onDone, onClose }: LaCleProps) {
  const confirmer = useConfirmerLeCode()
  const act = useActKey()
  const form = useContractForm(codeSeul, { code: '' })
  const shown = useRef<HTMLElement>(null)
  async function confirm(values: { code: string }) {
    onDone(await act((idempotencyKey) => confirmer.mutateAsync({ ...values, idempotencyKey }), [values.code]))
    return false
  }
  return (
    <FormDialog
      title="Activer le code à la connexion"
      form={form}
      onSubmit={confirm}
      onClose={onClose}
      submitLabel="Activer"
      busyLabel="Activation..."
      fallback="Erreur lors de l'activation du code à la connexion."
    >
      <p>Ajoutez Diyar à l'application : scannez ce dessin, ou tapez la clé.</p>
      <QrCode texte={uri} nom="Clé du code à la connexion, à scanner" />
      <div className="row between gap-8-16">
        <code ref={shown} className={`anywhere ${styles.cle}`} dir="ltr" aria-label="Clé">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <Copier variant="default" size="sm" texte={secret} source={shown} nom="Copier la clé" />
      </div>
      <ChampDuCode label="Code à six chiffres" {...form.getInputProps('code')} />
    </FormDialog>
  )
}
