import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { usePeut, usePermis } from '#web/kit/call/usePeut.ts'
import { Button, UnstyledButton } from '@mantine/core'
import { IconCash, IconChevronRight, IconPencil, IconPlus, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { HistoriqueButton } from '#features/journal/web/Historique.tsx'
import type { ChargesActions } from '#features/charges/web/charges.actions.ts'
import styles from '#features/charges/web/Charges.module.css'
import { EtatDuBon, NommesParLeBon } from '#features/charges/web/EtatDuBon.tsx'
import { chargesQueries, type BonLu, type LigneLue } from '#features/charges/web/charges.queries.ts'
import { formatNombre } from '#shared/argent.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { ErrorState } from '#web/kit/feedback/Results.tsx'
import { markedInSight } from '#web/kit/list/useUrlState.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'

interface BonCardProps {
  bon: BonLu
  actions: ChargesActions
}

/** A voucher with its lines. Folded lines stay in the document, because printing shows them. */
export function BonCard({ bon, actions, premier }: BonCardProps & { premier: boolean }) {
  const title = useId()
  const contenu = useId()
  const { id, reference, date_bon, total_montant, lignes } = bon
  const peut = usePeut()
  const ouvert = actions.plis.estOuvert(id, premier)
  return (
    <article
      className={styles.bon}
      data-plie={!ouvert || undefined}
      aria-labelledby={title}
      {...(id === actions.nomme && markedInSight)}
    >
      <div className={styles.head}>
        <div className={`anywhere shrinks ${styles.names}`}>
          <h3 className={`bold flat ${styles.reference}`}>
            <UnstyledButton
              className={`flex gap-6 ${styles.pli}`}
              aria-expanded={ouvert}
              aria-controls={contenu}
              onClick={() => actions.plis.plier(id, !ouvert)}
            >
              <IconChevronRight className={styles.chevron} size={18} stroke={1.8} aria-hidden />
              <span id={title} data-nom>
                {reference}
              </span>
            </UnstyledButton>
          </h3>
          <div className={`dim small ${styles.under}`}>
            <time dateTime={date_bon}>{date_bon ? formatJourCourt(date_bon) : 'N/A'}</time>
            <NommesParLeBon bon={bon} />
          </div>
        </div>
        <div className={`right ${styles.total}`}>
          <span className="bold">
            <Montant decimal={total_montant} />
          </span>
          <EtatDuBon bon={bon} />
        </div>
        <div className={`row end gap-4 ${styles.tools}`}>
          {peut(chargesEndpoints.createLigne) && (
            <Button
              variant="subtle"
              px="xs"
              leftSection={<IconPlus size={18} stroke={1.8} />}
              aria-label={`Ajouter une ligne à ${reference}`}
              onClick={() => actions.open({ type: 'addLigne', bon })}
            >
              Ajouter une ligne
            </Button>
          )}
          <IconAction
            icon={IconCash}
            label={`Règlements de ${reference}`}
            onClick={() => actions.open({ type: 'reglements', bon })}
          />
          <IconAction
            icon={IconPrinter}
            label={`Imprimer le bon ${reference}`}
            busy={actions.printing}
            onClick={() => actions.print({ bon })}
          />
          {peut(chargesEndpoints.updateBon) && (
            <IconAction
              icon={IconPencil}
              label={`Modifier le bon ${reference}`}
              onClick={() => actions.open({ type: 'editBon', bon })}
            />
          )}
          <HistoriqueButton objet="bon" id={id} nom={reference} variant="icone" />
          {peut(chargesEndpoints.deleteBon) && (
            <IconAction
              icon={IconTrash}
              label={`Supprimer le bon ${reference}`}
              danger
              onClick={() => actions.remove({ type: 'deleteBon', bon })}
            />
          )}
        </div>
      </div>
      <div className={styles.contenu} id={contenu}>
        {lignes.total === 0 ? (
          <p className={`dim flat ${styles.none}`}>Aucune ligne pour ce bon.</p>
        ) : (
          <Lignes bon={bon} actions={actions} />
        )}
      </div>
    </article>
  )
}

function Lignes({ bon, actions }: BonCardProps) {
  const { id, reference, lignes } = bon
  const permis = usePermis()
  const edit = permis(chargesEndpoints.updateLigne, (ligne: LigneLue) =>
    actions.open({ type: 'editLigne', bon, ligne }),
  )
  const remove = permis(chargesEndpoints.deleteLigne, (ligne: LigneLue) =>
    actions.remove({ type: 'deleteLigne', bon, ligne }),
  )
  const page = actions.lignesPage(id)
  const query = useQuery({ ...chargesQueries.lignes(id, page), enabled: page > 1 })
  const shown = page > 1 && query.data ? query.data : lignes
  return (
    <>
      {page > 1 && query.isError && (
        <ErrorState
          message={messageOf(query.error, 'Erreur lors du chargement des lignes.')}
          compact={query.data !== undefined}
          onRetry={() => void query.refetch()}
        />
      )}
      {(page === 1 || query.data || !query.isError) && (
        <table
          className={styles.lignes}
          aria-busy={page > 1 && query.isFetching}
          aria-label={`Lignes du bon ${reference}`}
        >
          <thead>
            <tr>
              <th scope="col">Désignation</th>
              <th scope="col">Prix unitaire</th>
              <th scope="col">Quantité</th>
              <th scope="col">Montant</th>
              {(edit || remove) && <th scope="col">Actions</th>}
            </tr>
          </thead>
          <tbody>
            {shown.data.map((ligne) => (
              <Ligne
                key={ligne.id}
                ligne={ligne}
                onEdit={edit && (() => edit(ligne))}
                onDelete={remove && (() => remove(ligne))}
              />
            ))}
          </tbody>
        </table>
      )}
      <Pager
        compact
        page={page}
        lastPage={lignes.last_page}
        label={`Pages des lignes de ${reference}`}
        onChange={(next) => actions.turnLignes(id, next)}
      />
    </>
  )
}

interface LigneProps {
  ligne: LigneLue
  /** Absent when the member may not change the line. */
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

function Ligne({ ligne, onEdit, onDelete }: LigneProps) {
  const { designation, prix_unitaire, quantite, montant } = ligne
  return (
    <tr>
      <td data-nom>{designation}</td>
      <td data-label="Prix unitaire">
        <Montant decimal={prix_unitaire} />
      </td>
      <td data-label="Quantité">{formatNombre(quantite)}</td>
      <td data-label="Montant">
        <Montant decimal={montant} />
      </td>
      {(onEdit || onDelete) && (
        <td>
          <div className="flex end">
            {onEdit && (
              <IconAction icon={IconPencil} label={`Modifier la ligne ${designation}`} onClick={onEdit} />
            )}
            <HistoriqueButton objet="ligne" id={ligne.id} nom={designation} variant="icone" />
            {onDelete && (
              <IconAction
                icon={IconTrash}
                label={`Supprimer la ligne ${designation}`}
                danger
                onClick={onDelete}
              />
            )}
          </div>
        </td>
      )}
    </tr>
  )
}
