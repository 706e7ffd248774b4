import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react'
import type { Format, FormatDeRapport } from '#shared/exports.ts'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'

export const FORMATS_EXPORT = {
  xlsx: { label: 'Excel', Icon: IconFileSpreadsheet, work: 'Préparation du fichier Excel…' },
  pdf: { label: 'PDF', Icon: IconFileTypePdf, work: 'Préparation du fichier PDF…' },
  csv: { label: 'CSV', Icon: IconFileTypeCsv, work: 'Préparation du fichier CSV…' },
} as const satisfies Record<FormatDeRapport, object>

export const XLSX_ET_PDF: readonly Format[] = ['xlsx', 'pdf']

interface ExportButtonsProps<F extends FormatDeRapport> {
  busy: boolean
  onSave: (format: F) => void
  formats: readonly F[]
}

export function ExportButtons<F extends FormatDeRapport>({ busy, onSave, formats }: ExportButtonsProps<F>) {
  return (
    <>
      {formats.map((format) => {
        const { label, Icon } = FORMATS_EXPORT[format]
        return (
          <Button
            key={format}
            variant="default"
            {...whileBusy(busy)}
            leftSection={<Icon size={18} stroke={1.6} />}
            onClick={() => onSave(format)}
          >
            {label}
          </Button>
        )
      })}
    </>
  )
}
