import { IconEye, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { chequesEndpoints, type Remise } from '#features/cheques/cheques.contract.ts'
import styles from '#features/cheques/web/cheques.module.css'
import { chequesQueries, type RemiseLue, useDeleteRemise } from '#features/cheques/web/cheques.queries.ts'
import { formatSansNumero } from '#features/cheques/web/cheques.words.ts'
import { formatCompteBancaire } from '#features/comptes/comptes.words.ts'
import type { OngletProps } from '#features/cheques/web/cheques.onglets.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { callFile } from '#web/kit/call/api.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useDeletion } from '#web/kit/dialog/confirm.tsx'
import type { BannersState } from '#web/kit/feedback/Banner.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { Pager } from '#web/kit/list/Pager.tsx'
import { PeriodeFields } from '#web/kit/list/PeriodeFields.tsx'
import { type Colonne, Tableau } from '#web/kit/table/Tableau.tsx'

const COLUMNS: readonly Colonne<RemiseLue>[] = [
  { title: 'N°', genre: 'jour', min: 90, phone: 'qui', cell: ({ numero }) => numero },
  {
    title: 'Date',
    genre: 'jour',
    min: 92,
    phone: 'quoi',
    cell: ({ jour }) => jour && formatJourCourt(jour),
  },
  { title: 'Compte', genre: 'nom', min: 250, cell: ({ compte }) => formatCompteBancaire(compte) },
  { title: 'Chèques', genre: 'figure', min: 76, cell: ({ nombre }) => nombre },
  {
    title: 'Montant',
    genre: 'figure',
    min: 130,
    phone: 'combien',
    cell: ({ montant }) => <Montant decimal={montant} />,
  },
  {
    title: 'Suivi',
    genre: 'texte',
    min: 150,
    phone: 'etat',
    cell: (remise) => (
      <div className={styles.bref}>
        <RemiseBar remise={remise} />
      </div>
    ),
  },
]

interface RemisesTabProps extends OngletProps {
  banners: BannersState
  work: WorkState
  onOpen: (remise: RemiseLue) => void
  onDeleted: (id: number) => void
}

export function RemisesTab({ state, setState, banners, work, onOpen, onDeleted }: RemisesTabProps) {
  const { page, du, au } = state
  const query = useQuery(chequesQueries.remises({ page, du, au }))
  const peut = usePeut()
  const deletion = useDeleteRemise()
  const confirmDeletion = useDeletion(banners.success, (message) => banners.error(message, null))
  const askDelete = ({ id, numero }: RemiseLue) =>
    confirmDeletion({
      title: 'Supprimer la remise',
      body: `Êtes-vous sûr de vouloir supprimer la remise N° ${numero} ? Ses chèques seront de nouveau à remettre. Son numéro ne resservira pas.`,
      fallback: 'Erreur lors de la suppression.',
      action: async () => {
        const deleted = await deletion.mutateAsync(id)
        onDeleted(id)
        return deleted
      },
    })
  return (
    <>
      <PeriodeFields
        du={du}
        au={au}
        onChange={setState}
        onReset={() => setState({ du: '', au: '' })}
        set={[du, au].filter(Boolean).length}
      />
      <Results
        query={query}
        loading="Chargement des remises..."
        error="Erreur lors du chargement des chèques."
        cards={3}
        wide
      >
        {({ data, last_page, total }) =>
          total === 0 ? (
            <EmptyState>{du || au ? 'Aucune remise sur cette période.' : 'Aucune remise.'}</EmptyState>
          ) : (
            <>
              <Tableau
                label="Remises"
                rows={data}
                rowKey={({ id }) => id}
                columns={COLUMNS}
                actes={(remise) => ({
                  nom: `remise ${remise.numero}`,
                  actes: [
                    {
                      label: `Bordereau de la remise ${remise.numero}`,
                      icon: IconPrinter,
                      busy: work.label !== null,
                      onClick: () => void printBordereau(work, remise),
                    },
                    {
                      label: `Voir la remise ${remise.numero}`,
                      icon: IconEye,
                      onClick: () => onOpen(remise),
                    },
                  ],
                  fins: [
                    peut(chequesEndpoints.deleteRemise) && {
                      label: `Supprimer la remise ${remise.numero}`,
                      icon: IconTrash,
                      onClick: () => void askDelete(remise),
                    },
                  ],
                })}
              />
              <Pager
                page={page}
                lastPage={last_page}
                onChange={({ page: next, replace }) => setState({ page: next }, { replace })}
                count={formatCompte(total, 'remise')}
              />
            </>
          )
        }
      </Results>
    </>
  )
}

type Comptes = Pick<Remise, 'encaisses' | 'en_attente' | 'rejetes' | 'sans_numero'>

/** « 2 sur 6 encaissés, 1 rejeté ». */
const formatSuivi = ({ encaisses, en_attente, rejetes }: Comptes): string =>
  [
    `${encaisses} sur ${encaisses + en_attente + rejetes} ${encaisses === 1 ? 'encaissé' : 'encaissés'}`,
    rejetes > 0 && formatCompte(rejetes, 'rejeté'),
  ]
    .filter(Boolean)
    .join(', ')

/** Draws the cashed cheques in green and the rejected ones in red; the track stays empty for those of which the bank has said nothing yet. */
export function RemiseBar({ remise }: { remise: Comptes }) {
  const { encaisses, en_attente, rejetes, sans_numero } = remise
  const sansNumero = formatSansNumero(sans_numero)
  return (
    <div className={`stack gap-4 ${styles.suivi}`}>
      <div className={styles.parts} aria-hidden>
        {encaisses > 0 && <span data-tone="green" style={{ flexGrow: encaisses }} />}
        {rejetes > 0 && <span data-tone="red" style={{ flexGrow: rejetes }} />}
        {en_attente > 0 && <span data-tone="none" style={{ flexGrow: en_attente }} />}
      </div>
      <span className="under">{formatSuivi(remise)}</span>
      {sansNumero && <p className={`bold warn ${styles.postdate}`}>{sansNumero}</p>}
    </div>
  )
}

export function printBordereau(
  work: WorkState,
  { id, numero }: Pick<Remise, 'id' | 'numero'>,
): Promise<boolean> {
  return work.run(
    'Préparation du bordereau…',
    (signal) =>
      saveFile(
        () => callFile(chequesEndpoints.bordereau, { params: { id }, signal }),
        `remise_${numero}.pdf`,
      ),
    'Erreur lors de la préparation du bordereau.',
  )
}
