import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import styles from '#features/charges/web/Charges.module.css'
import { useQuery } from '@tanstack/react-query'
import type { ChangeCharges, ChargesAsked } from '#features/charges/web/charges.adresse.ts'
import { chargesQueries, type FournisseurLu } from '#features/charges/web/charges.queries.ts'
import { Chiffres } from '#features/rapports/web/RapportTable.tsx'
import { screens } from '#shared/paths.ts'
import { formatCompte } from '#shared/texte.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Nom } from '#web/kit/card/Nom.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { Filters } from '#web/kit/list/Filters.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { SearchField, useSearchField } from '#web/kit/list/SearchField.tsx'
import { FROM_FIRST_PAGE } from '#web/kit/list/useList.ts'
import { type Colonne, Tableau } from '#web/kit/table/Tableau.tsx'

const COLONNES: readonly Colonne<FournisseurLu>[] = [
  {
    title: 'Fournisseur',
    genre: 'nom',
    min: 300,
    phone: 'qui',
    cell: ({ nom }) =>
      nom === null ? (
        <span className="dim">Non précisé</span>
      ) : (
        <Nom to={screens.charges} search={{ onglet: 'bons', fournisseur: nom }}>
          {nom}
        </Nom>
      ),
    under: ({ bons }) => formatCompte(bons, 'bon'),
    phoneUnder: 'quoi',
  },
  { title: 'Total', genre: 'figure', min: 160, cell: ({ total }) => <Montant decimal={total} /> },
  { title: 'Réglé', genre: 'figure', min: 160, cell: ({ regle }) => <Montant decimal={regle} /> },
  {
    title: 'Reste',
    genre: 'figure',
    min: 160,
    phone: 'combien',
    cell: ({ reste }) => (
      <span className={reste > 0 ? 'bold' : 'dim'}>
        <Montant decimal={reste} />
      </span>
    ),
  },
]

interface FournisseursPartProps {
  state: ChargesAsked
  onChange: ChangeCharges
}

/** Amounts owed: one line a fournisseur, however his name was spelt. */
export function FournisseursPart({ state: { page, nom, solde }, onChange }: FournisseursPartProps) {
  const query = useQuery(
    chargesQueries.fournisseurs({ page, search: nom, solde: solde === '1' ? '1' : undefined }),
  )
  const search = useSearchField(nom, (text) => onChange({ nom: text }, { replace: true }), FROM_FIRST_PAGE.ms)
  const narrowed = nom !== '' || solde === '1'
  return (
    <>
      <Filters>
        <SearchField search={search} placeholder="Rechercher un fournisseur..." />
        <Checkbox
          className={styles.dus}
          label="Seulement ceux à qui l'on doit"
          checked={solde === '1'}
          onChange={({ currentTarget }) => onChange({ solde: currentTarget.checked ? '1' : '' })}
        />
      </Filters>
      <Results
        query={query}
        loading="Chargement des fournisseurs..."
        error="Erreur lors du chargement des fournisseurs."
        wide
        cards={3}
      >
        {({ data, last_page, total, totals }) => (
          <>
            {data.length === 0 && page <= last_page ? (
              <EmptyState>
                {narrowed ? 'Aucun fournisseur pour ces critères.' : "Aucun bon d'achat enregistré."}
              </EmptyState>
            ) : (
              <>
                <Chiffres
                  label="Ce que l'on doit"
                  montants
                  chiffres={[
                    {
                      label: 'Total',
                      valeur: <Montant decimal={totals.total} />,
                      under: formatCompte(totals.bons, 'bon'),
                    },
                    { label: 'Réglé', valeur: <Montant decimal={totals.regle} /> },
                    { label: 'Reste', valeur: <Montant decimal={totals.reste} />, fort: true },
                  ]}
                />
                <Tableau
                  label="Fournisseurs"
                  rows={data}
                  rowKey={(row) => row.nom ?? ''}
                  columns={COLONNES}
                />
              </>
            )}
            <Pager
              page={page}
              lastPage={last_page}
              label="Pages des fournisseurs"
              count={formatCompte(total, 'fournisseur')}
              onChange={({ page: next, replace }) => onChange({ page: next }, { replace })}
            />
          </>
        )}
      </Results>
    </>
  )
}
