import { CODES_D_ETAT, type EtatDuBien } from '#shared/etats.ts'
import { ETATS_DITS, LEGENDE, type EtatDuPlan } from '#features/plan-de-vente/plan-de-vente.words.ts'
import { BarreDesEtats } from '#features/plan-de-vente/web/BarreDesEtats.tsx'
import grille from '#features/plan-de-vente/web/Grille.module.css'
import styles from '#features/plan-de-vente/web/plan.module.css'
import type { PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { formatNombre, fromDecimal } from '#shared/argent.ts'
import { Montant } from '#web/kit/card/Montant.tsx'

interface TotauxProps {
  totaux: PlanLu['totaux']
  choix: readonly string[]
  onChoose: (etat: EtatDuBien) => void
}

/** Lots and money of each state, as a bar and a table that is the legend too. A row filters the lots by its state. */
export function Totaux({ totaux, choix, onChoose }: TotauxProps) {
  const nombre = totaux.reduce((sum, row) => sum + row.nombre, 0)
  const lignes = CODES_D_ETAT.flatMap((etat) => totaux.filter((row) => row.etat === etat))
  const valeur = totaux.reduce((sum, row) => sum + fromDecimal(row.valeur), 0)
  return (
    <section className={`stack card no-print gap-12 ${styles.totaux}`} aria-label="Totaux">
      <BarreDesEtats lots={lignes} />
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">État</th>
            <th scope="col">Lots</th>
            <th scope="col">Valeur</th>
          </tr>
        </thead>
        <tbody>
          {lignes.map(({ etat, nombre: lots, valeur: value }) => (
            <tr key={etat} data-choisi={choix.includes(etat) || undefined}>
              <th scope="row">
                <button
                  type="button"
                  className="bare"
                  aria-pressed={choix.includes(etat)}
                  onClick={() => onChoose(etat)}
                >
                  <Pastille etat={etat} />
                  {ETATS_DITS[etat].mot}
                </button>
              </th>
              <td>{formatNombre(lots)}</td>
              <td>
                <Montant decimal={value} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{formatNombre(nombre)}</td>
            <td>
              <Montant centimes={valeur} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Pastille({ etat }: { etat: EtatDuPlan }) {
  return (
    <span className={`${grille.case} ${styles.pastille}`} data-etat={etat} aria-hidden>
      <span className={grille.marque}>{ETATS_DITS[etat].marque}</span>
    </span>
  )
}

interface LegendeProps {
  client: boolean
  /** On a phone, where {@link Totaux} stand below the grids: the lots of each state beside its word. */
  totaux?: PlanLu['totaux']
}

/** States of the vue client and of a phone; elsewhere members read them in {@link Totaux}, and on paper here. */
export function Legende({ client, totaux }: LegendeProps) {
  const compte = (etat: EtatDuPlan) => totaux?.find((row) => row.etat === etat)?.nombre
  return (
    <ul
      className={`wrap list ${styles.legende}`}
      aria-label="Légende"
      data-paper={client || totaux ? undefined : true}
    >
      {LEGENDE[client ? 'client' : 'interne'].map((etat) => (
        <li key={etat} className="line gap-6">
          <Pastille etat={etat} />
          {ETATS_DITS[etat].mot}
          {!client && compte(etat) !== undefined && <strong>{formatNombre(compte(etat) ?? 0)}</strong>}
        </li>
      ))}
    </ul>
  )
}
