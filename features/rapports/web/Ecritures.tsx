import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { screens } from '#shared/paths.ts'
import { formatCompte } from '#shared/texte.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { A_CONFIRMER } from '#features/parametres/parametres.words.ts'
import { A_AFFECTER } from '#features/rapports/ecritures.rules.ts'
import { FAITES_DES_PIECES } from '#features/rapports/ecritures.words.ts'
import { ECRITURES } from '#features/rapports/rapports.words.ts'
import { phraseDesReprises } from '#features/rapports/tva.words.ts'
import { ecrituresQuery, type EcritureLue } from '#features/rapports/web/ecritures.queries.ts'
import { MoisDuRapport } from '#features/rapports/web/MoisDuRapport.tsx'
import { Rapport, type ColonneDeRapport } from '#features/rapports/web/Rapport.tsx'
import { Chiffres } from '#features/rapports/web/RapportTable.tsx'
import { ecrituresAsked, type PartieProps } from '#features/rapports/web/rapports.adresse.ts'
import styles from '#features/rapports/web/rapports.module.css'
import { fromDecimal } from '#shared/argent.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { Montant } from '#web/kit/card/Montant.tsx'

const somme = (decimal: number | null) => (decimal === null ? null : <Montant decimal={decimal} sansUnite />)

const compteDe = ({ compte }: EcritureLue) =>
  compte === A_AFFECTER ? <span className="warn">{compte}</span> : compte

const COLONNES: readonly ColonneDeRapport<EcritureLue>[] = [
  { title: 'Journal', genre: 'jour', min: 70, cell: ({ journal }) => journal },
  { title: 'Date', genre: 'jour', min: 96, phone: 'quoi', cell: ({ date }) => formatJourCourt(date) },
  { title: 'Pièce', genre: 'texte', min: 120, cell: ({ piece }) => <bdi>{piece}</bdi> },
  {
    title: 'Compte',
    genre: 'texte',
    min: 90,
    phone: 'etat',
    cell: compteDe,
    // One figure stands in the lines of a phone: its side is said.
    phoneCell: (ligne) => (
      <>
        {ligne.debit === null ? 'crédit' : 'débit'} {compteDe(ligne)}
      </>
    ),
  },
  {
    title: 'Tiers',
    genre: 'nom',
    min: 190,
    phone: 'qui',
    cell: ({ tiers }) => <bdi>{tiers}</bdi>,
    under: ({ libelle }) => libelle,
  },
  { title: 'Débit (DA)', genre: 'figure', min: 140, phone: 'combien', cell: ({ debit }) => somme(debit) },
  { title: 'Crédit (DA)', genre: 'figure', min: 140, phone: 'combien', cell: ({ credit }) => somme(credit) },
]

export function Ecritures({ asked, onChange }: PartieProps) {
  const { mois } = ecrituresAsked(asked)
  const query = useQuery(ecrituresQuery(mois, asked.page))
  return (
    <>
      <search className={`wrap no-print gap-12 ${styles.filtres}`}>
        <MoisDuRapport mois={mois} onChange={(next) => onChange({ mois: next })} />
      </search>
      <p className="dim">
        {FAITES_DES_PIECES} {A_CONFIRMER}
      </p>
      <Rapport
        query={query}
        label={ECRITURES}
        columns={COLONNES}
        rowKey={({ rang }) => String(rang)}
        unite="ligne"
        page={asked.page}
        onPage={({ page, replace }) => onChange({ page }, { replace })}
        renderChiffres={({ data, totals, a_affecter, reprises }) => (
          <>
            {a_affecter > 0 && <AAffecter lignes={a_affecter} />}
            {reprises !== 0 && <p className="dim">{phraseDesReprises(fromDecimal(reprises))}</p>}
            {data.length > 0 && (
              <Chiffres
                montants
                label="Totaux"
                chiffres={[
                  { label: 'Débit', valeur: <Montant decimal={totals.debit} />, fort: true },
                  { label: 'Crédit', valeur: <Montant decimal={totals.credit} />, fort: true },
                ]}
              />
            )}
          </>
        )}
      />
    </>
  )
}

/** Leads a member who may set the accounts to them. */
function AAffecter({ lignes }: { lignes: number }) {
  const peut = usePeut()
  return (
    <p className="warn" role="note">
      {formatCompte(lignes, 'ligne')} à affecter : complétez{' '}
      {peut(parametresEndpoints.read) ? (
        <Link to={screens.parametres} search={{ section: 'ecritures' }}>
          Paramètres, Écritures
        </Link>
      ) : (
        'Paramètres, Écritures'
      )}
      .
    </p>
  )
}
