import { useQuery } from '@tanstack/react-query'
import { revisionInput } from '#features/prix/prix.contract.ts'
import { ApercuDesPrix } from '#features/prix/web/ApercuDesPrix.tsx'
import { CriteresFields, OperationFields, type ChoixDeLots } from '#features/prix/web/ChampsDeRevision.tsx'
import { prixQueries, useRevisePrix } from '#features/prix/web/prix.queries.ts'
import {
  isComplete,
  toDemande,
  toSaisie,
  type CriteresProposes,
  type SaisieDeRevision,
} from '#features/prix/web/revision.saisie.ts'
import { formatNombre } from '#shared/argent.ts'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useDebounced } from '#web/kit/list/useDebounced.ts'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'

interface RevisionProps {
  residence: { id: number; nom: string }
  choix: ChoixDeLots
  initial?: CriteresProposes
  onClose: () => void
  onDone: (message: string) => void
}

const TITRE = 'Réviser les prix'
const ECHEC = 'Erreur lors de la révision des prix.'
const TYPING_MS = 400

/** Dialog that revises the prices of the unsold lots of a residence, after a preview. */
export function RevisionDialog({ residence, choix, initial, onClose, onDone }: RevisionProps) {
  const form = useContractForm<SaisieDeRevision>(revisionInput, toSaisie(residence.id, initial))
  const demande = toDemande(form.values)
  const typed = JSON.stringify(demande)
  const settled = useDebounced(typed, TYPING_MS)
  const complete = isComplete(demande)
  const rests = typed === settled
  const query = useQuery(prixQueries.preview(demande, complete && rests))
  const fresh = rests && !query.isFetching && !query.isPlaceholderData
  const apercu = complete && fresh && query.error === null ? query.data : undefined
  const nombre = apercu?.nombre ?? 0
  const reviser = useRevisePrix()
  const idempotencyKey = useIdempotencyKey()
  const confirm = useConfirm()
  const label = nombre > 0 ? `Réviser ${formatNombre(nombre)} prix` : 'Réviser les prix'

  async function submit({ motif }: SaisieDeRevision) {
    const failures: unknown[] = []
    const done = await confirm({
      title: TITRE,
      body:
        nombre > 1
          ? `Les prix de ${formatNombre(nombre)} lots non vendus vont changer.`
          : "Le prix d'un lot non vendu va changer.",
      confirmLabel: label,
      busyLabel: 'Révision...',
      danger: false,
      action: () =>
        reviser.mutateAsync({ ...demande, motif, empreinte: apercu?.empreinte ?? null, idempotencyKey }),
      fallback: ECHEC,
      onError: (error) => failures.push(error),
    })
    if (failures.length > 0) throw failures[0]
    if (done === null) return false
    onDone('message' in done ? done.message : '')
    return true
  }

  return (
    <FormDialog<SaisieDeRevision>
      title={`${TITRE} - ${residence.nom}`}
      size="xl"
      form={form}
      onSubmit={submit}
      onClose={onClose}
      onReload={() => query.refetch()}
      reloadLabel="Relancer l'aperçu"
      submitLabel={label}
      busyLabel="Révision..."
      disabled={nombre === 0}
      fallback={ECHEC}
    >
      <CriteresFields form={form} choix={choix} />
      <OperationFields form={form} />
      <ApercuDesPrix query={query} incomplete={!complete} waiting={complete && !fresh} />
    </FormDialog>
  )
}
