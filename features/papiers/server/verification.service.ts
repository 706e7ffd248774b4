import { sql } from 'kysely'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { bienDecrit, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { nomDuDetenteur } from '#features/ventes/server/detenteur.read.ts'
import type { Verification } from '#features/papiers/papiers.contract.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { parseCode } from '#shared/codes.ts'
import { designationDuLieu, initiales, type BlocNomme } from '#shared/nommer.ts'
import { numeroPapier, numeroRecu } from '#shared/numero.ts'
import { libelleDuPapier, typeDeSerie } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'
import { assertBudgets, spendBudgets, type Window } from '#server/http/throttle.ts'

const RECU = 'Reçu de versement'

/** Limit of unknown codes from one address: 20 in 10 minutes. */
const parAdresse = (adresse: string): Window => ({ key: `verifier:${adresse}`, max: 20, seconds: 600 })

/**
 * Looks up the receipt or paper of a code. Amounts in centimes. Only unknown codes count, so that a bank can check all its papers.
 * @param pool a pool and no transaction: the count must survive the refusal @param adresse the key written by `addressKey`
 * @throws codeInconnu (404), tropDeTentatives (429)
 */
export async function check(pool: Db, adresse: string, saisie: string): Promise<Verification> {
  const budgets = [parAdresse(adresse)]
  await assertBudgets(pool, budgets)
  const code = parseCode(saisie)
  const trouve = code === null ? null : await readCode(pool, code)
  if (trouve) return { ...trouve, promoteur: (await promoteurPourDocuments(pool))?.nom ?? null }
  // A malformed code is a typing mistake and cannot guess an existing code, so it does not count.
  if (code !== null) await spendBudgets(pool, budgets)
  throw refuse(papiersErreurs.codeInconnu)
}

interface Row {
  genre: 'paiement' | 'document' | 'eteint'
  serie: string | null
  variante: string | null
  annee: number | null
  rang: number | null
  /** Stored number of a deleted payment's receipt. */
  numero: string | null
  date: string
  montant: number | null
  bien: BienDecrit | null
  /** Stored label of the bien at the day of issue; null when the bien is named as today. */
  libelle: string | null
  /** Names the paper of a bloc alone. */
  bloc: BlocNomme | null
  nom: string
  etat: Verification['etat']
}

/** Bien that the vente was about when the paper `d` was issued; null when it has not changed since. */
const ancienBien = sql<string | null>`(
  select t.ancien from (select nature, ancien, id from transferts where vente_id = v.id order by id offset d.transferts_avant) t
  where t.nature = 'bien' order by t.id limit 1)`

/** Names of the bloc of the paper `d`; null when it has none. */
const leBloc = sql<BlocNomme | null>`(
  select json_build_object('bloc', o.nomloc, 'residence', r.nom) from blocs o join residences r on r.id = o.residence_id where o.id = d.bloc_id)`

/** The code is unique over the three tables; each branch uses its own index. */
const selectCode = statement<[code: string], Row>(
  (code) => sql`
  select 'paiement' as genre, null as serie, null as variante, p.recu_annee as annee, p.recu_numero as rang, null as numero, p.date_paiement as date,
    p.versement as montant, ${bienDecrit('v.bien_id')} as bien, null as libelle, null::json as bloc, ${nomDuDetenteur} as nom,
    case when p.rejete_le is null then 'valide' else 'rejeté' end as etat
  from paiements p join ventes v on v.id = p.vente_id where p.code = ${code}
  union all
  select 'document', d.serie, d.variante, d.annee, d.numero, null, d.etabli_le, d.montant, ${bienDecrit('v.bien_id')},
    ${ancienBien}, case when v.id is null then ${leBloc} end,
    coalesce(c.nom_complet, ''), case when d.annule_le is null then 'valide' else 'annulé' end
  from documents d left join ventes v on v.id = d.vente_id left join clients c on c.id = d.detenteur_id where d.code = ${code}
  union all
  select 'eteint', null, null, null, null, e.numero, e.jour, e.montant, null, e.bien, null, e.client, 'annulé' from codes_eteints e where e.code = ${code}`,
)

async function readCode(db: Db, code: string): Promise<Omit<Verification, 'promoteur'> | null> {
  const [row] = await selectCode(db, code)
  if (!row) return null
  const { date, montant, etat, bien, nom } = row
  return {
    genre: genreDe(row),
    numero: numeroDe(row),
    date,
    montant,
    bien:
      row.libelle ??
      (bien ? libelleDuBien(bien.type, bien.numero) : row.bloc ? designationDuLieu(row.bloc) : ''),
    client: row.genre === 'eteint' ? nom : initiales(nom),
    etat,
  }
}

const genreDe = ({ serie, variante }: Row): string =>
  serie === null ? RECU : libelleDuPapier(typeDeSerie(serie), variante)

const numeroDe = ({ genre, serie, annee, rang, numero }: Row): string =>
  genre === 'document'
    ? numeroPapier(annee ?? 0, serie ?? '', rang ?? 0)
    : (numero ?? numeroRecu(annee ?? 0, rang ?? 0))
