import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import type { Format } from '#shared/exports.ts'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'

export const FORMATS_EXPORT = {
  xlsx: { label: 'Excel', Icon: IconFileSpreadsheet, work: 'Préparation du fichier Excel…' },
  pdf: { label: 'PDF', Icon: IconFileTypePdf, work: 'Préparation du fichier PDF…' },
} as const satisfies Record<Format, object>

interface ExportButtonsProps {
  busy: boolean
  onSave: (format: Format) => void
  formats?: readonly Format[]
}

export function ExportButtons({ busy, onSave, formats = ['xlsx', 'pdf'] }: ExportButtonsProps) {
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
