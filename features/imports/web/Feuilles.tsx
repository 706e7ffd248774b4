import type { FeuilleLue } from '#features/imports/web/imports.queries.ts'
import styles from '#features/imports/web/imports.module.css'
import { formatNombre } from '#shared/argent.ts'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'

const SORTS = [
  { key: 'crees', label: 'À créer' },
  { key: 'existants', label: 'Déjà là' },
  { key: 'modifies', label: 'Modifiées' },
  { key: 'laisses', label: 'Inchangées' },
  { key: 'erreurs', label: 'Erreurs' },
] as const

const COLONNES: readonly Colonne<FeuilleLue>[] = [
  {
    title: 'Feuille',
    cell: (feuille) => (
      <span className={styles.feuille}>
        {feuille.feuille}
        <span className={styles.barre} aria-hidden>
          {SORTS.filter(({ key }) => feuille[key] > 0).map(({ key }) => (
            <span key={key} data-sort={key} style={{ flexGrow: feuille[key] / feuille.lignes }} />
          ))}
        </span>
      </span>
    ),
  },
  { title: 'Lignes', figure: true, cell: ({ lignes }) => formatNombre(lignes) },
  ...SORTS.map(({ key, label }) => ({
    title: label,
    figure: true,
    cell: (feuille: FeuilleLue) => (
      <span data-sort={feuille[key] > 0 ? key : undefined} className={styles.compte}>
        {formatNombre(feuille[key])}
      </span>
    ),
  })),
  {
    title: 'Montant',
    figure: true,
    cell: ({ montant }) => (montant === null ? '—' : <Montant decimal={montant} />),
  },
]

/** Table of the sheets; a bar in each row shows the counts. */
export function Feuilles({ feuilles }: { feuilles: readonly FeuilleLue[] }) {
  const rows = feuilles.map((feuille, rang) => ({ ...feuille, rang }))
  return (
    <div className={styles.feuilles}>
      <Lignes label="Feuilles du classeur" rows={rows} rowKey={({ rang }) => rang} columns={COLONNES} />
      <ul className={styles.legende} aria-hidden>
        {SORTS.map(({ key, label }) => (
          <li key={key} data-sort={key}>
            {label}
          </li>
        ))}
      </ul>
    </div>
  )
}
