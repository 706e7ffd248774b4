import { Button, type ButtonProps } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState, type RefObject } from 'react'

interface CopierProps extends Pick<ButtonProps, 'variant' | 'size'> {
  texte: string
  /** Field or element that shows the text: it is selected, so that the keyboard can copy it where the browser does not. */
  source: RefObject<HTMLElement | null>
  /** Accessible name where several stand on one screen: « Copier la clé ». */
  nom?: string
}

/** « Copier », then « Copié » until there is another text to copy. */
export function Copier({ texte, source, nom, ...props }: CopierProps) {
  const [copie, setCopie] = useState<string | null>(null)
  const fait = copie === texte
  const copy = async () => {
    select(source.current)
    try {
      await navigator.clipboard.writeText(texte)
      setCopie(texte)
    } catch {
      // The clipboard needs HTTPS; over plain HTTP the selected text is copied by the older command.
      setCopie(document.execCommand('copy') ? texte : null)
    }
  }
  return (
    <Button
      {...props}
      leftSection={fait ? <IconCheck size={18} stroke={1.6} /> : <IconCopy size={18} stroke={1.6} />}
      aria-label={fait ? undefined : nom}
      onClick={() => void copy()}
    >
      {fait ? 'Copié' : 'Copier'}
    </Button>
  )
}

function select(shown: HTMLElement | null): void {
  if (shown instanceof HTMLInputElement) shown.select()
  else if (shown) window.getSelection()?.selectAllChildren(shown)
}
