import { sql } from 'kysely'
import { BASE } from '#shared/endpoint.ts'
import { readConfig } from '#server/config.ts'
import { connect, openDatabase, WITHOUT_TIMEOUTS } from '#server/database/pool.ts'
import type { Db } from '#server/database/db.ts'
import { signIn } from '#test/harness/browser.ts'
import { startServer } from '#test/harness/product.ts'
import { ACCOUNT, onDataset } from '../bench/dataset.ts'
import { ms, quantile, rounded } from '../bench/print.ts'

const PETIT = 50_000
const ENSEMBLE = 250_000
const MESURES = 25
const ECRITURES = 400
/** A call of the large journal may take 1.3 times the small one's time plus 2 ms, and 100 ms at most. */
const BARRE = { fois: 1.3, plus: 2, ms: 100 }

// spec: RE-69, RE-64
const DEMANDES: readonly { nom: string; query: string; refus?: number }[] = [
  { nom: 'première page', query: '' },
  { nom: '100e page', query: 'avant={centieme}' },
  { nom: 'un membre', query: 'membre=3' },
  { nom: 'un membre parti il y a longtemps', query: 'membre=19' },
  { nom: 'un objet', query: 'objet=paiement' },
  { nom: 'un objet rare', query: 'objet=promoteur' },
  { nom: 'une action', query: 'action=supprimer' },
  { nom: 'membre et objet', query: 'membre=3&objet=vente' },
  { nom: 'membre et action', query: 'membre=7&action=supprimer' },
  { nom: 'objet et action', query: 'objet=client&action=supprimer' },
  { nom: 'membre, objet et action', query: 'membre=7&objet=paiement&action=rejeter' },
  { nom: 'membre parti, objet', query: 'membre=19&objet=vente' },
  { nom: 'un mois au milieu', query: 'du={du}&au={au}' },
  { nom: 'un mois, un membre et un objet', query: 'du={du}&au={au}&membre=3&objet=paiement' },
  { nom: 'nom rare', query: 'q=rarissime' },
  { nom: 'nom rare en arabe', query: 'q=نادرة' },
  { nom: 'nom fréquent', query: 'q=benali' },
  { nom: "nom qui n'y est pas", query: 'q=introuvable' },
  { nom: 'reçu ancien', query: 'q=2019-000123' },
  { nom: 'mots courts derrière un long', query: 'q=introuvable%20a%20e%20i' },
  { nom: 'mots courts seuls, refusés', query: 'q=a%20e%20i', refus: 422 },
  { nom: "nom fréquent d'un membre parti", query: 'q=benali&membre=19' },
  { nom: 'nom rare et objet', query: 'q=rarissime&objet=client' },
  { nom: "historique d'un lot", query: 'objet=appartement&objet_id=1000' },
  { nom: "historique d'une vente", query: 'objet=vente&objet_id=1000' },
  { nom: "historique d'un client", query: 'objet=client&objet_id=500' },
]

/** Prints the median times of pages in a small and a large journal, as an office would fill it over eight years, and their ratio. */
export async function printJournal(size: number, lignes: number): Promise<void> {
  const [petit, grand] = [new Map<string, number>(), new Map<string, number>()]
  await onDataset(size, (folder) => measureAt(folder, PETIT, petit))
  await onDataset(size, (folder) => measureAt(folder, lignes, grand))
  console.log(
    `\njournal                                  ${String(PETIT).padStart(8)}   ${String(lignes).padStart(8)}      ×   (barres ${rounded(BARRE.fois, 1)} × + ${BARRE.plus} ms, ${BARRE.ms} ms)`,
  )
  for (const [nom, avant] of petit) {
    const apres = grand.get(nom) ?? 0
    const trop = apres > BARRE.fois * avant + BARRE.plus || apres > BARRE.ms
    console.log(
      `  ${nom.padEnd(36)} ${ms(avant)}   ${ms(apres)} ${rounded(apres / avant, 2).padStart(6)}${trop ? '   !' : ''}`,
    )
  }
}

async function measureAt(folder: string, lignes: number, times: Map<string, number>): Promise<void> {
  const known = await fillTo(folder, lignes)
  const server = await startServer('main', folder)
  try {
    const { headers } = await signIn(server.url, ACCOUNT)
    for (const { nom, query, refus } of DEMANDES) {
      const search = query.replace(/\{(\w+)\}/g, (_, name: string) => String(known[name] ?? ''))
      times.set(nom, await median(`${server.url}${BASE}/api/journal?${search}`, headers, refus))
    }
  } finally {
    await server.stop()
  }
  times.set('écrire une ligne', Number(known['ecrire']))
}

async function median(url: string, headers: Record<string, string>, expected = 200): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < MESURES + 5; n++) {
    const start = performance.now()
    const answer = await fetch(url, { headers })
    await answer.text()
    if (answer.status !== expected) throw new Error(`${url}: ${answer.status}`)
    if (n >= 5) times.push(performance.now() - start)
  }
  return quantile(times, 0.5)
}

/** Fills the journal up to `lignes` lines. @returns values named in braces by the queries, and ms of one more line */
async function fillTo(folder: string, lignes: number): Promise<Record<string, string | number>> {
  const database = await openDatabase(readConfig({ DATA_DIR: folder }))
  const patient = connect(database.connection, WITHOUT_TIMEOUTS)
  const { db } = patient
  try {
    const { rows } = await sql<{ there: number }>`select count(*) as there from journal`.execute(db)
    let there = rows[0]?.there ?? 0
    while (there < lignes) {
      const more = Math.min(ENSEMBLE, lignes - there)
      await insertLines(db, there, more, lignes)
      there += more
    }
    await sql`vacuum analyze journal`.execute(db)
    const { rows: found } = await sql<{ centieme: number; du: string; au: string }>`
      select (select id from journal order by id desc offset ${99 * 50} limit 1) as centieme,
        to_char(quand, 'YYYY-MM-01') as du, to_char(quand, 'YYYY-MM-28') as au
      from journal where id >= (select max(id) / 2 from journal) order by id limit 1`.execute(db)
    return { ...found[0], ecrire: await write(db) }
  } finally {
    await db.destroy()
    await database.close()
  }
}

/** Median time in ms of inserting one line in its own transaction. */
async function write(db: Db): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < ECRITURES; n++) {
    const start = performance.now()
    await sql`insert into journal (membre_id, membre_nom, action, objet, objet_id, apres)
      values (3, 'Banc', 'modifier', 'client', ${n}, ${JSON.stringify({ id: n, nomComplet: `Nadia Haddad ${n}`, tel: '0555 12 34 56' })}::jsonb)`.execute(
      db,
    )
    times.push(performance.now() - start)
  }
  return quantile(times, 0.5)
}

/** Inserts lines in the proportions of an office, in order of time, half of them payments. One rare name comes three times. */
async function insertLines(db: Db, there: number, more: number, tous: number): Promise<void> {
  await sql`
    insert into journal (quand, membre_id, membre_nom, action, objet, objet_id, avant, apres)
    select timestamptz '2018-12-01 08:00Z' + (n::float8 / ${tous}) * interval '8 years',
      case when n < ${tous} / 10 and n % 5 = 0 then 19 else 1 + n % 18 end, 'Membre ' || n % 18, action, objet, numero,
      case when action in ('modifier', 'supprimer', 'rejeter') then fiche end,
      case when action <> 'supprimer' then fiche || case when action = 'modifier' then jsonb_build_object('montant', 100000000 + n) else '{}' end end
    from generate_series(${there + 1}::int, ${there + more}::int) n
    cross join lateral (select
      (array['paiement','paiement','paiement','paiement','paiement','paiement','paiement','paiement','paiement','paiement',
        'vente','vente','vente','appartement','appartement','appartement','client','client','local','echeance'])[1 + n % 20] as sorte,
      case when n in (${Math.floor(tous / 9)}, ${Math.floor(tous / 3)}, 40123) then 'Zoubida Rarissime نادرة'
        else (array['Benali','Boudiaf','Chérif','Haddad','Mansouri','Saïdi','Zerrouki','Meziane','محمد','Aït Ahmed'])[1 + n % 10] || ' '
          || (array['Karim','Amina','Yacine','Nadia','Élodie','Sofiane','Meriem'])[1 + n % 7] || ' ' || n % 50000 end as nom) s
    cross join lateral (select
      case when n % 20011 = 0 then 'promoteur' when sorte = 'echeance' then 'bloc' else sorte end as objet,
      case when n % 20011 = 0 then 'modifier'
        when sorte = 'paiement' then (case when n % 97 = 0 then 'supprimer' when n % 89 = 0 then 'rejeter' when n % 11 = 0 then 'modifier' else 'ajouter' end)
        when sorte = 'vente' then (array['assigner','modifier','echeancier'])[1 + n % 3]
        when sorte = 'client' then (case when n % 4001 = 0 then 'supprimer' when n % 3 = 0 then 'modifier' else 'ajouter' end)
        when sorte = 'echeance' then 'stade' else 'modifier' end as action,
      case when sorte in ('vente', 'appartement') then 1 + n / 20 % 200000 when sorte = 'client' then 1 + n / 20 % 50000 else n end as numero) a
    cross join lateral (select case
      when sorte = 'paiement' then jsonb_build_object('id', n, 'recu_annee', 2019 + (n::bigint * 8 / ${tous})::int, 'recu_numero', n % 600000,
        'recu', (2019 + (n::bigint * 8 / ${tous})::int) || '-' || lpad((n % 600000)::text, 6, '0'), 'client', jsonb_build_object('id', n % 50000, 'nomComplet', nom),
        'vente_id', 1 + n / 20 % 200000, 'versement', 40000000 + n, 'date_paiement', '2025-01-15', 'mode', 'cheque', 'banque', 'BNA', 'reference', lpad(n::text, 7, '0'))
      when sorte = 'vente' then jsonb_build_object('id', numero, 'bien_id', numero, 'client_id', 1 + numero % 50000, 'client', nom, 'prix', 100000000, 'type', 'appartement', 'dossier', '2026-D-' || numero)
      when sorte = 'client' then jsonb_build_object('id', numero, 'nomComplet', nom, 'tel', '0555 12 34 56', 'email', 'client@exemple.dz', 'adresse', 'Alger', 'version', 1)
      when sorte = 'echeance' then jsonb_build_object('stade', 'Gros œuvre achevé', 'atteint_le', '2025-03-01', 'note', null)
      else jsonb_build_object('id', numero, 'numLot', 'A-' || n % 900, 'montant', 100000000, 'typeLogement', 'F3', 'surfaceHabitable', 8050, 'surfaceUtile', 1220,
        'etage', jsonb_build_object('id', 1, 'designation', 'Étage 3'), 'bloc', jsonb_build_object('id', 1, 'nomloc', 'Bloc B')) end as fiche) f
    order by n`.execute(db)
}
