import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DossierLigneLue } from '#features/dossiers/web/dossiers.queries.ts'
import { finOf, NOMS_DES_ETAPES } from '#features/dossiers/web/dossiers.words.ts'
import styles from '#features/dossiers/web/dossiers.module.css'
import type { Onglet } from '#features/dossiers/web/onglets.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { PaymentBar } from '#web/kit/Bars.tsx'
import { ClientLink } from '#web/kit/EntityLinks.tsx'
import type { Colonne } from '#web/kit/Lignes.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'
import { dossierAt, paiementsOf } from '#web/paths.ts'

type Colonnes = readonly Colonne<DossierLigneLue>[]

const QUI_ET_QUOI: Colonnes = [
  {
    title: 'Dossier',
    court: true,
    cell: ({ id, dossier }) => (
      <Anchor inherit fw={600} renderRoot={(props) => <Link to={dossierAt(id)} {...props} />}>
        {dossier}
      </Anchor>
    ),
  },
  {
    title: 'Client',
    cell: ({ client }) => (
      <span data-nom>
        <ClientLink id={client.id} nomComplet={client.nomComplet} />
      </span>
    ),
  },
  {
    title: 'Bien',
    cell: ({ bien, client }) => (
      <>
        <span data-nom>
          <Anchor inherit renderRoot={(props) => <Link to={paiementsOf(client.id, bien)} {...props} />}>
            {bien.designation}
          </Anchor>
        </span>
        <span className={styles.under} data-nom>
          {[bien.lieu, bien.residence].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
]

const EN_COURS: Colonnes = [
  ...QUI_ET_QUOI,
  {
    title: 'Étape',
    court: true,
    cell: ({ etape }) => (
      <StatusBadge tone={etape === 'livraison' ? 'green' : 'blue'}>{NOMS_DES_ETAPES[etape]}</StatusBadge>
    ),
  },
  { title: 'Prix', figure: true, cell: ({ montant }) => <Montant decimal={montant} /> },
  {
    title: 'Payé',
    cell: ({ dossier, totalPaye, pourcentagePaiement }) => (
      <div className={styles.paye}>
        <Montant decimal={totalPaye} />
        <PaymentBar percent={pourcentagePaiement} label={`Payé : ${dossier}`} />
      </div>
    ),
  },
  { title: 'Reste', figure: true, cell: ({ resteAPayer }) => <Montant decimal={resteAPayer} /> },
  {
    title: 'En retard',
    figure: true,
    cell: ({ en_retard }) => (
      <span className={en_retard > 0 ? styles.retard : styles.dim}>
        <Montant decimal={en_retard} />
      </span>
    ),
  },
]

const CLOS: Colonnes = [
  ...QUI_ET_QUOI,
  {
    title: 'Fin',
    cell: (ligne) => {
      const fin = finOf(ligne)
      return (
        <>
          {fin && <StatusBadge tone={fin.tone}>{fin.mot}</StatusBadge>}
          {ligne.terminee_le !== null && (
            <span className={styles.under}>le {formatJourCourt(ligne.terminee_le)}</span>
          )}
        </>
      )
    },
  },
  { title: 'Payé', figure: true, cell: ({ totalPaye }) => <Montant decimal={totalPaye} /> },
  { title: 'Retenue', figure: true, cell: ({ retenue }) => <Somme decimal={retenue} /> },
  {
    title: 'Reste à rembourser',
    figure: true,
    cell: ({ a_rembourser }) => <Somme decimal={a_rembourser} fort />,
  },
]

/** Nothing where the sale was only withdrawn. */
function Somme({ decimal, fort = false }: { decimal: number | null; fort?: boolean }) {
  if (decimal === null) return null
  return (
    <span className={fort && decimal > 0 ? styles.fort : undefined}>
      <Montant decimal={decimal} />
    </span>
  )
}

export const COLONNES: Record<Exclude<Onglet, 'options'>, Colonnes> = { cours: EN_COURS, clos: CLOS }
