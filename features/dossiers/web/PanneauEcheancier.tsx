import { useId } from 'react'
import { exigibleOf, previsionOf } from '#features/dossiers/echeances.texts.ts'
import type { DossierLu, EcheanceLue } from '#features/dossiers/web/dossiers.queries.ts'
import { direEtat, TONS_DES_ETATS } from '#features/dossiers/web/dossiers.words.ts'
import styles from '#features/dossiers/web/dossiers.module.css'
import { Panneau, Rien } from '#web/kit/Panneau.tsx'
import type { ActionsDuDossier } from '#features/dossiers/web/useActionsDuDossier.tsx'
import { formatPourcent, fromDecimal } from '#shared/argent.ts'
import { Lignes, type Colonne } from '#web/kit/Lignes.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'

/** The row of a line, to which its segment leads. */
export const idDeLigne = (echeance: number): string => `echeance-${echeance}`

const COLUMNS: readonly Colonne<EcheanceLue>[] = [
  { title: 'N°', court: true, cell: ({ rang }) => rang },
  { title: 'Échéance', cell: ({ libelle }) => <span data-nom>{libelle}</span> },
  { title: 'Exigible', cell: (echeance) => <Exigible echeance={echeance} /> },
  { title: 'Montant (DA)', figure: true, cell: ({ montant }) => <Montant decimal={montant} sansUnite /> },
  { title: 'Part', figure: true, cell: ({ part }) => formatPourcent(part) },
  { title: 'Reçu (DA)', figure: true, cell: ({ couvert }) => <Montant decimal={couvert} sansUnite /> },
  { title: 'Reste (DA)', figure: true, cell: ({ reste }) => <Montant decimal={reste} sansUnite /> },
  {
    title: 'État',
    cell: (echeance) => <StatusBadge tone={TONS_DES_ETATS[echeance.etat]}>{direEtat(echeance)}</StatusBadge>,
  },
]

function Exigible({ echeance }: { echeance: EcheanceLue }) {
  const prevision = previsionOf(echeance)
  return (
    <>
      {exigibleOf(echeance)}
      {prevision !== '' && <span className={styles.under}>{prevision}</span>}
    </>
  )
}

interface PanneauEcheancierProps {
  dossier: DossierLu
  actions: ActionsDuDossier
  /** The line that its segment has led to. */
  marked: number | null
}

/** What is to be paid, line by line, with what each has received. */
export function PanneauEcheancier({ dossier, actions, marked }: PanneauEcheancierProps) {
  const { echeances } = dossier
  const buttons = actions.buttons('echeancier')
  const generer = actions.of('echeancier').length > 0
  if (echeances.length === 0)
    return (
      <Panneau title="Échéancier">
        <Rien
          {...(generer && { hint: "Générez-le à partir d'un modèle." })}
          action={<div className={styles.boutons}>{buttons}</div>}
        >
          Aucun échéancier pour ce dossier.
        </Rien>
      </Panneau>
    )
  return (
    <Panneau title="Échéancier" buttons={buttons}>
      <Lignes
        label="Échéancier"
        rows={echeances}
        rowKey={({ id }) => id}
        rowId={({ id }) => idDeLigne(id)}
        isMarked={({ id }) => id === marked}
        columns={COLUMNS}
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
        {formatPourcent(100)}
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
