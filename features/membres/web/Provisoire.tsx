import { Button, Checkbox, type CheckboxProps } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconKey } from '@tabler/icons-react'
import { useRef } from 'react'
import { proposeProvisoire } from '#features/acces/provisoire.rules.ts'
import styles from '#features/membres/web/Membres.module.css'
import { Copier } from '#web/kit/field/Copier.tsx'

interface ProvisoireProps {
  /** The proposal, as long as it stands in the fields. */
  propose: string | null
  onPropose: (motDePasse: string) => void
  /** Whether a password is given at all, without which there is none to change. */
  donne: boolean
  aChanger: CheckboxProps
}

/** « Proposer un mot de passe provisoire » under the password of another member, and whether it is one to change (D.11). */
export function Provisoire({ propose, onPropose, donne, aChanger }: ProvisoireProps) {
  const shown = useRef<HTMLElement>(null)
  return (
    <div className="stack gap-12">
      <Button
        variant="default"
        size="sm"
        className="at-start"
        leftSection={<IconKey size={18} stroke={1.6} />}
        // Random bytes of the browser are there over plain HTTP too.
        onClick={() => onPropose(proposeProvisoire(crypto.getRandomValues(new Uint8Array(12))))}
      >
        Proposer un mot de passe provisoire
      </Button>
      <div role="status" className="stack gap-8 if-any">
        {propose !== null && (
          <div className="row gap-8-16">
            <code ref={shown} className={styles.propose} dir="ltr">
              {propose}
            </code>
            <Copier variant="default" size="sm" texte={propose} source={shown} nom="Copier le mot de passe" />
          </div>
        )}
        {donne && aChanger.checked === true && (
          <p className="dim small flat">Valable 7 jours, à changer à la première connexion.</p>
        )}
      </div>
      {donne && <Checkbox label="À changer à la première connexion" {...aChanger} />}
    </div>
  )
}
