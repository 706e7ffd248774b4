import { Nom } from '#web/kit/card/Nom.tsx'
import type { ReactNode } from 'react'
import type { RecuLu } from '#features/rapports/web/registres.queries.ts'
import styles from '#features/rapports/web/rapports.module.css'
import { Montant } from '#web/kit/card/Montant.tsx'
import type { TableauProps } from '#web/kit/table/Tableau.tsx'
import { paiementsOf } from '#shared/paths.ts'

export type RapportTableProps<T> = Pick<TableauProps<T>, 'label' | 'columns' | 'rows'> & {
  rowKey: (row: T) => string
  /** The box that selects a row. */
  renderBox?: TableauProps<T>['renderBox']
}

/** A receipt number, linked to its payment while client and bien exist. */
export function LienDuRecu({ recu, lieu, paiement_id }: Pick<RecuLu, 'recu' | 'lieu' | 'paiement_id'>) {
  if (!lieu) return recu
  const id = String(paiement_id)
  const search: Record<string, string> = paiement_id === null ? {} : { paiement: id, details: id }
  return (
    <Nom to={paiementsOf(lieu.client_id, lieu)} search={search}>
      {recu}
    </Nom>
  )
}

export function Somme({ decimal, nulle }: { decimal: number | null; nulle: boolean }) {
  if (decimal === null) return null
  return nulle ? (
    <s className="dim">
      <Montant decimal={decimal} />
    </s>
  ) : (
    <Montant decimal={decimal} />
  )
}

interface ChiffresProps {
  label: string
  montants?: boolean
  chiffres: readonly { label: string; valeur: ReactNode; under?: ReactNode; fort?: boolean }[]
}

export function Chiffres({ label, montants, chiffres }: ChiffresProps) {
  return (
    <dl className={`stack card facts ${styles.chiffres}`} data-montants={montants} aria-label={label}>
      {chiffres.map(({ label: what, valeur, under, fort }) => (
        <div key={what} className={styles.chiffre} data-fort={fort}>
          <dt>{what}</dt>
          <dd className="stack">
            <strong>{valeur}</strong>
            {under !== undefined && <span className="dim small">{under}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
