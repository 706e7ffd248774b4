import { useQuery } from '@tanstack/react-query'
import type { BlocPrevu } from '#features/echeanciers/previsions.contract.ts'
import { describeOrdre } from '#features/echeanciers/previsions.words.ts'
import { OrdreDesPrevisions } from '#features/echeanciers/web/OrdreDesPrevisions.tsx'
import { previsionsQuery, usePrevisions } from '#features/echeanciers/web/previsions.queries.ts'
import styles from '#features/echeanciers/web/previsions.module.css'
import { formatJourCourt } from '#shared/dates.ts'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'

interface DatesPrevuesProps {
  residence: { id: number; nom: string }
  onClose: () => void
  onSaved: (message: string) => void
}

/** Foreseen days of all stades of a residence, bloc by bloc, for a member who may change them (comptes E.2). */
export function DatesPrevues({ residence: { id, nom }, onClose, onSaved }: DatesPrevuesProps) {
  const query = useQuery(previsionsQuery(id))
  const title = `Dates prévues - ${nom}`
  const blocs = query.data
  if (blocs && blocs.length > 0)
    return <Saisie title={title} residence={id} blocs={blocs} onClose={onClose} onSaved={onSaved} />
  return (
    <Dialog title={title} onClose={onClose} size="wide">
      <Results
        query={query}
        loading="Chargement des dates prévues..."
        error="Erreur lors du chargement des dates prévues."
        cards={0}
      >
        {() => <EmptyState>Cette résidence n'a pas encore de bloc.</EmptyState>}
      </Results>
    </Dialog>
  )
}

interface SaisieProps {
  title: string
  residence: number
  blocs: readonly BlocPrevu[]
  onClose: () => void
  onSaved: (message: string) => void
}

function Saisie({ title, residence, blocs, onClose, onSaved }: SaisieProps) {
  const { form, save } = usePrevisions(residence, blocs)
  return (
    <FormDialog
      title={title}
      size="wide"
      form={form}
      required={false}
      onSubmit={async () => {
        const saved = await save()
        if (saved) onSaved(saved.message)
      }}
      onClose={onClose}
      submitLabel="Enregistrer les dates prévues"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de l'enregistrement des dates prévues."
    >
      <Grille blocs={blocs} form={form} />
    </FormDialog>
  )
}

interface GrilleProps {
  blocs: readonly BlocPrevu[]
  form: ReturnType<typeof usePrevisions>['form']
}

/** Blocs by stades and their delivery; a phone shows a card for each bloc. */
function Grille({ blocs, form }: GrilleProps) {
  const [first] = blocs
  return (
    <div className={styles.cadre}>
      <table className={styles.grille} aria-label="Dates prévues">
        <thead>
          <tr>
            <th scope="col">Bloc</th>
            {first?.stades.map(({ stade_id, nom }) => (
              <th key={stade_id} scope="col" data-nom>
                {nom}
              </th>
            ))}
            <th scope="col">Livraison</th>
          </tr>
        </thead>
        {blocs.map((bloc, rang) => (
          <Bloc key={bloc.id} bloc={bloc} rang={rang} form={form} />
        ))}
      </table>
    </div>
  )
}

interface BlocProps {
  bloc: BlocPrevu
  rang: number
  form: GrilleProps['form']
}

function Bloc({ bloc: { nomloc, livraison_prevue_le, stades }, rang, form }: BlocProps) {
  const typed = form.values.blocs[rang]
  const prevus = stades.map(({ nom, atteint_le, prevu_le }, place) => ({
    nom,
    atteint_le,
    prevu_le: typed?.stades[place]?.prevu_le ?? prevu_le,
  }))
  const ordre = describeOrdre(
    prevus.filter(({ atteint_le }) => atteint_le === null),
    typed?.livraison_prevue_le ?? livraison_prevue_le,
  )
  return (
    <tbody aria-label={nomloc}>
      <tr>
        <th scope="row" className="anywhere" data-nom>
          {nomloc}
        </th>
        {stades.map(({ stade_id, nom, prevu_le, atteint_le }, place) => (
          <td key={stade_id}>
            {atteint_le === null ? (
              <Prevu nom={nom} bloc={nomloc} champ={`blocs.${rang}.stades.${place}.prevu_le`} form={form} />
            ) : (
              <div className="stack">
                <span className={`small ${styles.nom}`} data-nom>
                  {nom}
                </span>
                <span>atteint le {formatJourCourt(atteint_le)}</span>
                {prevu_le && <span className="dim small">prévu le {formatJourCourt(prevu_le)}</span>}
              </div>
            )}
          </td>
        ))}
        <td>
          <Prevu nom="Livraison" bloc={nomloc} champ={`blocs.${rang}.livraison_prevue_le`} form={form} />
        </td>
      </tr>
      <tr className={styles.ordre}>
        <td colSpan={stades.length + 2}>
          <OrdreDesPrevisions phrases={ordre} />
        </td>
      </tr>
    </tbody>
  )
}

interface PrevuProps {
  /** Step. */
  nom: string
  bloc: string
  champ: string
  form: GrilleProps['form']
}

function Prevu({ nom, bloc, champ, form }: PrevuProps) {
  return (
    <DateField
      label={nom}
      aria-label={`${nom}, ${bloc}`}
      clearable
      openOnFocus={false}
      {...form.getInputProps(champ)}
    />
  )
}
