import { Anchor, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ClientSelect, useNouveauClient } from '#features/clients/web/ClientSelect.tsx'
import type { OptionDuBien } from '#features/options/web/options.queries.ts'
import { modelesIn, modelesQuery } from '#features/echeanciers/web/stades.queries.ts'
import {
  TermesDeVente,
  toTermes,
  toTermesEnvoyes,
  type BienVendable,
  type TermesSaisis,
} from '#features/ventes/web/TermesDeVente.tsx'
import {
  toVenteOuverte,
  type VenteOuverte,
  type VenteSaisie,
  type Vendu,
} from '#features/ventes/web/ventes.queries.ts'
import styles from '#features/ventes/web/fins.module.css'
import { assignerInput } from '#features/ventes/ventes.contract.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { refetchShown } from '#web/kit/call/useChange.ts'
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
  /** Undefined until it is chosen in `first`, which stands before everything else. */
  bien: BienVendable | undefined
  first?: ReactNode
  /** Client chosen at the start. */
  clientId?: number | null
  onAssign: (vente: VenteSaisie) => Promise<Vendu>
  onClose: () => void
  onSaved: (message: string, vente: VenteOuverte | null) => void
}

interface Saisie extends TermesSaisis, Record<string, unknown> {
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
  bien,
  first,
  clientId = null,
  onAssign,
  onClose,
  onSaved,
}: AssignerFormProps) {
  const prospect = option?.client_id === null ? option : null
  const form = useContractForm<Saisie>(assignerInput, {
    client_id: clientId ?? option?.client_id ?? null,
    option_id: (auTitulaire && prospect?.id) || null,
    ...toTermes(),
  })
  const { client_id, option_id } = form.getValues()
  const waiting = waits && client_id === null
  const client = useQueryClient()
  const modeles = useQuery(modelesQuery)
  const [stale, setStale] = useState(false)
  async function sell() {
    if (refus !== undefined) throw new ApiError(409, { message: refus })
    if (!bien) return
    const termes = toTermesEnvoyes(form.getValues(), bien, await readModeles(client))
    const held = prospect && option_id === prospect.id ? { option_id } : {}
    // The call tells a missing client by its own sentence.
    const sold = await onAssign({ client_id: client_id ?? '', ...held, ...termes })
    onSaved(sold.message, toVenteOuverte(sold, termes.modele_id == null))
  }
  return (
    <FormDialog
      title={titre}
      specified
      form={form}
      onSubmit={() =>
        sell().catch((error: unknown) => {
          setStale(
            error instanceof ApiError && error.serverMessage === communesErreurs.versionPerimee.message,
          )
          throw error
        })
      }
      onClose={onClose}
      {...(stale && { onReload: () => refetchShown(client) })}
      submitLabel={mots.bouton}
      busyLabel={mots.enCours}
      fallback={mots.echec}
      size="lg"
      disabled={waiting || (waits && !bien)}
    >
      {first}
      {option && (
        <p className="bold flat anywhere">
          Sous option pour <bdi>{option.nom}</bdi> jusqu'au {formatJourCourt(option.expire_le)}.
        </p>
      )}
      {facts.length > 0 && <Facts facts={facts} />}
      <ClientSelect
        label="Client"
        required
        placeholder="Choisir un client"
        {...(!first && { 'data-autofocus': true })}
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
      {bien && (
        <TermesDeVente form={form} bien={bien} modeles={modeles.isError ? [] : modeles.data?.modeles} />
      )}
    </FormDialog>
  )
}

/** The modèles, awaited: « Assigner » may come before they have loaded. Without them the sale has no échéancier. */
const readModeles = (client: QueryClient) =>
  client
    .ensureQueryData(modelesQuery)
    .then((reglages) => modelesIn(reglages).modeles)
    .catch(() => [])

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
