import { CloseButton, TextInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import type { ReactNode } from 'react'
import styles from '#features/promoteur/web/PromoteurSection.module.css'
import { isCouleur, isLisible } from '#shared/couleurs.ts'

/** Of papers whose promoter has chosen none. */
const COULEUR = '#0f6e84'

interface CouleurFieldProps {
  value: string
  error: ReactNode
  onChange: (couleur: string) => void
}

/** The colour of the papers' headings: picked or written, with a heading as it will be printed, on white. */
export function CouleurField({ value, error, onChange }: CouleurFieldProps) {
  const shown = isCouleur(value) ? value.toLowerCase() : COULEUR
  const pale = isCouleur(value) && !isLisible(value)
  return (
    <div className={styles.couleur}>
      <TextInput
        label="Couleur des documents"
        placeholder={COULEUR}
        dir="ltr"
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error ?? (pale && 'Cette couleur est trop claire pour être lue sur du papier.')}
        leftSection={
          <input
            type="color"
            className={styles.pastille}
            aria-label="Choisir la couleur"
            value={shown}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        }
        rightSection={
          value !== '' && (
            <CloseButton size="sm" aria-label="Reprendre la couleur d'origine" onClick={() => onChange('')} />
          )
        }
      />
      <div className={styles.feuille} aria-hidden>
        <span style={{ color: shown }}>Reçu de versement</span>
      </div>
    </div>
  )
}
