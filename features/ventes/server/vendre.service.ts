import { sql } from 'kysely'
import { lockBien, lockVenteOuverte, OBJETS, type Bien } from '#features/etats/server/biens.locks.ts'
import { holdClient, readClient } from '#features/clients/server/clients.service.ts'
import { applyModele, refusDuStadeSansBloc, type Ligne } from '#features/echeanciers/echeancier.rules.ts'
import { assertFewEnough, toGeneration } from '#features/echeanciers/server/echeancier.service.ts'
import { writeFirstLignes } from '#features/echeanciers/server/lignes.service.ts'
import { holdModele } from '#features/echeanciers/server/modeles.service.ts'
import type { Modele } from '#features/echeanciers/stades.contract.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { settleOption } from '#features/options/server/options.service.ts'
import type { AssignerInput } from '#features/ventes/ventes.contract.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import type { Centimes } from '#shared/argent.ts'
import type { TypeBien } from '#shared/biens.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { peut, type Role } from '#shared/droits.ts'
import { communesErreurs, type Erreur } from '#shared/erreurs.ts'
import { zip } from '#shared/zip.ts'
import { addMany, changeManyVersioned, only } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { nextNumeros, type Numero } from '#server/database/numeros.ts'
import { assertKept, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const DEJA_VENDU = {
  appartement: ventesErreurs.appartementDejaVendu,
  local: ventesErreurs.localDejaVendu,
  place_parking: ventesErreurs.placeDejaAttribuee,
} as const satisfies Record<TypeBien, Erreur>

/** The terms of a sale: its option, day and price in centimes, the version of the bien, and what its échéancier is made of. */
type Termes = Omit<AssignerInput, 'client_id' | 'modele_id'> & { modele?: Modele | null; role?: Role }

/**
 * Sells a locked bien to a held client (`assigner-client`, `attribuer`): opens its vente at the current price, or at another one, which
 * then is that of the bien, and writes the échéancier of the modèle (ecrans §3). The member who calls is its vendeur. Of several calls at once exactly one wins (D2 §4, Q126,
 * Q127, Q149).
 * @throws appartementDejaVendu, localDejaVendu, placeDejaAttribuee, versionPerimee (409), prixSansDroit, tropDeLignes (422), and the
 * errors of {@link settleOption}
 */
export async function openVente(
  db: Db,
  actor: Actor,
  bien: Bien,
  clientId: number,
  termes: Termes = {},
): Promise<void> {
  if (await lockVenteOuverte(db, bien.id)) throw refuse(DEJA_VENDU[bien.type])
  await settleOption(db, actor, bien, clientId, termes.option_id)
  const prix = await settlePrix(db, actor, bien, termes)
  const lignes = linesAt(prix, termes)
  const reservation = termes.reservation_le ?? aujourdhui()
  const ecrite = { bien_id: bien.id, client_id: clientId, prix }
  const vendeur = { vendeur_id: actor.id, vendeur: actor.name || null }
  const numerotee = only(
    await insertVentes(db, [{ ...ecrite, ...vendeur, reservation_le: reservation, dossier: null }]),
  )
  const vente = { ...ecrite, ...numerotee }
  if (prix !== bien.prix) await tieRemises(db, [vente])
  const { nomComplet } = await readClient(db, clientId)
  const dated = termes.reservation_le == null ? {} : { reservation_le: reservation }
  await writeJournal(db, actor, {
    action: 'assigner',
    objet: 'vente',
    id: vente.id,
    apres: { ...vente, ...dated, type: bien.type, client: nomComplet },
  })
  if (lignes.length > 0) await writeFirstLignes(db, actor, [{ id: vente.id, lignes }])
}

/** Ties the last change of price of each bien to the sale just opened at that price: what was granted on it (docs/decisions/0086). */
export async function tieRemises(db: Db, ventes: readonly { id: number; bien_id: number }[]): Promise<void> {
  await sql`
    update changements_prix c set vente_id = l.vente
    from unnest(${ventes.map(({ id }) => id)}::bigint[], ${ventes.map(({ bien_id }) => bien_id)}::bigint[]) as l (vente, bien)
    where c.id = (select max(x.id) from changements_prix x where x.bien_id = l.bien)`.execute(db)
}

interface NouvelleVente {
  bien_id: number
  client_id: number
  prix: Centimes
  reservation_le: Jour
  /** The number of the dossier; null takes the next one of the year. */
  dossier: Numero | null
  /** Seller: a member and his name, or a name alone. */
  vendeur_id: number | null
  vendeur: string | null
  /** Facts that only an import knows of a new vente; `total_paye` counts payments that are written after it. */
  total_paye?: Centimes
  ouverte_le?: Date
  terminee_le?: Date | null
  contrat_le?: Jour | null
  livraison_le?: Jour | null
  livraison_prevue_le?: Jour | null
  notaire?: string | null
  note?: string | null
}

/** Inserts ventes of locked biens, each with its dossier. @returns their ids and numbers, in the order of the ventes */
export async function insertVentes(
  db: Db,
  ventes: readonly NouvelleVente[],
): Promise<{ id: number; dossier_annee: number; dossier_numero: number }[]> {
  const numeros = await nextNumeros(
    db,
    'dossier',
    ventes.map(({ dossier }) => dossier),
  )
  const dossiers = numeros.map(({ annee, numero }) => ({ dossier_annee: annee, dossier_numero: numero }))
  const ids = await addMany(
    db,
    'ventes',
    zip(ventes, dossiers).map(([{ dossier: _dossier, ...vente }, dossier]) => ({ ...vente, ...dossier })),
  )
  return zip(ids, dossiers).map(([id, dossier]) => ({ id, ...dossier }))
}

/** Gives a locked, unsold bien the price it is sold at, and answers that price; an unchanged one writes nothing. In centimes. */
async function settlePrix(db: Db, actor: Actor, bien: Bien, termes: Termes): Promise<Centimes> {
  const { prix, version, role } = termes
  if (version != null && version !== bien.version) throw refuse(communesErreurs.versionPerimee)
  if (prix == null || prix === bien.prix) return bien.prix
  if (!role || !peut(role, 'patrimoine')) throw refuse(ventesErreurs.prixSansDroit).on('prix')
  await settlePrixDe(db, actor, [{ bien, prix }])
  return prix
}

/** Gives locked, unsold biens the prices that they are sold at, in centimes. */
export async function settlePrixDe(
  db: Db,
  actor: Actor,
  biens: readonly { bien: Pick<Bien, 'id' | 'type' | 'prix'>; prix: Centimes }[],
): Promise<void> {
  await changeManyVersioned(
    db,
    'biens',
    biens.map(({ bien: { id }, prix }) => ({ id, prix })),
  )
  await writeJournal(
    db,
    actor,
    biens.map(({ bien, prix }) => ({
      action: 'modifier',
      objet: OBJETS[bien.type],
      id: bien.id,
      avant: { montant: bien.prix },
      apres: { montant: prix },
    })),
  )
}

/** Lines of the échéancier of a new sale, in centimes; a price of 0 has none. @throws tropDeLignes (422 on nombre) */
function linesAt(prix: Centimes, { modele, ...input }: Termes): Ligne[] {
  if (!modele || prix === 0) return []
  const lignes = applyModele(prix, modele.lignes, toGeneration(input))
  assertFewEnough(lignes, 'nombre')
  return lignes
}

/**
 * Holds the client and the modèle of an assign call, locks the bien and sells it.
 * @param role that of the member: another price than that of the bien needs the droit `patrimoine`
 * @throws introuvable, clientInconnu, modeleInconnu, premierJourManquant, stadeSansBloc, and the errors of {@link openVente}
 */
export async function sellBien(
  db: Db,
  actor: Actor,
  { type, id, role }: { type: TypeBien; id: number; role: Role },
  { client_id, modele_id, ...termes }: AssignerInput,
): Promise<void> {
  await holdClient(db, client_id)
  const modele = modele_id == null ? null : await holdModele(db, { ...termes, modele_id })
  if (modele) assertKept(refusDuStadeSansBloc(type, modele.lignes), 'modele_id')
  await openVente(db, actor, await lockBien(db, id, type), client_id, { ...termes, modele, role })
}

/**
 * Applies the client field of an edit form; undefined means it was not sent. A client on a free bien sells it, an unchanged one does
 * nothing, any other change is refused, since removing has its own call (Q130). The caller runs {@link holdClient} before it locks the
 * bien.
 * @throws bienVenduAutreClient (409), clientInconnu (422)
 */
export async function changeClient(
  db: Db,
  actor: Actor,
  bien: Bien,
  clientId: number | null | undefined,
): Promise<void> {
  if (clientId === undefined) return
  const vente = await lockVenteOuverte(db, bien.id)
  if (vente?.client_id === clientId || (!vente && clientId === null)) return
  if (vente || clientId === null) throw refuse(ventesErreurs.bienVenduAutreClient)
  await openVente(db, actor, bien, clientId)
}
