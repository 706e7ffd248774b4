import type { FeuilleLue } from '#features/imports/web/imports.queries.ts'
import styles from '#features/imports/web/imports.module.css'
import { formatNombre } from '#shared/argent.ts'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'

const SORTS = [
  { key: 'crees', label: 'À créer', tone: 'green' },
  { key: 'existants', label: 'Déjà là', tone: 'gray' },
  { key: 'modifies', label: 'Modifiées', tone: 'blue' },
  { key: 'laisses', label: 'Inchangées', tone: 'yellow' },
  { key: 'erreurs', label: 'Erreurs', tone: 'red' },
] as const

const COLONNES: readonly Colonne<FeuilleLue>[] = [
  {
    title: 'Feuille',
    cell: (feuille) => (
      <span className="stack gap-4">
        {feuille.feuille}
        <span className={styles.barre} aria-hidden>
          {SORTS.filter(({ key }) => feuille[key] > 0).map(({ key, tone }) => (
            <span key={key} data-tone={tone} style={{ flexGrow: feuille[key] / feuille.lignes }} />
          ))}
        </span>
      </span>
    ),
  },
  { title: 'Lignes', figure: true, cell: ({ lignes }) => formatNombre(lignes) },
  ...SORTS.map(({ key, label, tone }) => ({
    title: label,
    figure: true,
    cell: (feuille: FeuilleLue) => (
      <span data-tone={feuille[key] > 0 ? tone : undefined} className={`dim ${styles.compte}`}>
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
    <div className="stack gap-8">
      <Lignes label="Feuilles du classeur" rows={rows} rowKey={({ rang }) => rang} columns={COLONNES} />
      <ul className={`wrap list dim small gap-4-16 ${styles.legende}`} aria-hidden>
        {SORTS.map(({ key, label, tone }) => (
          <li key={key} data-tone={tone}>
            {label}
          </li>
        ))}
      </ul>
    </div>
  )
}
