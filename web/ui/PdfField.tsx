import { Button, CloseButton, FileInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { erreurs } from '#shared/erreurs.ts'
import styles from '#web/ui/Dialog.module.css'
import type { PlanState } from '#web/ui/usePlan.ts'

const MAX = 10 * 1024 * 1024

interface PdfFieldProps {
  label: ReactNode
  plan: PlanState
  /** A plan is already there: choosing another replaces it, and it can be taken away. */
  existing?: boolean
  /** The server's refusal. */
  error?: ReactNode
  required?: boolean
}

/** One PDF of at most 10 MB. A file of another kind or size is refused at once, in French; the server looks inside. */
export function PdfField({ label, plan, existing = false, error, required }: PdfFieldProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  function choose(file: File | null) {
    const refused = file && refusalOf(file)
    setRefusal(refused)
    plan.choose(refused ? null : file)
  }
  const { file, removed, remove } = plan
  return (
    <div>
      <FileInput
        label={label}
        withAsterisk={required}
        accept="application/pdf,.pdf"
        placeholder="Choisir un fichier PDF"
        description={
          removed
            ? 'Le plan enregistré sera supprimé à l’enregistrement.'
            : existing
              ? 'Un plan est enregistré ; en choisir un autre le remplace.'
              : 'PDF, 10 Mo au plus.'
        }
        leftSection={<IconFileTypePdf size={18} stroke={1.6} />}
        value={file}
        onChange={choose}
        error={refusal ?? error}
        rightSection={file && <CloseButton aria-label="Retirer le fichier" onClick={() => choose(null)} />}
        rightSectionPointerEvents="all"
      />
      {existing && !file && (
        <Button
          className={styles.under}
          variant="subtle"
          size="compact-sm"
          color={removed ? undefined : 'red'}
          onClick={() => remove(!removed)}
        >
          {removed ? 'Garder le plan' : 'Retirer le plan'}
        </Button>
      )}
    </div>
  )
}

function refusalOf(file: File): string | null {
  if (file.type !== 'application/pdf' && !(file.type === '' && /\.pdf$/i.test(file.name)))
    return erreurs.fichierPasPdf.message
  return file.size > MAX ? erreurs.fichierTropGrand.message : null
}
