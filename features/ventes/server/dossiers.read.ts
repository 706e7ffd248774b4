import { sql } from 'kysely'
import { compteDe } from '#features/comptes/server/comptes.read.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { bienDecrit, toBienResume, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { resteARembourser } from '#features/ventes/dossiers.rules.ts'
import { REMISE, VENDEUR } from '#features/ventes/server/ventes.read.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import type { Dossier, Relance } from '#features/ventes/dossiers.contract.ts'
import { numeroDuPapier, PAPIER_NOTE, type PapierLu } from '#features/ventes/server/papiers-notes.ts'
import {
  COLONNES_ECHEANCE,
  STADE_ATTEINT_LE,
  toEcheances,
  type EcheanceLue,
} from '#features/echeanciers/server/echeances.wire.ts'
import { readPaiementsDeVente } from '#features/paiements/server/paiements.read.ts'
import { toPaiement } from '#features/paiements/server/paiements.wire.ts'
import { CENT_POUR_CENT, type Centimes } from '#shared/argent.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { aujourdhui, jourOf, type Jour } from '#shared/dates.ts'
import { numeroDossier, numeroRemboursement } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'

interface Row {
  id: number
  dossier_annee: number
  dossier_numero: number
  version: number
  bien: BienDecrit
  client: Dossier['client']
  prix: number
  total_paye: number
  reservation_le: Jour
  contrat_le: Jour | null
  livraison_le: Jour | null
  livraison_prevue_le: Jour | null
  notaire: string | null
  note: string | null
  remise: Centimes | null
  vendeur: Dossier['vendeur']
  ouverte_le: Date
  terminee_le: Date | null
  echeances: Omit<EcheanceLue, 'prix'>[]
  relances: (Omit<Relance, 'vente_id' | 'dossier' | 'document'> & { document: PapierLu | null })[]
  transferts: (Omit<Dossier['transferts'][number], 'jour'> & { quand: string })[]
  desistement: DesistementLu | null
  remboursements: (Omit<Dossier['remboursements'][number], 'numero' | 'vente_id'> & {
    annee: number
    numero: number
  })[]
  en_attente: number
  acquereurs: CoAcquereur[]
  autres: { id: number; annee: number; numero: number; bien: BienDecrit }[]
}
type DesistementLu = Omit<
  NonNullable<Dossier['desistement']>,
  'paye' | 'rembourse' | 'a_rembourser' | 'remboursable'
>

/** Last step that a dossier has reached. */
export const etapeOf = ({ contrat_le, livraison_le }: Pick<Row, 'contrat_le' | 'livraison_le'>) =>
  livraison_le !== null ? 'livraison' : contrat_le !== null ? 'contrat' : 'reservation'

/** State of a dossier: open, or how it ended. */
export const etatOf = (vente: { terminee_le: unknown; desistement: unknown }) =>
  vente.terminee_le === null ? 'ouverte' : vente.desistement === null ? 'retrait' : 'desistement'

const liste = (query: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(x), '[]') from (${query}) x)`

const selectDossier = statement<[number], Row>(
  (id) => sql<Row>`
  select v.id, v.dossier_annee, v.dossier_numero, v.version, ${bienDecrit('v.bien_id')} as bien,
    json_build_object('id', c.id, 'nomComplet', c.nom_complet, 'tel', c.tel, 'email', c.email) as client,
    v.prix, v.total_paye, v.reservation_le, v.contrat_le, v.livraison_le, v.livraison_prevue_le, v.notaire, v.note,
    v.ouverte_le, v.terminee_le, ${REMISE} as remise, ${VENDEUR} as vendeur,
    ${liste(sql`select ${COLONNES_ECHEANCE},
      ${STADE_ATTEINT_LE} as stade_atteint_le, case when s.id is not null then json_build_object('id', s.id, 'nom', s.nom) end as stade
      from echeances e left join stades s on s.id = e.stade_id where e.vente_id = v.id order by e.rang`)} as echeances,
    ${liste(sql`select r.id, r.canal, r.jour, r.montant, r.note, r.membre_nom as par,
      ${PAPIER_NOTE} as document
      from relances r left join documents d on d.id = r.document_id where r.vente_id = v.id order by r.id desc`)} as relances,
    ${liste(sql`select t.id, t.nature, t.quand, t.ancien, t.nouveau, t.prix_avant, t.prix_apres, t.frais, t.motif, t.membre_nom as par
      from transferts t where t.vente_id = v.id order by t.id`)} as transferts,
    (select json_build_object('demande_le', d.demande_le, 'origine', d.origine, 'motif', d.motif, 'note', d.note,
      'retenue', d.retenue, 'retenue_pourcent', d.retenue_pourcent, 'version', d.version)
      from desistements d where d.vente_id = v.id) as desistement,
    ${liste(sql`select r.id, r.annee, r.numero, r.jour, r.montant, r.mode, r.banque, r.reference,
      ${compteDe('r.compte_id')} as compte, r.note
      from remboursements r where r.vente_id = v.id order by r.id`)} as remboursements,
    x.en_attente,
    ${liste(sql`select a.client_id, k.nom_complet as "nomComplet", a.part
      from co_acquereurs a join clients k on k.id = a.client_id where a.vente_id = v.id
      order by a.part desc, a.client_id`)} as acquereurs,
    ${liste(sql`select w.id, w.dossier_annee as annee, w.dossier_numero as numero, ${bienDecrit('w.bien_id')} as bien
      from ventes w
      where w.client_id = v.client_id and w.terminee_le is null and w.id <> v.id
      order by w.dossier_annee, w.dossier_numero`)} as autres
  from ventes v join clients c on c.id = v.client_id join ventes_decrites x on x.id = v.id where v.id = ${id}`,
)

/** Reads a whole dossier, inside one snapshot or under the lock of its vente. Amounts in centimes. @throws introuvable */
export async function readDossier(db: Db, id: number): Promise<Dossier> {
  const [row] = await selectDossier(db, id)
  if (!row) throw refuse(communesErreurs.introuvable)
  const paiements = await readPaiementsDeVente(db, id)
  return toDossier(row, paiements.map(toPaiement))
}

function toDossier({ bien, prix, total_paye, en_attente, ...row }: Row, paiements: Dossier['paiements']) {
  const today = aujourdhui()
  const dossier = numeroDossier(row.dossier_annee, row.dossier_numero)
  const echeances = toEcheances(row.echeances, prix, today)
  const due = echeances.filter(
    ({ exigible_le }) => row.terminee_le === null && exigible_le !== null && exigible_le <= today,
  )
  return {
    id: row.id,
    dossier,
    etat: etatOf(row),
    etape: etapeOf(row),
    version: row.version,
    bien: toBienResume(bien),
    client: row.client,
    montant: prix,
    totalPaye: total_paye,
    ...avancement(prix, total_paye),
    reservation_le: row.reservation_le,
    contrat_le: row.contrat_le,
    livraison_le: row.livraison_le,
    livraison_prevue_le: row.livraison_prevue_le,
    notaire: row.notaire,
    note: row.note,
    remise: row.remise,
    vendeur: row.vendeur,
    ouverte_le: jourOf(row.ouverte_le),
    terminee_le: row.terminee_le && jourOf(row.terminee_le),
    exigible: due.reduce((sum, { montant }) => sum + montant, 0),
    en_retard: due.reduce((sum, { etat, reste }) => sum + (etat === 'en_retard' ? reste : 0), 0),
    prochaine: (row.terminee_le === null && echeances.find(({ reste }) => reste > 0)) || null,
    echeances,
    paiements,
    relances: row.relances.map(({ document, ...relance }) => ({
      ...relance,
      vente_id: row.id,
      dossier,
      document: document && numeroDuPapier(document),
    })),
    transferts: row.transferts.map(({ quand, ...transfert }) => ({
      ...transfert,
      jour: jourOf(new Date(quand)),
    })),
    desistement: row.desistement && withSums(row.desistement, total_paye, row.remboursements, en_attente),
    remboursements: row.remboursements.map(({ annee, numero, ...remboursement }) => ({
      ...remboursement,
      vente_id: row.id,
      numero: numeroRemboursement(annee, numero),
    })),
    principal: {
      client_id: row.client.id,
      nomComplet: row.client.nomComplet,
      part: CENT_POUR_CENT - row.acquereurs.reduce((sum, { part }) => sum + part, 0),
    },
    acquereurs: row.acquereurs,
    autres: row.autres.map(({ id, annee, numero, bien: autre }) => ({
      id,
      dossier: numeroDossier(annee, numero),
      designation: libelleDuBien(autre.type, autre.numero),
    })),
  } satisfies Dossier
}

function withSums(
  desistement: DesistementLu,
  paye: number,
  remboursements: readonly { montant: number }[],
  enAttente: number,
): NonNullable<Dossier['desistement']> {
  const rembourse = remboursements.reduce((sum, { montant }) => sum + montant, 0)
  const { retenue } = desistement
  return {
    ...desistement,
    paye,
    rembourse,
    ...resteARembourser({ paye, retenue, rembourse, enAttente }),
  }
}

/** A client who buys together with the client of a vente; `part` in hundredths of a percent. */
export interface CoAcquereur {
  client_id: number
  nomComplet: string
  part: number
}

/** Reads the co-acquéreurs of a vente, the largest share first. */
export const readCoAcquereurs = (db: Db, venteId: number): Promise<CoAcquereur[]> =>
  db
    .selectFrom('co_acquereurs as a')
    .innerJoin('clients as c', 'c.id', 'a.client_id')
    .where('a.vente_id', '=', venteId)
    .select(['a.client_id', 'c.nom_complet as nomComplet', 'a.part'])
    .orderBy('a.part', 'desc')
    .orderBy('a.client_id')
    .execute()
