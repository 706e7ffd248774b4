import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RecuLu } from '#features/registres/web/registres.queries.ts'
import styles from '#features/registres/web/rapports.module.css'
import { Montant } from '#web/kit/card/Montant.tsx'
import { paiementsOf } from '#web/paths.ts'

export interface ColonneDeRapport<T> {
  title: string
  cell: (row: T) => ReactNode
  /** True for an amount: on the right, never cut. */
  figure?: boolean
  /** True for a number or a day, which stays on one line. */
  court?: boolean
}

export interface RapportTableProps<T> {
  label: string
  columns: readonly ColonneDeRapport<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
}

/** The table of a report; the first column names the row, and on a phone each row is a card. */
export function RapportTable<T>({ label, columns, rows, rowKey }: RapportTableProps<T>) {
  return (
    <div className={styles.place}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, figure }) => (
              <th key={title} scope="col" data-figure={figure}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, cell, figure, court }, rank) => {
                const Tag = rank === 0 ? 'th' : 'td'
                return (
                  <Tag
                    key={title}
                    {...(rank === 0 && { scope: 'row' as const })}
                    data-label={title}
                    data-figure={figure}
                    data-court={court}
                  >
                    {cell(row)}
                  </Tag>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A receipt number, linked to its payment while client and bien exist. */
export function LienDuRecu({ recu, lieu, paiement_id }: Pick<RecuLu, 'recu' | 'lieu' | 'paiement_id'>) {
  if (!lieu) return recu
  const id = String(paiement_id)
  const search: Record<string, string> = paiement_id === null ? {} : { paiement: id, details: id }
  return (
    <Anchor
      inherit
      renderRoot={(props) => <Link to={paiementsOf(lieu.client_id, lieu)} search={search} {...props} />}
    >
      {recu}
    </Anchor>
  )
}

export function Nom({ children }: { children: string | null }) {
  return children === null ? null : <span data-nom>{children}</span>
}

export function Somme({ decimal, nulle }: { decimal: number | null; nulle: boolean }) {
  if (decimal === null) return null
  return nulle ? (
    <s className={styles.nulle}>
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
    <dl className={styles.chiffres} data-montants={montants} aria-label={label}>
      {chiffres.map(({ label: what, valeur, under, fort }) => (
        <div key={what} className={styles.chiffre} data-fort={fort}>
          <dt>{what}</dt>
          <dd>
            <strong>{valeur}</strong>
            {under !== undefined && <span className={styles.under}>{under}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
