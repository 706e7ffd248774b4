import { CloseButton, FileInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { erreurs } from '#shared/erreurs.ts'

const MAX = 10 * 1024 * 1024

interface PdfFieldProps {
  label: ReactNode
  value: File | null
  onChange: (file: File | null) => void
  /** A plan is already there: choosing another replaces it. */
  existing?: boolean
  /** The server's refusal. */
  error?: ReactNode
  required?: boolean
}

/** One PDF of at most 10 MB. A file of another kind or size is refused at once, in French; the server looks inside. */
export function PdfField({ label, value, onChange, existing = false, error, required }: PdfFieldProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  function choose(file: File | null) {
    const refused = file && refusalOf(file)
    setRefusal(refused)
    onChange(refused ? null : file)
  }
  return (
    <FileInput
      label={label}
      withAsterisk={required}
      accept="application/pdf,.pdf"
      placeholder="Choisir un fichier PDF"
      description={
        existing ? 'Un plan est enregistré ; en choisir un autre le remplace.' : 'PDF, 10 Mo au plus.'
      }
      leftSection={<IconFileTypePdf size={18} stroke={1.6} />}
      value={value}
      onChange={choose}
      error={refusal ?? error}
      rightSection={value && <CloseButton aria-label="Retirer le fichier" onClick={() => choose(null)} />}
      rightSectionPointerEvents="all"
    />
  )
}

function refusalOf(file: File): string | null {
  if (file.type !== 'application/pdf' && !(file.type === '' && /\.pdf$/i.test(file.name)))
    return erreurs.fichierPasPdf.message
  return file.size > MAX ? erreurs.fichierTropGrand.message : null
}
