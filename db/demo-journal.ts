import { sql } from 'kysely'
import { readAppartements } from '#features/biens/server/appartements.ts'
import { readBlocs } from '#features/structure/server/blocs.service.ts'
import { readRemise } from '#features/cheques/server/remises.service.ts'
import { readClient } from '#features/clients/server/clients.service.ts'
import { readEtages } from '#features/structure/server/etages.service.ts'
import type { Entry } from '#features/journal/server/journal.service.ts'
import { readLocaux } from '#features/biens/server/locaux.ts'
import { ligneDOption, readOptions } from '#features/options/server/options.read.ts'
import { readPaiements } from '#features/paiements/server/paiements.read.ts'
import { toPaiement } from '#features/paiements/server/paiements.wire.ts'
import { readParkings } from '#features/biens/server/parkings.service.ts'
import { readPlaces } from '#features/biens/server/places.ts'
import { listPromoteurs } from '#features/promoteur/server/promoteur.service.ts'
import { readResidences } from '#features/structure/server/residences.service.ts'
import type { Db } from '#server/database/db.ts'
import { addJours, type Jour } from '#shared/dates.ts'

interface Ligne extends Entry {
  jour: Jour
  heure: string
}

/** Days before `today` on which the portfolio was typed in. */
const AVANT = 1_200

/** Writes the journal as the services would have: the portfolio, each client the day before a purchase, then each act on its day. */
export async function insertJournal(db: Db, today: Jour): Promise<void> {
  const lignes = [
    ...(await structure(db, addJours(today, -AVANT))),
    ...(await ventesEtClients(db)),
    ...(await paiements(db)),
    ...(await suites(db)),
    ...(await charges(db)),
  ].toSorted((a, b) => a.jour.localeCompare(b.jour) || a.heure.localeCompare(b.heure))
  const rows = lignes.map(({ id, jour, heure, ...entry }) => ({
    ...entry,
    objet_id: id,
    quand: `${jour}T${heure}:00+01:00`,
  }))
  await sql`
    with auteurs as (select id, name, row_number() over (order by id) - 1 as rang from membres where actif order by id limit 3)
    insert into journal (quand, membre_id, membre_nom, action, objet, objet_id, avant, apres)
    select least(l.quand, now()), m.id, m.name, l.action, l.objet, l.objet_id, l.avant, l.apres
    from rows from (json_to_recordset(${JSON.stringify(rows)}::json)
      as (quand timestamptz, action text, objet text, objet_id bigint, avant jsonb, apres jsonb)) with ordinality
      as l (quand, action, objet, objet_id, avant, apres, rang)
    join auteurs m on m.rang = coalesce(l.objet_id, 0) % 3 order by l.rang`.execute(db)
}

const idsOf = async (db: Db, table: string): Promise<number[]> =>
  (await sql<{ id: number }>`select id from ${sql.table(table)} order by id`.execute(db)).rows.map(
    ({ id }) => id,
  )

const heure = (n: number): string => {
  const minutes = 8 * 60 + 30 + (n % 480)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

const ajouts = (objet: Entry['objet'], jour: Jour, fiches: readonly { id: number }[]): Ligne[] =>
  fiches.map((apres, n) => ({ action: 'ajouter', objet, id: apres.id, apres, jour, heure: heure(n) }))

async function structure(db: Db, jour: Jour): Promise<Ligne[]> {
  const { rows: membres } = await sql<{ id: number }>`
    select id, name, email, case when actif then 'activé' else 'désactivé' end as statut, role from membres order by id`.execute(
    db,
  )
  const { rows: comptes } = await sql<{ id: number }>`
    select id, banque, agence, numero, actif, version from comptes_bancaires order by id`.execute(db)
  const fiches: [Entry['objet'], readonly { id: number }[]][] = [
    ['membre', membres],
    ['promoteur', await listPromoteurs(db)],
    ['compte bancaire', comptes],
    ['residence', await readResidences(db, await idsOf(db, 'residences'))],
    ['bloc', await readBlocs(db, await idsOf(db, 'blocs'))],
    ['parking', await readParkings(db, await idsOf(db, 'parkings'))],
    ['etage', await readEtages(db, await idsOf(db, 'etages'))],
    ['appartement', await readAppartements(db, await idsOf(db, 'appartements'))],
    ['local', await readLocaux(db, await idsOf(db, 'locaux'))],
    ['place', await readPlaces(db, await idsOf(db, 'places_parking'))],
  ]
  return fiches.flatMap(([objet, records], n) => ajouts(objet, addJours(jour, n), records))
}

async function ventesEtClients(db: Db): Promise<Ligne[]> {
  const { rows: ventes } = await sql<{ id: number; reservation_le: Jour; client_id: number }>`
    select v.id, v.bien_id, v.client_id, v.prix, v.dossier_annee, v.dossier_numero, b.type, c.nom_complet as client, v.reservation_le
    from ventes v join biens b on b.id = v.bien_id join clients c on c.id = v.client_id order by v.id`.execute(
    db,
  )
  const premier = ventes.reduce((days, { client_id, reservation_le }) => {
    const known = days.get(client_id)
    return known && known < reservation_le ? days : days.set(client_id, reservation_le)
  }, new Map<number, Jour>())
  const lignes = ventes.map(({ reservation_le, ...apres }, n): Ligne => ({
    action: 'assigner',
    objet: 'vente',
    id: apres.id,
    apres,
    jour: reservation_le,
    heure: heure(n),
  }))
  const [last = ''] = [...premier.values()].toSorted().slice(-1)
  for (const [n, id] of (await idsOf(db, 'clients')).entries())
    lignes.push({
      action: 'ajouter',
      objet: 'client',
      id,
      apres: await readClient(db, id),
      jour: addJours(premier.get(id) ?? last, -1),
      heure: heure(n),
    })
  return lignes
}

async function paiements(db: Db): Promise<Ligne[]> {
  const lus = await readPaiements(db, await idsOf(db, 'paiements'))
  return lus.map((lu) => ({
    action: lu.represente === null ? 'ajouter' : 'representer',
    objet: 'paiement',
    id: lu.id,
    apres: toPaiement(lu),
    jour: lu.date_paiement,
    heure: heure(lu.id),
  }))
}

async function suites(db: Db): Promise<Ligne[]> {
  const options = await readOptions(db, await idsOf(db, 'options'))
  const { rows: relances } = await sql<{ id: number; jour: Jour }>`
    select r.id, r.vente_id, r.canal, r.jour, r.montant, r.note, r.membre_nom as par from relances r order by r.id`.execute(
    db,
  )
  const { rows: desistements } = await sql<{ id: number; jour: Jour; client: string }>`
    select v.id, d.demande_le as jour, d.origine, d.motif, d.retenue, c.nom_complet as client
    from desistements d join ventes v on v.id = d.vente_id join clients c on c.id = v.client_id order by v.id`.execute(
    db,
  )
  const { rows: revisions } = await sql<{ id: number; jour: Jour }>`
    select id, json_build_object('sorte', sorte, 'valeur', valeur, 'arrondi', arrondi) as operation, motif, nombre, (cree_le at time zone 'Africa/Algiers')::date as jour from revisions_prix order by id`.execute(
    db,
  )
  const lignes: Ligne[] = [
    ...options.map((option, n): Ligne => ({
      action: 'poser',
      objet: 'option',
      id: option.id,
      apres: ligneDOption(option),
      jour: option.prise_le.slice(0, 10),
      heure: heure(n),
    })),
    ...relances.map((apres, n): Ligne => ({
      action: 'ajouter',
      objet: 'relance',
      id: apres.id,
      apres,
      jour: apres.jour,
      heure: heure(n),
    })),
    ...desistements.map(({ jour, client, id, ...apres }, n): Ligne => ({
      action: 'desister',
      objet: 'vente',
      id,
      avant: { client },
      apres,
      jour,
      heure: heure(n),
    })),
    ...revisions.map(({ id, jour, ...apres }, n): Ligne => ({
      action: 'reviser',
      objet: 'revision',
      id,
      apres,
      jour,
      heure: heure(n),
    })),
  ]
  for (const id of await idsOf(db, 'remises')) {
    const { cheques, ...remise } = await readRemise(db, id)
    const apres = { ...remise, recus: cheques.map(({ recu }) => recu) }
    lignes.push({ action: 'ajouter', objet: 'remise', id, apres, jour: remise.jour, heure: heure(id) })
  }
  return lignes
}

async function charges(db: Db): Promise<Ligne[]> {
  const { rows: categories } = await sql<{ id: number; premier: Jour | null }>`
    select c.id, c.nom, (select min(b.date_bon) from bons b where b.categorie_bon_id = c.id) as premier from categories_bons c order by c.id`.execute(
    db,
  )
  const { rows: bons } = await sql<{ id: number; date_bon: Jour }>`
    select b.id, b.reference, b.date_bon, b.categorie_bon_id, b.version,
      (select json_agg(json_build_object('id', l.id, 'designation', l.designation, 'prix_unitaire', l.prix_unitaire, 'quantite', l.quantite) order by l.id)
        from lignes l where l.bon_id = b.id) as lignes
    from bons b order by b.id`.execute(db)
  return [
    ...categories.flatMap(({ premier, ...apres }, n) =>
      premier === null
        ? []
        : ajouts('categorie', addJours(premier, -1), [apres]).map((ligne) => ({ ...ligne, heure: heure(n) })),
    ),
    ...bons.flatMap((apres) => ajouts('bon', apres.date_bon, [apres])),
  ]
}
