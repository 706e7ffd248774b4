import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatMode } from '#features/paiements/modes.ts'
import { ENCAISSEMENTS, TOUTES_VENTES, VIDE } from '#features/rapports/rapports.words.ts'
import { encaissementsAsked, type PartieProps } from '#features/rapports/web/rapports.adresse.ts'
import {
  encaissementsQuery,
  type EncaissementsLus,
  type SommesLues,
} from '#features/rapports/web/encaissements.queries.ts'
import styles from '#features/rapports/web/dessins.module.css'
import { FiltresDuRapport } from '#features/rapports/web/FiltresDuRapport.tsx'
import { colonneDuMois, Periode } from '#features/rapports/web/Periode.tsx'
import { TotalDuRapport } from '#features/rapports/web/TotalDuRapport.tsx'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Barres, barreDuMois } from '#web/kit/drawing/Barres.tsx'
import { SERIES } from '#web/kit/drawing/couleurs.ts'
import { Carre } from '#web/kit/drawing/Legende.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'

export function Encaissements({ asked, onChange }: PartieProps) {
  const query = useQuery(encaissementsQuery(encaissementsAsked(asked), asked.page))
  return (
    <>
      <FiltresDuRapport residence={asked.residence} onChange={onChange}>
        <Periode asked={asked} bornes={query.data?.bornes ?? null} onChange={onChange} />
      </FiltresDuRapport>
      <Results
        query={query}
        loading="Chargement du rapport..."
        error="Erreur lors du chargement du rapport."
        wide
        cards={3}
      >
        {(lus) =>
          isEmpty(lus.totals) ? (
            <EmptyState>{VIDE}</EmptyState>
          ) : (
            <Rapport lus={lus} asked={asked} onChange={onChange} />
          )
        }
      </Results>
    </>
  )
}

const isEmpty = ({ nombre, rejete, rembourse, retenues, timbre }: SommesLues) =>
  [nombre, rejete, rembourse, retenues, timbre].every((figure) => figure === 0)

interface RapportProps extends PartieProps {
  lus: EncaissementsLus
}

function Rapport({
  lus: { totals, mois, modes, residences },
  asked: { residence, page },
  onChange,
}: RapportProps) {
  const timbre = totals.timbre !== 0
  return (
    <div className="column packed gap-16">
      <section className={`card flex gap-12 ${styles.dessin}`} aria-labelledby="par-mois">
        <Title order={2} id="par-mois">
          Encaissé net par mois
        </Title>
        <Barres
          caption="Encaissé net par mois"
          unite="Mois"
          plein="Encaissé net"
          barres={mois.map((lu, rang) => ({ ...barreDuMois(lu.mois, rang), montant: lu.net }))}
        />
        {modes.length > 0 && <Modes modes={modes} />}
      </section>
      <p className="dim flat">{TOUTES_VENTES}</p>
      <Tableau
        label={ENCAISSEMENTS}
        rows={mois}
        rowKey={(lu) => lu.mois}
        columns={[
          colonneDuMois(mois, { rapport: 'encaissements', ...(residence === '' ? {} : { residence }) }),
          ...colonnesDesSommes(timbre),
        ]}
        foot={<Total totals={totals} timbre={timbre} />}
      />
      <Title order={2} id="par-residence">
        Par résidence
      </Title>
      <div>
        <Tableau
          label="Par résidence"
          rows={residences.data}
          rowKey={({ id }) => id}
          columns={[RESIDENCE, ...colonnesDesSommes(timbre)]}
          foot={<Total totals={totals} timbre={timbre} />}
        />
        {residences.last_page > 1 && (
          <Pager
            page={page}
            lastPage={residences.last_page}
            spelling="/"
            onChange={({ page: next, replace }) => onChange({ page: next }, { replace })}
            count={formatCompte(residences.total, 'résidence')}
          />
        )}
      </div>
    </div>
  )
}

const RESIDENCE: Colonne<{ nom: string }> = {
  title: 'Résidence',
  genre: 'lieu',
  min: 150,
  phone: 'qui',
  cell: ({ nom }) => <bdi>{nom}</bdi>,
}

const versements = (nombre: number) => formatCompte(nombre, 'versement')
const retenu = (retenues: number) =>
  retenues === 0 ? null : `retenu ${formatMontant(fromDecimal(retenues))}`

/** The sums of a month or of a residence. */
function colonnesDesSommes<T extends SommesLues>(timbre: boolean): readonly Colonne<T>[] {
  return [
    {
      title: 'Encaissé (DA)',
      genre: 'figure',
      min: 150,
      cell: ({ encaisse }) => <Montant decimal={encaisse} sansUnite />,
      phoneUnder: 'quoi',
      under: ({ nombre }) => nombre > 0 && versements(nombre),
    },
    {
      title: 'Rejeté (DA)',
      genre: 'figure',
      min: 130,
      cell: ({ rejete }) => <Montant decimal={rejete} sansUnite />,
    },
    {
      title: 'Encaissé net (DA)',
      genre: 'figure',
      min: 150,
      phone: 'combien',
      cell: ({ net }) => (
        <span className="bold">
          <Montant decimal={net} sansUnite />
        </span>
      ),
    },
    {
      title: 'Remboursé (DA)',
      genre: 'figure',
      min: 150,
      cell: ({ rembourse }) => <Montant decimal={rembourse} sansUnite />,
      under: ({ retenues }) => retenu(retenues),
    },
    ...(timbre
      ? [
          {
            title: 'Timbre (DA)',
            genre: 'figure' as const,
            min: 110,
            cell: (lu: T) => <Montant decimal={lu.timbre} sansUnite />,
          },
        ]
      : []),
  ]
}

function Total({ totals, timbre }: { totals: SommesLues; timbre: boolean }) {
  return (
    <TotalDuRapport
      sommes={[
        { title: 'Encaissé (DA)', decimal: totals.encaisse, under: versements(totals.nombre) },
        { title: 'Rejeté (DA)', decimal: totals.rejete },
        { title: 'Encaissé net (DA)', decimal: totals.net },
        { title: 'Remboursé (DA)', decimal: totals.rembourse, under: retenu(totals.retenues) ?? undefined },
        ...(timbre ? [{ title: 'Timbre (DA)', decimal: totals.timbre }] : []),
      ]}
    />
  )
}

/** One bar, of parts as wide as what came in by each mode. */
function Modes({ modes }: Pick<EncaissementsLus, 'modes'>) {
  return (
    <>
      <div className={styles.parts} aria-hidden>
        {modes.map(({ mode, montant }, rang) => (
          <span
            key={mode ?? ''}
            style={{ flexGrow: montant, background: `var(${SERIES[rang % SERIES.length]})` }}
          />
        ))}
      </div>
      <dl className={`wrap facts gap-8-16 ${styles.modes}`} aria-label="Encaissé par mode">
        {modes.map(({ mode, nombre, montant }, rang) => (
          <div key={mode ?? ''}>
            <dt className="line gap-6">
              <Carre rang={rang} />
              {formatMode(mode)}
            </dt>
            <dd className="stack">
              <span className="bold">
                <Montant decimal={montant} />
              </span>
              <span className="dim small">{versements(nombre)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
