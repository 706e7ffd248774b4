import { describe, expect, it } from 'vitest'
import {
  t,
  karim,
  bien,
  client,
  vente,
  vendreUnLot,
  dossier,
  said,
  refused,
  everything,
  fin,
  desister,
  rembourser,
  turnTo,
  corriger,
} from '#features/ventes/server/dossiers.essais.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import {
  buildAppartement,
  buildClient,
  buildEcheancier,
  buildLocal,
  buildOption,
  idOf,
  pay,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'

vendreUnLot()

const today = aujourdhui()
const annuler = () => karim.delete(`/api/ventes/${vente}/desistement`)
const desistement = async () => (await dossier())['desistement'] as Record<string, unknown>

describe('a désistement', () => {
  // spec: VE-26
  it('keeps a share of what is paid, cut to the centime, and the rest is given back to the last one', async () => {
    await pay(t.db, vente, 400_000_001)
    const ended = await desister({ retenue_pourcent: 15, note: 'Accord du 2 mars', version: 1 })
    expect(ended.statusCode).toBe(201)
    expect(ended.json).toMatchObject({
      etat: 'desistement',
      terminee_le: today,
      version: 2,
      message: 'Désistement enregistré avec succès !',
      desistement: {
        ...fin,
        note: 'Accord du 2 mars',
        paye: 4_000_000.01,
        retenue: 600_000,
        retenue_pourcent: 15,
        rembourse: 0,
        a_rembourser: 3_400_000.01,
        remboursable: 3_400_000.01,
        version: 1,
      },
    })
    const first = await rembourser(2_000_000, { banque: 'CPA', reference: '4471', note: 'Premier' })
    expect(first.statusCode).toBe(201)
    expect(first.json).toMatchObject({
      vente_id: vente,
      numero: expect.stringMatching(/^\d{4}-R-\d{4,}$/),
      jour: '2026-03-10',
      montant: 2_000_000,
      mode: 'virement',
      banque: 'CPA',
      reference: '4471',
      note: 'Premier',
      message: 'Remboursement ajouté avec succès !',
    })
    expect((await rembourser(1_400_000.01)).statusCode).toBe(201)
    const before = await everything()
    expect(said(await rembourser(0.01))).toEqual(
      refused(422, 'Le remboursement dépasse ce qui peut être remboursé (0,00\u00A0DA).', 'montant'),
    )
    expect(await everything()).toEqual(before)
    expect(await desistement()).toMatchObject({ rembourse: 3_400_000.01, a_rembourser: 0, remboursable: 0 })
  })

  // spec: VE-26
  it('keeps no more than is paid less what was given back; with nothing paid it is still there', async () => {
    await pay(t.db, vente, 30_000_000)
    const before = await everything()
    expect(said(await desister({ retenue: 500_000 }))).toEqual(
      refused(422, 'La retenue ne peut pas dépasser 300\u202F000,00\u00A0DA.', 'retenue'),
    )
    expect(await everything()).toEqual(before)
    expect((await desister({ retenue: 100_000 })).statusCode).toBe(201)
    expect((await rembourser(150_000)).statusCode).toBe(201)
    const one = await everything()
    expect(said(await corriger({ retenue: 150_000.01 }))).toEqual(
      refused(422, 'La retenue ne peut pas dépasser 150\u202F000,00\u00A0DA.', 'retenue'),
    )
    expect((await corriger({ retenue: 1, version: 9 })).statusCode).toBe(409)
    expect(await everything()).toEqual(one)
    const corrected = await corriger({ retenue: 150_000, origine: 'promoteur', version: 1 })
    expect(corrected.json).toMatchObject({
      version: 3,
      message: 'Désistement modifié avec succès !',
      desistement: { origine: 'promoteur', retenue: 150_000, a_rembourser: 0, version: 2 },
    })
    turnTo(await sell(t.db, await buildAppartement(t.db), client))
    expect((await desister()).json).toMatchObject({
      etat: 'desistement',
      desistement: { paye: 0, retenue: 0, a_rembourser: 0, remboursable: 0 },
    })
  })

  // spec: VE-26
  it('does not give back what a cheque may still take away', async () => {
    await pay(t.db, vente, 300_000_000)
    const cheque = await payByCheque(t.db, vente, 100_000_000)
    await desister({ retenue: 600_000 })
    expect(await desistement()).toMatchObject({ a_rembourser: 3_400_000, remboursable: 2_400_000 })
    expect(said(await rembourser(2_400_000.01))).toEqual(
      refused(
        422,
        'Le remboursement dépasse ce qui peut être remboursé (2\u202F400\u202F000,00\u00A0DA).',
        'montant',
      ),
    )
    expect(
      (await karim.post('/api/cheques/encaisser', { ids: [cheque], encaisse_le: today })).statusCode,
    ).toBe(200)
    expect(await desistement()).toMatchObject({ remboursable: 3_400_000 })
    expect((await karim.post(`/api/cheques/${cheque}/annuler-etape`, {})).statusCode).toBe(200)
    expect((await rembourser(2_400_000)).statusCode).toBe(201)
    const bounced = { rejete_le: today, motif: 'Provision insuffisante' }
    expect((await karim.post(`/api/cheques/${cheque}/rejeter`, bounced)).statusCode).toBe(200)
    expect(await dossier()).toMatchObject({
      totalPaye: 3_000_000,
      desistement: { paye: 3_000_000, a_rembourser: 0, remboursable: 0 },
    })
  })

  // spec: RE-16
  it('leaves the days of the dossier as they were: its notary and its note alone are still corrected', async () => {
    await desister({ retenue: 0 })
    const { reservation_le, dossier: numero } = await dossier()
    const before = await everything()
    for (const jours of [
      { reservation_le, livraison_le: today },
      { reservation_le, contrat_le: today },
      { reservation_le: addJours(today, -1) },
      { reservation_le, livraison_prevue_le: today, note: 'Rendu' },
    ])
      expect(said(await karim.put(`/api/ventes/${vente}`, jours))).toEqual(
        refused(409, `Le dossier ${String(numero)} est clos depuis le ${formatJourCourt(today)}.`),
      )
    expect(await everything()).toEqual(before)
    const note = { reservation_le, livraison_le: '', note: 'Clés rendues', notaire: 'Me Haddad' }
    expect((await karim.put(`/api/ventes/${vente}`, note)).statusCode).toBe(200)
    expect(await dossier()).toMatchObject({ note: 'Clés rendues', notaire: 'Me Haddad', livraison_le: null })
  })

  // spec: VE-26
  it('keeps a cheque from coming back as long as it stands in what is kept', async () => {
    const cheque = await payByCheque(t.db, vente, 100_000_000)
    const number = String((await dossier())['dossier'])
    await desister({ retenue: 1_000_000 })
    const before = await everything()
    const bounced = { rejete_le: today, motif: 'Provision insuffisante' }
    expect(said(await karim.post(`/api/cheques/${cheque}/rejeter`, bounced))).toEqual(
      refused(
        409,
        `Le dossier ${number} est désisté : ce versement compte dans la retenue ou les remboursements. Corrigez d'abord le désistement.`,
      ),
    )
    expect(await everything()).toEqual(before)
    expect((await corriger({ retenue: 0 })).statusCode).toBe(200)
    expect((await karim.post(`/api/cheques/${cheque}/rejeter`, bounced)).statusCode).toBe(200)
    expect(await desistement()).toMatchObject({ paye: 0, a_rembourser: 0 })
    // The rejection of the cheque may be undone, and nothing else changes the amount paid.
    expect((await karim.post(`/api/cheques/${cheque}/annuler-etape`, {})).statusCode).toBe(200)
    expect((await karim.delete(`/api/paiements/${cheque}`)).statusCode).toBe(409)
    expect((await karim.post(`/api/cheques/${cheque}/rejeter`, bounced)).statusCode).toBe(200)
    expect(
      (await karim.post(`/api/cheques/${cheque}/representer`, { date_paiement: today })).statusCode,
    ).toBe(409)
  })

  // spec: VE-34
  it.each([
    [{ demande_le: addJours(today, 1) }, 'demande_le', 'La date ne peut pas être dans le futur.'],
    [{ demande_le: '' }, 'demande_le', 'La date est obligatoire.'],
    [{ demande_le: '2026-02-30' }, 'demande_le', "Cette date n'existe pas."],
    [{ origine: 'banque' }, 'origine', 'Précisez qui demande le désistement.'],
    [{ origine: undefined }, 'origine', 'Précisez qui demande le désistement.'],
    [{ motif: '  ' }, 'motif', 'Le motif est obligatoire.'],
    [{ motif: 'm'.repeat(501) }, 'motif', 'Ce texte dépasse 500 caractères.'],
    [{ note: 'n'.repeat(2001) }, 'note', 'Ce texte dépasse 2000 caractères.'],
    [{ retenue: 1, retenue_pourcent: 1 }, 'retenue', 'Saisissez un montant ou un pourcentage, pas les deux.'],
    [{ retenue: -1 }, 'retenue', "Ce montant n'est pas valide : un nombre positif, deux décimales au plus."],
    [{ retenue_pourcent: 100.01 }, 'retenue_pourcent', "Cette valeur n'est pas valide."],
  ])('is refused with %o, and nothing is written', async (body, champ, message) => {
    const before = await everything()
    expect(said(await desister(body))).toEqual(refused(422, message, champ))
    expect(said(await corriger(body))).toEqual(refused(422, message, champ))
    expect(await everything()).toEqual(before)
  })

  // spec: VE-34
  it('is refused twice, on a delivered bien, on a stale version, on what is not there', async () => {
    await karim.put(`/api/ventes/${vente}`, { reservation_le: '2026-01-10', livraison_le: '2026-02-01' })
    const before = await everything()
    expect(said(await desister())).toEqual(
      refused(409, "Ce bien est livré : effacez d'abord la date de livraison du dossier."),
    )
    await karim.put(`/api/ventes/${vente}`, { reservation_le: '2026-01-10', livraison_le: null })
    expect((await desister({ version: 1 })).statusCode).toBe(409)
    expect(said(await rembourser(1))).toEqual(
      refused(409, "Ce dossier n'est pas désisté : rien n'est à rembourser."),
    )
    expect([(await corriger()).statusCode, (await annuler()).statusCode]).toEqual([404, 404])
    expect((await karim.post('/api/ventes/999999999/desistement', fin)).statusCode).toBe(404)
    expect((await everything()).desistements).toEqual(before.desistements)
    const key = { 'idempotency-key': `desister-${vente}` }
    const send = () => karim.post(`/api/ventes/${vente}/desistement`, fin, key)
    const [one, two] = [await send(), await send()]
    expect([one.statusCode, two.json]).toEqual([201, one.json])
    const after = await everything()
    expect(said(await desister())).toEqual(
      refused(
        409,
        `Le dossier ${String((await dossier())['dossier'])} est clos depuis le ${formatJourCourt(today)}.`,
      ),
    )
    expect(await everything()).toEqual(after)
  })

  // spec: VE-24
  it("frees the bien at once and keeps the payments, a local's too", async () => {
    const local = await buildLocal(t.db, { prix: 50_000_000 })
    turnTo(await sell(t.db, local, client))
    const paiement = await pay(t.db, vente, 20_000_000)
    await desister({ retenue: 10_000 })
    const suivant = (await buildClient(t.db)).id
    const sold = await karim.put(`/api/locaux/${local}/assigner-client`, { client_id: suivant })
    expect(sold.statusCode).toBe(200)
    expect(sold.json).toMatchObject({ client_id: suivant, resteAPayer: 500_000, pourcentagePaiement: 0 })
    const listed = (await karim.get(`/api/paiements/local/${local}`)).json as object[]
    expect(listed).toMatchObject([{ id: paiement, vente_terminee: true, client_id: client }])
    expect((await karim.get(`/api/locaux/${local}/report`)).json).toMatchObject({
      historique: [{ id: vente, totalPaye: 200_000, nombrePaiements: 1 }],
    })
    expect((await karim.get(`/api/paiements/solde/local/${local}`)).json).toMatchObject({
      total_paye: 0,
      lignes: [],
      anciens: [{ id: paiement }],
    })
    expect(said(await annuler())).toEqual(refused(409, 'Ce bien est déjà assigné à un client.'))
  })

  // spec: VE-24
  it('moves the sums of the dashboard and of the recap as the removal of a client does', async () => {
    const sums = async () => {
      // The amount still to be given back belongs to the désistement alone.
      const { alertes: _, ...dashboard } = (await karim.get('/api/dashboard')).json as { alertes: object }
      const recap = (await karim.get('/api/recap-paiements?per_page=1')).json as { total: number }
      return { dashboard, recap: recap.total }
    }
    const twins = await Promise.all(
      [0, 1].map(async () => {
        const lot = await buildAppartement(t.db, { prix: 70_000_000 })
        const id = await sell(t.db, lot, (await buildClient(t.db)).id)
        await pay(t.db, id, 7_000_000)
        return { lot, id }
      }),
    )
    const [one, two] = twins
    const start = await sums()
    await karim.put(`/api/appartements/${one?.lot}/retirer-client`, {})
    const removed = await sums()
    await karim.post(`/api/ventes/${two?.id}/desistement`, fin)
    const withdrawn = await sums()
    const numbers = (value: unknown): number[] =>
      typeof value === 'number'
        ? [value]
        : typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.values(value).flatMap(numbers)
          : []
    const differences = (a: object, b: object) =>
      numbers(b).map((number, at) => Math.round((number - (numbers(a)[at] ?? 0)) * 100))
    const byRemoval = differences(start, removed)
    expect(byRemoval.some((difference) => difference !== 0)).toBe(true)
    expect(differences(removed, withdrawn).map(Math.sign)).toEqual(byRemoval.map(Math.sign))
  })
})

describe('a désistement that is undone', () => {
  // spec: VE-27
  it('gives the same dossier back, and the bien its price', async () => {
    await buildEcheancier(t.db, vente, [
      [250_000_000, '2026-01-10'],
      [1_000_000_000, '2026-02-10'],
    ])
    await pay(t.db, vente, 400_000_000)
    const before = await dossier()
    await desister({ retenue: 600_000 })
    expect(((await dossier())['echeances'] as object[])[1]).toMatchObject({ etat: 'annulee' })
    const lot = (await karim.get(`/api/appartements/${bien}`)).json as object
    expect((await karim.put(`/api/appartements/${bien}`, { ...lot, montant: 13_000_000 })).statusCode).toBe(
      200,
    )
    await buildOption(t.db, bien, { client_id: client, nom: 'Samira Haddad' })
    const again = await annuler()
    expect(again.statusCode).toBe(200)
    const { message, ...whole } = again.json as Record<string, unknown>
    expect(message).toBe('Désistement annulé : la vente est rouverte.')
    expect(whole).toEqual({ ...before, version: 3 })
    expect((await karim.get(`/api/appartements/${bien}`)).json).toMatchObject({
      montant: 12_500_000,
      client_id: client,
      estDispo: false,
    })
    const options = await t.db.selectFrom('options').select('fin').where('bien_id', '=', bien).execute()
    expect(options).toEqual([{ fin: 'vendue' }])
  })

  // spec: VE-27
  it('is refused once something was given back, and on a bien that is blocked or held', async () => {
    await pay(t.db, vente, 100_000_000)
    await desister()
    const refund = idOf(await rembourser(400_000))
    const before = await everything()
    expect(said(await annuler())).toEqual(
      refused(409, "Des remboursements sont enregistrés : supprimez-les d'abord."),
    )
    expect(await everything()).toEqual(before)
    const gone = await karim.delete(`/api/remboursements/${refund}`)
    expect(said(gone)).toEqual([200, { message: 'Remboursement supprimé avec succès !' }])
    expect((await karim.delete(`/api/remboursements/${refund}`)).statusCode).toBe(404)
    await karim.put(`/api/biens/${bien}/blocage`, { motif: 'Témoin' })
    expect(said(await annuler())).toEqual(refused(409, "Ce bien est bloqué (Témoin) : débloquez-le d'abord."))
    await karim.put(`/api/biens/${bien}/blocage`, { motif: null })
    const { expire_le, id } = await buildOption(t.db, bien)
    expect(said(await annuler())).toEqual(
      refused(
        409,
        `Ce bien est sous option pour Lynda Aït Ahmed jusqu'au ${formatJourCourt(expire_le)} : libérez l'option d'abord.`,
      ),
    )
    await karim.post(`/api/options/${id}/liberer`, {})
    expect((await annuler()).statusCode).toBe(200)
  })
})
