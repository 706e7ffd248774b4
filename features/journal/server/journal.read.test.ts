import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LigneDuJournal } from '#features/journal/journal.contract.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, buildPlace, pay, sell } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

interface Page {
  data: LigneDuJournal[]
  suivant: number | null
  membres: { id: number; name: string }[] | null
}
async function read(query: Record<string, string | number>): Promise<Page> {
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const answer = await karim.get(`/api/journal?${search.toString()}`)
  expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([200, expect.any(String)])
  return answer.json as Page
}
/** All of it, page after page. */
async function walk(query: Record<string, string | number>): Promise<{ ids: number[]; pages: number[] }> {
  const ids: number[] = []
  const pages: number[] = []
  for (let avant: number | null = null; ;) {
    const page: Page = await read({ ...query, ...(avant !== null && { avant }) })
    ids.push(...page.data.map(({ id }) => id))
    pages.push(page.data.length)
    if (page.suivant === null) return { ids, pages }
    avant = page.suivant
  }
}

interface Ecrite {
  objet?: string
  action?: string
  membre_id?: number | null
  membre_nom?: string
  objet_id?: number
  quand?: string
  apres?: object
}
const write = async (lignes: readonly Ecrite[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    insert into journal (membre_id, membre_nom, action, objet, objet_id, quand, apres)
    select membre_id, coalesce(membre_nom, 'Personne'), coalesce(action, 'ajouter'), coalesce(objet, 'client'), coalesce(objet_id, 999999),
      coalesce(quand, now()), apres
    from json_to_recordset(${JSON.stringify(lignes)}::json) as l (membre_id bigint, membre_nom text, action text, objet text, objet_id bigint, quand timestamptz, apres jsonb)
    returning id`.execute(t.db)
  return rows.map(({ id }) => id)
}
const times = <T>(n: number, make: (n: number) => T) => Array.from({ length: n }, (_, at) => make(at))

// spec: AD-07
describe('a line', () => {
  it('says what was changed, to what, with the way there', async () => {
    const id = await buildAppartement(t.db)
    const lot = (await karim.get(`/api/appartements/${id}`)).json as Record<string, unknown>
    await karim.put(`/api/appartements/${id}`, { ...lot, numLot: 'A-12', montant: 1_250_000 })
    await karim.put(`/api/appartements/${id}`, {
      ...lot,
      numLot: 'A-12',
      montant: 1_300_000.5,
      version: undefined,
    })
    const [ligne] = (await read({ objet: 'appartement', objet_id: id })).data
    expect(ligne).toEqual({
      id: expect.any(Number),
      quand: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      membre: 'Karim Benali',
      action: 'modifier',
      action_libelle: 'Modification',
      objet: 'appartement',
      objet_libelle: 'Appartement',
      objet_id: id,
      titre: 'Appartement A-12',
      lien: `/appartement?details=${id}`,
      changements: [
        {
          champ: 'Prix',
          avant: '1\u202F250\u202F000,00\u00A0DA',
          apres: '1\u202F300\u202F000,50\u00A0DA',
        },
      ],
    })
    await karim.delete(`/api/appartements/${id}`)
    const [gone, before] = (await read({ objet: 'appartement', objet_id: id })).data
    expect([gone?.action_libelle, gone?.titre, gone?.lien, before?.lien]).toEqual([
      'Suppression',
      'Appartement A-12',
      null,
      null,
    ])
    expect(gone?.changements).toContainEqual({
      champ: 'Prix',
      avant: '1\u202F300\u202F000,50\u00A0DA',
      apres: null,
    })
  })

  it('that keeps no value has no title; one whose values do not name its record has its name of today', async () => {
    const client = await buildClient(t.db, { nom_complet: 'Yasmina Haddad' })
    await write([
      { objet_id: client.id },
      { objet_id: client.id, action: 'modifier', apres: { adresse: 'Oran' } },
    ])
    const { data } = await read({ objet: 'client', objet_id: client.id })
    expect(data).toMatchObject([
      { titre: 'Yasmina Haddad', lien: `/clients/${client.id}` },
      { titre: null, changements: [], lien: `/clients/${client.id}` },
    ])
  })

  it('leads nowhere in particular for the settings, whose section is its title', async () => {
    await karim.put('/api/parametres/paiements', { valeur: { exiger_mode: true, banques: ['BNA', 'CPA'] } })
    const [ligne] = (await read({ objet: 'parametres' })).data
    expect(ligne).toMatchObject({
      titre: 'Paiements',
      lien: '/parametres',
      objet_id: null,
      action_libelle: 'Paramètres',
    })
    expect(ligne?.changements).toEqual([
      { champ: 'Exiger le mode de paiement, la banque et la référence', avant: 'Non', apres: 'Oui' },
      { champ: 'Banques', avant: expect.stringContaining('BADR, BDL'), apres: 'BNA, CPA' },
    ])
  })
})

// spec: AD-09
describe('walking down', () => {
  it('shows 120 lines as 50, 50, 20, whoever writes meanwhile', async () => {
    const mine = await write(
      times(120, (n) => ({ objet: 'bloc', action: 'stade', apres: { nomloc: `Bloc ${n}` } })),
    )
    const { ids, pages } = await walk({ objet: 'bloc', action: 'stade' })
    expect(pages).toEqual([50, 50, 20])
    expect(ids).toEqual(mine.toReversed())
    expect((await read({ objet: 'bloc', action: 'stade', per_page: 900 })).data).toHaveLength(120)
  })

  it('misses no line that was there at its start and shows none twice, while eight write', async () => {
    const there = await write(times(600, (n) => ({ objet: 'etage', apres: { designation: `Étage ${n}` } })))
    const over = new AbortController()
    const writers = times(8, async () => {
      while (!over.signal.aborted)
        await t.db.transaction().execute(async (tx) => {
          // Its id is given before others that are seen sooner.
          await sql`insert into journal (membre_nom, action, objet, objet_id) values ('Autre', 'ajouter', 'etage', 1)`.execute(
            tx,
          )
          await sql`select pg_sleep(0.003)`.execute(tx)
        })
    })
    try {
      const asked: Record<string, string>[] = [{ objet: 'etage' }, { objet: 'etage', action: 'ajouter' }, {}]
      for (const query of asked) {
        const { ids } = await walk({ ...query, per_page: 20 })
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.filter((id) => there.includes(id))).toEqual(there.toReversed())
      }
    } finally {
      over.abort()
      await Promise.all(writers)
    }
  })
})

describe('what is asked for', () => {
  it('days of Algiers, both included, in either order', async () => {
    const [avant, debut, fin, apres] = await write([
      { objet: 'remise', quand: '2026-11-20T22:59:59Z' },
      { objet: 'remise', quand: '2026-11-20T23:00:00Z' },
      { objet: 'remise', quand: '2026-11-21T22:59:59Z' },
      { objet: 'remise', quand: '2026-11-21T23:00:00Z' },
    ])
    const ids = async (du: string, au: string) => (await walk({ objet: 'remise', du, au })).ids
    expect(await ids('2026-11-21', '2026-11-21')).toEqual([fin, debut])
    expect(await ids('2026-11-22', '2026-11-20')).toEqual([apres, fin, debut, avant])
    expect((await walk({ objet: 'remise', du: '2026-11-22' })).ids).toEqual([apres])
    expect((await walk({ objet: 'remise', au: '2026-11-20' })).ids).toEqual([avant])
    expect((await walk({ objet: 'remise', au: 'hier' })).ids).toHaveLength(4)
  })

  it('a member, an object, an act, each with each', async () => {
    const [un, deux] = [70_001, 70_002]
    const lignes = times(240, (n) => ({
      membre_id: n % 2 ? un : deux,
      objet: n % 3 ? 'parking' : 'stade',
      action: n % 5 ? 'modifier' : 'ajouter',
      quand: `2025-0${1 + (n % 9)}-01T12:00:00Z`,
      apres: { nom: `Ligne ${n % 7}` },
    }))
    const ids = await write(lignes)
    const wanted = (filtres: Partial<(typeof lignes)[number]>, q = '') =>
      ids
        .filter(
          (_, at) =>
            Object.entries(filtres).every(([key, value]) => Object(lignes[at])[key] === value) &&
            (q === '' || lignes[at]?.apres.nom.includes(q)),
        )
        .toReversed()
    const mine = async (query: Record<string, string | number>) =>
      (await walk({ per_page: 30, ...query })).ids.filter((id) => ids.includes(id))
    for (const membre of [undefined, un])
      for (const objet of [undefined, 'stade'])
        for (const action of [undefined, 'ajouter'])
          for (const q of ['', 'Ligne 3']) {
            const asked = {
              ...(membre && { membre }),
              ...(objet && { objet }),
              ...(action && { action }),
              ...(q && { q }),
            }
            const { q: _, ...equal } = {
              q,
              ...(membre && { membre_id: membre }),
              ...(objet && { objet }),
              ...(action && { action }),
            }
            expect([asked, await mine(asked)]).toEqual([asked, wanted(equal, q)])
          }
    expect(await mine({ membre: un, du: '2025-03-01', au: '2025-03-31' })).toEqual(
      wanted({ membre_id: un, quand: '2025-03-01T12:00:00Z' }),
    )
    const none: Record<string, string>[] = [
      { membre: '999' },
      { objet: 'chat' },
      { action: 'danser' },
      { q: 'introuvable' },
    ]
    for (const query of none) expect((await read(query)).data).toEqual([])
  })

  it('a name in any case, accents and script; fewer letters than three are told so', async () => {
    const [latin] = await write([{ apres: { nomComplet: 'Élodie Benaïssa' } }])
    const [arabe] = await write([{ apres: { nomComplet: 'الأمير عبد القادر' } }])
    const [recu] = await write([{ objet: 'paiement', apres: { recu: '2031-000777' } }])
    // Further down than the newest lines that are looked at first.
    await write(times(20_500, () => ({ objet: 'ligne', apres: { designation: 'Acier' } })))
    await write(times(10_500, () => ({ objet: 'ligne', apres: { designation: 'Ciment' } })))
    await sql`analyze journal`.execute(t.db)
    const first = async (q: string) => (await read({ q })).data.map(({ id }) => id)
    expect(await first('ELODIE benai')).toEqual([latin])
    expect(await first('عبد القادر')).toEqual([arabe])
    expect(await first('الامير')).toEqual([arabe])
    expect(await first('2031-000777')).toEqual([recu])
    expect(await first('%%%')).toEqual([])
    expect(await first('ciment')).toHaveLength(50)
    const acier = await first('acier')
    expect([acier.length, new Set(acier).size]).toEqual([50, 50])
    expect(acier).toEqual(acier.toSorted((a, b) => b - a))
    const refused = await karim.get('/api/journal?q=ab')
    expect([refused.statusCode, refused.json]).toEqual([
      422,
      { message: 'Tapez au moins 3 lettres.', errors: { q: ['Tapez au moins 3 lettres.'] } },
    ])
  })

  it('says who has a line, the deleted ones too, once', async () => {
    const [id] = [80_001]
    await write([
      { membre_id: id, membre_nom: 'Ancien Nom' },
      { membre_id: id, membre_nom: 'Zohra Partie' },
    ])
    const page = await read({})
    expect(page.membres).toContainEqual({ id, name: 'Zohra Partie' })
    expect(page.membres).toContainEqual({ id: 1, name: 'Karim Benali' })
    expect(page.membres?.length).toBe(new Set(page.membres?.map((one) => one.id)).size)
    expect((await read({ avant: 10_000_000 })).membres).toBeNull()
  })
})

// spec: AD-12
describe('the history', () => {
  const acts = async (objet: string, id: number) =>
    (await read({ objet, objet_id: id })).data.map(
      (ligne) => `${ligne.action_libelle} ${ligne.objet_libelle}`,
    )

  it('of a lot has its prices and its sales, also one that left no payment', async () => {
    for (const [objet, build, chemin] of [
      ['appartement', buildAppartement, 'appartements'],
      ['local', buildLocal, 'locaux'],
    ] as const) {
      const id = await build(t.db)
      const client = await buildClient(t.db)
      await karim.put(`/api/${chemin}/${id}/assigner-client`, { client_id: client.id })
      await karim.put(`/api/${chemin}/${id}/retirer-client`)
      expect(await acts(objet, id)).toEqual(['Retrait du client Vente', 'Vente Vente'])
      expect(await acts('client', client.id)).toEqual(['Retrait du client Vente', 'Vente Vente'])
    }
  })

  it('of a place has its sale; of a vente its payments, also one that was deleted', async () => {
    const place = await buildPlace(t.db)
    const client = await buildClient(t.db)
    const vente = await sell(t.db, place, client.id)
    const paiement = await pay(t.db, vente, 5_000)
    await write([
      {
        objet: 'vente',
        objet_id: vente,
        action: 'assigner',
        apres: { bien_id: place, client_id: client.id },
      },
    ])
    expect((await karim.delete(`/api/paiements/${paiement}`)).statusCode).toBe(200)
    expect(await acts('vente', vente)).toEqual(['Suppression Paiement', 'Vente Vente', 'Ajout Paiement'])
    expect(await acts('place', place)).toEqual(['Vente Vente'])
  })
})
