import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconPrinter } from '@tabler/icons-react'
import { whileBusy } from '#web/kit/useWork.ts'

export type FormatDuPlan = 'a4' | 'a3'

/** The plan on paper, by the size of the sheet. */
export function Imprimer({ busy, onPrint }: { busy: boolean; onPrint: (format: FormatDuPlan) => void }) {
  return (
    <Menu
      position="bottom-end"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      shadow="md"
      width="target"
    >
      <Menu.Target>
        <Button variant="default" leftSection={<IconPrinter size={18} stroke={1.6} />} {...whileBusy(busy)}>
          Imprimer
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onPrint('a4')}>A4</Menu.Item>
        <Menu.Item onClick={() => onPrint('a3')}>A3</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
