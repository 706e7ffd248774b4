import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { devoir, etablir, vendre } from '#features/papiers/server/documents.essais.ts'
import type { Document, Papiers } from '#features/papiers/papiers.contract.ts'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { TYPES_DE_PAPIER } from '#shared/papiers.ts'
import { startApp, type Answer, type TestApp, type Visitor } from '#test/harness/app.ts'
import { pay, payByCheque } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  vente = await vendre(t)
})
afterAll(() => t.close())

const demander = (demande: object, sous = vente) => karim.post(`/api/ventes/${sous}/documents`, demande)
const said = ({ statusCode, json }: Answer) => [statusCode, json]
const refused = (status: number, message: string, champ?: string) => [
  status,
  champ === undefined ? { message } : { message, errors: { [champ]: [message] } },
]
const papiers = async (sous = vente) => (await karim.get(`/api/ventes/${sous}/documents`)).json as Papiers
/** Returns the rows of the tables that a paper touches. */
const everything = async () => ({
  documents: await t.db.selectFrom('documents').selectAll().orderBy('id').execute(),
  numeros: await t.db.selectFrom('numeros').selectAll().orderBy('serie').execute(),
  journal: (await t.db.selectFrom('journal').select('id').execute()).length,
})
const dossier = async () => ((await karim.get(`/api/ventes/${vente}`)).json as { dossier: string }).dossier

describe('what is asked', () => {
  const attestation = { type: 'attestation_paiement' }
  const demain = addJours(aujourdhui(), 1)
  it.each([
    [{}, 'type', 'Veuillez choisir un document.'],
    [{ type: 'facture' }, 'type', 'Veuillez choisir un document.'],
    [{ ...attestation, date: demain }, 'date', papiersErreurs.jourDesSommes.message],
    [{ type: 'pv_remise', date: demain }, 'date', 'La date ne peut pas être dans le futur.'],
    [{ type: 'contrat_reservation', date: demain }, 'date', 'La date ne peut pas être dans le futur.'],
    [{ ...attestation, date: '2026-02-30' }, 'date', "Cette date n'existe pas."],
    [{ ...attestation, langue: 'en' }, 'langue', "Cette valeur n'est pas valide."],
    [{ ...attestation, destinataire: 'd'.repeat(256) }, 'destinataire', 'Ce texte dépasse 255 caractères.'],
    [{ type: 'appel_fonds' }, 'echeance_id', 'Veuillez choisir une échéance.'],
    [{ type: 'appel_fonds', echeance_id: 999_999_999 }, 'echeance_id', 'Veuillez choisir une échéance.'],
    [
      { type: 'mise_en_demeure', delai_jours: 0 },
      'delai_jours',
      'Le délai doit être compris entre 1 et 365 jours.',
    ],
    [
      { type: 'mise_en_demeure', delai_jours: 366 },
      'delai_jours',
      'Le délai doit être compris entre 1 et 365 jours.',
    ],
    [{ type: 'mise_en_demeure' }, 'delai_jours', 'Le délai doit être compris entre 1 et 365 jours.'],
    [{ type: 'pv_remise', nombre_cles: 100 }, 'nombre_cles', 'Le nombre de clés est de 0 à 99.'],
    [{ type: 'pv_remise', compteur_gaz: 'g'.repeat(51) }, 'compteur_gaz', 'Ce texte dépasse 50 caractères.'],
    [{ type: 'pv_remise', reserves: 'r'.repeat(4001) }, 'reserves', 'Ce texte dépasse 4000 caractères.'],
    [{ type: 'pv_remise', heure: '24:00' }, 'heure', "Cette valeur n'est pas valide."],
    [{ type: 'pv_remise', a_remplir: 'peut-être' }, 'a_remplir', "Cette valeur n'est pas valide."],
    [
      { type: 'pv_remise', delai_reserves: 0 },
      'delai_reserves',
      'Le délai doit être compris entre 1 et 365 jours.',
    ],
    [
      { type: 'mise_en_demeure', delai_jours: 15, envoi: 'pigeon' },
      'envoi',
      "Cette valeur n'est pas valide.",
    ],
    [
      { type: 'attestation_reservation', destinataire: 'd'.repeat(256) },
      'destinataire',
      'Ce texte dépasse 255 caractères.',
    ],
    [{ type: 'attestation_avancement' }, 'type', 'Veuillez choisir un document.'],
  ])('%o is refused on %s, by the preview too, and writes nothing', async (demande, champ, message) => {
    await pay(t.db, vente, 100)
    await devoir(t, vente)
    const before = await everything()
    expect(said(await demander(demande))).toEqual(refused(422, message, champ))
    const query = new URLSearchParams(
      Object.fromEntries(Object.entries(demande).map(([nom, valeur]) => [nom, String(valeur)])),
    )
    expect(said(await karim.get(`/api/ventes/${vente}/documents/apercu?${query.toString()}`))).toEqual(
      refused(422, message, champ),
    )
    expect(await everything()).toEqual(before)
  })

  it('an échéance of another sale is none of this one', async () => {
    const [autre] = await devoir(t, await vendre(t))
    await devoir(t, vente)
    expect(said(await demander({ type: 'appel_fonds', echeance_id: autre }))).toEqual(
      refused(422, 'Veuillez choisir une échéance.', 'echeance_id'),
    )
  })

  it('the last day to pay is not over', async () => {
    const [echeance_id] = await devoir(t, vente)
    const appel = { type: 'appel_fonds', echeance_id }
    const before = await everything()
    expect(said(await demander({ ...appel, limite_le: addJours(aujourdhui(), -1) }))).toEqual(
      refused(422, 'La date limite ne peut pas être passée.', 'limite_le'),
    )
    expect(await everything()).toEqual(before)
    expect((await demander({ ...appel, limite_le: aujourdhui() })).statusCode).toBe(201)
  })

  it('an unknown sale or paper is not found', async () => {
    for (const answer of [
      await demander(attestation, 999_999_999),
      await karim.get('/api/ventes/999999999/documents'),
      await karim.get('/api/ventes/999999999/documents/apercu?type=decompte'),
      await karim.get('/api/documents/999999999/pdf'),
      await karim.post('/api/documents/999999999/annuler', { motif: 'x' }),
    ])
      expect(answer.statusCode).toBe(404)
  })
})

describe('what the state of a sale refuses', () => {
  /** The refusal of each paper, as the list says it and as the call answers it. */
  async function refus() {
    const { possibles } = await papiers()
    expect(possibles.map(({ type }) => type)).toEqual([...TYPES_DE_PAPIER])
    const echeances = await t.db.selectFrom('echeances').select('id').where('vente_id', '=', vente).execute()
    const last = echeances.at(-1)?.id
    for (const { type, empeche } of possibles) {
      if (empeche === null || (type === 'appel_fonds' && last === undefined)) continue
      const before = await everything()
      expect(said(await demander({ type, delai_jours: 15, echeance_id: last }))).toEqual(
        refused(409, empeche),
      )
      expect(await everything()).toEqual(before)
    }
    return Object.fromEntries(possibles.map(({ type, empeche }) => [type, empeche]))
  }

  // spec: PA-21
  it('nothing paid, nothing due, no clauses, not delivered', async () => {
    expect(await refus()).toEqual({
      attestation_paiement: "Aucun paiement n'est enregistré pour cette vente.",
      contrat_reservation: "Rédigez d'abord les clauses du contrat dans Paramètres, Documents.",
      appel_fonds: "Cette échéance n'est pas exigible.",
      mise_en_demeure: "Rien n'est en retard sur cette vente.",
      pv_remise: "Notez d'abord la date de livraison dans le dossier.",
      decompte: null,
    })
  })

  it('a rejected cheque is no payment; what is to come is not exigible', async () => {
    const [first, , last] = await devoir(t, vente)
    await payByCheque(t.db, vente, 100, { rejete_le: '2026-01-20', motif_rejet: 'Sans provision' })
    const list = await refus()
    expect(list['attestation_paiement']).toBe("Aucun paiement n'est enregistré pour cette vente.")
    expect([list['appel_fonds'], list['mise_en_demeure']]).toEqual([null, null])
    expect(said(await demander({ type: 'appel_fonds', echeance_id: last }))).toEqual(
      refused(409, "Cette échéance n'est pas exigible."),
    )
    expect((await demander({ type: 'appel_fonds', echeance_id: first })).statusCode).toBe(201)
  })

  it('a closed sale has nothing but its décompte', async () => {
    await devoir(t, vente)
    await pay(t.db, vente, 100)
    await karim.post(`/api/ventes/${vente}/desistement`, {
      demande_le: '2026-03-02',
      origine: 'client',
      motif: 'Crédit refusé',
    })
    const close = `Le dossier ${await dossier()} est clos depuis le ${formatJourCourt(aujourdhui())}.`
    const list = await refus()
    for (const type of TYPES_DE_PAPIER)
      expect([type, list[type]]).toEqual([type, type === 'decompte' ? null : close])
    expect((await demander({ type: 'decompte' })).statusCode).toBe(201)
  })
})

describe('a paper that is issued', () => {
  it('has the next number of its series, a code, and its line in the journal', async () => {
    await pay(t.db, vente, 125_000_050)
    const numero = async () => {
      const row = await t.db
        .selectFrom('numeros')
        .select('dernier')
        .where('serie', '=', 'DC')
        .executeTakeFirst()
      return row?.dernier ?? 0
    }
    const before = await numero()
    const answer = await demander({ type: 'decompte', langue: 'ar', date: aujourdhui() })
    expect(answer.statusCode).toBe(201)
    const { code, id, ...document } = answer.json as Document
    const attendu = {
      vente_id: vente,
      bloc_id: null,
      variante: null,
      imprime_le: null,
      numero: `${aujourdhui().slice(0, 4)}-DC-${String(before + 1).padStart(4, '0')}`,
      type: 'decompte',
      libelle: 'Décompte',
      langue: 'ar',
      etabli_le: aujourdhui(),
      montant: 3_071_678.4,
      etat: 'valide',
      motif: null,
      etabli_par: 'Karim Benali',
    }
    expect(document).toEqual({ ...attendu, message: 'Document établi avec succès !' })
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    expect((await papiers()).data).toEqual([{ ...attendu, id, code }])
    const line = await t.db.selectFrom('journal').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(line).toMatchObject({
      action: 'etablir',
      objet: 'document',
      objet_id: id,
      avant: null,
      apres: { numero: attendu.numero, vente_id: vente, dossier: await dossier() },
    })
    expect(JSON.stringify(line.apres)).not.toContain(code.replaceAll('-', ''))
  })

  it('is made once for a key; a repeat gives it again, whatever became of the sale', async () => {
    await pay(t.db, vente, 100)
    const send = () =>
      karim.post(
        `/api/ventes/${vente}/documents`,
        { type: 'attestation_paiement' },
        { 'idempotency-key': 'une-fois' },
      )
    const first = await send()
    await t.db.deleteFrom('paiements').where('vente_id', '=', vente).execute()
    await t.db.updateTable('ventes').set({ total_paye: 0 }).where('id', '=', vente).execute()
    const again = await send()
    expect(again.json).toEqual(first.json)
    expect((await papiers()).data).toHaveLength(1)
    await pay(t.db, vente, 100)
    expect((await etablir(karim, vente, { type: 'attestation_paiement' })).numero).not.toBe(
      (first.json as Document).numero,
    )
  })

  // spec: AD-29
  it('uses no number when a sign of it cannot be printed', async () => {
    const autre = await vendre(t, { nom_complet: 'Karim 👍', nom_ar: null })
    const before = await everything()
    const message =
      "Ce document ne peut pas être imprimé : il contient un signe que l'impression ne connaît pas (👍)."
    expect(said(await demander({ type: 'decompte' }, autre))).toEqual(refused(422, message))
    expect(said(await karim.get(`/api/ventes/${autre}/documents/apercu?type=decompte`))).toEqual(
      refused(422, message),
    )
    expect(await everything()).toEqual(before)
  })

  it('is cancelled once, with a reason, and its number stays used', async () => {
    const { id, numero } = await etablir(karim, vente, { type: 'decompte' })
    const annuler = (body: object) => karim.post(`/api/documents/${id}/annuler`, body)
    const before = await everything()
    for (const motif of ['', '  ', null, undefined])
      expect(said(await annuler({ motif }))).toEqual(refused(422, 'Le motif est obligatoire.', 'motif'))
    expect(said(await annuler({ motif: 'm'.repeat(256) }))[0]).toBe(422)
    expect(await everything()).toEqual(before)
    expect((await annuler({ motif: 'Nom mal écrit' })).json).toMatchObject({
      numero,
      etat: 'annulé',
      motif: 'Nom mal écrit',
      message: 'Document annulé avec succès !',
    })
    expect(said(await annuler({ motif: 'Encore' }))).toEqual(refused(409, 'Ce document est déjà annulé.'))
    const next = await etablir(karim, vente, { type: 'decompte' })
    expect(Number(next.numero.slice(-4))).toBe(Number(numero.slice(-4)) + 1)
    const line = await t.db
      .selectFrom('journal')
      .selectAll()
      .where('objet', '=', 'document')
      .where('action', '=', 'annuler')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({ objet_id: id, avant: { motif: null }, apres: { motif: 'Nom mal écrit' } })
  })

  it('is read by everybody, issued by who holds the droit, cancelled by who corrects', async () => {
    const caisse = await t.member('caisse@diyar.dz', 'caisse')
    const lecture = await t.member('lecture@diyar.dz', 'lecture')
    const { id } = await etablir(caisse, vente, { type: 'decompte' })
    expect((await lecture.get(`/api/ventes/${vente}/documents`)).statusCode).toBe(200)
    expect((await lecture.get(`/api/documents/${id}/pdf`)).statusCode).toBe(403)
    expect((await caisse.get(`/api/documents/${id}/pdf`)).statusCode).toBe(200)
    expect((await caisse.post(`/api/documents/${id}/annuler`, { motif: 'x' })).statusCode).toBe(403)
  })
})
