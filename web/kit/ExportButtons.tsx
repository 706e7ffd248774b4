import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import type { Format } from '#shared/exports.ts'
import { whileBusy } from '#web/kit/useWork.ts'

/** What a list can be saved as, in the order it is offered, and what is said while it is made. */
export const FORMATS_EXPORT = {
  xlsx: { label: 'Excel', Icon: IconFileSpreadsheet, work: 'Préparation du fichier Excel…' },
  pdf: { label: 'PDF', Icon: IconFileTypePdf, work: 'Préparation du fichier PDF…' },
} as const satisfies Record<Format, object>

/** The two buttons of a screen's head that save what it lists. @param busy something is being made */
export function ExportButtons({ busy, onSave }: { busy: boolean; onSave: (format: Format) => void }) {
  return (
    <>
      {(['xlsx', 'pdf'] as const).map((format) => {
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
