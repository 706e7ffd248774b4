import { Button, type ButtonProps } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

/** Opens the list of what can be issued. */
export function BoutonDocuments(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  return (
    <Button {...props} variant="default" leftSection={<IconFileText size={18} stroke={1.6} />}>
      Documents
    </Button>
  )
}
