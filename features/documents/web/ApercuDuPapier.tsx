import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { documentsEndpoints } from '#features/documents/documents.contract.ts'
import styles from '#features/documents/web/textes.module.css'
import { dossiersQueries } from '#features/dossiers/web/dossiers.queries.ts'
import type { Langue, TypeDePapier } from '#shared/papiers.ts'
import { callFile, messageOf } from '#web/kit/api.ts'
import { openInNewTab } from '#web/kit/files.ts'
import { whileBusy } from '#web/kit/useWork.ts'

/** The open sale that was made last is the first of them. */
const DERNIERES = {
  page: 1,
  search: '',
  residence_id: undefined,
  bloc_id: undefined,
  etat: 'ouvertes',
} as const

interface ApercuDuPapierProps {
  type: TypeDePapier
  langue: Langue
  /** What stands in the form is not what is saved, which is what a preview shows. */
  changed: boolean
}

/** The paper as it would be printed for the last open sale. */
export function ApercuDuPapier({ type, langue, changed }: ApercuDuPapierProps) {
  const client = useQueryClient()
  const said = useId()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { data } = useQuery(dossiersQueries.page(DERNIERES))
  const vente = data?.data[0]?.id
  /** One that is due and not covered, else the first. */
  async function echeanceOf(id: number): Promise<number | undefined> {
    const { echeances } = await client.fetchQuery(dossiersQueries.read(id))
    return (echeances.find(({ exigible_le, reste }) => exigible_le !== null && reste > 0) ?? echeances[0])?.id
  }
  async function open() {
    if (busy || vente === undefined) return
    setBusy(true)
    setFailure(null)
    try {
      await openInNewTab(
        async () => {
          const echeance_id = type === 'appel_fonds' ? await echeanceOf(vente) : undefined
          return callFile(documentsEndpoints.apercu, {
            params: { id: vente },
            query: { type, langue, ...(echeance_id !== undefined && { echeance_id }) },
          })
        },
        { titre: 'Aperçu', attente: "Préparation de l'aperçu…" },
      )
    } catch (error) {
      setFailure(messageOf(error, "Erreur lors de la préparation de l'aperçu."))
    } finally {
      setBusy(false)
    }
  }
  const none = data !== undefined && vente === undefined
  const unsaved = changed ? "L'aperçu montre le texte enregistré." : null
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconEye size={16} stroke={1.6} />}
        disabled={vente === undefined}
        aria-describedby={said}
        {...whileBusy(busy)}
        onClick={() => void open()}
      >
        Aperçu
      </Button>
      <span id={said} className={styles.note}>
        {none ? "Aucune vente pour l'aperçu" : unsaved}
      </span>
      {failure !== null && (
        <span className={styles.refus} role="alert">
          {failure}
        </span>
      )}
    </>
  )
}
