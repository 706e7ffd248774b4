import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconChevronDown, IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchPortefeuille } from '#features/imports/web/imports.queries.ts'
import styles from '#features/imports/web/imports.module.css'
import { residencesQueries } from '#features/residences/web/residences.queries.ts'
import { saveFile } from '#web/kit/files.ts'
import { whileBusy, type WorkState } from '#web/kit/useWork.ts'

interface ExporterProps {
  work: WorkState
  /** Somebody came for this: the choices are in sight at once. */
  opened: boolean
  onClose: () => void
}

/** Saves the portfolio as a workbook: all of it, or that of one residence. */
export function Exporter({ work, opened, onClose }: ExporterProps) {
  const [open, setOpen] = useState(false)
  const shown = open || opened
  const { data: residences = [] } = useQuery({ ...residencesQueries.choix(), enabled: shown })
  const busy = work.label !== null
  const save = (residence: number | null) =>
    void work.run(
      'Préparation du classeur…',
      (signal) => saveFile(() => fetchPortefeuille(residence, signal), 'portefeuille.xlsx'),
      "Erreur lors de l'exportation du portefeuille.",
    )
  const change = (next: boolean) => {
    if (busy && next) return
    setOpen(next)
    if (!next) onClose()
  }
  return (
    <Menu
      opened={shown && !busy}
      onChange={change}
      position="bottom-end"
      width={300}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      shadow="md"
    >
      <Menu.Target>
        <Button
          variant="default"
          {...whileBusy(busy)}
          leftSection={<IconFileExport size={18} stroke={1.6} />}
          rightSection={<IconChevronDown size={16} stroke={1.6} />}
        >
          Exporter le portefeuille
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.choixExport}>
        <Menu.Item onClick={() => save(null)}>Tout</Menu.Item>
        {residences.map(({ id, nom }) => (
          <Menu.Item key={id} onClick={() => save(id)}>
            <span data-nom>{nom}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
