import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { previsionsEndpoints } from '#features/echeanciers/previsions.contract.ts'
import { describeOrdre, LIVRAISON_DU_BLOC } from '#features/echeanciers/previsions.words.ts'
import { stadesEndpoints } from '#features/echeanciers/stades.contract.ts'
import { OrdreDesPrevisions } from '#features/echeanciers/web/OrdreDesPrevisions.tsx'
import { usePrevisions } from '#features/echeanciers/web/previsions.queries.ts'
import { PreparerLesAppels } from '#features/papiers/web/PreparerLesAppels.tsx'
import { StadeForm } from '#features/echeanciers/web/StadeForm.tsx'
import styles from '#features/echeanciers/web/stades.module.css'
import {
  stadesQueries,
  useWithdrawStade,
  type StadeDuBlocLu,
  type StadesDuBlocLus,
} from '#features/echeanciers/web/stades.queries.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banners, useBanners, type BannersState } from '#web/kit/feedback/Banner.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { InputScope } from '#web/kit/form/savedInput.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'

interface StadesDuBlocProps {
  bloc: { id: number; nomloc: string; residence_id: number }
  onClose: () => void
}

export function StadesDuBloc({ bloc, onClose }: StadesDuBlocProps) {
  const query = useQuery(stadesQueries.ofBloc(bloc.id))
  const [opened, setOpened] = useOpened<{ stade: StadeDuBlocLu }>('stade')
  const banners = useBanners()
  const confirm = useConfirm()
  const peut = usePeut()
  const withdraw = useWithdrawStade()
  const [typed, setTyped] = useState(false)
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
      <Dialog
        title={`Stades des travaux - ${bloc.nomloc}`}
        onClose={onClose}
        dismissible={opened === null && !typed}
        size="three"
      >
        <Banners banners={banners} />
        <Results
          query={query}
          loading="Chargement des stades..."
          error="Erreur lors du chargement des stades."
          cards={0}
        >
          {(lus) =>
            lus.data.length === 0 ? (
              <EmptyState hint={peut(stadesEndpoints.create) && 'Définissez-les dans Paramètres.'}>
                Aucun stade défini.
              </EmptyState>
            ) : (
              <Etapes
                bloc={bloc}
                lus={lus}
                onTyped={setTyped}
                banners={banners}
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
  bloc: StadesDuBlocProps['bloc']
  lus: StadesDuBlocLus
  banners: BannersState
  /** Told whether a foreseen day is typed and not saved. */
  onTyped: (typed: boolean) => void
  onRecord: (stade: StadeDuBlocLu) => void
  onRemove: (stade: StadeDuBlocLu) => void
}

/** The steps of the works, the delivery last; each that is to come has the field of its foreseen day. */
function Etapes({ bloc, lus, banners, onTyped, onRecord, onRemove }: EtapesProps) {
  const peut = usePeut()
  const edits = peut(previsionsEndpoints.update)
  const { data: stades, livraison } = lus
  const blocs = useMemo(
    () => [{ id: bloc.id, livraison_prevue_le: livraison.prevue_le, stades }],
    [bloc.id, livraison, stades],
  )
  const { form, changed, save } = usePrevisions(bloc.residence_id, blocs)
  const [busy, setBusy] = useState(false)
  useEffect(() => onTyped(changed), [changed, onTyped])
  const next = stades.find(({ atteint_le }) => atteint_le === null)
  const typed = form.values.blocs[0]
  const ordre = describeOrdre(
    stades.flatMap(({ nom, atteint_le }, rang) =>
      atteint_le === null ? [{ nom, prevu_le: typed?.stades[rang]?.prevu_le ?? '' }] : [],
    ),
    typed?.livraison_prevue_le ?? '',
  )
  const champ = (nom: string, jour: string | null, path: string) =>
    edits ? (
      <DateField
        label="Prévu le"
        aria-label={`Prévu le, ${nom}`}
        className={styles.prevu}
        clearable
        openOnFocus={false}
        {...form.getInputProps(path)}
      />
    ) : (
      jour !== null && <span className="dim">prévu le {formatJourCourt(jour)}</span>
    )
  async function submit() {
    if (busy || form.validate().hasErrors) return
    setBusy(true)
    await save()
      .then(
        (saved) => saved && banners.success(saved.message),
        (error: unknown) =>
          banners.error(messageOf(error, "Erreur lors de l'enregistrement des dates prévues."), null),
      )
      .finally(() => setBusy(false))
  }
  return (
    <form
      noValidate
      aria-label="Dates prévues"
      onSubmit={(event) => {
        event.preventDefault()
        if (event.target === event.currentTarget) void submit()
      }}
    >
      <ol className="stack list">
        {stades.map((stade, rang) => (
          <li
            key={stade.stade_id}
            className={`stack gap-4 ${styles.etape}`}
            data-atteint={stade.atteint_le !== null || undefined}
          >
            <strong data-nom>{stade.nom}</strong>
            {stade.atteint_le === null ? (
              <span className="dim">{describeAttente(stade, 'ce stade')}</span>
            ) : (
              <Atteint stade={stade} atteint_le={stade.atteint_le} />
            )}
            <div className={`wrap gap-8 ${styles.gestes}`}>
              {stade === next && peut(stadesEndpoints.record) && (
                <Button size="sm" onClick={() => onRecord(stade)}>
                  Enregistrer ce stade
                </Button>
              )}
              {stade.atteint_le !== null && <PreparerLesAppels bloc={bloc.id} stade={stade.stade_id} />}
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
            {stade.atteint_le === null && champ(stade.nom, stade.prevu_le, `blocs.0.stades.${rang}.prevu_le`)}
          </li>
        ))}
        <li className={`stack gap-4 ${styles.etape}`}>
          <strong>{LIVRAISON_DU_BLOC}</strong>
          <span className="dim">{describeAttente(livraison, 'la livraison')}</span>
          {champ(LIVRAISON_DU_BLOC, livraison.prevue_le, 'blocs.0.livraison_prevue_le')}
        </li>
      </ol>
      <OrdreDesPrevisions phrases={ordre} />
      {edits && (
        <div className={styles.enregistrer}>
          <Button type="submit" size="sm" variant="default" {...whileBusy(busy)}>
            Enregistrer les dates prévues
          </Button>
        </div>
      )}
    </form>
  )
}

function Atteint({ stade, atteint_le }: { stade: StadeDuBlocLu; atteint_le: string }) {
  const { prevu_le, note, note_par, note_le } = stade
  return (
    <>
      <span>
        Atteint le {formatJourCourt(atteint_le)}
        {prevu_le !== null && (
          <>
            , <span className="dim nowrap">prévu le {formatJourCourt(prevu_le)}</span>
          </>
        )}
      </span>
      {note !== null && <span className="anywhere pre">{note}</span>}
      <span className="dim">
        noté par <bdi>{note_par}</bdi>
        {note_le !== null && ` le ${formatJourCourt(note_le)}`}
      </span>
    </>
  )
}

type Attente = Pick<StadeDuBlocLu, 'echeances_en_attente' | 'montant_en_attente'>

function describeAttente(
  { echeances_en_attente: nombre, montant_en_attente }: Attente,
  quoi: 'ce stade' | 'la livraison',
): string {
  if (nombre === 0) return `Aucune échéance n'attend ${quoi}.`
  const attendent = nombre === 1 ? `1 échéance attend ${quoi}` : `${nombre} échéances attendent ${quoi}`
  return `${attendent}, ${formatMontant(fromDecimal(montant_en_attente))}`
}

function describeRetrait({ nom, echeances_en_attente: nombre }: StadeDuBlocLu): string {
  const question = `Retirer le stade ${nom} ?`
  if (nombre === 0) return question
  return nombre === 1
    ? `${question} 1 échéance ne sera plus exigible.`
    : `${question} ${nombre} échéances ne seront plus exigibles.`
}
