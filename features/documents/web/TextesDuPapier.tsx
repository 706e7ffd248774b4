import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { TexteDuPapier } from '#features/documents/web/TexteDuPapier.tsx'
import { texteDe, type SaisieDesDocuments } from '#features/documents/web/saisieDesDocuments.ts'
import styles from '#features/documents/web/textes.module.css'
import { LANGUES, PAPIERS, type Langue, type TypeDePapier } from '#shared/papiers.ts'

interface TextesDuPapierProps {
  type: TypeDePapier
  form: UseFormReturnType<SaisieDesDocuments>
  /** As it is kept: what a preview shows. */
  enregistre: Record<string, unknown>
}

/** The two texts of a paper, once it is opened. One with something wrong in it stands open. */
export function TextesDuPapier({ type, form, enregistre }: TextesDuPapierProps) {
  const id = useId()
  const [opened, setOpened] = useState(false)
  const { textes } = form.values
  const own = LANGUES.filter((langue) => textes[type][langue].trim() !== '')
  const wrong = LANGUES.some((langue) => form.errors[`textes.${type}.${langue}`] !== undefined)
  const shown = opened || wrong
  const Chevron = shown ? IconChevronDown : IconChevronRight
  const change = (langue: Langue, texte: string) => {
    form.clearFieldError(`textes.${type}.${langue}`)
    form.setValues(({ textes: all }) => ({
      textes: { ...(all ?? textes), [type]: { ...(all ?? textes)[type], [langue]: texte } },
    }))
  }
  return (
    <div className={styles.papier}>
      <Button
        variant="subtle"
        fullWidth
        justify="flex-start"
        leftSection={<Chevron size={18} stroke={1.6} />}
        rightSection={<span className={styles.note}>{direEtat(own)}</span>}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setOpened(!shown)}
      >
        {PAPIERS[type].libelle}
      </Button>
      <div id={id} hidden={!shown} className={styles.textes}>
        {shown &&
          LANGUES.map((langue) => (
            <TexteDuPapier
              key={langue}
              type={type}
              langue={langue}
              value={textes[type][langue]}
              kept={texteDe(enregistre, type, langue)}
              error={form.errors[`textes.${type}.${langue}`]}
              onChange={(texte) => change(langue, texte)}
            />
          ))}
      </div>
    </div>
  )
}

/** Which of its texts are the promoter's own. */
function direEtat(own: readonly Langue[]): string {
  if (own.length === 0) return 'Texte proposé'
  if (own.length === LANGUES.length) return 'Votre texte'
  return own[0] === 'fr' ? 'Votre texte en français' : 'Votre texte en arabe'
}
