import { useEffect, useState, type ReactNode } from 'react'
import type { ClientConnu } from '#features/clients/web/ClientForm.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { InputScope } from '#web/kit/savedInput.ts'
import { useOpened } from '#web/kit/useOpened.ts'

const ClientForm = lazyDialog(() => import('#features/clients/web/ClientForm.tsx'), 'ClientForm')

/**
 * The client's form on top of another one: `form` is drawn in it, `add` opens it with what is known of him.
 * @param name its own among those that stand on the same form
 */
export function useNouveauClient(
  name: string,
  onAdded: (id: number) => void,
): { add: (known: ClientConnu) => void; form: ReactNode } {
  const [nouveau, setNouveau] = useOpened<ClientConnu>(name)
  // Brought back with the dialog it stands on, it must come after it to be on top.
  const [below, setBelow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setBelow(true))
    return () => clearTimeout(timer)
  }, [])
  const form = nouveau && below && (
    <InputScope value={name}>
      <ClientForm
        known={nouveau}
        onClose={() => setNouveau(null)}
        // He is seen in the field.
        onSaved={() => {}}
        onAdded={onAdded}
      />
    </InputScope>
  )
  return { add: setNouveau, form }
}
