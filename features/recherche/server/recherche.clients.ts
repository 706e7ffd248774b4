import { sql, type RawBuilder } from 'kysely'
import { sommesDuClient } from '#features/etats/server/etats.read.ts'
import { PAR_GENRE } from '#features/recherche/recherche.contract.ts'
import type { Db } from '#server/database/db.ts'
import { hidden, matchesClient, type Valeur } from '#server/database/lists.ts'
import { cleDeTelephone } from '#shared/telephone.ts'
import { telephoneIn } from '#shared/texte.ts'

/** Clients by name or phone, each with what he has bought. */
export function findClients(db: Db, texte: string, valeur: Valeur) {
  const found = db
    .selectFrom('clients')
    .where((eb) => eb.or([matchesClient('clients', texte, { valeur }), ...autrement(texte, valeur)]))
    .select(['id', 'nom_complet', 'tel', 'recherche'])
    // `offset 0` keeps the planner, which does not see the words, from walking all clients by name until it has six hits.
    .$if(valeur === hidden, (tous) => tous.offset(sql.lit(0)))
  const hits = db
    .selectFrom(found.as('f'))
    .selectAll()
    .orderBy('recherche')
    .orderBy('id')
    .limit(sql.lit(PAR_GENRE))
  return db
    .selectFrom(hits.as('c'))
    .select([
      'c.id',
      'c.nom_complet as titre',
      sql<string>`coalesce(c.tel, '')`.as('lieu'),
      sommesDuClient('c.id').as('sommes'),
    ])
    .orderBy('c.recherche')
    .orderBy('c.id')
}

/** The least digits to search among second phones; fewer begin hundreds of them. */
const CHIFFRES_DU_SECOND = 6
/** The digits of a whole phone number, which is found in any phone field however it is written. */
const CHIFFRES_ENTIERS = 9

/** The other conditions on a client: whole phone number, start of the second phone. Identity papers are never searched. */
function autrement(texte: string, valeur: Valeur): RawBuilder<boolean>[] {
  const chiffres = telephoneIn(texte, CHIFFRES_DU_SECOND)?.replace(/^0/, '')
  const cle = chiffres !== undefined && /^\d+$/.test(chiffres) ? cleDeTelephone(chiffres) : null
  return [
    ...(cle === null ? [] : [beginsWith('clients.tel2_cle', cle, valeur)]),
    ...(cle?.length === CHIFFRES_ENTIERS
      ? [sql<boolean>`clients.tel_cles @> ${valeur([cle], 'text[]')}`]
      : []),
  ]
}

/** The range of texts that begin with these digits, which sorts alike in every locale; ':' follows '9'. */
const beginsWith = (column: string, chiffres: string, valeur: Valeur) =>
  sql<boolean>`(${sql.ref(column)} >= ${valeur(chiffres, 'text')} and ${sql.ref(column)} < ${valeur(`${chiffres}:`, 'text')})`
