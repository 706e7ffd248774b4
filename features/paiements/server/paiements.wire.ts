import { etatsErreurs } from '#features/etats/etats.erreurs.ts'
import type { BienDecrit } from '#features/etats/server/biens.read.ts'
import { etatDuCheque } from '#features/paiements/modes.ts'
import type {
  LigneDeVersements,
  Paiement,
  PaiementInput,
  SoldeDuBien,
} from '#features/paiements/paiement.schema.ts'
import {
  readPaiements,
  type Numerote,
  type PaiementLu,
  type SaisiePaiement,
  type PaiementSansVente,
} from '#features/paiements/server/paiements.read.ts'
import type { SoldeLu } from '#features/paiements/server/paiements.solde.ts'
import type { BienDesigne, TypeBien } from '#shared/biens.ts'
import { formatCode } from '#shared/codes.ts'
import { numeroDePiece, numeroDossier, numeroRecu } from '#shared/numero.ts'
import type { toPage } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'

/** The field of each kind of bien: the API has three ids where a payment has one vente (Q173). */
const FIELDS = {
  appartement: 'appartement_id',
  place_parking: 'place_parking_id',
  local: 'local_id',
} as const satisfies Record<TypeBien, keyof PaiementInput>

/** The field that bears an error about the bien of a payment. */
export const fieldOf = ({ type }: Pick<BienDesigne, 'type'>): (typeof FIELDS)[TypeBien] => FIELDS[type]

/** A payment as entered, with its bien by kind and id. @throws bienManquant (422), which the contract's own check prevents */
export function toSaisie({
  appartement_id,
  place_parking_id,
  local_id,
  ...saisie
}: PaiementInput & { version?: number | null }): SaisiePaiement {
  if (appartement_id != null) return { ...saisie, bien: { type: 'appartement', id: appartement_id } }
  if (place_parking_id != null) return { ...saisie, bien: { type: 'place_parking', id: place_parking_id } }
  if (local_id != null) return { ...saisie, bien: { type: 'local', id: local_id } }
  throw refuse(etatsErreurs.bienManquant).on('appartement_id')
}

type VenteLue = Pick<PaiementLu, 'prix' | 'terminee' | 'client'>

type Page = ReturnType<typeof toPage<PaiementLu>>

/** The bien of a payment. The fields of its place are absent inside an answer about the bien itself. */
export type BienDuPaiement = Pick<BienDecrit, 'type' | 'id' | 'numero' | 'sorte' | 'prix'> &
  Partial<Pick<BienDecrit, 'code' | 'parking_id' | 'residence'>>

type ChampsDuBien = Pick<
  Paiement,
  'appartement_id' | 'place_parking_id' | 'local_id' | 'appartement' | 'place_parking' | 'local'
>

function toChampsDuBien({
  type,
  id,
  numero,
  sorte,
  prix,
  code,
  parking_id,
  residence,
}: BienDuPaiement): ChampsDuBien {
  const bien = { id, montant: prix }
  const lieu = residence === undefined ? undefined : { nom: residence ?? '' }
  const bloc = lieu && { bloc: { nomloc: code ?? '', residence: lieu } }
  const parking = { id: parking_id ?? 0, parking_nom: code ?? '', residence: lieu }
  return {
    appartement_id: type === 'appartement' ? id : null,
    place_parking_id: type === 'place_parking' ? id : null,
    local_id: type === 'local' ? id : null,
    appartement:
      type === 'appartement' ? { ...bien, ...bloc, numLot: numero, typeLogement: sorte ?? '' } : null,
    place_parking: type === 'place_parking' ? { ...bien, numero_place: Number(numero), parking } : null,
    local: type === 'local' ? { ...bien, ...bloc, num: numero } : null,
  }
}

export const toLien = (autre: Numerote | null): Paiement['represente'] =>
  autre && { id: autre.id, recu: numeroRecu(autre.annee, autre.numero) }

/** One payment on the wire. The fields are written one by one, because copying the rows of a page took a hundred times longer. */
const toWire = (row: PaiementSansVente, vente: VenteLue, champs: ChampsDuBien, solde: number): Paiement => ({
  id: row.id,
  client_id: vente.client.id,
  client: vente.client,
  appartement_id: champs.appartement_id,
  place_parking_id: champs.place_parking_id,
  local_id: champs.local_id,
  date_paiement: row.date_paiement,
  details: row.details,
  versement: row.versement,
  solde,
  prix: vente.prix,
  recu: numeroRecu(row.recu_annee, row.recu_numero),
  recu_origine: row.recu_origine,
  code: formatCode(row.code),
  rectifie_le: row.rectifie_le,
  mode: row.mode,
  banque: row.banque,
  reference: row.reference,
  date_cheque: row.date_cheque,
  payeur_type: row.payeur_type,
  payeur: row.payeur,
  compte: row.compte,
  timbre: row.timbre,
  groupe: row.groupe && {
    ...row.groupe,
    recus: row.groupe.recus.map(({ annee, numero }) => numeroRecu(annee, numero)),
  },
  justificatif: row.justificatif,
  etat: etatDuCheque(row),
  remise: row.remise && {
    id: row.remise.id,
    numero: numeroDePiece(row.remise.annee, row.remise.numero),
    jour: row.remise.jour,
  },
  encaisse_le: row.encaisse_le,
  rejete_le: row.rejete_le,
  motif_rejet: row.motif_rejet,
  frais_rejet: row.frais_rejet,
  represente: toLien(row.represente),
  represente_par: toLien(row.represente_par),
  detenteur: row.detenteur,
  vente_id: row.vente_id,
  dossier: numeroDossier(row.dossier_annee, row.dossier_numero),
  vente_terminee: vente.terminee,
  appartement: champs.appartement,
  place_parking: champs.place_parking,
  local: champs.local,
  version: row.version,
})

/** A payment in the shape of the API and of the journal. Amounts in centimes. */
export const toPaiement = (lu: PaiementLu): Paiement => toWire(lu, lu, toChampsDuBien(lu.bien), lu.solde)

/** Payments with the residence of their bien, in the order of the ids. Amounts in centimes. */
export const readVersements = async (db: Db, ids: readonly number[]): Promise<LigneDeVersements[]> =>
  (await readPaiements(db, ids)).map(toVersement)

const toVersement = (lu: PaiementLu): LigneDeVersements => ({
  ...toPaiement(lu),
  residence: { id: lu.bien.residence_id ?? 0, nom: lu.bien.residence ?? '' },
})

export const toListe = (liste: PaiementLu[] | Page) =>
  Array.isArray(liste) ? liste.map(toPaiement) : { ...liste, data: liste.data.map(toPaiement) }

export const toSolde = ({ lignes, anciens, rejetes, ...solde }: SoldeLu): SoldeDuBien => ({
  ...solde,
  lignes: lignes.map(toPaiement),
  anciens: anciens.map(toPaiement),
  rejetes: rejetes.map(toPaiement),
})

/** The payments of a lot's sale with the remainder after each (D2 §3); a free lot has none. Amounts in centimes. */
export function toCompte(
  bien: BienDuPaiement,
  client: Paiement['client'] | null,
  versements: PaiementSansVente[],
): Paiement[] {
  if (!client) return []
  const champs = toChampsDuBien(bien)
  const vente = { prix: bien.prix, terminee: false, client }
  let solde = bien.prix
  return versements.map((row) => {
    solde -= row.versement
    return toWire(row, vente, champs, solde)
  })
}
