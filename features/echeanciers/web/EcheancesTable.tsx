import { nomCourtDeResidence } from '#shared/biens.ts'
import { Nom, Numero } from '#web/kit/card/Nom.tsx'
import { IconBellRinging, IconCash, IconFolder, IconPhone } from '@tabler/icons-react'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import {
  ATTEND_LE_CONTRAT,
  EXIGIBLE_AUJOURD_HUI,
  ONGLETS_DITS,
  stadeAtteintOf,
  TONS_DES_ETATS,
} from '#features/echeanciers/echeances.words.ts'
import type { Onglet, TriEcheances } from '#features/echeanciers/echeances.contract.ts'
import { NoterLaDateButton } from '#features/ventes/web/NoterLaDateButton.tsx'
import { NOMS_DES_CANAUX } from '#features/ventes/relances.rules.ts'
import styles from '#features/echeanciers/web/echeances.module.css'
import type { LigneLue } from '#features/echeanciers/web/echeances.queries.ts'
import type { Selection } from '#features/echeanciers/web/useSelection.ts'
import { formatNombreDe } from '#shared/argent.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { hrefDeTelephone, numerosDe } from '#shared/telephone.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { CaseDeLaPage, CaseDeLigne } from '#web/kit/list/Cases.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { clientAt, dossierAt, newPaiement } from '#shared/paths.ts'

const jourMois = (jour: string) => formatJourCourt(jour).slice(0, 5)

/** « App. 004 · Ibn Khaldoun »: the whole name is one press away, in the dossier. */
const bienEtResidence = ({ bien }: LigneLue) => (
  <>
    <Numero>{bien.designation.replace(/^Appartement /, 'App.\u00a0')}</Numero>
    {bien.residence && ` · ${nomCourtDeResidence(bien.residence)}`}
  </>
)

const columnsOf = (
  onglet: Onglet,
  onNoter: (ligne: LigneLue) => void,
): readonly Colonne<LigneLue, TriEcheances>[] => [
  {
    title: 'Client',
    genre: 'nom',
    min: 238,
    sort: 'client',
    second: { title: 'Bien', sort: 'bien' },
    phone: 'qui',
    phoneUnder: 'quoi',
    cell: ({ client }) => <Nom to={clientAt(client.id)}>{client.nomComplet}</Nom>,
    under: bienEtResidence,
  },
  {
    title: 'Échéance et dossier',
    genre: 'lieu',
    min: 168,
    phone: 'quoi',
    cell: ({ libelle }) => libelle,
    under: ({ vente_id, dossier }) => <Nom to={dossierAt(vente_id)}>{dossier}</Nom>,
  },
  {
    title: 'Exigible le',
    genre: 'jour',
    min: 98,
    sort: 'jour',
    phoneUnder: 'etat',
    cell: (ligne) => <Exigible {...ligne} />,
    under: (ligne) => <Depuis ligne={ligne} onglet={onglet} onNoter={() => onNoter(ligne)} />,
  },
  {
    title: 'Montant',
    genre: 'figure',
    min: 122,
    cell: ({ montant }) => <Montant decimal={montant} />,
    under: ({ couvert }) =>
      couvert > 0 && (
        <>
          reçu <Montant decimal={couvert} sansUnite />
        </>
      ),
  },
  {
    title: 'Reste',
    genre: 'figure',
    min: 122,
    sort: 'reste',
    phone: 'combien',
    cell: ({ reste }) => <Montant decimal={reste} />,
  },
  {
    title: 'Relancé',
    genre: 'jour',
    min: 116,
    cell: ({ derniere_relance, relance_aujourdhui }) =>
      derniere_relance &&
      (relance_aujourdhui ? (
        <StatusBadge tone="yellow">Aujourd'hui</StatusBadge>
      ) : (
        jourMois(derniere_relance.jour)
      )),
    under: ({ derniere_relance }) => derniere_relance && NOMS_DES_CANAUX[derniere_relance.canal],
  },
]

/** Due day of a line; a line that waits for an event shows its forecast. */
function Exigible({ exigible_le, prevue_le }: LigneLue) {
  if (exigible_le !== null) return formatJourCourt(exigible_le)
  return (
    prevue_le && (
      <>
        <span className="visuallyHidden">prévu le </span>
        {formatJourCourt(prevue_le)}
      </>
    )
  )
}

/** Below the day: how late the line is, that it is paid or only expected, and the day of its stade where that is another one. */
function Depuis({ ligne, onglet, onNoter }: { ligne: LigneLue; onglet: Onglet; onNoter: () => void }) {
  const { exigible_le, prevue_le, attend, stade_atteint_le, etat, jours_retard } = ligne
  if (attend)
    return (
      <>
        {ATTEND_LE_CONTRAT}
        <span className="block" data-deplie>
          <NoterLaDateButton de={`du contrat du dossier ${ligne.dossier}`} onClick={onNoter} />
        </span>
      </>
    )
  if (exigible_le === null)
    return prevue_le && (prevue_le < aujourdhui() ? 'prévision dépassée' : 'prévision')
  const atteint = stadeAtteintOf({ exigible_le, stade_atteint_le })
  return (
    <>
      {onglet === 'exigibles' && etat === 'reglee' && <StatusBadge tone="green">Réglée</StatusBadge>}
      {onglet !== 'a_venir' && etat === 'en_retard' && (
        <span className="bold alarm">{formatNombreDe(jours_retard, 'jour')}</span>
      )}
      {etat === 'exigible' && (
        <StatusBadge tone={TONS_DES_ETATS.exigible}>{EXIGIBLE_AUJOURD_HUI}</StatusBadge>
      )}
      {atteint !== '' && (
        <span className="under" data-deplie>
          {atteint}
        </span>
      )}
    </>
  )
}

interface EcheancesTableProps {
  onglet: Onglet
  rows: readonly LigneLue[]
  sort: string
  onSort: (sort: string) => void
  /** Undefined for a member who may not note relances. */
  selection: Selection | undefined
  onRelancer: (ligne: LigneLue) => void
  onNoter: (ligne: LigneLue) => void
}

/** A page of échéances; the box of a line chooses its whole dossier. */
export function EcheancesTable({
  onglet,
  rows,
  sort,
  onSort,
  selection,
  onRelancer,
  onNoter,
}: EcheancesTableProps) {
  const peut = usePeut()
  return (
    <>
      {selection && (
        <div className={styles.tous}>
          <CaseDeLaPage
            total={rows.length}
            selected={rows.filter(selection.has).length}
            onChange={() => selection.toggleAll(rows)}
          >
            Tout sélectionner sur cette page
          </CaseDeLaPage>
        </div>
      )}
      <Tableau
        label={`Échéances, ${ONGLETS_DITS[onglet].toLowerCase()}`}
        rows={rows}
        rowKey={({ id }) => id}
        columns={columnsOf(onglet, onNoter)}
        sort={sort}
        onSort={onSort}
        isMarked={(ligne) => selection?.has(ligne) === true}
        renderBox={
          selection &&
          ((ligne) => (
            <CaseDeLigne
              label={`Choisir le dossier ${ligne.dossier}, ${ligne.libelle}`}
              checked={selection.has(ligne)}
              onChange={() => selection.toggle(ligne)}
            />
          ))
        }
        actesMin={68}
        actes={(ligne) => ({
          nom: `${ligne.client.nomComplet}, ${ligne.libelle}`,
          actes: [
            selection !== undefined &&
              ligne.dossier_en_retard > 0 && {
                label: `Relancer ${ligne.client.nomComplet}, ${ligne.libelle}`,
                icon: IconBellRinging,
                onClick: () => onRelancer(ligne),
              },
          ],
          autres: [
            { label: 'Ouvrir le dossier', icon: IconFolder, to: dossierAt(ligne.vente_id) },
            ...numerosDe(ligne.client.tel).map((tel) => ({
              label: `Appeler ${tel}`,
              icon: IconPhone,
              href: hrefDeTelephone(tel),
            })),
            peut(paiementsEndpoints.create) && {
              label: 'Nouveau paiement',
              icon: IconCash,
              ...newPaiement(ligne.client.id),
            },
          ],
        })}
      />
    </>
  )
}
