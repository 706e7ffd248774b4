import { sql } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { describeBiens, type BienDecrit } from '#features/biens/server/biens.read.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { readDossier } from '#features/ventes/server/dossiers.read.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui, jourOf, type Jour } from '#shared/dates.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Db } from '#server/database/db.ts'
import { sumCentimes, type PromoteurImprime } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

export interface Acquereur {
  nom: string
  nomAr: string | null
  tel: string
  email: string
  adresse: string | null
  naissanceLe: Jour | null
  naissanceLieu: string | null
  pieceNumero: string | null
  /** Share in hundredths of a percent; null for a single buyer. */
  part: number | null
}

/** Client who ceded the dossier. `montant` sums the client's payments that count. */
interface AncienTitulaire {
  nom: string
  nomAr: string | null
  jusquAu: Jour
  montant: Centimes
}

/** Payments that count, and the part of them that is in cheques not yet cleared. */
export interface Sommes {
  verse: Centimes
  sousReserve: Centimes
  encaisse: Centimes
}

/** End of a sale. The nullable fields are null unless the sale ended by a désistement. */
export interface Fin {
  le: Jour
  origine: 'client' | 'promoteur' | null
  retenue: Centimes | null
  rembourse: Centimes | null
  resteARembourser: Centimes | null
}

interface DossierImprime extends Pick<
  Dossier,
  | 'dossier'
  | 'montant'
  | 'totalPaye'
  | 'resteAPayer'
  | 'pourcentagePaiement'
  | 'terminee_le'
  | 'en_retard'
  | 'echeances'
> {
  paiements: readonly Pick<
    Dossier['paiements'][number],
    'date_paiement' | 'recu' | 'mode' | 'versement' | 'etat'
  >[]
}

export interface Maison {
  aujourdhui: Jour
  promoteur: PromoteurImprime | null
  /** Bank accounts of the promoter that are in use. */
  comptes: readonly { banque: string; agence: string | null; numero: string }[]
  textes: Awaited<ReturnType<typeof readParametres<'documents'>>>
  adressePublique: string | null
}

/** Data of the papers of one vente. Amounts in centimes. */
export interface Matiere extends Maison {
  dossier: DossierImprime
  /** The buyer who names the dossier comes first. */
  acquereurs: readonly Acquereur[]
  /** Former holders whose payments still count, ordered by their last cession. */
  anciens: readonly AncienTitulaire[]
  sommes: Sommes
  fin: Fin | null
  bien: BienDecrit
}

export async function readMaison(db: Db): Promise<Maison> {
  return {
    aujourdhui: aujourdhui(),
    promoteur: await promoteurPourDocuments(db),
    comptes: await db
      .selectFrom('comptes_bancaires')
      .select(['banque', 'agence', 'numero'])
      .where('actif', '=', true)
      .orderBy(sql`normaliser(banque)`)
      .orderBy('id')
      .execute(),
    textes: await readParametres(db, 'documents'),
    adressePublique: (await readParametres(db, 'acces')).adresse_publique,
  }
}

/** Reads the data of a vente's papers. The caller holds a snapshot or the lock of the vente. @throws introuvable (404) */
export async function readMatiere(db: Db, venteId: number): Promise<Matiere & { dossier: Dossier }> {
  const dossier = await readDossier(db, venteId)
  const bien = (await describeBiens(db, [dossier.bien.id])).get(dossier.bien.id)
  if (!bien) throw refuse(communesErreurs.introuvable)
  return {
    ...(await readMaison(db)),
    dossier,
    acquereurs: await readAcquereurs(db, venteId),
    anciens: await readAnciens(db, dossier),
    sommes: sommesOf(dossier),
    fin: finOf(dossier),
    bien,
  }
}

const counts = ({ etat }: DossierImprime['paiements'][number]) => etat !== 'rejete'
const somme = (paiements: DossierImprime['paiements']) =>
  sumCentimes(paiements.filter(counts).map(({ versement }) => versement))

/** Splits the payments that count. A cheque counts once received, but is cashed only once cleared. */
export function sommesOf({ totalPaye, paiements }: DossierImprime): Sommes {
  const sousReserve = somme(paiements.filter(({ etat }) => etat === 'recu' || etat === 'remis'))
  return { verse: totalPaye, sousReserve, encaisse: totalPaye - sousReserve }
}

function finOf({ terminee_le, desistement }: Dossier): Fin | null {
  if (terminee_le === null) return null
  return {
    le: terminee_le,
    origine: desistement && desistement.origine,
    retenue: desistement && desistement.retenue,
    rembourse: desistement && desistement.rembourse,
    resteARembourser: desistement && desistement.a_rembourser,
  }
}

/** A payment stays attributed to the client who made it, also after a cession. */
async function readAnciens(db: Db, { id, client, paiements }: Dossier): Promise<AncienTitulaire[]> {
  const deQui = groupBy(
    paiements.filter((paiement) => counts(paiement) && paiement.detenteur !== null),
    ({ detenteur }) => detenteur?.id,
  )
  if (deQui.size === 0) return []
  const { rows } = await sql<{ id: number; nom: string; nomAr: string | null; quand: Date }>`
    select c.id, c.nom_complet as nom, c.nom_ar as "nomAr", max(t.quand) as quand
    from transferts t join clients c on c.id = t.ancien_client_id
    where t.vente_id = ${id} and t.nature = 'client' and c.id <> ${client.id}
    group by c.id order by max(t.id)`.execute(db)
  return rows.flatMap(({ id: qui, quand, ...nomme }) => {
    const siens = deQui.get(qui)
    return siens ? [{ ...nomme, jusquAu: jourOf(quand), montant: somme(siens) }] : []
  })
}

/** The share of the buyer who names the dossier is the rest of the co-buyers' shares. */
async function readAcquereurs(db: Db, venteId: number): Promise<Acquereur[]> {
  const { rows } = await sql<Acquereur>`
    select c.nom_complet as nom, c.nom_ar as "nomAr", c.tel, c.email, c.adresse, c.naissance_le as "naissanceLe",
      c.naissance_lieu as "naissanceLieu", c.piece_numero as "pieceNumero", a.part
    from (
      select v.client_id, 0 as rang, nullif(e.part_du_client, 10000) as part
        from ventes v join ventes_decrites e on e.id = v.id where v.id = ${venteId}
      union all
      select client_id, 1, part from co_acquereurs where vente_id = ${venteId}) a
    join clients c on c.id = a.client_id
    order by a.rang, a.part desc, c.id`.execute(db)
  return rows
}
