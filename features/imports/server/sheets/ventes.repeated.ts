import type { Client, Enregistrement } from '#features/imports/server/check/indexes.ts'
import { prixDe, type Dossier, type Vente } from '#features/imports/server/check/indexes.ventes.ts'
import { writeNumero } from '#features/imports/server/check/series.ts'

/** A sale as its line says it; without a price it has that of its bien. */
export interface Lue extends Omit<Dossier, 'prix'> {
  prix: number | null
}

const NOMS_DES_ORIGINES = { client: 'Client', promoteur: 'Promoteur' } as const

/** The ended sale that a line says again. */
export const memeFinie = (autres: readonly Vente[], client: Enregistrement<Client> | null, lue: Lue | null) =>
  autres.find(
    (vente) =>
      vente.client === client &&
      vente.ouverte_le === lue?.ouverte_le &&
      vente.terminee_le === lue.terminee_le,
  )

/** Whether two lines say the same sale; a line without a price says nothing about it. */
export const memes = (premiere: Vente, lue: Lue): boolean => {
  const [avant, apres] = [describe(premiere), describe(lue)]
  const aussi = lue.prix === null || lue.prix === prixDe(premiere)
  return aussi && Object.keys(apres).every((champ) => champ === 'prix' || avant[champ] === apres[champ])
}

/** A sale in the words of its line, for the report of a line that is left out. */
export function describe({
  desistement,
  dossier,
  ouverte_le,
  ...vente
}: Lue | Vente): Record<string, string | number | null> {
  return {
    date: ouverte_le,
    prix: vente.terminee_le === null ? null : vente.prix,
    dossier: dossier && writeNumero('dossier', dossier),
    reservation_le: vente.reservation_le,
    contrat_le: vente.contrat_le,
    livraison_le: vente.livraison_le,
    livraison_prevue_le: vente.livraison_prevue_le,
    notaire: vente.notaire,
    vendeur: vente.vendeur,
    note: vente.note,
    demande_le: desistement?.demande_le ?? null,
    origine: desistement && NOMS_DES_ORIGINES[desistement.origine],
    motif: desistement?.motif ?? null,
    retenue: desistement?.retenue ?? null,
  }
}
