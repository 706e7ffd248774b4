import { useQuery } from '@tanstack/react-query'
import { LOTS } from '#features/biens/biens.kinds.ts'
import type { Lot } from '#features/biens/web/lots.ts'
import { paiementsQueries } from '#features/paiements/web/paiements.queries.ts'
import { PlutotDesister } from '#features/ventes/web/PlutotDesister.tsx'
import { fromDecimal, formatMontant, formatNombre } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'

/** Payments of a local are deleted with its client, those of an appartement stay as history (Q128, Q129). */
export function RetraitDuLot({ lot }: { lot: Lot }) {
  const { data } = useQuery(paiementsQueries.solde(lot))
  const versements = (data?.lignes ?? lot.paiements).map(({ versement }) => fromDecimal(versement))
  const somme = formatMontant(versements.reduce((total, versement) => total + versement, 0))
  const combien = `${formatCompte(versements.length, 'versement')} pour ${somme}`
  const { Le, du } = LOTS[lot.type]
  return (
    <>
      <p>
        Êtes-vous sûr de vouloir retirer le client <bdi>{lot.client?.nomComplet}</bdi> {du}{' '}
        <bdi>{lot.numero}</bdi> ?
      </p>
      <p>
        {versements.length === 0
          ? "Aucun versement n'est enregistré pour cette vente."
          : lot.type === 'local'
            ? `Cette action est définitive : elle supprime ${combien}.`
            : `L'historique de l'appartement garde ${combien}.`}{' '}
        {Le} redevient disponible.
      </p>
      {lot.type === 'local' && versements.length > 0 && (
        <p className="warn">{describeMoisQuittes(versements.length)}</p>
      )}
      <PlutotDesister vente_id={lot.vente_id} dossier={lot.dossier} />
    </>
  )
}

/** Payments that are deleted change the months that they are counted in; a désistement changes none (comptes D.5). */
const describeMoisQuittes = (versements: number): string =>
  versements === 1
    ? '1 versement quittera son mois, déclaré ou non. Un désistement le garde.'
    : `${formatNombre(versements)} versements quitteront leurs mois, déclarés ou non. Un désistement les garde.`

export function SuppressionDuLot({ lot, plan }: { lot: Lot; plan: boolean }) {
  return (
    <>
      <p>
        Êtes-vous sûr de vouloir supprimer {LOTS[lot.type].le} <bdi>{lot.numero}</bdi> ? Cette action est
        définitive.
      </p>
      {lot.client ? (
        <p>
          Le client <bdi>{lot.client.nomComplet}</bdi> y est rattaché : tant qu'il n'est pas retiré, la
          suppression sera refusée.
        </p>
      ) : (
        plan && <p>Son plan PDF sera supprimé avec lui.</p>
      )}
    </>
  )
}
