import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, useId, useState, type ReactNode } from 'react'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'
import { markedInSight } from '#web/kit/list/useUrlState.ts'
import { isActe } from '#web/kit/table/MenuDeLigne.tsx'
import type { Acte } from '#web/kit/table/MenuOuvert.tsx'
import type { ActesDeLigne, Colonne, PlaceSurTelephone, TableauProps } from '#web/kit/table/Tableau.tsx'
import styles from '#web/kit/table/Tableau.module.css'

/** A table where there is no room for it: a row is two lines, and a press unfolds the rest with the acts (ecrans §5). */
export function LignesDuTelephone<T, K extends string>(props: TableauProps<T, K>) {
  const { label, rows, rowKey, columns, actes, renderBox, foot } = props
  const [opened, setOpened] = useState<ReadonlySet<string | number>>(new Set())
  const toggle = (key: string | number) =>
    setOpened((keys) => new Set(keys.has(key) ? [...keys].filter((one) => one !== key) : [...keys, key]))
  return (
    <>
      <ul className={styles.lignes} aria-label={label}>
        {rows.map((row) => {
          const key = rowKey(row)
          return (
            <li
              key={key}
              id={props.rowId?.(row)}
              tabIndex={props.rowId && -1}
              data-marked={props.isMarked?.(row) || undefined}
              data-under={props.isUnder?.(row) || undefined}
              {...(props.isNamed?.(row) && markedInSight)}
            >
              {renderBox && <div className={styles.case}>{renderBox(row)}</div>}
              <Ligne
                row={row}
                columns={columns}
                actes={actes?.(row)}
                opened={opened.has(key)}
                onToggle={() => toggle(key)}
              />
            </li>
          )
        })}
      </ul>
      {foot && (
        <table className={styles.pied} aria-label={`${label}, total`}>
          <tbody>{foot}</tbody>
        </table>
      )}
    </>
  )
}

interface LigneProps<T, K extends string> {
  row: T
  columns: readonly Colonne<T, K>[]
  actes: ActesDeLigne | undefined
  opened: boolean
  onToggle: () => void
}

/** The button covers the one or two lines and is named by them; the links in them stand unfolded below, where they can be pressed. */
function Ligne<T, K extends string>({ row, columns, actes, opened, onToggle }: LigneProps<T, K>) {
  const id = useId()
  const say = (place: PlaceSurTelephone): ReactNode[] =>
    [
      ...columns.map(
        ({ title, phone, cell, phoneCell = cell }) => phone === place && { title, text: phoneCell(row) },
      ),
      ...columns.map(
        ({ title, phoneUnder, under }) => phoneUnder === place && { title: `${title} 2`, text: under?.(row) },
      ),
    ]
      .filter((part) => part !== false && isSaid(part.text))
      .map(
        (part, rank) =>
          part && (
            <Fragment key={part.title}>
              {rank > 0 && ' · '}
              {part.text}
            </Fragment>
          ),
      )
  const [quoi, etat] = [say('quoi'), say('etat')]
  const chevron = <IconChevronDown size={16} stroke={1.8} aria-hidden data-opened={opened || undefined} />
  const hasSecond = quoi.length + etat.length > 0
  return (
    <div className={styles.ligne}>
      <div className={styles.tete}>
        <div className={styles.resume} id={id} inert>
          <div>
            <span className={styles.qui} data-nom>
              {say('qui')}
            </span>{' '}
            <span className={styles.combien}>{say('combien')}</span> {!hasSecond && chevron}
          </div>
          {hasSecond && (
            <div>
              <span className={styles.quoi} data-nom>
                {quoi}
              </span>{' '}
              <span className={styles.etat}>{etat}</span>
              {chevron}
            </div>
          )}
        </div>
        <button
          type="button"
          className={`bare ${styles.couvre}`}
          aria-expanded={opened}
          aria-labelledby={id}
          onClick={onToggle}
        />
      </div>
      {opened && (
        <div className={`stack gap-12 ${styles.deplie}`}>
          <dl className="stack facts pairs gap-6">
            {columns
              .map(({ title, genre, cell, under }) => ({
                title,
                genre,
                first: cell(row),
                second: under?.(row),
              }))
              .filter(({ first, second }) => isSaid(first) || isSaid(second))
              .map(({ title, ...contenu }) => (
                <div key={title}>
                  <dt>{title}&nbsp;: </dt>
                  <dd>
                    <Contenu {...contenu} />
                  </dd>
                </div>
              ))}
          </dl>
          {actes && (
            <div className={styles.boutons}>
              {[actes.bouton, ...actes.actes, ...(actes.autres ?? []), ...(actes.fins ?? [])]
                .filter(isActe)
                .map((acte) => (
                  <Bouton key={acte.label} acte={acte} />
                ))}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

interface ContenuProps {
  genre: Colonne<unknown>['genre']
  first: ReactNode
  second: ReactNode
}

const isSaid = (text: ReactNode) => text != null && text !== false && text !== ''

/** True for what may take a second line. */
export const wraps = (genre: Colonne<unknown>['genre']) =>
  genre === 'nom' || genre === 'lieu' || genre === 'texte'

/** Content of a cell, on one line or two. */
export function Contenu({ genre, first, second }: ContenuProps) {
  const nom = wraps(genre) || undefined
  return (
    <>
      <div data-nom={nom}>{first}</div>
      {isSaid(second) && (
        <div className={styles.under} data-nom={nom}>
          {second}
        </div>
      )}
    </>
  )
}

function Bouton({ acte }: { acte: Acte }) {
  const { label, icon: Icon, onClick, to, search = {}, href, disabled, busy = false } = acte
  const props = {
    variant: 'default',
    leftSection: <Icon size={18} stroke={1.6} />,
    h: 'auto',
    mih: 44,
    py: 8,
  } as const
  if (to !== undefined)
    return (
      <Button {...props} renderRoot={(root: object) => <Link to={to} search={search} {...root} />}>
        {label}
      </Button>
    )
  if (href !== undefined)
    return (
      <Button {...props} component="a" href={href}>
        {label}
      </Button>
    )
  return (
    <Button {...props} title={disabled} onClick={onClick} {...whileBusy(busy || disabled !== undefined)}>
      {label}
    </Button>
  )
}
