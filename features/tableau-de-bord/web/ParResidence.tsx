import { Anchor, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BarreDesEtats } from '#features/plan-de-vente/web/BarreDesEtats.tsx'
import { RESIDENCES_MONTREES } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import styles from '#features/tableau-de-bord/web/Dashboard.module.css'
import { residencesQuery, type ResidenceLue } from '#features/tableau-de-bord/web/tableau-de-bord.queries.ts'
import { formatNombre } from '#shared/argent.ts'
import { CODES_D_ETAT, ETATS_DU_BIEN } from '#shared/etats.ts'
import { planDeVenteOf, screens } from '#shared/paths.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Nom } from '#web/kit/card/Nom.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'

/** Height of a line of a wide screen: the lines have their room before they come, so that nothing below moves. */
const LIGNE_PX = 41

interface ParResidenceProps {
  /** How many residences there are, so that their lines have their room before they come. */
  attendues: number
}

/** How far each residence is sold, paid and late; it loads and fails by itself. */
export function ParResidence({ attendues }: ParResidenceProps) {
  const query = useQuery(residencesQuery)
  if ((query.data?.residences ?? attendues) === 0) return null
  return (
    <section
      className={`card flex shrinks gap-12 ${styles.panel} ${styles.residences}`}
      aria-labelledby="par-residence"
      style={{ minHeight: query.isPending ? LIGNE_PX * Math.min(attendues, RESIDENCES_MONTREES) : undefined }}
    >
      <Title order={2} id="par-residence">
        Par résidence
      </Title>
      <Results
        query={query}
        loading="Chargement des résidences..."
        error="Erreur lors du chargement des résidences."
        cards={0}
      >
        {({ data, residences }) => (
          <>
            <ul className={`list parted ${styles.lignes}`}>
              {data.map((residence) => (
                <Residence key={residence.id} {...residence} />
              ))}
            </ul>
            {residences > data.length && (
              <p className="flat">
                <Anchor inherit renderRoot={(props) => <Link to={screens.residences} {...props} />}>
                  {data.length} résidences sur {formatNombre(residences)}
                </Anchor>
              </p>
            )}
          </>
        )}
      </Results>
    </section>
  )
}

function Residence({ id, nom, biens, etats, prix_vendu, paye, en_retard }: ResidenceLue) {
  const vendus = etats.vendu + etats.livre
  const lots = CODES_D_ETAT.map((etat) => ({ etat, nombre: etats[etat] }))
  return (
    <li className={styles.residence}>
      <Nom {...planDeVenteOf(id)}>{nom}</Nom>
      <span className="stack gap-6">
        <BarreDesEtats lots={lots} />
        <span className="visuallyHidden">
          {lots
            .filter(({ nombre }) => nombre > 0)
            .map(({ etat, nombre }) => `${ETATS_DU_BIEN[etat].mot} : ${formatNombre(nombre)}`)
            .join(', ')}
        </span>
      </span>
      <span className="nowrap">
        {formatNombre(vendus)} / {formatNombre(biens)} {vendus >= 2 ? 'vendus' : 'vendu'}
      </span>
      <span className="dim small">
        Payé <Montant decimal={paye} /> sur <Montant decimal={prix_vendu} />
      </span>
      <span className="bold alarm small">
        {en_retard > 0 && (
          <>
            En retard <Montant decimal={en_retard} />
          </>
        )}
      </span>
    </li>
  )
}
