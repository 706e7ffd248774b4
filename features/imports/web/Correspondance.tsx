import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { UNITES, type Unite } from '#features/imports/reprise.colonnes.ts'
import {
  CHOIX_DE_CHAMPS,
  GROUPES,
  libelleDuChamp,
  NE_PAS_LIRE,
  UNITES_DITES,
} from '#features/imports/reprise.words.ts'
import {
  useAnswerCorrespondance,
  type ColonneDeListe,
  type FeuilleDeListe,
} from '#features/imports/web/imports.queries.ts'
import styles from '#features/imports/web/imports.module.css'
import { residencesQueries } from '#features/structure/web/structure.queries.ts'
import { formatNombreDe } from '#shared/argent.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { Banner, type BannersState } from '#web/kit/feedback/Banner.tsx'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import type { Line } from '#web/kit/select/useLookup.ts'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'

interface CorrespondanceProps {
  id: number
  feuilles: readonly FeuilleDeListe[]
  banners: BannersState
  onGiveUp: () => void
  givingUp: boolean
}

/** Screen on which a member says what the columns of his own list are; what is not sure stands first, in amber. */
export function Correspondance({ id, feuilles, banners, onGiveUp, givingUp }: CorrespondanceProps) {
  const [dites, setDites] = useState<readonly FeuilleDeListe[]>(feuilles)
  const [wrong, setWrong] = useState<string | null>(null)
  const repondre = useAnswerCorrespondance()
  async function send(event: FormEvent) {
    event.preventDefault()
    if (repondre.isPending) return
    setWrong(null)
    try {
      const { message } = await repondre.mutateAsync({ id, feuilles: dites })
      banners.success(message)
    } catch (error) {
      setWrong(messageOf(error, 'Erreur lors de la lecture de la liste.'))
    }
  }
  return (
    <form
      className="column gap-24"
      aria-labelledby="correspondance"
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <h3 id="correspondance" className="flat">
        Comment lire vos feuilles
      </h3>
      {dites.map((feuille, rang) => (
        <Feuille
          key={feuille.nom}
          feuille={feuille}
          onChange={(change) =>
            setDites(dites.map((une, autre) => (autre === rang ? { ...une, ...change } : une)))
          }
        />
      ))}
      {wrong !== null && <Banner kind="error">{wrong}</Banner>}
      <div className="row gap-8">
        <Button variant="default" {...whileBusy(givingUp)} onClick={onGiveUp}>
          Abandonner
        </Button>
        <Button type="submit" {...whileBusy(repondre.isPending)}>
          {repondre.isPending ? 'Lecture...' : 'Lire ainsi'}
        </Button>
      </div>
    </form>
  )
}

/** « 19 colonnes, 1 à vérifier. » */
const sayColumns = (colonnes: readonly ColonneDeListe[]): string => {
  const incertaines = colonnes.filter(({ sur }) => !sur).length
  return `${formatNombreDe(colonnes.length, 'colonne')}${incertaines > 0 ? `, ${incertaines} à vérifier` : ''}.`
}

const UNITES_OFFERTES: readonly Line[] = UNITES.map((unite) => ({ value: unite, label: UNITES_DITES[unite] }))

interface FeuilleProps {
  feuille: FeuilleDeListe
  onChange: (change: Partial<FeuilleDeListe>) => void
}

function Feuille({ feuille, onChange }: FeuilleProps) {
  const { nom, entete, lignes, lire, residence_id, arretee_au, unite, unite_sure, colonnes } = feuille
  const { data: residences = [] } = useQuery(residencesQueries.choix())
  const located = colonnes.some(({ champ }) => champ === 'residence')
  const rows = colonnes.map((colonne, rang) => ({ ...colonne, rang }))
  const choose = (rang: number, champ: string) =>
    onChange({
      colonnes: colonnes.map((une, autre) =>
        autre === rang ? { ...une, champ: champ === '' ? null : champ } : une,
      ),
    })
  return (
    <section className="column gap-12" aria-label={nom}>
      <div className="row between gap-4-16">
        <p className="flat">
          <span className="bold" data-nom>
            {nom}
          </span>{' '}
          · titres ligne {entete} · {formatNombreDe(lignes, 'ligne')}
        </p>
        <Checkbox
          label="Lire cette feuille"
          checked={lire}
          onChange={({ currentTarget }) => onChange({ lire: currentTarget.checked })}
        />
      </div>
      <span className="visuallyHidden" role="status">
        {lire ? sayColumns(colonnes) : `La feuille ${nom} n'est pas lue.`}
      </span>
      {lire && (
        <>
          <div className={`wrap gap-12-16 ${styles.reglages}`}>
            <SelectField
              label="Résidence"
              withAsterisk={!located}
              data={residences.map(({ id, nom: residence }) => ({ value: String(id), label: residence }))}
              value={residence_id === null ? null : String(residence_id)}
              onChange={(choisie) => onChange({ residence_id: choisie === null ? null : Number(choisie) })}
            />
            <SelectField
              label={unite_sure ? 'Montants en' : 'Montants en (à vérifier)'}
              data-tone={unite_sure ? undefined : 'yellow'}
              data={UNITES_OFFERTES}
              value={unite}
              onChange={(choisie) => onChange({ unite: toUnite(choisie) })}
            />
            <DateField
              label="Situation arrêtée au"
              value={arretee_au}
              onChange={(jour) => onChange({ arretee_au: jour })}
            />
          </div>
          <Lignes
            label={`Colonnes de ${nom}`}
            // Columns that a member has to look at stand first.
            rows={[...rows.filter(({ sur }) => !sur), ...rows.filter(({ sur }) => sur)]}
            rowKey={({ rang }) => rang}
            columns={columnsOf(choose)}
          />
        </>
      )}
    </section>
  )
}

type ColonneRangee = ColonneDeListe & { rang: number }

/** `choose` says what a column is. */
const columnsOf = (choose: (rang: number, champ: string) => void): readonly Colonne<ColonneRangee>[] => [
  {
    title: 'Votre colonne',
    cell: ({ lettre, titre, sur }) => (
      <span className={styles.message}>
        <span data-nom>{titre || `Colonne ${lettre}`}</span>
        {!sur && <StatusBadge tone="yellow">À vérifier</StatusBadge>}
      </span>
    ),
  },
  {
    title: 'Ses valeurs',
    cell: ({ exemples }) => (
      <span className="dim" data-nom>
        {exemples.join(' · ') || '—'}
      </span>
    ),
  },
  {
    title: "C'est",
    cell: ({ rang, lettre, titre, champ }) => (
      <SelectField
        aria-label={`« ${titre || lettre} » est`}
        data={choixPour(champ)}
        value={champ ?? ''}
        onChange={(choisi) => choose(rang, choisi ?? '')}
        maxDropdownHeight={320}
        renderLine={renderChoix}
      />
    ),
  },
]

const toUnite = (choisie: string | null): Unite => UNITES.find((unite) => unite === choisie) ?? 'da'

const CHOIX: readonly Line[] = [
  { value: '', label: NE_PAS_LIRE },
  ...GROUPES.flatMap((groupe) => [
    { value: `groupe ${groupe}`, label: groupe, disabled: true },
    ...CHOIX_DE_CHAMPS.filter((champ) => champ.groupe === groupe).map(({ champ, libelle }) => ({
      value: champ,
      label: libelle,
    })),
  ]),
]

/** A group stands out from its fields. */
const renderChoix = ({ label, disabled }: Line) =>
  disabled === true ? <span className={`small bold ${styles.groupe}`}>{label}</span> : <span>{label}</span>

/** The fields that a column can be, with that of the model where it is one. */
const choixPour = (champ: string | null): readonly Line[] =>
  champ === null || CHOIX.some(({ value }) => value === champ)
    ? CHOIX
    : [...CHOIX, { value: champ, label: libelleDuChamp(champ) }]
