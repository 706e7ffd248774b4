import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { atteintInput, stadesEndpoints } from '#features/echeanciers/stades.contract.ts'
import { PreparerLesAppels } from '#features/papiers/web/PreparerLesAppels.tsx'
import styles from '#features/echeanciers/web/stades.module.css'
import {
  stadesQueries,
  useRecordStade,
  useWithdrawStade,
  type StadeDuBlocLu,
} from '#features/echeanciers/web/stades.queries.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { InputScope } from '#web/kit/form/savedInput.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'

interface StadesDuBlocProps {
  bloc: { id: number; nomloc: string }
  onClose: () => void
}

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
      body: describeRetrait(stade),
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
                bloc={bloc.id}
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
  bloc: number
  stades: readonly StadeDuBlocLu[]
  onRecord: (stade: StadeDuBlocLu) => void
  onRemove: (stade: StadeDuBlocLu) => void
}

function Etapes({ bloc, stades, onRecord, onRemove }: EtapesProps) {
  const peut = usePeut()
  const next = stades.find(({ atteint_le }) => atteint_le === null)
  return (
    <ol className="stack list">
      {stades.map((stade) => (
        <li
          key={stade.stade_id}
          className={`stack gap-4 ${styles.etape}`}
          data-atteint={stade.atteint_le !== null || undefined}
        >
          <strong data-nom>{stade.nom}</strong>
          {stade.atteint_le === null ? (
            <span className="dim">{describeAttente(stade)}</span>
          ) : (
            <>
              <span>Atteint le {formatJourCourt(stade.atteint_le)}</span>
              {stade.note !== null && <span className="anywhere pre">{stade.note}</span>}
              <span className="dim">
                noté par <bdi>{stade.note_par}</bdi>
                {stade.note_le !== null && ` le ${formatJourCourt(stade.note_le)}`}
              </span>
            </>
          )}
          <div className={`wrap gap-8 ${styles.gestes}`}>
            {stade === next && peut(stadesEndpoints.record) && (
              <Button size="sm" onClick={() => onRecord(stade)}>
                Enregistrer ce stade
              </Button>
            )}
            {stade.atteint_le !== null && <PreparerLesAppels bloc={bloc} stade={stade.stade_id} />}
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

function describeAttente({ echeances_en_attente: nombre, montant_en_attente }: StadeDuBlocLu): string {
  if (nombre === 0) return "Aucune échéance n'attend ce stade."
  const attendent = nombre === 1 ? '1 échéance attend ce stade' : `${nombre} échéances attendent ce stade`
  return `${attendent}, ${formatMontant(fromDecimal(montant_en_attente))}`
}

function describeRetrait({ nom, echeances_en_attente: nombre }: StadeDuBlocLu): string {
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
