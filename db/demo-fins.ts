import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { addJours, type Jour } from '#shared/dates.ts'
import { PAR } from '#db/demo-names.ts'
import { between, repeat, seeded, type Random } from '#db/random.ts'

/** Ends, moves and reminds some of the demo's sales, and takes options. The same day gives the same data. */
export async function insertSuites(db: Db, today: Jour): Promise<void> {
  await insertFins(db, today, seeded(20_260_103))
  await insertTransferts(db, today)
  await insertRelances(db, today)
  await insertOptions(db, today)
}

/** The sales that end: how many days ago, at whose wish and why, and the percentage of what is owed that has been repaid. */
const FINS = [
  { type: 'appartement', jours: 70, origine: 'client', motif: 'Crédit refusé par la banque', part: 100 },
  { type: 'appartement', jours: 56, origine: 'client', motif: "Mutation à l'étranger", part: 40 },
  { type: 'appartement', jours: 42, origine: 'client', motif: 'Raisons familiales', part: 0 },
  {
    type: 'local',
    jours: 28,
    origine: 'promoteur',
    motif: 'Échéances impayées malgré la mise en demeure',
    part: 60,
  },
] as const

/** Ends four sales: one buyer is repaid in full, one in part, one not yet, and one had a local and was late. */
async function insertFins(db: Db, today: Jour, random: Random): Promise<void> {
  const { rows: paid } = await sql<{
    id: number
    total_paye: number
    type: string
    paye_le: Jour
    en_retard: boolean
  }>`
    select v.id, v.total_paye, b.type, (select max(date_paiement) from paiements p where p.vente_id = v.id) as paye_le,
      exists (select from echeances e where e.vente_id = v.id and e.couvert < e.montant and e.exigible_le < ${today}::date) as en_retard
    from ventes v join biens b on b.id = v.bien_id
    where v.livraison_le is null and v.total_paye between 100000000 and v.prix - 1
      and not exists (select from paiements p where p.vente_id = v.id and p.mode = 'cheque' and p.encaisse_le is null)
    order by v.id`.execute(db)
  const last = new Map<number, number>()
  for (const [n, { type, jours, origine, motif, part }] of FINS.entries()) {
    const demande_le = addJours(today, -jours)
    const [vente] = paid
      .filter(
        (one) => one.type === type && one.paye_le < demande_le && one.en_retard === (origine === 'promoteur'),
      )
      .slice(origine === 'promoteur' ? 0 : 3 * n)
    if (!vente) continue
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
        origine,
        motif,
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

/** Days since a dossier was moved and one was ceded. */
const CHANGEMENT = 40

/** Moves one dossier from another lot and one from another client; both keep their payments. */
async function insertTransferts(db: Db, today: Jour): Promise<void> {
  const { rows: open } = await sql<{
    id: number
    client: string
    client_id: number
    bien: string
    prix: number
  }>`
    select v.id, c.nom_complet as client, v.client_id, 'Appartement ' || a.num_lot as bien, v.prix
    from ventes v join clients c on c.id = v.client_id join appartements a on a.id = v.bien_id
    where v.terminee_le is null and v.livraison_le is null and v.total_paye < v.prix
      and v.reservation_le < ${addJours(today, -CHANGEMENT)}::date order by v.id`.execute(db)
  const { rows: free } = await sql<{ id: number; designation: string }>`
    select a.id, 'Appartement ' || a.num_lot as designation from appartements a
    where not exists (select from ventes v where v.bien_id = a.id) order by a.id limit 1`.execute(db)
  const { rows: others } = await sql<{ id: number; nom: string }>`
    select id, nom_complet as nom from clients c where not exists (select from ventes v where v.client_id = c.id) order by id limit 1`.execute(
    db,
  )
  const [moved, ceded] = [open[7], open[16]]
  const [lot, buyer] = [free[0], others[0]]
  if (!moved || !ceded || !lot || !buyer) return
  const common = { membre_nom: PAR, quand: new Date(`${addJours(today, -CHANGEMENT)}T09:30:00Z`) }
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
  // All payments there are came after.
  await db
    .updateTable('paiements')
    .set({ transferts_avant: 1 })
    .where('vente_id', 'in', [moved.id, ceded.id])
    .execute()
}

const RELANCES = 12
const CANAUX = ['telephone', 'whatsapp', 'lettre', 'email']

/** Notes twelve reminders of what is late, one of them today, each since its line fell due. */
async function insertRelances(db: Db, today: Jour): Promise<void> {
  const { rows: late } = await sql<{ vente_id: number; montant: number; jours: number }>`
    select vente_id, sum(montant - couvert)::bigint as montant, ${today}::date - max(exigible_le) as jours from echeances
    where ouverte and couvert < montant and exigible_le < ${today}::date group by 1 order by 3 desc, 1`.execute(
    db,
  )
  if (late.length === 0) return
  const relances = repeat(RELANCES, (n) => {
    const { jours = 0, ...dossier } = late[n % late.length] ?? {}
    const again = n >= late.length
    return { ...dossier, again, jour: addJours(today, again ? -(n - late.length) : -Math.ceil(jours / 2)) }
  }).toSorted((a, b) => a.jour.localeCompare(b.jour))
  await db
    .insertInto('relances')
    .values(
      relances.map(({ again, vente_id, montant, jour }, n) => ({
        vente_id: vente_id ?? 0,
        canal: CANAUX[n % CANAUX.length] ?? 'lettre',
        jour,
        montant: montant ?? 0,
        note: again && n % CANAUX.length < 2 ? 'Promet de passer en fin de semaine' : null,
        membre_nom: PAR,
        cree_le: new Date(`${jour}T08:15:00Z`),
      })),
    )
    .execute()
}

/** Adds options: five that hold a lot, one expired, one released, one that became a sale. Two lots are off sale. */
async function insertOptions(db: Db, today: Jour): Promise<void> {
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
  const { rows: sold } = await sql<{
    bien_id: number
    client_id: number
    nom: string
    tel: string
    reservation_le: Jour
  }>`
    select v.bien_id, v.client_id, c.nom_complet as nom, c.tel, v.reservation_le
    from ventes v join clients c on c.id = v.client_id join appartements a on a.id = v.bien_id
    where v.terminee_le is null order by v.reservation_le desc, v.id limit 1`.execute(db)
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
      ...sold.map(({ reservation_le, ...option }) => ({
        ...none,
        ...option,
        prise_le: new Date(`${addJours(reservation_le, -6)}T09:00:00Z`),
        prise_par: PAR,
        expire_le: addJours(reservation_le, 1),
        fin: 'vendue',
        fin_le: new Date(`${reservation_le}T09:00:00Z`),
      })),
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
