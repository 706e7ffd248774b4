/** The sales and payments of the demo's office, act by act. Amounts in centimes. */
import { sql } from 'kysely'
import { readModeles } from '#features/echeanciers/server/modeles.service.ts'
import { createOption } from '#features/options/server/options.service.ts'
import type { MoyenSaisi } from '#features/paiements/paiements.rules.ts'
import { createGroupe } from '#features/paiements/server/groupes.service.ts'
import { createPaiement } from '#features/paiements/server/paiements.service.ts'
import { updateDossier } from '#features/ventes/server/dossiers.service.ts'
import { sellBien } from '#features/ventes/server/vendre.service.ts'
import type { Db } from '#server/database/db.ts'
import { addJours, addMois, type Jour } from '#shared/dates.ts'
import type { TypeBien } from '#shared/biens.ts'
import type { Agenda } from '#db/demo-agenda.ts'
import type { Bureau } from '#db/demo-bureau.ts'
import { enterClient, enterIdentite } from '#db/demo-clients.ts'
import type { Lot } from '#db/demo-lots.ts'
import type { VersementPaye } from '#db/demo-moyens.ts'
import { estSociete, type VentePrevue } from '#db/demo-plan.ts'
import { pick, seeded } from '#db/random.ts'

const NOTAIRES = ['Maître Zohra Belkacem', 'Maître Djamel Ould Ali', 'Maître Nawel Ferhat']
const IDENTITES = 40
const MILLE_DINARS = 100_000

/** Records made so far: biens by their key, clients by their rank, sales and payments by what planned them. */
export class Monde {
  readonly db: Db
  readonly bureau: Bureau
  readonly agenda: Agenda
  readonly clients = new Map<number, number>()
  readonly ventes = new Map<string, number>()
  readonly paiements = new Map<VersementPaye, number>()
  readonly #biens = new Map<string, number>()
  #identites = 0
  #modeles: readonly { id: number; nom: string }[] = []

  constructor(db: Db, bureau: Bureau, agenda: Agenda) {
    this.db = db
    this.bureau = bureau
    this.agenda = agenda
  }

  /** The id of a bien of the plan. @throws RangeError before its résidence has come in */
  async bien({ cle, type, lieu, numero }: Lot): Promise<number> {
    const known = this.#biens.get(cle)
    if (known !== undefined) return known
    const { rows } = await sql<{ id: number }>`
      select a.id from appartements a join etages e on e.id = a.etage_id join blocs b on b.id = e.bloc_id
        where ${type} = 'appartement' and b.nomloc = ${lieu} and a.num_lot = ${numero}
      union all select l.id from locaux l join blocs b on b.id = l.bloc_id
        where ${type} = 'local' and b.nomloc = ${lieu} and l.num = ${numero}
      union all select p.id from places_parking p join parkings k on k.id = p.parking_id
        where ${type} = 'place_parking' and k.parking_nom = ${lieu} and p.numero_place::text = ${numero}`.execute(
      this.db,
    )
    const id = rows[0]?.id
    if (id === undefined) throw new RangeError(`no bien ${cle}`)
    this.#biens.set(cle, id)
    return id
  }

  /** The id of a client, who is entered at his first act. */
  async client(n: number): Promise<number> {
    const known = this.clients.get(n)
    if (known !== undefined) return known
    const id = await enterClient(this.db, this.bureau.commerciaux[n % 2 === 0 ? 0 : 1], n)
    this.clients.set(n, id)
    if (!estSociete(n) && n % 3 === 0 && this.#identites < IDENTITES) {
      this.#identites++
      await enterIdentite(this.db, this.bureau.direction, id, n, this.agenda.today)
    }
    return id
  }

  async modele(nom: string): Promise<number> {
    if (this.#modeles.length === 0) this.#modeles = await readModeles(this.db)
    return this.#modeles.find((modele) => modele.nom.startsWith(nom))?.id ?? 0
  }

  vente({ cle }: Pick<VentePrevue, 'cle'>): number {
    return this.ventes.get(cle) ?? 0
  }
}

/** Puts the sales into the agenda: the buyer, the reservation, the contract, the keys. */
export function scheduleVentes(monde: Monde, ventes: readonly VentePrevue[]): void {
  for (const [n, vente] of ventes.entries()) {
    const { reservation_le, contrat_le, livraison_le } = vente
    monde.agenda.add(addJours(reservation_le, -1), 6, async () => {
      await monde.client(vente.client)
      if (vente.suite === 'option') await takeOption(monde, vente, reservation_le)
    })
    monde.agenda.add(reservation_le, 1, () => sell(monde, vente, n))
    if (contrat_le !== null) monde.agenda.add(contrat_le, 3, () => dateDossier(monde, vente, { contrat_le }))
    if (livraison_le !== null)
      monde.agenda.add(livraison_le, 2, () => dateDossier(monde, vente, { livraison_le }))
  }
}

async function takeOption(monde: Monde, vente: VentePrevue, expire_le: Jour): Promise<void> {
  await createOption(monde.db, monde.bureau.commerciaux[0], {
    bien_id: await monde.bien(vente.lot),
    client_id: await monde.client(vente.client),
    nom: null,
    tel: null,
    expire_le: addJours(expire_le, 3),
    note: null,
  })
}

async function sell(monde: Monde, vente: VentePrevue, n: number): Promise<void> {
  const { db, bureau } = monde
  const { lot, reservation_le } = vente
  const id = await monde.bien(lot)
  const vendeur = bureau.commerciaux[n % 5 < 3 ? 0 : 1]
  const mensualites = lot.type === 'place_parking'
  await sellBien(
    db,
    vendeur,
    { type: lot.type, id, role: 'commercial' },
    {
      client_id: await monde.client(vente.client),
      reservation_le,
      modele_id: await monde.modele(mensualites ? 'Mensualités' : 'Vente sur plans'),
      ...(mensualites && { premier_jour: addMois(reservation_le, 1), arrondi: MILLE_DINARS }),
    },
  )
  const { id: made } = await db
    .selectFrom('ventes')
    .select('id')
    .where('bien_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  monde.ventes.set(vente.cle, made)
}

async function dateDossier(
  monde: Monde,
  vente: VentePrevue,
  day: { contrat_le: Jour } | { livraison_le: Jour },
): Promise<void> {
  const id = monde.vente(vente)
  const notaire = 'contrat_le' in day ? { notaire: pick(seeded(id), NOTAIRES) } : {}
  await updateDossier(
    monde.db,
    monde.bureau.direction,
    { id, role: 'direction' },
    { reservation_le: vente.reservation_le, ...day, ...notaire },
  )
}

/** Puts the payments into the agenda. Those of one buyer on one day by transfer are entered together, once. */
export function schedulePaiements(monde: Monde, versements: readonly VersementPaye[]): void {
  const groupe = findGroupe(versements)
  for (const versement of versements)
    if (!groupe.includes(versement))
      monde.agenda.add(versement.date_paiement, 4, () => enterPaiement(monde, versement))
  const [first] = groupe
  if (first) monde.agenda.add(first.date_paiement, 4, () => enterGroupe(monde, groupe))
}

/** A place and a lot of one buyer that are paid in the same week by transfer: the office got one transfer for both. */
function findGroupe(versements: readonly VersementPaye[]): VersementPaye[] {
  const virements = versements.filter(({ moyen, vente }) => moyen.mode === 'virement' && vente.suite === null)
  for (const one of virements.toReversed()) {
    const other = virements.find(
      (autre) =>
        autre.vente !== one.vente &&
        autre.vente.client === one.vente.client &&
        autre.date_paiement <= one.date_paiement &&
        addJours(autre.date_paiement, 12) >= one.date_paiement,
    )
    if (other) return [one, other]
  }
  return []
}

/** Where a sale stands now: it may have been moved to another bien, or to another buyer. */
async function placeOf(
  db: Db,
  vente: number,
): Promise<{ bien_id: number; type: TypeBien; client_id: number }> {
  const row = await db
    .selectFrom('ventes as v')
    .innerJoin('biens as b', 'b.id', 'v.bien_id')
    .select(['v.bien_id', 'b.type', 'v.client_id'])
    .where('v.id', '=', vente)
    .executeTakeFirstOrThrow()
  return { ...row, type: row.type as TypeBien }
}

const moyenOf = ({ comptes }: Bureau, { moyen, compte }: VersementPaye): MoyenSaisi => ({
  ...moyen,
  compte_id: compte === null ? null : (comptes[compte] ?? null),
})

async function enterPaiement(monde: Monde, versement: VersementPaye): Promise<void> {
  const { db, bureau } = monde
  const { bien_id, type, client_id } = await placeOf(db, monde.vente(versement.vente))
  const { id } = await createPaiement(db, bureau.caisse, {
    client_id,
    bien: { type, id: bien_id },
    date_paiement: versement.date_paiement,
    versement: versement.versement,
    details: versement.details,
    ...moyenOf(bureau, versement),
  })
  monde.paiements.set(versement, id)
}

async function enterGroupe(monde: Monde, groupe: readonly VersementPaye[]): Promise<void> {
  const { db, bureau } = monde
  const [first] = groupe
  if (!first) return
  const { client_id } = await placeOf(db, monde.vente(first.vente))
  const made = await createGroupe(db, bureau.caisse, {
    client_id,
    date_paiement: first.date_paiement,
    details: null,
    ...moyenOf(bureau, first),
    mode: 'virement',
    lignes: groupe.map(({ vente, versement }) => ({ vente_id: monde.vente(vente), versement })),
  })
  for (const [n, { id }] of made.entries()) {
    const versement = groupe[n]
    if (versement) monde.paiements.set(versement, id)
  }
}
