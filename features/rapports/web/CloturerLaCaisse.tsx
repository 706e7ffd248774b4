import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { clotureInput } from '#features/rapports/clotures.contract.ts'
import { attenduQuery, useCloturer, type ClotureFaite } from '#features/rapports/web/clotures.queries.ts'
import styles from '#features/rapports/web/clotures.module.css'
import { formatEcart, fromDecimal, readCentiemes } from '#shared/argent.ts'
import { formatJourComplet, type Jour } from '#shared/dates.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { MoneyField } from '#web/kit/field/NumberField.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { useContractForm } from '#web/kit/form/form.ts'

/** Whose till is counted, and of which day. */
export interface Caisse {
  jour: Jour
  membre: { id: number; nom: string }
}
interface CloturerProps {
  caisse: Caisse
  onClose: () => void
  onDone: (cloture: ClotureFaite) => void
}

export const CLOTURER = 'Clôturer la caisse'

/** The count of a till; its figures are read first. */
export function CloturerLaCaisse(props: CloturerProps) {
  const { jour, membre } = props.caisse
  const query = useQuery({ ...attenduQuery(jour, membre.id), staleTime: 0 })
  if (query.data) return <Compter {...props} sommes={query.data} />
  return (
    <Dialog title={CLOTURER} onClose={props.onClose}>
      <Results
        query={query}
        loading="Chargement de la caisse..."
        error="Erreur lors du chargement de la caisse."
        cards={0}
      >
        {() => null}
      </Results>
    </Dialog>
  )
}

interface CompterProps extends CloturerProps {
  /** Decimal dinars. */
  sommes: { especes: number; timbre: number; sorties: number; attendu: number }
}

function Compter({ caisse: { jour, membre }, sommes, onClose, onDone }: CompterProps) {
  const form = useContractForm<{ trouve: number | string; note: string }>(clotureInput, {
    trouve: '',
    note: '',
  })
  const cloturer = useCloturer()
  const idempotencyKey = useIdempotencyKey()
  const trouve = readCentiemes(form.getValues().trouve)
  const ecart = trouve === null ? null : trouve - fromDecimal(sommes.attendu)
  return (
    <FormDialog
      title={CLOTURER}
      form={form}
      onSubmit={async (saisie) =>
        onDone(await cloturer.mutateAsync({ jour, membre_id: membre.id, ...saisie, idempotencyKey }))
      }
      onClose={onClose}
      submitLabel="Clôturer"
      busyLabel="Clôture..."
      fallback="Erreur lors de la clôture de la caisse."
    >
      <p className="flat">
        Caisse de <span data-nom>{membre.nom}</span>, {formatJourComplet(jour)}
      </p>
      <dl className={`stack facts pairs gap-8 ${styles.sommes}`} aria-label="Caisse du jour">
        {[
          { label: 'Espèces encaissées', decimal: sommes.especes },
          { label: 'Droit de timbre', decimal: sommes.timbre },
          { label: 'Sorties en espèces', decimal: sommes.sorties },
        ].map(({ label, decimal }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Montant decimal={decimal} />
            </dd>
          </div>
        ))}
        <div className="bold">
          <dt>Attendu</dt>
          <dd>
            <Montant decimal={sommes.attendu} />
          </dd>
        </div>
      </dl>
      <MoneyField label="Compté" withAsterisk required data-autofocus {...form.getInputProps('trouve')} />
      <dl className="stack facts pairs" aria-live="polite">
        <div>
          <dt>Écart</dt>
          <dd className={ecart === null || ecart === 0 ? undefined : 'bold warn'}>
            {ecart === null ? '—' : formatEcart(ecart)}
          </dd>
        </div>
      </dl>
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxLength={255}
        withAsterisk={ecart !== null && ecart !== 0}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
