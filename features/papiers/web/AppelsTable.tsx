import { IconFolder, IconLanguage } from '@tabler/icons-react'
import { ATTEND_LE_CONTRAT } from '#features/echeanciers/echeances.words.ts'
import styles from '#features/papiers/web/appels.module.css'
import { MOTS_DES_LANGUES, moyensDits, type Rang } from '#features/papiers/web/appels.words.ts'
import { NoterLaDateButton } from '#features/ventes/web/NoterLaDateButton.tsx'
import { nomCourtDeResidence } from '#shared/biens.ts'
import { formatJourCourt } from '#shared/dates.ts'
import type { Langue } from '#shared/papiers.ts'
import { clientAt, dossierAt } from '#shared/paths.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Nom, Numero } from '#web/kit/card/Nom.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { CaseDeLigne } from '#web/kit/list/Cases.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'

const colonnes = (onNoter: (venteId: number) => void): readonly Colonne<Rang>[] => [
  {
    title: 'Client',
    genre: 'nom',
    min: 200,
    phone: 'qui',
    cell: ({ client }) => <Nom to={clientAt(client.id)}>{client.nomComplet}</Nom>,
    under: ({ vente_id, dossier }) => <Nom to={dossierAt(vente_id)}>{dossier}</Nom>,
  },
  {
    title: 'Bien',
    genre: 'lieu',
    min: 150,
    phone: 'quoi',
    cell: ({ bien }) => <Numero>{bien.designation}</Numero>,
    under: ({ bien }) => bien.residence && nomCourtDeResidence(bien.residence),
  },
  {
    title: 'Reste',
    genre: 'figure',
    min: 140,
    phone: 'combien',
    cell: ({ reste }) => <Montant decimal={reste} />,
  },
  {
    title: 'Langue',
    genre: 'jour',
    min: 90,
    cell: ({ langue }) => MOTS_DES_LANGUES[langue],
  },
  {
    title: 'Appel de fonds',
    genre: 'lieu',
    min: 200,
    phone: 'etat',
    cell: (rang) => <EtatDeLAppel rang={rang} onNoter={onNoter} />,
    phoneCell: (rang) => <EtatDeLAppel rang={rang} onNoter={onNoter} court />,
    under: (rang) => moyensDits(rang),
  },
]

interface EtatDeLAppelProps {
  rang: Rang
  onNoter: (venteId: number) => void
  court?: boolean
}

/** Where a line stands: what it waits for, that its appel is to be made, or the number of the one that stands. @param court for a phone */
function EtatDeLAppel({ rang, onNoter, court = false }: EtatDeLAppelProps) {
  const { attend, due, exigible_le, document, vente_id, dossier } = rang
  if (court && document?.a_refaire) return <StatusBadge tone="yellow">à refaire</StatusBadge>
  if (attend && court) return 'attend le contrat'
  if (attend)
    return (
      <>
        {ATTEND_LE_CONTRAT}{' '}
        <NoterLaDateButton de={`du contrat du dossier ${dossier}`} onClick={() => onNoter(vente_id)} />
      </>
    )
  if (!due && exigible_le !== null) return `exigible le ${formatJourCourt(exigible_le)}`
  if (!document) return 'à établir'
  return (
    <>
      <span className="nowrap">N° {document.numero}</span>
      {document.a_refaire && (
        <>
          {' '}
          <StatusBadge tone="yellow">à refaire</StatusBadge>
        </>
      )}
    </>
  )
}

interface AppelsTableProps {
  rangs: readonly Rang[]
  isTicked: (rang: Rang) => boolean
  onTick: (rang: Rang) => void
  onLangue: (rang: Rang, langue: Langue) => void
  onNoter: (venteId: number) => void
}

export function AppelsTable({ rangs, isTicked, onTick, onLangue, onNoter }: AppelsTableProps) {
  return (
    <div className={styles.table}>
      <Tableau
        label="Appels de fonds"
        rows={rangs}
        rowKey={({ echeance_id }) => echeance_id}
        columns={colonnes(onNoter)}
        isMarked={isTicked}
        renderBox={(rang) => (
          <CaseDeLigne
            label={`Choisir ${rang.client.nomComplet}, ${rang.bien.designation}`}
            checked={isTicked(rang)}
            prevented={rang.due ? undefined : "n'est pas exigible"}
            onChange={() => onTick(rang)}
          />
        )}
        actesMin={68}
        actes={(rang) => ({
          nom: `${rang.client.nomComplet}, ${rang.bien.designation}`,
          actes: [],
          autres: [
            {
              label: rang.langue === 'ar' ? 'En français' : 'En arabe',
              icon: IconLanguage,
              onClick: () => onLangue(rang, rang.langue === 'ar' ? 'fr' : 'ar'),
            },
            { label: 'Ouvrir le dossier', icon: IconFolder, to: dossierAt(rang.vente_id) },
          ],
        })}
      />
    </div>
  )
}
