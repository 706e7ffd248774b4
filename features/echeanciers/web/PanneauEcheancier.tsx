import { IconCalendarPlus, IconEdit } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import {
  describeEtat,
  describeSegment,
  exigibleOf,
  previsionOf,
  stadeAtteintOf,
  TONS_DES_ETATS,
} from '#features/echeanciers/echeances.words.ts'
import type { DossierLu, EcheanceLue } from '#features/ventes/web/dossiers.queries.ts'
import type { OpenDialog } from '#features/ventes/web/DialogsDuDossier.tsx'
import { NoterLaDateButton } from '#features/ventes/web/NoterLaDateButton.tsx'
import { isOuvert } from '#features/ventes/web/dossiers.words.ts'
import styles from '#features/ventes/web/dossiers.module.css'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Panneau, PanneauButton } from '#web/kit/card/Panneau.tsx'
import { formatPourcent, fromDecimal } from '#shared/argent.ts'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'

/** Id of the row of a line; its segment in the bar links to it. */
export const idDeLigne = (echeance: number): string => `echeance-${echeance}`

const columnsOf = (onOpen: OpenDialog): readonly Colonne<EcheanceLue>[] => [
  { title: 'N°', court: true, place: 'absent', cell: ({ rang }) => rang },
  { title: 'Échéance', place: 'nom', phone: 'qui', cell: ({ libelle }) => <span data-nom>{libelle}</span> },
  {
    title: 'Exigible',
    place: 'sousNom',
    phone: 'quoi',
    phoneCell: exigibleOf,
    cell: (echeance) => <Exigible echeance={echeance} onNoter={() => onOpen('contrat')} />,
  },
  {
    title: 'Montant (DA)',
    figure: true,
    phone: 'combien',
    cell: ({ montant }) => <Montant decimal={montant} sansUnite />,
  },
  {
    title: 'Part',
    figure: true,
    place: 'sousEtat',
    cell: ({ quote_part }) => formatPourcent(quote_part, 'toujours'),
  },
  { title: 'Reçu (DA)', figure: true, cell: ({ couvert }) => <Montant decimal={couvert} sansUnite /> },
  { title: 'Reste (DA)', figure: true, cell: ({ reste }) => <Montant decimal={reste} sansUnite /> },
  {
    title: 'État',
    place: 'etat',
    phone: 'etat',
    cell: (echeance) => (
      <StatusBadge tone={TONS_DES_ETATS[echeance.etat]}>{describeEtat(echeance)}</StatusBadge>
    ),
  },
]

function Exigible({ echeance, onNoter }: { echeance: EcheanceLue; onNoter: () => void }) {
  const under = previsionOf(echeance) || stadeAtteintOf(echeance)
  return (
    <>
      {exigibleOf(echeance)}
      {under !== '' && <span className="under">{under}</span>}
      {echeance.attend === 'contrat' && (
        <span className="under">
          <NoterLaDateButton de={`du contrat, ${echeance.libelle}`} onClick={onNoter} />
        </span>
      )}
    </>
  )
}

interface PanneauEcheancierProps {
  dossier: DossierLu
  onOpen: OpenDialog
  marked: number | null
}

export function PanneauEcheancier({ dossier, onOpen, marked }: PanneauEcheancierProps) {
  const { echeances } = dossier
  const peut = usePeut()
  const ouvert = isOuvert(dossier)
  // The head of the dossier offers to generate one.
  if (echeances.length === 0) return <Panneau title="Échéancier" vide="Aucun échéancier pour ce dossier." />
  return (
    <Panneau
      title="Échéancier"
      buttons={
        <>
          {peut(echeancierEndpoints.generate) && ouvert && (
            <PanneauButton icon={IconCalendarPlus} onClick={() => onOpen('generer')}>
              Générer l'échéancier
            </PanneauButton>
          )}
          {peut(echeancierEndpoints.edit) && ouvert && (
            <PanneauButton icon={IconEdit} onClick={() => onOpen('echeancier')}>
              Modifier
            </PanneauButton>
          )}
        </>
      }
    >
      <Lignes
        label="Échéancier"
        compact
        rows={echeances}
        rowKey={({ id }) => id}
        rowId={({ id }) => idDeLigne(id)}
        isMarked={({ id }) => id === marked}
        columns={columnsOf(onOpen)}
        foot={<Total echeances={echeances} />}
      />
    </Panneau>
  )
}

function Total({ echeances }: { echeances: readonly EcheanceLue[] }) {
  const label = useId()
  const sum = (champ: 'montant' | 'couvert' | 'reste') =>
    echeances.reduce((total, echeance) => total + fromDecimal(echeance[champ]), 0)
  return (
    <tr aria-labelledby={label}>
      <th scope="row" colSpan={3} id={label}>
        Total
      </th>
      <td data-figure data-label="Montant (DA)">
        <Montant centimes={sum('montant')} sansUnite />
      </td>
      <td data-figure data-label="Part">
        {formatPourcent(100, 'toujours')}
      </td>
      <td data-figure data-label="Reçu (DA)">
        <Montant centimes={sum('couvert')} sansUnite />
      </td>
      <td data-figure data-label="Reste (DA)">
        <Montant centimes={sum('reste')} sansUnite />
      </td>
      <td aria-hidden />
    </tr>
  )
}

interface BarreProps {
  echeances: readonly EcheanceLue[]
  /** Percent of the price that is paid. */
  paye: number
  onShow: (echeance: number) => void
}

const LEGENDE = [
  ['reglee', 'Réglée'],
  ['en_retard', 'En retard'],
  ['exigible', "Exigible aujourd'hui"],
  ['a_venir', 'À venir'],
  ['annulee', 'Annulée'],
] as const

/** A segment is as wide as the amount of its line. Arrow keys move between segments, Enter shows the line. */
export function BarreEcheancier({ echeances, paye, onShow }: BarreProps) {
  const list = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const last = echeances.length - 1
  const current = Math.min(at, last)
  function onKeyDown(event: KeyboardEvent) {
    const to = {
      ArrowRight: Math.min(current + 1, last),
      ArrowLeft: Math.max(current - 1, 0),
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[to]?.focus()
  }
  const etats = new Set(echeances.map(({ etat }) => etat))
  return (
    <div className="column gap-8">
      <div className="line gap-12">
        <div
          ref={list}
          className={`flex grow shrinks ${styles.segments}`}
          role="list"
          aria-label="Échéances, de la première à la dernière"
        >
          {echeances.map((echeance, rang) => (
            <div
              key={echeance.id}
              role="listitem"
              className={styles.segment}
              style={{ flexGrow: Math.max(echeance.montant, 1) }}
            >
              <button
                type="button"
                className="bare"
                data-etat={echeance.etat}
                aria-label={describeSegment(echeance)}
                title={describeSegment(echeance)}
                tabIndex={rang === current ? 0 : -1}
                onFocus={() => setAt(rang)}
                onKeyDown={onKeyDown}
                onClick={() => onShow(echeance.id)}
              >
                <span style={{ width: `${(100 * echeance.couvert) / (echeance.montant || 1)}%` }} />
              </button>
            </div>
          ))}
        </div>
        <span className="bold figures">
          <span className="visuallyHidden">Payé : </span>
          {formatPourcent(paye)}
        </span>
      </div>
      <ul className={`wrap list dim small gap-4-16 ${styles.legende}`} aria-hidden>
        {LEGENDE.filter(([etat]) => etats.has(etat)).map(([etat, mot]) => (
          <li key={etat} className="line gap-6" data-etat={etat}>
            {mot}
          </li>
        ))}
      </ul>
    </div>
  )
}
