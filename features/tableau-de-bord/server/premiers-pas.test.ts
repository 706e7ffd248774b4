import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAS, type Pas } from '#features/tableau-de-bord/premiers-pas.contract.ts'
import { keepBackup } from '#server/backup/kept.ts'
import { diskStore } from '#server/files/disk.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildBloc, buildClient, idOf, pay, sell } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

interface PremiersPas {
  ferme: boolean
  data: { cle: Pas; fait: boolean }[]
}
const read = async (visitor = karim) => (await visitor.get('/api/premiers-pas')).json as PremiersPas
const faits = async () => (await read()).data.flatMap(({ cle, fait }) => (fait ? [cle] : []))
const accept = async (answer: Promise<{ statusCode: number; json: unknown; body: string }>) => {
  const { statusCode, json, body } = await answer
  if (statusCode >= 300) throw new Error(`${statusCode} ${body}`)
  return { json }
}

const PROMOTEUR = { nom: 'Promo', email: 'promo@exemple.dz', telephone: '021 00 00 00', adresse: 'Alger' }
/** Rows that the steps make, for the steps that stand on them. */
const made = { promoteur: 0, bien: 0, client: 0, vente: 0 }

async function importIs(statut: string): Promise<void> {
  await t.db.deleteFrom('imports').execute()
  await t.db
    .insertInto('imports')
    .values({
      nom: 'Clients.xlsx',
      sha256: Buffer.alloc(32, 1),
      membre_nom: 'Karim Benali',
      modifier: false,
      statut,
      fini_le: statut === 'pret' ? null : new Date(),
    })
    .execute()
}

/** One step in each of its ways: `never` leaves it open, `make` does it, and what `make` gives takes it back. */
interface Etape {
  cle: Pas
  by: string
  never?: () => Promise<unknown>
  make: () => Promise<() => Promise<unknown>>
  /** Of two ways of one step the first is taken back before the next is tried. */
  again?: true
}

const ETAPES: readonly Etape[] = [
  {
    cle: 'societe',
    by: 'the promoter',
    async make() {
      made.promoteur = idOf(await accept(karim.post('/api/promoteurs', PROMOTEUR)))
      return () => accept(karim.delete(`/api/promoteurs/${made.promoteur}`))
    },
  },
  {
    cle: 'identite',
    by: 'NIF and RC',
    never: () =>
      accept(karim.put(`/api/promoteurs/${made.promoteur}`, { ...PROMOTEUR, nif: '000916098765432' })),
    async make() {
      const path = `/api/promoteurs/${made.promoteur}`
      await accept(karim.put(path, { ...PROMOTEUR, nif: '000916098765432', rc: '16/00-1234567B09' }))
      return () => accept(karim.put(path, { ...PROMOTEUR, nif: '' }))
    },
  },
  {
    cle: 'compte',
    by: 'a bank account',
    async make() {
      await accept(karim.post('/api/comptes-bancaires', { banque: 'CPA', numero: '004 00123', actif: true }))
      return () => t.db.deleteFrom('comptes_bancaires').execute()
    },
  },
  {
    cle: 'lots',
    by: 'a bien',
    never: () => buildBloc(t.db),
    async make() {
      made.bien = await buildAppartement(t.db)
      return () => accept(karim.delete(`/api/appartements/${made.bien}`))
    },
  },
  {
    cle: 'clients',
    by: 'an import',
    again: true,
    async never() {
      for (const statut of ['pret', 'refuse', 'defait']) {
        await importIs(statut)
        expect([statut, (await faits()).includes('clients')]).toEqual([statut, false])
      }
    },
    async make() {
      await importIs('termine')
      return () => importIs('defait')
    },
  },
  {
    cle: 'clients',
    by: 'three clients',
    async never() {
      made.client = (await buildClient(t.db)).id
      await buildClient(t.db)
    },
    async make() {
      const { id } = await buildClient(t.db)
      return () => accept(karim.delete(`/api/clients/${id}`))
    },
  },
  {
    cle: 'vente',
    by: 'a sale',
    async make() {
      made.vente = await sell(t.db, made.bien, made.client)
      return () => t.db.deleteFrom('ventes').execute()
    },
  },
  {
    cle: 'dates',
    by: 'a stade that is reached',
    again: true,
    async make() {
      const { id: stade } = await t.db.selectFrom('stades').select('id').executeTakeFirstOrThrow()
      const path = `/api/blocs/${(await buildBloc(t.db)).id}/stades/${stade}`
      await accept(karim.put(path, { atteint_le: '2026-03-01' }))
      return () => accept(karim.delete(path))
    },
  },
  {
    cle: 'dates',
    by: 'a contract',
    async make() {
      const path = `/api/ventes/${made.vente}`
      await accept(karim.put(path, { reservation_le: '2026-01-10', contrat_le: '2026-02-01' }))
      return () => accept(karim.put(path, { reservation_le: '2026-01-10', contrat_le: null }))
    },
  },
  {
    cle: 'versement',
    by: 'a payment',
    async make() {
      const id = await pay(t.db, made.vente, 1_000_000)
      return () => accept(karim.delete(`/api/paiements/${id}`))
    },
  },
  {
    cle: 'membre',
    by: 'a second active member',
    never: () =>
      t.visitor().post('/register', {
        name: 'Amina Saidi',
        email: 'amina.pas@diyar.dz',
        password: 'Motdepasse1!',
        password_confirmation: 'Motdepasse1!',
      }),
    async make() {
      const { id } = await t.db
        .selectFrom('membres')
        .select('id')
        .where('email', '=', 'amina.pas@diyar.dz')
        .executeTakeFirstOrThrow()
      await accept(karim.post(`/api/members/${id}/activate`))
      return () => accept(karim.post(`/api/members/${id}/disable`))
    },
  },
]

// spec: IN-25
describe('the first steps', () => {
  const done: Pas[] = []

  it('are ten, in the order of the screen, and none is done in a new installation', async () => {
    expect(await read()).toEqual({ ferme: false, data: PAS.map((cle) => ({ cle, fait: false })) })
  })

  it.each(ETAPES)('$cle ticks by $by and by nothing else, and unticks without it', async (etape) => {
    const { cle, never, make, again } = etape
    await never?.()
    expect(await faits()).toEqual(done)
    const undo = await make()
    expect(await faits()).toEqual([...done, cle])
    await undo()
    expect(await faits()).toEqual(done)
    if (again) return
    await make()
    done.push(cle)
    expect(await faits()).toEqual(done)
  })

  it('a backup counts once it was given out: to be made or to be refused is not enough', async () => {
    await keepBackup({
      connection: t.connection,
      files: diskStore(t.files),
      folder: join(t.files, 'sauvegardes'),
      fichier: 'manuelle-1.tar',
      origine: 'manuelle',
    })
    const { id } = await t.db.selectFrom('sauvegardes').select('id').executeTakeFirstOrThrow()
    const ask = (password: string) => karim.post(`/api/sauvegardes/${id}/autorisation`, { password })
    expect((await ask('Faux mot de passe')).statusCode).toBe(422)
    expect(await faits()).toEqual(PAS.slice(0, 9))
    await accept(ask('Motdepasse1!'))
    expect(await faits()).toEqual(PAS)
  })

  it('are hidden for all of the direction by the settings, and come back; nobody else reads or hides them', async () => {
    const samia = await t.member('samia.pas@diyar.dz')
    const hide = (visitor: Visitor, valeur: object) => visitor.put('/api/parametres/accueil', { valeur })
    await accept(hide(karim, { premiers_pas_ferme: true }))
    expect((await read(samia)).ferme).toBe(true)
    const parametres = () => t.db.selectFrom('parametres').selectAll().orderBy('section').execute()
    const kept = await parametres()
    const refused = await hide(samia, { premiers_pas_ferme: 'oui' })
    const text = "Cette valeur n'est pas valide."
    expect([refused.statusCode, refused.json]).toEqual([
      422,
      { message: text, errors: { 'valeur.premiers_pas_ferme': [text] } },
    ])
    for (const role of ['commercial', 'caisse', 'comptable', 'lecture'] as const) {
      const other = await t.member(`${role}.pas@diyar.dz`, role)
      expect((await other.get('/api/premiers-pas')).statusCode).toBe(403)
      expect((await hide(other, { premiers_pas_ferme: false })).statusCode).toBe(403)
    }
    expect((await t.visitor().get('/api/premiers-pas')).statusCode).toBe(401)
    expect(await parametres()).toEqual(kept)
    await accept(hide(samia, { premiers_pas_ferme: false }))
    expect((await read()).ferme).toBe(false)
  })
})
