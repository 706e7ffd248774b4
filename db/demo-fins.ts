import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { addJours, type Jour } from '#shared/dates.ts'
import { PAR } from '#db/demo-names.ts'
import { between, pick, repeat, type Random } from '#db/random.ts'

export interface Vente {
  id: number
  bien_id: number
  client_id: number
  type: string
  bloc: number | null
  prix: number
  reservation_le: Jour
}

/** Ends four sales: one buyer is repaid in full, one in part, one not yet, and one had a local. */
export async function insertFins(
  db: Db,
  ventes: readonly Vente[],
  today: Jour,
  random: Random,
): Promise<void> {
  const { rows: paid } = await sql<{ id: number; total_paye: number; type: string }>`
    select v.id, v.total_paye, b.type from ventes v join biens b on b.id = v.bien_id
    where v.livraison_le is null and v.total_paye between 100000000 and v.prix - 1
      and not exists (select from paiements p where p.vente_id = v.id and p.mode = 'cheque' and p.encaisse_le is null)
    order by v.id`.execute(db)
  const appartements = paid.filter(({ type }) => type === 'appartement')
  const given = [
    { vente: appartements[4], part: 100 },
    { vente: appartements[11], part: 40 },
    { vente: appartements[19], part: 0 },
    { vente: paid.find(({ type }) => type === 'local'), part: 60 },
  ]
  const last = new Map<number, number>()
  for (const [n, { vente, part }] of given.entries()) {
    if (!vente || !ventes.some(({ id }) => id === vente.id)) continue
    const demande_le = addJours(today, -70 + 14 * n)
    const retenue = Math.floor((vente.total_paye * (n === 2 ? 0 : 5)) / 100)
    await db
      .updateTable('ventes')
      .set({ terminee_le: new Date(`${demande_le}T10:00:00Z`) })
      .where('id', '=', vente.id)
      .execute()
    await db
      .insertInto('desistements')
      .values({
        vente_id: vente.id,
        demande_le,
        origine: n === 3 ? 'promoteur' : 'client',
        motif: pick(
          random,
          n === 3
            ? ['Échéances impayées malgré la mise en demeure']
            : ['Crédit refusé par la banque', "Mutation à l'étranger", 'Raisons familiales'],
        ),
        retenue,
        retenue_pourcent: n === 2 ? null : 500,
      })
      .execute()
    const montant = Math.floor(((vente.total_paye - retenue) * part) / 100)
    const parts = part === 100 ? [Math.floor(montant / 2), montant - Math.floor(montant / 2)] : [montant]
    for (const [rang, sum] of parts.entries()) {
      if (sum === 0) continue
      const jour = addJours(demande_le, 9 + 7 * rang)
      const annee = Number(jour.slice(0, 4))
      const numero = (last.get(annee) ?? 0) + 1
      last.set(annee, numero)
      const remboursement = { vente_id: vente.id, annee, numero, jour, montant: sum, mode: 'virement' }
      await db
        .insertInto('remboursements')
        .values({ ...remboursement, banque: 'BNA', reference: String(between(random, 100_000, 999_999)) })
        .execute()
    }
  }
  await db
    .insertInto('numeros')
    .values([...last].map(([annee, dernier]) => ({ serie: 'remboursement', annee, dernier })))
    .execute()
}

/** Moves one dossier from another lot and one from another client; both keep their payments. */
export async function insertTransferts(db: Db, ventes: readonly Vente[], today: Jour): Promise<void> {
  const { rows: open } = await sql<{
    id: number
    client: string
    client_id: number
    bien: string
    prix: number
  }>`
    select v.id, c.nom_complet as client, v.client_id, 'Appartement ' || a.num_lot as bien, v.prix
    from ventes v join clients c on c.id = v.client_id join appartements a on a.id = v.bien_id
    where v.terminee_le is null and v.livraison_le is null and v.total_paye < v.prix order by v.id`.execute(
    db,
  )
  const { rows: free } = await sql<{ id: number; designation: string }>`
    select a.id, 'Appartement ' || a.num_lot as designation from appartements a
    where not exists (select from ventes v where v.bien_id = a.id) order by a.id limit 1`.execute(db)
  const { rows: others } = await sql<{ id: number; nom: string }>`
    select id, nom_complet as nom from clients c where not exists (select from ventes v where v.client_id = c.id) order by id limit 1`.execute(
    db,
  )
  const [moved, ceded] = [open[7], open[16]]
  const [lot, buyer] = [free[0], others[0]]
  if (!moved || !ceded || !lot || !buyer || ventes.length === 0) return
  const common = { membre_nom: PAR, quand: new Date(`${addJours(today, -40)}T09:30:00Z`) }
  await db
    .insertInto('transferts')
    .values([
      {
        ...common,
        vente_id: moved.id,
        nature: 'bien',
        ancien_bien_id: lot.id,
        ancien: lot.designation,
        nouveau: moved.bien,
        prix_avant: moved.prix - 50_000_000,
        prix_apres: moved.prix,
        motif: 'Souhaite un étage plus élevé',
      },
      {
        ...common,
        vente_id: ceded.id,
        nature: 'client',
        ancien_client_id: buyer.id,
        ancien: buyer.nom,
        nouveau: ceded.client,
        prix_avant: ceded.prix,
        prix_apres: ceded.prix,
        frais: 5_000_000,
        motif: 'Cession entre frères',
      },
    ])
    .execute()
}

/** Adds options: five that hold a lot, one expired, one released, one that became a sale. Two lots are off sale. */
export async function insertOptions(db: Db, ventes: readonly Vente[], today: Jour): Promise<void> {
  const { rows: free } = await sql<{ id: number }>`
    select a.id from appartements a where not exists (select from ventes v where v.bien_id = a.id)
      and not exists (select from transferts t where t.ancien_bien_id = a.id) order by a.id`.execute(db)
  const { rows: clients } = await sql<{ id: number; nom: string; tel: string }>`
    select id, nom_complet as nom, tel from clients order by id desc limit 8`.execute(db)
  const lots = repeat(9, (n) => free[(n + 1) * 7]?.id ?? free[n]?.id ?? 0)
  const holder = (n: number) => ({
    client_id: clients[n]?.id ?? null,
    nom: clients[n]?.nom ?? '',
    tel: clients[n]?.tel ?? null,
  })
  const stranger = (nom: string, tel: string) => ({ client_id: null, nom, tel })
  const taken = (jours: number) => ({
    prise_le: new Date(`${addJours(today, -jours)}T09:00:00Z`),
    prise_par: PAR,
  })
  const ended = (jours: number) => new Date(`${addJours(today, -jours)}T15:00:00Z`)
  const sold = ventes.at(-1)
  const none = { fin: null, fin_le: null, motif_fin: null, note: null }
  await db
    .insertInto('options')
    .values([
      {
        ...none,
        bien_id: lots[0] ?? 0,
        ...holder(0),
        ...taken(5),
        expire_le: addJours(today, 2),
        note: "Attend l'accord de sa banque",
      },
      {
        ...none,
        bien_id: lots[1] ?? 0,
        ...stranger('Lynda Aït Ahmed', '0661 22 33 44'),
        ...taken(4),
        expire_le: addJours(today, 3),
      },
      {
        ...none,
        bien_id: lots[2] ?? 0,
        ...stranger('عبد القادر بن يوسف', '0770 45 12 98'),
        ...taken(1),
        expire_le: addJours(today, 6),
      },
      { ...none, bien_id: lots[3] ?? 0, ...holder(1), ...taken(2), expire_le: addJours(today, 12) },
      { ...none, bien_id: lots[4] ?? 0, ...holder(2), ...taken(0), expire_le: addJours(today, 20) },
      { ...none, bien_id: lots[5] ?? 0, ...holder(3), ...taken(15), expire_le: addJours(today, -8) },
      {
        ...none,
        bien_id: lots[6] ?? 0,
        ...holder(4),
        ...taken(30),
        expire_le: addJours(today, -20),
        fin: 'liberee',
        fin_le: ended(24),
        motif_fin: 'Renonce',
      },
      ...(sold
        ? [
            {
              ...none,
              bien_id: sold.bien_id,
              ...holder(5),
              client_id: sold.client_id,
              ...taken(60),
              expire_le: addJours(today, -45),
              fin: 'vendue',
              fin_le: ended(50),
            },
          ]
        : []),
    ])
    .execute()
  const offSale = [
    [lots[7], 'Appartement témoin'],
    [lots[8], 'Réserve du promoteur'],
  ] as const
  for (const [id, bloque_motif] of offSale)
    await db
      .updateTable('biens')
      .set({ bloque_motif, bloque_le: ended(90) })
      .where('id', '=', id ?? 0)
      .execute()
}
