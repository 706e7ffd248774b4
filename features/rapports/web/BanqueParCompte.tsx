import { useQuery } from '@tanstack/react-query'
import { formatCompteBancaire } from '#features/comptes/comptes.words.ts'
import { lesComptes } from '#features/comptes/web/comptes.queries.ts'
import { SANS_COMPTE } from '#features/rapports/banque.contract.ts'
import { SANS_COMPTE_MOT } from '#features/rapports/banque.words.ts'
import type { BanqueLue } from '#features/rapports/web/banque.queries.ts'
import type { banqueAsked } from '#features/rapports/web/rapports.adresse.ts'
import styles from '#features/rapports/web/rapports.module.css'
import { screens } from '#shared/screens.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Nom } from '#web/kit/card/Nom.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'

interface BanqueParCompteProps {
  sommes: BanqueLue['comptes']
  asked: ReturnType<typeof banqueAsked>
}

/** Sums that came and went by account; the name of an account leads to its lines. */
export function BanqueParCompte({ sommes, asked: { mois, vu } }: BanqueParCompteProps) {
  const comptes = useQuery(lesComptes()).data?.data ?? []
  const garde = { rapport: 'banque', ...(mois === '' ? {} : { mois }), ...(vu === undefined ? {} : { vu }) }
  const rows = sommes.map(({ compte_id, ...somme }) => {
    const compte = comptes.find(({ id }) => id === compte_id)
    return {
      ...somme,
      nom: compte_id === null ? SANS_COMPTE_MOT : compte ? formatCompteBancaire(compte) : '',
      search: { ...garde, compte: compte_id === null ? SANS_COMPTE : String(compte_id) },
    }
  })
  return (
    <div className={styles.parCompte}>
      <Tableau label="Par compte" rows={rows} rowKey={({ search }) => search.compte} columns={COLONNES} />
    </div>
  )
}

const COLONNES: readonly Colonne<{
  nom: string
  search: Record<string, string>
  entrees: number
  sorties: number
}>[] = [
  {
    title: 'Compte',
    genre: 'nom',
    min: 200,
    phone: 'qui',
    cell: ({ nom, search }) => (
      <Nom to={screens.rapports} search={search}>
        {nom}
      </Nom>
    ),
  },
  {
    title: 'Entrées',
    genre: 'figure',
    min: 150,
    phone: 'combien',
    cell: ({ entrees }) => <Montant decimal={entrees} />,
  },
  {
    title: 'Sorties',
    genre: 'figure',
    min: 150,
    phone: 'etat',
    cell: ({ sorties }) => <Montant decimal={sorties} />,
    phoneCell: ({ sorties }) => (
      <>
        sorties <Montant decimal={sorties} />
      </>
    ),
  },
]
