import { Anchor } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconEye, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { piecesEndpoints } from '#features/clients/fiches.contract.ts'
import {
  openPiece,
  piecesQuery,
  useDeletePiece,
  type ListeDesPieces,
  type PieceLue,
  type Porteur,
} from '#features/clients/web/pieces.queries.ts'
import styles from '#features/clients/web/pieces.module.css'
import { formatJourCourt, jourOf } from '#shared/dates.ts'
import { formatTaille } from '#shared/taille.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import { Panneau, PanneauButton, Rien } from '#web/kit/card/Panneau.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useDeletion } from '#web/kit/dialog/confirm.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'

const AjouterPiece = lazyDialog(() => import('#features/clients/web/AjouterPiece.tsx'), 'AjouterPiece')

const RIEN = "Aucune pièce pour l'instant."

type PanneauPiecesProps = Porteur & {
  /** The sale has ended, so no piece is required any more. */
  clos?: boolean
  /** The contract is signed: what is missing is late. */
  contrat?: boolean
}

export function PanneauPieces({ clos = false, contrat = false, ...porteur }: PanneauPiecesProps) {
  const peut = usePeut()
  return peut(piecesEndpoints.list) ? <LesPieces porteur={porteur} clos={clos} contrat={contrat} /> : null
}

function LesPieces({ porteur, clos, contrat }: { porteur: Porteur; clos: boolean; contrat: boolean }) {
  const query = useQuery(piecesQuery(porteur))
  const peut = usePeut()
  const banners = useBanners()
  const remove = useDeletion(banners.success, banners.error)
  const supprimer = useDeletePiece()
  const [opened, setOpened] = useOpened<{ liste: ListeDesPieces }>('piece')
  const { data } = query
  const exigees = data && !clos ? exigeesOf(data, porteur.client !== undefined) : []
  const vide = data?.data.length === 0 && exigees.length === 0
  const open = (piece: PieceLue) => void openPiece(piece, banners.error)
  return (
    <Panneau
      title="Pièces"
      vide={vide ? RIEN : null}
      buttons={
        data &&
        peut(piecesEndpoints.create) && (
          <PanneauButton icon={IconPlus} onClick={() => setOpened({ liste: data })}>
            Ajouter une pièce
          </PanneauButton>
        )
      }
    >
      <Banners banners={banners} />
      {opened && (
        <AjouterPiece
          porteur={porteur}
          liste={opened.liste}
          onClose={() => setOpened(null)}
          onSaved={banners.success}
        />
      )}
      <Results
        query={query}
        loading="Chargement des pièces..."
        error="Erreur lors du chargement des pièces."
        cards={0}
      >
        {(liste) =>
          !vide && (
            <div className="column gap-16">
              {contrat && exigees.some(({ presente }) => !presente) && (
                <p className={styles.signe}>Le contrat est signé : ces pièces restent à fournir.</p>
              )}
              {exigees.length > 0 && <Exigees exigees={exigees} />}
              {liste.data.length === 0 ? (
                <Rien>{RIEN}</Rien>
              ) : (
                <Lignes
                  label="Pièces"
                  rows={liste.data}
                  rowKey={({ id }) => id}
                  columns={columnsOf(open)}
                  renderActions={(piece) => (
                    <>
                      <IconAction
                        compact
                        icon={IconEye}
                        label={`Ouvrir ${piece.nom}`}
                        onClick={() => open(piece)}
                      />
                      {peut(piecesEndpoints.remove) && (
                        <IconAction
                          compact
                          danger
                          icon={IconTrash}
                          label={`Supprimer ${piece.nom}`}
                          onClick={() =>
                            void remove({
                              title: 'Supprimer la pièce',
                              body: (
                                <>
                                  Êtes-vous sûr de vouloir supprimer la pièce <bdi>{piece.nom}</bdi> ? Cette
                                  action est définitive.
                                </>
                              ),
                              fallback: 'Erreur lors de la suppression de la pièce.',
                              action: () => supprimer.mutateAsync(piece.id),
                            })
                          }
                        />
                      )}
                    </>
                  )}
                />
              )}
            </div>
          )
        }
      </Results>
    </Panneau>
  )
}

const columnsOf = (open: (piece: PieceLue) => void): readonly Colonne<PieceLue>[] => [
  {
    title: 'Pièce',
    cell: ({ libelle, note }) => (
      <>
        <span data-nom>{libelle}</span>
        {note && (
          <span className="dim small block" data-nom>
            {note}
          </span>
        )}
      </>
    ),
  },
  {
    title: 'Fichier',
    cell: (piece) => (
      <Anchor component="button" type="button" inherit className={styles.nom} onClick={() => open(piece)}>
        <bdi>{piece.nom}</bdi>
      </Anchor>
    ),
  },
  { title: 'Taille', court: true, cell: ({ taille }) => formatTaille(taille) },
  {
    title: 'Ajoutée le',
    court: true,
    cell: ({ ajoutee_le }) => ajoutee_le && formatJourCourt(jourOf(new Date(ajoutee_le))),
  },
  { title: 'Par', cell: ({ ajoutee_par }) => <span data-nom>{ajoutee_par}</span> },
]

interface Exigee {
  code: string
  libelle: string
  presente: boolean
  ailleurs: boolean
}

/** Required pieces; a vente also has the missing ones of its buyer. */
function exigeesOf({ types, manquantes }: ListeDesPieces, client: boolean): Exigee[] {
  const missing = new Set(manquantes.map(({ code }) => code))
  return [
    ...types
      .filter(({ obligatoire }) => obligatoire)
      .map(({ code, libelle }) => ({ code, libelle, presente: !missing.has(code), ailleurs: false })),
    ...manquantes
      .filter(({ portee }) => !client && portee === 'client')
      .map(({ code, libelle }) => ({ code, libelle, presente: false, ailleurs: true })),
  ]
}

function Exigees({ exigees }: { exigees: readonly Exigee[] }) {
  return (
    <ul className={`stack list ${styles.exigees}`} aria-label="Pièces obligatoires">
      {exigees.map(({ code, libelle, presente, ailleurs }) => (
        <li key={code} data-presente={presente || undefined}>
          {presente ? (
            <IconCheck size={18} stroke={2} aria-hidden />
          ) : (
            <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
          )}
          <span className={`anywhere shrinks grow ${styles.libelle}`}>
            <span data-nom>{libelle}</span>
            {ailleurs && <span className="dim small block">Sur la fiche du client</span>}
          </span>
          <span className="bold">{presente ? 'Présente' : 'À fournir'}</span>
        </li>
      ))}
    </ul>
  )
}
