import { Anchor, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { ClientSelect, useNouveauClient } from '#features/clients/web/ClientSelect.tsx'
import type { OptionDuBien } from '#features/options/web/options.queries.ts'
import styles from '#features/ventes/web/fins.module.css'
import { assignerInput } from '#features/ventes/ventes.contract.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { ApiError } from '#web/kit/call/api.ts'
import { Facts, type Fact } from '#web/kit/card/EntityCard.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'

interface AssignerFormProps {
  titre: string
  mots: { bouton: string; enCours: string; echec: string }
  facts: readonly Fact[]
  /** The button waits for a client; without `waits` the form says that one is missing (D2 §5). */
  waits: boolean
  hint?: string | undefined
  /** Sentence for a bien that the list already shows as sold, shown without a call (D2 §4, Q127). */
  refus?: string | undefined
  /** Current option: a holder who is a client is preselected, any other holder is offered as the buyer. */
  option?: OptionDuBien | null
  auTitulaire?: boolean
  onAssign: (clientId: number | string, optionId?: number) => Promise<{ message: string }>
  onClose: () => void
  onSaved: (message: string) => void
}

interface Saisie extends Record<string, unknown> {
  client_id: number | null
  option_id: number | null
}

export function AssignerForm({
  titre,
  mots,
  facts,
  waits,
  hint,
  refus,
  option = null,
  auTitulaire = false,
  onAssign,
  onClose,
  onSaved,
}: AssignerFormProps) {
  const prospect = option?.client_id === null ? option : null
  const form = useContractForm<Saisie>(assignerInput, {
    client_id: option?.client_id ?? null,
    option_id: (auTitulaire && prospect?.id) || null,
  })
  const { client_id, option_id } = form.getValues()
  const waiting = waits && client_id === null
  return (
    <FormDialog
      title={titre}
      form={form}
      onSubmit={async () => {
        if (refus !== undefined) throw new ApiError(409, { message: refus })
        onSaved((await onAssign(client_id ?? '', option_id ?? undefined)).message)
      }}
      onClose={onClose}
      submitLabel={mots.bouton}
      busyLabel={mots.enCours}
      fallback={mots.echec}
      disabled={waiting}
    >
      {option && (
        <p className={styles.held}>
          Sous option pour <bdi>{option.nom}</bdi> jusqu'au {formatJourCourt(option.expire_le)}.
        </p>
      )}
      <Facts facts={facts} />
      <ClientSelect
        label="Client"
        required
        placeholder="Choisir un client"
        data-autofocus
        description={waiting ? hint : undefined}
        error={form.errors['client_id']}
        value={client_id}
        onChange={(id) => form.setFieldValue('client_id', id)}
      />
      {prospect && (
        <Prospect
          option={prospect}
          buys={option_id !== null}
          onBuys={(buys) => form.setFieldValue('option_id', buys ? prospect.id : null)}
          onClient={(id) => form.setValues({ client_id: id, option_id: prospect.id })}
        />
      )}
    </FormDialog>
  )
}

interface ProspectProps {
  option: OptionDuBien
  buys: boolean
  onBuys: (buys: boolean) => void
  onClient: (id: number) => void
}

/** Asks whether the holder of an option, who is no client yet, is the buyer, and adds the holder as a client. */
function Prospect({ option: { nom, tel }, buys, onBuys, onClient }: ProspectProps) {
  const fiche = useNouveauClient('fiche-du-titulaire', onClient)
  return (
    <div>
      <Checkbox
        label={
          <>
            L'acheteur est <bdi>{nom}</bdi> : l'option sera close
          </>
        }
        checked={buys}
        onChange={({ currentTarget }) => onBuys(currentTarget.checked)}
      />
      <Anchor
        component="button"
        type="button"
        className={styles.fiche}
        onClick={() => fiche.add({ nomComplet: nom, ...(tel !== null && { tel }) })}
      >
        Créer sa fiche client
      </Anchor>
      {fiche.form}
    </div>
  )
}
