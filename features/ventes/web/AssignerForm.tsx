import { Anchor, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { useNouveauClient } from '#features/clients/web/useNouveauClient.tsx'
import type { OptionDuBien } from '#features/options/web/options.queries.ts'
import styles from '#features/ventes/web/AssignerForm.module.css'
import { assignerInput } from '#features/ventes/ventes.contract.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { ApiError } from '#web/kit/api.ts'
import { Facts, type Fact } from '#web/kit/EntityCard.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'

interface AssignerFormProps {
  /** « Assigner un client - Appartement A-12 », « Attribuer la place 41 ». */
  titre: string
  mots: { bouton: string; enCours: string; echec: string }
  /** What is sold, and for how much. */
  facts: readonly Fact[]
  /** The button waits for a client; else the form says that one is missing when asked (D2 §5). */
  waits: boolean
  /** Said below the field meanwhile. */
  hint?: string | undefined
  /** Sold meanwhile, and the list already knows: the server's sentence, without asking (D2 §4, Q127). */
  refus?: string | undefined
  /** What it is held by: a client who holds it is chosen, somebody else is said to be the buyer. */
  option?: OptionDuBien | null
  /** It is sold to who holds it. */
  auTitulaire?: boolean
  onAssign: (clientId: number | string, optionId?: number) => Promise<{ message: string }>
  onClose: () => void
  onSaved: (message: string) => void
}

interface Saisie extends Record<string, unknown> {
  client_id: number | null
  option_id: number | null
}

/** Sells a bien, of whatever kind, to a client. */
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
  /** He has become a client. */
  onClient: (id: number) => void
}

/** Who holds the bien and is no client yet: is he the one who buys, and who is he then? */
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
