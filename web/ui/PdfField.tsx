import { Button, CloseButton, FileInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { IconFileTypePdf } from '@tabler/icons-react'
import type { ReactNode } from 'react'
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

/**
 * One PDF of at most 10 MB. A file of another kind or size is refused at once, in French, and stays in sight until it is
 * replaced or taken away; the server looks inside.
 */
export function PdfField({ label, plan, existing = false, error, required }: PdfFieldProps) {
  const { file, refused, removed, remove } = plan
  const choose = (wanted: File | null) => plan.choose(wanted, wanted && refusalOf(wanted))
  const shown = refused?.file ?? file
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
        value={shown}
        onChange={choose}
        error={refused?.why ?? error}
        rightSection={shown && <CloseButton aria-label="Retirer le fichier" onClick={() => choose(null)} />}
        rightSectionPointerEvents="all"
      />
      {existing && !shown && (
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
