import { sql } from 'kysely'
import { CODES_MODE, type Mode } from '#features/paiements/modes.ts'
import { attenduDeLaCaisse } from '#features/rapports/clotures.rules.ts'
import type { TotauxDeCaisse } from '#features/rapports/registres.contract.ts'
import type { Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'

export interface JourDeCaisse {
  jour: Jour
  membre?: number | undefined
}

/** Reads the sums that each member took, and gave out in cash, on a day: the parts of every sum of a till, the closings' too. Amounts in centimes. */
export const readSommesDeCaisse = async (
  db: Db,
  { jour, membre }: JourDeCaisse,
): Promise<SommesDeCaisse> => ({
  encaisse: await selectSommes(db, jour, membre ?? null),
  sorties: await selectSorties(db, jour, membre ?? null),
})

/** Adds the parts up, those of all members or of one. Amounts in centimes. */
export function addSommes(
  { encaisse, sorties: toutes }: SommesDeCaisse,
  membre?: number,
): { totals: TotauxDeCaisse; total: number } {
  const of = <T extends { membre_id: number | null }>(rows: readonly T[]) =>
    membre === undefined ? rows : rows.filter(({ membre_id }) => membre_id === membre)
  const sommes = of(encaisse)
  const kept = sommes.filter(({ annule }) => !annule)
  const add = (rows: readonly Somme[], what: 'nombre' | 'montant' | 'timbre') =>
    rows.reduce((total, somme) => total + somme[what], 0)
  const especes = add(
    kept.filter(({ mode }) => mode === 'especes'),
    'montant',
  )
  const timbre = add(kept, 'timbre')
  const sorties = of(toutes).reduce((total, { montant }) => total + montant, 0)
  return {
    totals: {
      modes: [...CODES_MODE, null].flatMap((mode) => {
        const counted = kept.filter((somme) => somme.mode === mode)
        return counted.length > 0
          ? [{ mode, nombre: add(counted, 'nombre'), montant: add(counted, 'montant') }]
          : []
      }),
      nombre: add(kept, 'nombre'),
      montant: add(kept, 'montant'),
      especes,
      timbre,
      sorties,
      attendu: attenduDeLaCaisse({ especes, timbre, sorties }),
      annules: add(
        sommes.filter(({ annule }) => annule),
        'nombre',
      ),
    },
    total: add(sommes, 'nombre'),
  }
}

/** The journal lines that recorded payments on a day. Imported payments never were in the till. */
export const taken = (jour: unknown) => sql`
  select j.id, j.quand, j.membre_id, j.membre_nom, j.objet_id, j.apres from journal j
  where j.objet = 'paiement' and j.action in ('ajouter', 'representer')
    and j.quand >= (${jour}::date)::timestamp at time zone 'Africa/Algiers'
    and j.quand < (${jour}::date + 1)::timestamp at time zone 'Africa/Algiers'
    and j.apres->'import' is null`

export const oneMembre = (membre: unknown) =>
  sql`(${membre}::bigint is null or t.membre_id = ${membre}::bigint)`

interface Somme {
  membre_id: number | null
  mode: Mode | null
  annule: boolean
  nombre: number
  montant: number
  timbre: number
}
interface Sortie {
  membre_id: number | null
  montant: number
}
interface SommesDeCaisse {
  encaisse: readonly Somme[]
  sorties: readonly Sortie[]
}

const selectSommes = statement<[Jour, number | null], Somme>(
  (jour, membre) => sql<Somme>`
    select t.membre_id, p.mode, p.id is null as annule, count(*) as nombre, coalesce(sum(p.versement), 0)::bigint as montant,
      coalesce(sum(p.timbre), 0)::bigint as timbre
    from (${taken(jour)}) t left join paiements p on p.id = t.objet_id
    where ${oneMembre(membre)} group by t.membre_id, p.mode, p.id is null`,
)

/** The refunds and règlements in cash that were recorded on a day and still stand, whatever day they bear. An import gave nothing out. */
const selectSorties = statement<[Jour, number | null], Sortie>(
  (jour, membre) => sql<Sortie>`
    select t.membre_id, sum(coalesce(r.montant, g.montant))::bigint as montant
    from (
      select j.membre_id, j.objet, j.objet_id from journal j
      where j.objet in ('remboursement', 'reglement') and j.action = 'ajouter'
        and j.quand >= (${jour}::date)::timestamp at time zone 'Africa/Algiers'
        and j.quand < (${jour}::date + 1)::timestamp at time zone 'Africa/Algiers'
        and j.apres->'import' is null) t
    left join remboursements r on t.objet = 'remboursement' and r.id = t.objet_id and r.mode = 'especes'
    left join reglements g on t.objet = 'reglement' and g.id = t.objet_id and g.mode = 'especes'
    where ${oneMembre(membre)} and coalesce(r.id, g.id) is not null group by t.membre_id`,
)
