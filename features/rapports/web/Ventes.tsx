import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PAR_QUI, VENTES, VIDE } from '#features/rapports/rapports.words.ts'
import { PAR, type Par } from '#features/rapports/ventes.contract.ts'
import styles from '#features/rapports/web/dessins.module.css'
import { colonneDuMois, Periode } from '#features/rapports/web/Periode.tsx'
import filtres from '#features/rapports/web/rapports.module.css'
import { type PartieProps, ventesAsked } from '#features/rapports/web/rapports.adresse.ts'
import { TotalDuRapport } from '#features/rapports/web/TotalDuRapport.tsx'
import { type VentesLues, ventesQuery } from '#features/rapports/web/ventes.queries.ts'
import { formatMontant, formatNombre, fromDecimal } from '#shared/argent.ts'
import { addJours, addMois } from '#shared/dates.ts'
import { screens } from '#shared/screens.ts'
import { formatCompte } from '#shared/texte.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Nom } from '#web/kit/card/Nom.tsx'
import { Barres, barreDuMois } from '#web/kit/drawing/Barres.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Segments } from '#web/kit/list/ViewSwitch.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'

const CHOIX = PAR.map((value) => ({ value, label: PAR_QUI[value].onglet }))

/** Sales by the month of their réservation and ends by their own: months, then residences or who sold. */
export function Ventes({ asked, onChange }: PartieProps) {
  const own = ventesAsked(asked)
  const query = useQuery(ventesQuery(own, asked.page))
  return (
    <>
      <search className={`wrap no-print gap-12 ${filtres.filtres}`}>
        <Periode asked={asked} bornes={query.data?.bornes ?? null} onChange={onChange} />
      </search>
      <Results
        query={query}
        loading="Chargement du rapport..."
        error="Erreur lors du chargement du rapport."
        wide
        cards={3}
      >
        {(lues) =>
          isEmpty(lues.totals) ? (
            <EmptyState>{VIDE}</EmptyState>
          ) : (
            <Rapport lues={lues} par={own.par} page={asked.page} onChange={onChange} />
          )
        }
      </Results>
    </>
  )
}

type SommesLues = VentesLues['totals']
const isEmpty = ({ ventes, desistements, retraits }: SommesLues) => ventes + desistements + retraits === 0

interface RapportProps extends Pick<PartieProps, 'onChange'> {
  lues: VentesLues
  par: Par
  page: number
}

function Rapport({ lues: { totals, mois, lignes, du, au }, par, page, onChange }: RapportProps) {
  const { onglet, unite } = PAR_QUI[par]
  return (
    <div className="column packed gap-16">
      <section className={`card flex gap-12 ${styles.dessin}`} aria-labelledby="vendu-par-mois">
        <Title order={2} id="vendu-par-mois">
          Vendu par mois
        </Title>
        <Barres
          caption="Vendu par mois"
          unite="Mois"
          plein="Montant"
          barres={mois.map((lu, rang) => ({ ...barreDuMois(lu.mois, rang), montant: lu.prix }))}
        />
      </section>
      <p className="dim flat">
        Une vente compte le mois de sa réservation, sa fin le mois où elle a pris fin.
      </p>
      <Tableau
        label={VENTES}
        rows={mois}
        rowKey={(lu) => lu.mois}
        columns={[
          colonneDuMois(mois, { rapport: 'ventes', ...(par === 'residence' ? {} : { par }) }),
          ...SOMMES,
        ]}
        foot={<Total totals={totals} />}
      />
      <div className="flex">
        <Segments
          label="Lignes du rapport"
          choices={CHOIX}
          value={par}
          onChange={(next) => onChange({ par: next === 'residence' ? '' : next })}
        />
      </div>
      <div>
        <Tableau
          label={onglet}
          rows={lignes.data}
          rowKey={({ id, nom }) => `${id ?? ''} ${nom}`}
          columns={[quiVend(par, jours(du, au)), ...SOMMES]}
          foot={<Total totals={totals} />}
        />
        {lignes.last_page > 1 && (
          <Pager
            page={page}
            lastPage={lignes.last_page}
            spelling="/"
            onChange={({ page: next, replace }) => onChange({ page: next }, { replace })}
            count={formatCompte(lignes.total, unite)}
          />
        )}
      </div>
    </div>
  )
}

/** A residence or who sold, whose name opens its dossiers of the period. */
function quiVend(par: Par, periode: Record<string, string>): Colonne<VentesLues['lignes']['data'][number]> {
  return {
    title: PAR_QUI[par].titre,
    genre: par === 'residence' ? 'lieu' : 'nom',
    min: 150,
    phone: 'qui',
    cell: ({ id, nom }) =>
      id === null ? (
        <bdi>{nom}</bdi>
      ) : (
        <Nom to={screens.ventes} search={{ [par]: String(id), ...periode }}>
          {nom}
        </Nom>
      ),
  }
}

/** The days of a period, as the list of the dossiers has them in its address. */
const jours = (du: string | null, au: string | null): Record<string, string> =>
  du === null || au === null ? {} : { du: `${du}-01`, au: addJours(addMois(`${au}-01`, 1), -1) }

const desiste = (decimal: number) => formatMontant(fromDecimal(decimal))

const SOMMES: readonly Colonne<SommesLues>[] = [
  {
    title: 'Ventes',
    genre: 'figure',
    min: 90,
    phone: 'quoi',
    cell: ({ ventes }) => formatNombre(ventes),
    phoneCell: ({ ventes }) => formatCompte(ventes, 'vente'),
  },
  {
    title: 'Montant (DA)',
    genre: 'figure',
    min: 150,
    phone: 'combien',
    cell: ({ prix }) => (
      <span className="bold">
        <Montant decimal={prix} sansUnite />
      </span>
    ),
  },
  {
    title: 'Désistements',
    genre: 'figure',
    min: 150,
    cell: ({ desistements }) => formatNombre(desistements),
    under: ({ desistements, prix_desistes }) => desistements > 0 && desiste(prix_desistes),
  },
  { title: 'Retraits', genre: 'figure', min: 90, cell: ({ retraits }) => formatNombre(retraits) },
]

function Total({ totals }: { totals: SommesLues }) {
  return (
    <TotalDuRapport
      sommes={[
        { title: 'Ventes', nombre: totals.ventes },
        { title: 'Montant (DA)', decimal: totals.prix },
        {
          title: 'Désistements',
          nombre: totals.desistements,
          under: totals.desistements > 0 ? desiste(totals.prix_desistes) : undefined,
        },
        { title: 'Retraits', nombre: totals.retraits },
      ]}
    />
  )
}
