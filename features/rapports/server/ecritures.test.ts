import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ecrituresCsv } from '#features/rapports/server/ecritures.documents.ts'
import { addMois, aujourdhui } from '#shared/dates.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { HAS_OFFICE } from '#test/harness/office.ts'
import { FORMULA_TEXTS } from '#test/fuzz/hostile-texts.ts'
import { startApp, type Answer, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBon,
  buildClient,
  buildCompteBancaire,
  buildLigne,
  idOf,
  pay,
  sell,
} from '#test/harness/builders.ts'

const today = aujourdhui()
const MOIS = today.slice(0, 7)

interface Ligne {
  journal: string
  piece: string
  compte: string
  tiers: string
  libelle: string
  debit: number | null
  credit: number | null
}
interface Ecritures {
  data: Ligne[]
  total: number
  totals: { debit: number; credit: number }
  a_affecter: number
  reprises: number
  mois: string
}

let t: TestApp
let karim: Visitor
let client: number
let bien: number
let bna: number
let cpa: number
const read = async (query = `mois=${MOIS}&per_page=500`) =>
  (await karim.get(`/api/rapports/ecritures?${query}`)).json as Ecritures
const ok = (answer: Answer) => {
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer
}
const verser = async (versement: number, rest: object) =>
  idOf(
    ok(
      await karim.post('/api/paiements', {
        client_id: client,
        appartement_id: bien,
        date_paiement: today,
        versement,
        ...rest,
      }),
    ),
  )
const section = async (nom: string, valeur: object) =>
  ok(await karim.put(`/api/parametres/${nom}`, { valeur, version: 0 }))
/** « BQ 512 2500.00 / 419 » of each écriture of a piece, in their order. */
const pairesDe = (lignes: readonly Ligne[], piece: string) => {
  const siennes = lignes.filter((ligne) => ligne.piece === piece)
  return siennes.flatMap((ligne, rang) =>
    ligne.debit === null
      ? []
      : [
          `${ligne.journal} ${ligne.compte} ${ligne.debit} / ${siennes[rang + 1]?.compte} ${siennes[rang + 1]?.credit}`,
        ],
  )
}

const PLAN = {
  encaissement: '511',
  caisse: '53',
  avances: '419',
  tva: '4457',
  timbre: '442',
  retenues: '758',
  frais: '627',
  fournisseurs: '401',
  charges: '60',
}
let pieces: Record<string, string>
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  client = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
  bien = await buildAppartement(t.db, { prix: 10_000_000_000 })
  const vente = await sell(t.db, bien, client)
  bna = (await buildCompteBancaire(t.db)).id
  cpa = (await buildCompteBancaire(t.db)).id
  await section('timbre', { percevoir: true })
  const taux = { taux: 19, depuis: '2025-01', avant: null }
  await section('tva', {
    appartement: taux,
    local: taux,
    place_parking: taux,
    encaissements_du: '2025-01-01',
  })
  const bon = await buildBon(t.db, { date_bon: today, reference: 'BC-12', fournisseur: 'SARL Béton' })
  await section('ecritures', {
    ...PLAN,
    banques: [{ id: bna, compte: '5121' }],
    categories: [{ id: bon.categorie_bon_id, compte: '605' }],
  })
  await buildLigne(t.db, bon.id, { prix_unitaire: 125_050, quantite: 3 })
  for (const reglement of [
    { mode: 'virement', compte_id: bna, montant: 1000 },
    { mode: 'especes', montant: 500.5 },
    { mode: 'autre', montant: 250 },
  ])
    ok(await karim.post(`/api/bons/${bon.id}/reglements`, { date_reglement: today, ...reglement }))

  const cheque = { mode: 'cheque', banque: 'BNA' }
  const ids = {
    virement: await verser(500_000, { mode: 'virement', compte_id: bna }),
    sansCompte: await verser(500_000, { mode: 'versement_bancaire' }),
    recu: await verser(1000, { ...cheque, reference: '1' }),
    encaisse: await verser(2000, { ...cheque, reference: '2' }),
    rejete: await verser(4000, { ...cheque, reference: '3' }),
    rejeteEncaisse: await verser(8000, { ...cheque, reference: '4' }),
    especes: await verser(100_000, { mode: 'especes' }),
    autre: await verser(16_000, { mode: 'autre' }),
    inconnu: await verser(32_000, {}),
  }
  ok(
    await karim.post('/api/remises', {
      compte_id: bna,
      jour: today,
      ids: [ids.encaisse, ids.rejete, ids.rejeteEncaisse],
    }),
  )
  ok(
    await karim.post('/api/cheques/encaisser', {
      ids: [ids.encaisse, ids.rejeteEncaisse],
      encaisse_le: today,
    }),
  )
  for (const id of [ids.rejete, ids.rejeteEncaisse])
    ok(
      await karim.post(`/api/cheques/${id}/rejeter`, {
        rejete_le: today,
        motif: 'Opposition',
        frais_rejet: 25.5,
      }),
    )
  // A sale of before Diyar: its receipt and its rejection have no line.
  const ancien = await pay(t.db, vente, 700_000, today)
  await t.db.insertInto('recus').values({ annee: 0, dernier: 1 }).execute()
  await t.db
    .updateTable('paiements')
    .set({ recu_annee: 0, recu_numero: 1 })
    .where('id', '=', ancien)
    .execute()
  const finie = await sell(t.db, await buildAppartement(t.db), client)
  await pay(t.db, finie, 5_000_000, addMois(today, -2))
  ok(
    await karim.post(`/api/ventes/${finie}/desistement`, {
      demande_le: today,
      origine: 'client',
      motif: 'Crédit refusé',
      retenue: 10_000,
    }),
  )
  for (const [mode, montant] of [
    ['virement', 20_000],
    ['especes', 5000],
  ] as const)
    ok(
      await karim.post(`/api/ventes/${finie}/remboursements`, {
        jour: today,
        montant,
        mode,
        ...(mode === 'virement' && { compte_id: cpa }),
      }),
    )
  const recus = await t.db
    .selectFrom('paiements')
    .select(['id', 'recu_annee', 'recu_numero'])
    .where('recu_annee', '>', 0)
    .execute()
  const dossier = await t.db
    .selectFrom('ventes')
    .selectAll()
    .where('id', '=', finie)
    .executeTakeFirstOrThrow()
  pieces = {
    ...Object.fromEntries(
      Object.entries(ids).map(([nom, id]) => {
        const recu = recus.find((one) => one.id === id)
        return [nom, `${recu?.recu_annee}-${String(recu?.recu_numero).padStart(6, '0')}`]
      }),
    ),
    dossier: `${dossier.dossier_annee}-D-${String(dossier.dossier_numero).padStart(4, '0')}`,
  }
}, 120_000)
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const annee = today.slice(0, 4)
// spec: CO-27
it('each act is balanced, in its journal and by the accounts of the settings (D.16)', async () => {
  const { data, totals, total, a_affecter, reprises, mois } = await read()
  expect([mois, data.length, reprises]).toEqual([MOIS, total, 7000])
  const of = (piece: string) => pairesDe(data, pieces[piece] ?? piece)
  expect(of('virement')).toEqual(['BQ 5121 500000 / 419 500000'])
  expect(of('sansCompte')).toEqual(['BQ 512 500000 / 419 500000'])
  expect(of('recu')).toEqual(['BQ 511 1000 / 419 1000'])
  expect(of('encaisse')).toEqual(['BQ 511 2000 / 419 2000', 'BQ 5121 2000 / 511 2000'])
  expect(of('rejete')).toEqual([
    'BQ 511 4000 / 419 4000',
    'BQ 419 4000 / 511 4000',
    'BQ 627 25.5 / 5121 25.5',
  ])
  expect(of('rejeteEncaisse')).toEqual([
    'BQ 511 8000 / 419 8000',
    'BQ 5121 8000 / 511 8000',
    'BQ 419 8000 / 5121 8000',
    'BQ 627 25.5 / 5121 25.5',
  ])
  expect(of('especes')).toEqual(['CA 53 100000 / 419 100000', 'CA 53 1500 / 442 1500'])
  expect(of('autre')).toEqual(['OD à affecter 16000 / 419 16000'])
  expect(of('inconnu')).toEqual(['OD à affecter 32000 / 419 32000'])
  expect(of(`${annee}-R-0001`)).toEqual(['BQ 419 20000 / 512 20000'])
  expect(of(`${annee}-R-0002`)).toEqual(['CA 419 5000 / 53 5000'])
  expect(of('dossier')).toEqual(['OD 419 10000 / 758 10000'])
  expect(of('BC-12')).toEqual([
    'AC 605 3751.5 / 401 3751.5',
    'BQ 401 1000 / 5121 1000',
    'CA 401 500.5 / 53 500.5',
    'OD 401 250 / à affecter 250',
  ])
  const rapport = (await karim.get(`/api/rapports/tva?mois=${MOIS}`)).json as { totals: { tva: number } }
  const { tva } = rapport.totals
  expect(tva).toBeGreaterThan(0)
  expect(of(`TVA ${MOIS}`)).toEqual([`OD 419 ${tva} / 4457 ${tva}`])
  expect(a_affecter).toBe(3)
  expect(totals.debit).toBe(totals.credit)
  const sum = (what: 'debit' | 'credit', lignes: readonly Ligne[]) =>
    lignes.reduce((all, ligne) => all + Math.round((ligne[what] ?? 0) * 100), 0)
  expect([sum('debit', data), sum('credit', data)]).toEqual([totals.debit * 100, totals.credit * 100])
  // Credit of 419 by receipts less its debit by rejections is what came in, less what was rejected.
  const recus = data.filter(({ piece, compte }) => piece.startsWith(`${annee}-0`) && compte === '419')
  const { totals: encaisse } = (await karim.get(`/api/rapports/encaissements?du=${MOIS}&au=${MOIS}`))
    .json as {
    totals: { net: number }
  }
  expect(sum('credit', recus) - sum('debit', recus)).toBe((encaisse.net - reprises) * 100)
  expect(data.some(({ piece }) => piece.startsWith('REP'))).toBe(false)
  expect(data[0]).toMatchObject({ tiers: expect.any(String), libelle: expect.any(String) })
})

// spec: CO-27
it('is read a page at a time, of the last month unless told; an account taken away is « à affecter »', async () => {
  const whole = await read()
  const second = await read(`mois=${MOIS}&per_page=5&page=2`)
  expect(second.data).toEqual(whole.data.slice(5, 10))
  expect(second.totals).toEqual(whole.totals)
  expect(await read('')).toMatchObject({ mois: addMois(`${MOIS}-01`, -1).slice(0, 7), total: 0, data: [] })
  const { version } = (await t.db
    .selectFrom('parametres')
    .select('version')
    .where('section', '=', 'ecritures')
    .executeTakeFirst()) ?? { version: 0 }
  ok(
    await karim.put('/api/parametres/ecritures', {
      valeur: { ...PLAN, avances: '', banques: [], categories: [] },
      version,
    }),
  )
  const apres = await read()
  expect(apres.a_affecter).toBe(3 + whole.data.filter(({ compte }) => compte === '419').length)
  expect(apres.totals).toEqual(whole.totals)
})

// spec: CO-27, CO-34
it('is a workbook and a CSV of the same lines; LibreOffice shows the same cells, hostile texts stay text', async () => {
  const { data, totals } = await read()
  const classeur = await karim.get(`/api/rapports/ecritures/export?mois=${MOIS}`)
  expect(classeur.headers['content-disposition']).toContain(`"ecritures_${MOIS}.xlsx"`)
  const rows = (await readXlsx(classeur.rawPayload)).sheets[0]?.rows ?? []
  expect(rows.slice(1, data.length + 1).map((row) => [row[2], row[3], row[6], row[7]])).toEqual(
    data.map(({ piece, compte, debit, credit }) => [piece, compte, debit, credit]),
  )
  expect(rows[data.length + 1]?.slice(6)).toEqual([totals.debit, totals.credit])

  const csv = await karim.get(`/api/rapports/ecritures/export?mois=${MOIS}&format=csv`)
  expect([csv.headers['content-type'], csv.headers['content-disposition']]).toEqual([
    'text/csv; charset=utf-8',
    `attachment; filename="ecritures_${MOIS}.csv"`,
  ])
  const texte = csv.rawPayload.toString('utf8')
  expect(texte.startsWith('\uFEFFJournal;Date;Pièce;Compte;Tiers;Libellé;Débit;Crédit\r\n')).toBe(true)
  expect(texte.split('\r\n')).toHaveLength(data.length + 2)
  expect(texte).toContain(';500000,00;\r\n')
})

// spec: CO-27
it.skipIf(!HAS_OFFICE)(
  'opens in LibreOffice as it was written',
  async () => {
    const ligne = { journal: 'OD', date: '2026-03-31', debit: 47_899_160, credit: null } as const
    const textes = [...FORMULA_TEXTS, 'a;b', 'dit "oui"', 'été', '@a']
    const csv = ecrituresCsv(
      textes.map((texte) => ({ ...ligne, piece: texte, compte: '419', tiers: texte, libelle: 'x' })),
    )
    const folder = await mkdtemp(join(tmpdir(), 'ecritures-'))
    try {
      await writeFile(join(folder, 'e.csv'), csv)
      await promisify(execFile)(
        'soffice',
        [
          `-env:UserInstallation=file://${folder}/profil`,
          '--headless',
          '--infilter=CSV:59,34,76,1,,1036,false,true',
          '--convert-to',
          'xlsx',
          '--outdir',
          folder,
          join(folder, 'e.csv'),
        ],
        { timeout: 120_000 },
      )
      const { sheets } = await readXlsx(await readFile(join(folder, 'e.xlsx')))
      const rows = sheets[0]?.rows ?? []
      expect(rows.slice(1).map((row) => [String(row[2]).trim(), row[6]])).toEqual(
        textes.map((texte) => [texte.trim(), 478_991.6]),
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  150_000,
)
