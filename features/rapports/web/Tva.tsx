import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { A_CONFIRMER } from '#features/parametres/parametres.words.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { VIDE } from '#features/rapports/rapports.words.ts'
import { phraseDesReprises, TAUX_MANQUE, TVA } from '#features/rapports/tva.words.ts'
import { MoisDuRapport } from '#features/rapports/web/MoisDuRapport.tsx'
import { tvaAsked, type PartieProps } from '#features/rapports/web/rapports.adresse.ts'
import styles from '#features/rapports/web/rapports.module.css'
import { TotalDuRapport } from '#features/rapports/web/TotalDuRapport.tsx'
import { tvaQuery, type TvaLue } from '#features/rapports/web/tva.queries.ts'
import { formatMontant, formatPourcent, fromDecimal } from '#shared/argent.ts'
import { GENRES } from '#shared/biens.ts'
import { screens } from '#shared/paths.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'

type Ligne = TvaLue['data'][number]

/** The TVA of a month, by residence and kind of bien. */
export function Tva({ asked, onChange }: PartieProps) {
  const { mois } = tvaAsked(asked)
  const query = useQuery(tvaQuery(mois))
  return (
    <>
      <search className={`wrap no-print gap-12 ${styles.filtres}`}>
        <MoisDuRapport mois={mois} onChange={(next) => onChange({ mois: next })} />
      </search>
      <Results
        query={query}
        loading="Chargement du rapport..."
        error="Erreur lors du chargement du rapport."
        wide
        cards={3}
      >
        {(lue) => (lue.data.length === 0 ? <EmptyState>{VIDE}</EmptyState> : <Rapport lue={lue} />)}
      </Results>
    </>
  )
}

function Rapport({ lue }: { lue: TvaLue }) {
  const { data, totals, cheques_en_attente, timbre, reprises } = lue
  return (
    <div className="column packed gap-16">
      {data.some(({ taux }) => taux === null) && <TauxManque />}
      <Tableau
        label={TVA}
        rows={data}
        rowKey={({ residence, type }) => `${residence.id} ${type}`}
        columns={COLONNES}
        foot={
          <TotalDuRapport
            sommes={[
              { title: 'Encaissé (DA)', decimal: totals.encaisse, under: rejets(totals.rejete) ?? undefined },
              { title: 'Base HT (DA)', decimal: totals.base },
              { title: 'TVA (DA)', decimal: totals.tva },
            ]}
          />
        }
      />
      <div className="stack gap-8">
        {cheques_en_attente.nombre > 0 && (
          <p className="flat">
            Dont chèques non encore encaissés : {formatMontant(fromDecimal(cheques_en_attente.montant))}.
          </p>
        )}
        {timbre > 0 && (
          <p className="flat">Droit de timbre du mois : {formatMontant(fromDecimal(timbre))}.</p>
        )}
        {reprises !== 0 && <p className="flat">{phraseDesReprises(fromDecimal(reprises))}</p>}
        <p className="dim flat">{A_CONFIRMER}</p>
      </div>
    </div>
  )
}

/** Leads a member who may set the rates to them. */
function TauxManque() {
  const peut = usePeut()
  return (
    <p className="warn flat" role="note">
      Taux non renseigné : complétez{' '}
      {peut(parametresEndpoints.read) ? (
        <Link to={screens.parametres} search={{ section: 'tva' }}>
          Paramètres, TVA
        </Link>
      ) : (
        'Paramètres, TVA'
      )}
      .
    </p>
  )
}

const rejets = (rejete: number): string | null =>
  rejete === 0 ? null : `rejets ${formatMontant(fromDecimal(rejete))}`

const COLONNES: readonly Colonne<Ligne>[] = [
  {
    title: 'Résidence',
    genre: 'lieu',
    min: 200,
    phone: 'qui',
    cell: ({ residence }) => <bdi>{residence.nom}</bdi>,
    under: ({ type }) => GENRES[type].nom,
    phoneUnder: 'quoi',
  },
  {
    title: 'Encaissé (DA)',
    genre: 'figure',
    min: 200,
    phone: 'combien',
    cell: ({ encaisse }) => <Montant decimal={encaisse} sansUnite />,
    under: ({ rejete }) => rejets(rejete),
  },
  {
    title: 'Base HT (DA)',
    genre: 'figure',
    min: 180,
    cell: ({ base }) => (base === null ? '—' : <Montant decimal={base} sansUnite />),
  },
  {
    title: 'TVA (DA)',
    genre: 'figure',
    min: 180,
    cell: ({ tva }) => (tva === null ? '—' : <Montant decimal={tva} sansUnite />),
    under: ({ taux }) => (taux === null ? TAUX_MANQUE : formatPourcent(taux)),
  },
]
