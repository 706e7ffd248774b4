import { Button, type ButtonProps } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState, type ComponentProps } from 'react'
import type { ActionsDuDossier } from '#features/dossiers/web/useActionsDuDossier.tsx'
import { lazyPart } from '#web/kit/lazyPart.tsx'

const MenuDesActions = lazyPart(
  () => import('#features/dossiers/web/MenuDesActions.tsx'),
  'MenuDesActions',
  (_error, retry) => <BoutonPlus onClick={retry} />,
  () => <BoutonPlus aria-haspopup="menu" aria-expanded={false} />,
)

/** What is done more rarely with a dossier: the list, and what it is made of, comes when it is asked for. */
export function PlusDActions({ actions }: { actions: ActionsDuDossier }) {
  const [asked, setAsked] = useState(false)
  if (asked) return <MenuDesActions actions={actions} />
  return <BoutonPlus aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)} />
}

export function BoutonPlus(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  return (
    <Button {...props} variant="default" leftSection={<IconDots size={18} stroke={1.6} />}>
      Plus d'actions
    </Button>
  )
}
