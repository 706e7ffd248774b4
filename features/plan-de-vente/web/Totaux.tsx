import type { EtatDuBien } from '#features/biens/biens.codes.ts'
import { ETATS_DITS } from '#features/plan-de-vente/plan-de-vente.words.ts'
import grille from '#features/plan-de-vente/web/Grille.module.css'
import { Pastille } from '#features/plan-de-vente/web/Legende.tsx'
import styles from '#features/plan-de-vente/web/plan.module.css'
import type { PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { formatNombre, fromDecimal } from '#shared/argent.ts'
import { Montant } from '#web/kit/Montant.tsx'

interface TotauxProps {
  totaux: PlanLu['totaux']
  /** The states that are looked for. */
  etats: readonly string[]
  /** One is chosen, or is no longer. */
  onChoose: (etat: EtatDuBien) => void
}

/** What stands in each state, in lots and in money: a bar and a table. Choosing a row looks for its lots. */
export function Totaux({ totaux, etats, onChoose }: TotauxProps) {
  const nombre = totaux.reduce((sum, row) => sum + row.nombre, 0)
  const valeur = totaux.reduce((sum, row) => sum + fromDecimal(row.valeur), 0)
  return (
    <section className={styles.totaux} aria-label="Totaux">
      <div className={styles.barre} aria-hidden>
        {totaux.map(
          ({ etat, nombre: part }) =>
            part > 0 && (
              <span key={etat} className={grille.case} data-etat={etat} style={{ flexGrow: part }} />
            ),
        )}
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">État</th>
            <th scope="col">Lots</th>
            <th scope="col">Valeur</th>
          </tr>
        </thead>
        <tbody>
          {totaux.map(({ etat, nombre: lots, valeur: value }) => (
            <tr key={etat} data-choisi={etats.includes(etat) || undefined}>
              <th scope="row">
                <button type="button" aria-pressed={etats.includes(etat)} onClick={() => onChoose(etat)}>
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
