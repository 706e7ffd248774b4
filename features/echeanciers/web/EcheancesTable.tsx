import { IconBellRinging } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { stadeAtteintOf, ONGLETS_DITS } from '#features/echeanciers/echeances.texts.ts'
import { NOMS_DES_CANAUX } from '#features/ventes/relances.rules.ts'
import type { Onglet } from '#features/echeanciers/echeances.codes.ts'
import styles from '#features/echeanciers/web/echeances.module.css'
import type { LigneLue } from '#features/echeanciers/web/echeances.queries.ts'
import type { Selection } from '#features/echeanciers/web/useSelection.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { dossierAt } from '#web/paths.ts'

const jourMois = (jour: string) => formatJourCourt(jour).slice(0, 5)

const RETARD: Colonne<LigneLue> = {
  title: 'Retard',
  court: true,
  cell: ({ etat, jours_retard }) =>
    etat === 'en_retard' && (
      <span className={styles.retard}>
        {jours_retard === 0 ? "aujourd'hui" : formatCompte(jours_retard, 'jour')}
      </span>
    ),
}
const REGLEE: Colonne<LigneLue> = {
  ...RETARD,
  cell: (ligne) =>
    ligne.etat === 'reglee' ? <StatusBadge tone="green">Réglée</StatusBadge> : RETARD.cell(ligne),
}

const columnsOf = (onglet: Onglet): readonly Colonne<LigneLue>[] => [
  {
    title: 'Client',
    cell: ({ client }) => (
      <>
        <span className={styles.nom} data-nom>
          {client.nomComplet}
        </span>
        <span className={`${styles.under} ${styles.tel}`}>
          <PhoneLink tel={client.tel} />
        </span>
      </>
    ),
  },
  {
    title: 'Bien',
    cell: ({ bien }) => (
      <>
        <span className={styles.nom} data-nom>
          {bien.designation}
        </span>
        <span className={styles.under} data-nom>
          {bien.residence}
        </span>
      </>
    ),
  },
  {
    title: 'Dossier',
    court: true,
    cell: ({ vente_id, dossier }) => (
      <Link className={styles.lien} to={dossierAt(vente_id)}>
        {dossier}
      </Link>
    ),
  },
  {
    title: 'Échéance',
    cell: ({ libelle }) => (
      <span className={styles.libelle} data-nom>
        {libelle}
      </span>
    ),
  },
  { title: 'Exigible le', court: true, cell: (ligne) => <Exigible {...ligne} /> },
  ...(onglet === 'retard' ? [RETARD] : onglet === 'exigibles' ? [REGLEE] : []),
  { title: 'Montant', figure: true, cell: ({ montant }) => <Montant decimal={montant} /> },
  { title: 'Reçu', figure: true, cell: ({ couvert }) => <Montant decimal={couvert} /> },
  { title: 'Reste', figure: true, cell: ({ reste }) => <Montant decimal={reste} /> },
  {
    title: 'Dernière relance',
    cell: ({ derniere_relance, relance_aujourdhui }) =>
      derniere_relance && (
        <>
          {jourMois(derniere_relance.jour)} {NOMS_DES_CANAUX[derniere_relance.canal]}
          {relance_aujourdhui && (
            <span className={styles.under}>
              <StatusBadge tone="yellow">Aujourd'hui</StatusBadge>
            </span>
          )}
        </>
      ),
  },
]

/** Due day of a line; a line that waits for an event shows its forecast. */
function Exigible({ exigible_le, date_prevue, stade_atteint_le }: LigneLue) {
  if (exigible_le !== null) {
    const atteint = stadeAtteintOf({ exigible_le, stade_atteint_le })
    return (
      <>
        {formatJourCourt(exigible_le)}
        {atteint !== '' && <span className={styles.under}>{atteint}</span>}
      </>
    )
  }
  if (date_prevue === null) return null
  return (
    <>
      {formatJourCourt(date_prevue)}
      <span className={styles.under}>{date_prevue < aujourdhui() ? 'prévision dépassée' : 'prévision'}</span>
    </>
  )
}

interface EcheancesTableProps {
  onglet: Onglet
  rows: readonly LigneLue[]
  /** Undefined for a member who may not note relances. */
  selection: Selection | undefined
  onRelancer: (ligne: LigneLue) => void
}

/** A page of échéances; the box of a line chooses its whole dossier. */
export function EcheancesTable({ onglet, rows, selection, onRelancer }: EcheancesTableProps) {
  return (
    <>
      {selection && <TousLesChoisir rows={rows} selection={selection} />}
      <div className={styles.lignes}>
        <Lignes
          label={`Échéances, ${ONGLETS_DITS[onglet].toLowerCase()}`}
          rows={rows}
          rowKey={({ id }) => id}
          columns={columnsOf(onglet)}
          isMarked={(ligne) => selection?.has(ligne) === true}
          renderBox={
            selection &&
            ((ligne) => (
              <label className={styles.tick}>
                <input
                  type="checkbox"
                  aria-label={`Choisir le dossier ${ligne.dossier}, ${ligne.libelle}`}
                  checked={selection.has(ligne)}
                  onChange={() => selection.toggle(ligne)}
                />
              </label>
            ))
          }
          renderActions={
            selection &&
            ((ligne) =>
              ligne.dossier_en_retard > 0 && (
                <IconAction
                  compact
                  icon={IconBellRinging}
                  label={`Relancer ${ligne.client.nomComplet}, ${ligne.libelle}`}
                  onClick={() => onRelancer(ligne)}
                />
              ))
          }
        />
      </div>
    </>
  )
}

function TousLesChoisir({ rows, selection }: { rows: readonly LigneLue[]; selection: Selection }) {
  const box = useRef<HTMLInputElement>(null)
  const chosen = rows.filter(selection.has).length
  const some = chosen > 0 && chosen < rows.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <label className={styles.tous}>
      <input
        ref={box}
        type="checkbox"
        checked={rows.length > 0 && chosen === rows.length}
        onChange={() => selection.toggleAll(rows)}
      />
      Tout sélectionner sur cette page
    </label>
  )
}
