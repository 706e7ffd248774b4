import { IconBuildingBank, IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SANS_RESIDENCE } from '#features/rapports/charges.contract.ts'
import { etatBancaireEndpoints } from '#features/rapports/etat-bancaire.contract.ts'
import { VIDE } from '#features/rapports/rapports.words.ts'
import type { BudgetSaisi } from '#features/rapports/web/BudgetForm.tsx'
import { residencesAsked, type PartieProps } from '#features/rapports/web/rapports.adresse.ts'
import styles from '#features/rapports/web/rapports.module.css'
import {
  openEtatBancaire,
  residencesQuery,
  type ResidenceLue,
  type ResidencesLues,
} from '#features/rapports/web/residences.queries.ts'
import { budgetEndpoints } from '#features/structure/budget.contract.ts'
import { formatPourcent } from '#shared/argent.ts'
import { aujourdhui, isJour } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Tableau, type ActesDeLigne, type Colonne } from '#web/kit/table/Tableau.tsx'

const BudgetForm = lazyDialog(() => import('#features/rapports/web/BudgetForm.tsx'), 'BudgetForm')

/** A row: a residence, then what was spent for none, then all of them; a figure that a row has not is absent. */
type Ligne = Partial<Omit<ResidenceLue, 'id' | 'nom'>> & { id: number; nom: string }
const SANS = 0
const TOTAL = -1

/** Sums sold, paid and spent of each residence, up to a day. */
export function Residences({ asked, onChange }: PartieProps) {
  const { au } = residencesAsked(asked)
  const query = useQuery(residencesQuery({ au, page: asked.page }))
  const [opened, setOpened] = useOpened<BudgetSaisi>('budget')
  const banners = useBanners()
  const actesOf = useActes(setOpened, banners.error)
  return (
    <>
      <search className={`wrap no-print gap-12 ${styles.filtres}`}>
        <DateField
          label="Arrêté au"
          className={styles.moyen}
          maxDate={aujourdhui()}
          value={au === '' ? aujourdhui() : au}
          onChange={(jour) => {
            if (jour === '' || isJour(jour)) onChange({ arrete: jour === aujourdhui() ? '' : jour })
          }}
        />
      </search>
      <Banners banners={banners} />
      <Results
        query={query}
        loading="Chargement du rapport..."
        error="Erreur lors du chargement du rapport."
        wide
        cards={3}
      >
        {(lues) =>
          lues.residences.total === 0 && lues.totals.depense === 0 ? (
            <EmptyState>{VIDE}</EmptyState>
          ) : (
            <>
              <Tableau
                label="Résidences"
                rows={rowsOf(lues)}
                rowKey={({ id }) => id}
                columns={COLONNES}
                actes={actesOf}
                actesMin={ACTES}
                isMarked={({ id }) => id === TOTAL}
              />
              <p className="dim small">
                Montants en DA. La marge prévue est la valeur de tous les biens moins le budget.
              </p>
              {lues.residences.last_page > 1 && (
                <Pager
                  page={asked.page}
                  lastPage={lues.residences.last_page}
                  spelling="/"
                  onChange={({ page, replace }) => onChange({ page }, { replace })}
                  count={formatCompte(lues.residences.total, 'résidence')}
                />
              )}
            </>
          )
        }
      </Results>
      {opened && (
        <BudgetForm
          residence={opened}
          onClose={() => setOpened(null)}
          onSaved={(message) => banners.success(message)}
        />
      )}
    </>
  )
}

const ACTES = 56

const rowsOf = ({ residences, sans_residence, totals }: ResidencesLues): Ligne[] => [
  ...residences.data,
  ...(sans_residence.depense > 0 ? [{ id: SANS, nom: SANS_RESIDENCE, ...sans_residence }] : []),
  { id: TOTAL, nom: 'Total', ...totals },
]

function useActes(onBudget: (residence: BudgetSaisi) => void, onFail: (message: string) => void) {
  const peut = usePeut()
  return ({ id, nom, budget = null }: Ligne): ActesDeLigne => ({
    nom,
    actes: [],
    autres:
      id > 0
        ? [
            peut(budgetEndpoints.update) && {
              label: `Budget de ${nom}`,
              icon: IconCoins,
              onClick: () => onBudget({ id, nom, budget }),
            },
            peut(etatBancaireEndpoints.pdf) && {
              label: `État pour la banque de ${nom}`,
              icon: IconBuildingBank,
              onClick: () => openEtatBancaire(id, onFail),
            },
          ]
        : [],
  })
}

/** An amount of a row: nothing where the row has none, « — » where it cannot be told. */
function Figure({ decimal, fort = false }: { decimal: number | null | undefined; fort?: boolean }) {
  if (decimal === undefined) return null
  if (decimal === null) return '—'
  return (
    <span className={fort ? 'bold' : undefined}>
      <Montant decimal={decimal} sansUnite />
    </span>
  )
}

/** « libre 10 000 000,00 »: the word may stand above its figure, which never breaks. */
const sous = (mot: string, decimal: number | null | undefined, alarme = false): ReactNode =>
  decimal != null && (
    <span className={`${styles.sous}${alarme && decimal > 0 ? ' alarm' : ''}`}>
      {mot} <Montant decimal={decimal} sansUnite />
    </span>
  )
const part = (pourcent: number | null | undefined): ReactNode =>
  pourcent != null && formatPourcent(pourcent, 'toujours')

const fort = ({ id }: Ligne) => id === TOTAL
const figure = (
  title: string,
  min: number,
  of: (ligne: Ligne) => number | null | undefined,
  under: (ligne: Ligne) => ReactNode,
): Colonne<Ligne> => ({
  title,
  genre: 'figure',
  min,
  cell: (ligne) => <Figure decimal={of(ligne)} fort={fort(ligne)} />,
  under,
})

const COLONNES: readonly Colonne<Ligne>[] = [
  {
    title: 'Résidence',
    genre: 'nom',
    min: 130,
    phone: 'qui',
    cell: ({ nom }) => <bdi data-nom>{nom}</bdi>,
    under: ({ biens, vendus }) => biens !== undefined && `${vendus ?? 0} / ${biens} vendus`,
    phoneUnder: 'quoi',
  },
  figure(
    'Vendu',
    128,
    ({ prix_vendu }) => prix_vendu,
    ({ valeur_libre }) => sous('libre', valeur_libre),
  ),
  {
    ...figure(
      'Payé',
      128,
      ({ paye }) => paye,
      // On a phone it tells which of the amounts stands above it.
      ({ pourcentage }) => pourcentage != null && <>payé à {part(pourcentage)}</>,
    ),
    phone: 'combien',
    phoneUnder: 'etat',
  },
  figure(
    'Reste',
    128,
    ({ reste }) => reste,
    ({ en_retard }) => (en_retard ?? 0) > 0 && sous('en retard', en_retard, true),
  ),
  figure(
    'Dépensé',
    128,
    ({ depense }) => depense,
    ({ reste_a_regler }) => sous('à régler', reste_a_regler),
  ),
  figure(
    'Budget',
    120,
    ({ budget }) => budget,
    ({ avancement }) => part(avancement),
  ),
  figure(
    'Marge prévue',
    132,
    ({ marge_prevue }) => marge_prevue,
    ({ vendu_moins_depense }) => sous('vendu − dépensé', vendu_moins_depense),
  ),
]
