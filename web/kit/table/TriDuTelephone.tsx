import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { readTri, writeTri } from '#shared/tri.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import type { Colonne, TableauProps } from '#web/kit/table/Tableau.tsx'
import styles from '#web/kit/table/Tableau.module.css'

const LISTE = { value: '', label: "L'ordre de la liste" }

/** Sort keys of a list, those of its columns and of their second lines, with their headings. */
export const trisOf = <T, K extends string>(columns: readonly Colonne<T, K>[]) =>
  columns
    .flatMap(({ title, sort, second }) => [
      { title, sort },
      { title: second?.title ?? '', sort: second?.sort },
    ])
    .flatMap(({ title, sort }) => (sort === undefined ? [] : [{ value: sort, label: title }]))

/** Sorts the rows of a phone, which have no headings to press: by what, and in which direction. */
export function TriDuTelephone<T, K extends string>({
  columns,
  sort: asked = '',
  onSort,
}: Pick<TableauProps<T, K>, 'columns' | 'sort' | 'onSort'>) {
  const tris = trisOf(columns)
  if (!onSort || tris.length === 0) return null
  const sort = readTri(
    asked,
    tris.map(({ value }) => value),
  )
  const Arrow = sort?.descendant ? IconArrowDown : IconArrowUp
  return (
    <div className={styles.tri}>
      <span aria-hidden>Trier par</span>
      <SelectField
        aria-label="Trier par"
        data={[LISTE, ...tris]}
        value={sort?.cle ?? ''}
        onChange={(cle) => onSort(cle ? writeTri({ cle, descendant: sort?.descendant ?? false }) : '')}
      />
      {sort && (
        <ActionIcon
          size={44}
          color="primary"
          aria-label="Ordre décroissant"
          title={sort.descendant ? 'Ordre décroissant' : 'Ordre croissant'}
          aria-pressed={sort.descendant}
          onClick={() => onSort(writeTri({ ...sort, descendant: !sort.descendant }))}
        >
          <Arrow size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
