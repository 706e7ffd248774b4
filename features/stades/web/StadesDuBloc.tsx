import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { atteintInput, stadesEndpoints } from '#features/stades/stades.contract.ts'
import styles from '#features/stades/web/stades.module.css'
import {
  stadesQueries,
  useRecordStade,
  useWithdrawStade,
  type StadeDuBlocLu,
} from '#features/stades/web/stades.queries.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { DateField } from '#web/kit/DateField.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { Results } from '#web/kit/Results.tsx'
import { InputScope } from '#web/kit/savedInput.ts'
import { useBanners } from '#web/kit/useBanners.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { usePeut } from '#web/kit/usePeut.ts'

interface StadesDuBlocProps {
  bloc: { id: number; nomloc: string }
  onClose: () => void
}

/** How far the works of a bloc have come, stade after stade, and what waits for each. */
export function StadesDuBloc({ bloc, onClose }: StadesDuBlocProps) {
  const query = useQuery(stadesQueries.ofBloc(bloc.id))
  const [opened, setOpened] = useOpened<{ stade: StadeDuBlocLu }>('stade')
  const banners = useBanners()
  const confirm = useConfirm()
  const peut = usePeut()
  const withdraw = useWithdrawStade()
  async function remove(stade: StadeDuBlocLu) {
    const done = await confirm({
      title: 'Retirer le stade',
      body: direRetrait(stade),
      confirmLabel: 'Retirer',
      busyLabel: 'Traitement...',
      fallback: "Erreur lors de l'enregistrement du stade.",
      action: () => withdraw.mutateAsync({ bloc: bloc.id, stade: stade.stade_id }),
    })
    if (done) banners.success(done.message)
  }
  return (
    <>
      <Dialog title={`Stades des travaux - ${bloc.nomloc}`} onClose={onClose} dismissible={opened === null}>
        <Banners banners={banners} />
        <Results
          query={query}
          loading="Chargement des stades..."
          error="Erreur lors du chargement des stades."
          cards={0}
        >
          {(stades) =>
            stades.length === 0 ? (
              <EmptyState hint={peut(stadesEndpoints.create) && 'Définissez-les dans Paramètres.'}>
                Aucun stade défini.
              </EmptyState>
            ) : (
              <Etapes
                stades={stades}
                onRecord={(stade) => setOpened({ stade })}
                onRemove={(stade) => void remove(stade)}
              />
            )
          }
        </Results>
      </Dialog>
      {opened && (
        <InputScope value="stade">
          <StadeForm
            bloc={bloc.id}
            stade={opened.stade}
            onClose={() => setOpened(null)}
            onSaved={banners.success}
          />
        </InputScope>
      )}
    </>
  )
}

interface EtapesProps {
  stades: readonly StadeDuBlocLu[]
  onRecord: (stade: StadeDuBlocLu) => void
  onRemove: (stade: StadeDuBlocLu) => void
}

function Etapes({ stades, onRecord, onRemove }: EtapesProps) {
  const peut = usePeut()
  const next = stades.find(({ atteint_le }) => atteint_le === null)
  return (
    <ol className={styles.etapes}>
      {stades.map((stade) => (
        <li
          key={stade.stade_id}
          className={styles.etape}
          data-atteint={stade.atteint_le !== null || undefined}
        >
          <strong data-nom>{stade.nom}</strong>
          {stade.atteint_le === null ? (
            <span className={styles.dim}>{direAttente(stade)}</span>
          ) : (
            <>
              <span>Atteint le {formatJourCourt(stade.atteint_le)}</span>
              {stade.note !== null && <span className={styles.libre}>{stade.note}</span>}
              <span className={styles.dim}>
                noté par <bdi>{stade.note_par}</bdi>
                {stade.note_le !== null && ` le ${formatJourCourt(stade.note_le)}`}
              </span>
            </>
          )}
          <div className={styles.gestes}>
            {stade === next && peut(stadesEndpoints.record) && (
              <Button size="sm" onClick={() => onRecord(stade)}>
                Enregistrer ce stade
              </Button>
            )}
            {stade.atteint_le !== null && peut(stadesEndpoints.record) && (
              <Button
                size="sm"
                variant="default"
                aria-label={`Corriger le stade ${stade.nom}`}
                onClick={() => onRecord(stade)}
              >
                Corriger
              </Button>
            )}
            {stade.atteint_le !== null && peut(stadesEndpoints.withdraw) && (
              <Button
                size="sm"
                variant="subtle"
                color="var(--diyar-red)"
                aria-label={`Retirer le stade ${stade.nom}`}
                onClick={() => onRemove(stade)}
              >
                Retirer
              </Button>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** « 3 échéances attendent ce stade, 4 375 000,00 DA ». */
function direAttente({ echeances_en_attente: nombre, montant_en_attente }: StadeDuBlocLu): string {
  if (nombre === 0) return "Aucune échéance n'attend ce stade."
  const attendent = nombre === 1 ? '1 échéance attend ce stade' : `${nombre} échéances attendent ce stade`
  return `${attendent}, ${formatMontant(fromDecimal(montant_en_attente))}`
}

function direRetrait({ nom, echeances_en_attente: nombre }: StadeDuBlocLu): string {
  const question = `Retirer le stade ${nom} ?`
  if (nombre === 0) return question
  return nombre === 1
    ? `${question} 1 échéance ne sera plus exigible.`
    : `${question} ${nombre} échéances ne seront plus exigibles.`
}

interface StadeFormProps {
  bloc: number
  stade: StadeDuBlocLu
  onClose: () => void
  onSaved: (message: string) => void
}

function StadeForm({ bloc, stade, onClose, onSaved }: StadeFormProps) {
  const form = useContractForm(atteintInput, {
    atteint_le: stade.atteint_le ?? aujourdhui(),
    note: stade.note ?? '',
  })
  const record = useRecordStade()
  return (
    <FormDialog
      title={`${stade.atteint_le === null ? 'Enregistrer' : 'Corriger'} le stade « ${stade.nom} »`}
      form={form}
      onSubmit={async (values) => {
        const { message } = await record.mutateAsync({ ...values, bloc, stade: stade.stade_id })
        onSaved(message)
      }}
      onClose={onClose}
      submitLabel={stade.atteint_le === null ? 'Enregistrer ce stade' : 'Corriger'}
      busyLabel="Enregistrement..."
      fallback="Erreur lors de l'enregistrement du stade."
    >
      <DateField
        label="Atteint le"
        withAsterisk
        required
        openOnFocus={false}
        {...form.getInputProps('atteint_le')}
      />
      <Textarea label="Note" autosize minRows={2} maxLength={2000} {...form.getInputProps('note')} />
    </FormDialog>
  )
}
