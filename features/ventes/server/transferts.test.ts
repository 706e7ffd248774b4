import { afterEach, describe, expect, it } from 'vitest'
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
  turnTo,
} from '#features/ventes/server/dossiers.essais.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEcheancier,
  buildEtage,
  buildOption,
  buildPlace,
  pay,
  sell,
} from '#test/harness/builders.ts'
import type { Answer } from '#test/harness/app.ts'
import { readPdf } from '#test/harness/pdf.ts'

vendreUnLot('3, rue des Oliviers')
afterEach(() => t.db.deleteFrom('parametres').where('section', '=', 'ventes').execute())

const today = aujourdhui()
const transferer = (bien_id: unknown, rest: object = {}) =>
  karim.post(`/api/ventes/${vente}/transfert-bien`, { bien_id, motif: 'Préfère un étage plus haut', ...rest })
const ceder = (client_id: unknown, rest: object = {}) =>
  karim.post(`/api/ventes/${vente}/transfert-client`, { client_id, motif: 'Cède à son frère', ...rest })
const lastLine = () =>
  t.db
    .selectFrom('journal')
    .selectAll()
    .where('objet', '=', 'vente')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
const regler = async (valeur: object) => {
  const defaut = { relance_texte: 'Bonjour', indicatif: '213', option_jours: 7 }
  const none = { option_jours_max: null, desistement_retenue: null, cession_paye: null, cession_frais: null }
  const saved = await karim.put('/api/parametres/ventes', {
    valeur: { ...defaut, ...none, cession_avant_contrat: false, ...valeur },
  })
  expect(saved.statusCode).toBe(200)
}

describe('a dossier that goes to another bien', () => {
  // spec: VE-30, VE-35
  it('keeps its number, its payments and what they cover; what is open is divided anew', async () => {
    const stade = await t.db.selectFrom('stades').select('id').where('rang', '=', 1).executeTakeFirstOrThrow()
    await buildEcheancier(t.db, vente, [
      [250_000_000, '2026-01-10'],
      [187_500_000, '2026-02-10'],
      [437_500_000, '2026-03-10'],
      [312_500_000, '2026-04-10'],
      [62_500_000, '2026-05-10'],
    ])
    await t.db
      .updateTable('echeances')
      .set({ declencheur: 'stade', stade_id: stade.id, date_prevue: null })
      .where('vente_id', '=', vente)
      .where('rang', '=', 3)
      .execute()
    // A line on a stade falls due with a contract only (comptes D.1).
    await t.db
      .updateTable('ventes')
      .set({ reservation_le: '2026-01-10', contrat_le: '2026-01-10' })
      .where('id', '=', vente)
      .execute()
    await pay(t.db, vente, 400_000_000)
    const bloc = await buildBloc(t.db)
    const cible = await buildAppartement(t.db, {
      num_lot: 'B-03',
      prix: 900_000_000,
      etage_id: (await buildEtage(t.db, { bloc_id: bloc.id })).id,
    })
    await karim.put(`/api/blocs/${bloc.id}/stades/${stade.id}`, { atteint_le: '2026-03-01' })
    await buildOption(t.db, cible, { client_id: client, nom: 'Samira Haddad' })
    const before = await dossier()
    const moved = await transferer(cible, { version: 1 })
    expect(moved.statusCode).toBe(201)
    expect(moved.json).toMatchObject({
      id: vente,
      dossier: before['dossier'],
      version: 2,
      bien: { id: cible, designation: 'Appartement B-03' },
      montant: 9_000_000,
      totalPaye: 4_000_000,
      transferts: [
        {
          nature: 'bien',
          jour: today,
          ancien: 'Appartement A-12',
          nouveau: 'Appartement B-03',
          prix_avant: 12_500_000,
          prix_apres: 9_000_000,
          frais: null,
          motif: 'Préfère un étage plus haut',
          par: 'Karim Benali',
        },
      ],
      message: 'Dossier transféré avec succès !',
    })
    const { echeances } = moved.json as { echeances: { montant: number; exigible_le: string | null }[] }
    expect(echeances.map(({ montant }) => montant)).toEqual([
      2_500_000, 1_720_588.23, 2_573_529.41, 1_838_235.29, 367_647.07,
    ])
    expect(echeances[2]?.exigible_le).toBe('2026-03-01')
    expect((await karim.get(`/api/appartements/${bien}`)).json).toMatchObject({
      montant: 12_500_000,
      estDispo: true,
    })
    expect((await karim.get(`/api/appartements/${cible}`)).json).toMatchObject({
      montant: 9_000_000,
      client_id: client,
      paiements: [{ versement: 4_000_000 }],
    })
    const option = await t.db.selectFrom('options').select('fin').where('bien_id', '=', cible).execute()
    expect(option).toEqual([{ fin: 'vendue' }])
    expect(await lastLine()).toMatchObject({
      action: 'transferer',
      avant: { bien: 'Appartement A-12', prix: 1_250_000_000 },
      apres: { bien: 'Appartement B-03', prix: 900_000_000, motif: 'Préfère un étage plus haut' },
    })
  })

  // spec: VE-30
  it('never costs less than what is paid; the bien takes the price agreed on', async () => {
    await pay(t.db, vente, 400_000_000)
    const cible = await buildAppartement(t.db, { prix: 350_000_000 })
    const before = await everything()
    const message =
      'Le montant ne peut pas être inférieur au total déjà payé (4\u202F000\u202F000,00\u00A0DA).'
    for (const rest of [{}, { montant: 3_999_999.99 }, { montant: null }])
      expect(said(await transferer(cible, rest))).toEqual(refused(422, message, 'montant'))
    expect(await everything()).toEqual(before)
    expect((await transferer(cible, { montant: 4_000_000 })).json).toMatchObject({
      montant: 4_000_000,
      resteAPayer: 0,
    })
    expect((await karim.get(`/api/appartements/${cible}`)).json).toMatchObject({ montant: 4_000_000 })
  })

  // spec: VE-34, VE-06
  it('is refused to where it is, to what is sold, held, blocked or has no bloc', async () => {
    const autre = (await buildClient(t.db)).id
    const [libre, vendu, tenu, bloque, place] = [
      await buildAppartement(t.db),
      await buildAppartement(t.db),
      await buildAppartement(t.db, { prix: 2_000_000_000 }),
      await buildAppartement(t.db, { prix: 2_000_000_000 }),
      await buildPlace(t.db, { prix: 2_000_000_000 }),
    ]
    await sell(t.db, vendu, autre)
    const { expire_le } = await buildOption(t.db, tenu)
    await karim.put(`/api/biens/${bloque}/blocage`, { motif: 'Témoin' })
    const stade = await t.db.selectFrom('stades').select('id').where('rang', '=', 1).executeTakeFirstOrThrow()
    await buildEcheancier(t.db, vente, [[1_250_000_000, '2026-01-10']])
    await t.db
      .updateTable('echeances')
      .set({ declencheur: 'stade', stade_id: stade.id, date_prevue: null, exigible_le: null })
      .where('vente_id', '=', vente)
      .execute()
    const before = await everything()
    const cases: [Answer, unknown[]][] = [
      [await transferer(bien), refused(422, 'Le dossier porte déjà sur ce bien.', 'bien_id')],
      [await transferer(null), refused(422, 'Veuillez sélectionner un bien.', 'bien_id')],
      [await transferer(999_999_999), refused(422, 'Veuillez sélectionner un bien.', 'bien_id')],
      [await transferer(libre, { motif: '' }), refused(422, 'Le motif est obligatoire.', 'motif')],
      [
        await transferer(libre, { motif: 'm'.repeat(501) }),
        refused(422, 'Ce texte dépasse 500 caractères.', 'motif'),
      ],
      [
        await transferer(libre, { montant: -1 }),
        refused(422, "Ce montant n'est pas valide : un nombre positif, deux décimales au plus.", 'montant'),
      ],
      [await transferer(vendu), refused(409, 'Ce bien est déjà assigné à un client.')],
      [
        await transferer(tenu),
        refused(
          409,
          `Ce bien est sous option pour Lynda Aït Ahmed jusqu'au ${formatJourCourt(expire_le)} : libérez l'option d'abord.`,
        ),
      ],
      [await transferer(bloque), refused(409, "Ce bien est bloqué (Témoin) : débloquez-le d'abord.")],
      [
        await transferer(place),
        refused(
          422,
          "Une place de parking n'a pas de bloc : son échéancier ne peut pas suivre un stade.",
          'bien_id',
        ),
      ],
      [
        await transferer(libre, { version: 7, montant: 12_500_000 }),
        refused(409, 'Cette fiche a été modifiée entre-temps. Rechargez-la.'),
      ],
    ]
    for (const [answer, wanted] of cases) expect(said(answer)).toEqual(wanted)
    expect(await everything()).toEqual(before)
    await karim.put(`/api/ventes/${vente}`, { reservation_le: '2026-01-10', livraison_le: '2026-02-01' })
    const delivered = "Ce bien est livré : effacez d'abord la date de livraison du dossier."
    expect(said(await transferer(libre))).toEqual(refused(409, delivered))
    expect(said(await ceder(autre))).toEqual(refused(409, delivered))
    const ended = await buildAppartement(t.db)
    turnTo(await sell(t.db, ended, client))
    await karim.post(`/api/ventes/${vente}/desistement`, {
      demande_le: '2026-03-02',
      origine: 'client',
      motif: 'Crédit',
    })
    const closed = `Le dossier ${String((await dossier())['dossier'])} est clos depuis le ${formatJourCourt(today)}.`
    expect(said(await transferer(libre))).toEqual(refused(409, closed))
    expect(said(await ceder(autre))).toEqual(refused(409, closed))
    turnTo(999_999_999)
    expect([(await transferer(libre)).statusCode, (await ceder(autre)).statusCode]).toEqual([404, 404])
  })
})

describe('a dossier that is ceded', () => {
  // spec: VE-30, VE-35
  it("is the new client's; what was paid before keeps the name of who held it", async () => {
    const paid = await pay(t.db, vente, 400_000_000)
    const before = await readPdf((await karim.get(`/api/paiement/print-single/${paid}`)).rawPayload)
    const frere = (await buildClient(t.db, { nom_complet: 'Nadir Haddad' })).id
    const ceded = await ceder(frere, { frais: 20_000, version: 1 })
    expect(ceded.statusCode).toBe(201)
    expect(ceded.json).toMatchObject({
      version: 2,
      client: { id: frere, nomComplet: 'Nadir Haddad' },
      paiements: [{ id: paid, client_id: frere, detenteur: { id: client, nomComplet: 'Samira Haddad' } }],
      transferts: [{ nature: 'client', ancien: 'Samira Haddad', nouveau: 'Nadir Haddad', frais: 20_000 }],
      message: 'Dossier cédé avec succès !',
    })
    expect(await lastLine()).toMatchObject({
      action: 'ceder',
      avant: { client: 'Samira Haddad', client_id: client },
      apres: { client: 'Nadir Haddad', client_id: frere, frais: 2_000_000 },
    })
    const next = await karim.post('/api/paiements', {
      client_id: frere,
      appartement_id: bien,
      date_paiement: '2026-03-01',
      versement: 100,
    })
    expect(next.json).toMatchObject({ detenteur: null })
    const listed = (await karim.get(`/api/paiements/appartement/${bien}`)).json
    expect(listed).toMatchObject([{ detenteur: null }, { id: paid, detenteur: { id: client } }])
    const number = String((await dossier())['dossier'])
    const { text } = await readPdf((await karim.get(`/api/paiement/print-single/${paid}`)).rawPayload)
    expect(before.text).toContain(`Dossier ${number}`)
    for (const line of ['Samira Haddad', '3, rue des Oliviers', '4 000 000,00']) {
      expect(before.text).toContain(line)
      expect(text).toContain(line)
    }
    expect(text).toContain(`Dossier cédé le ${formatJourCourt(today)} à Nadir Haddad`)
    const own = await readPdf(
      (await karim.get(`/api/paiement/print-single/${(next.json as { id: number }).id}`)).rawPayload,
    )
    expect(own.text).toContain('Nadir Haddad')
    expect(own.text).not.toContain('Dossier cédé')
    const statement = await readPdf((await karim.get(`/api/paiement/print-client/${frere}`)).rawPayload)
    expect(statement.text).toContain(`Dossier ${number}`)
    expect(statement.text).toContain(`Repris de Samira Haddad le ${formatJourCourt(today)}`)
    const cible = await buildAppartement(t.db, { num_lot: 'B-03', prix: 1_250_000_000 })
    await transferer(cible)
    const moved = await readPdf((await karim.get(`/api/paiement/print-single/${paid}`)).rawPayload)
    expect(moved.text).toContain(
      `Dossier transféré le ${formatJourCourt(today)}, auparavant : Appartement A-12`,
    )
    await ceder(client)
    expect(await dossier()).toMatchObject({ paiements: [{ detenteur: null }, { detenteur: { id: frere } }] })
  })

  // spec: VE-34
  it('is refused to its holder and to nobody', async () => {
    const autre = (await buildClient(t.db)).id
    const before = await everything()
    const someone = 'Veuillez sélectionner un client.'
    for (const [answer, wanted] of [
      [await ceder(client), refused(422, 'Ce client détient déjà le dossier.', 'client_id')],
      [await ceder(null), refused(422, someone, 'client_id')],
      [await ceder(999_999_999), refused(422, someone, 'client_id')],
      [await ceder(autre, { motif: ' ' }), refused(422, 'Le motif est obligatoire.', 'motif')],
      [
        await ceder(autre, { frais: 'dix' }),
        refused(422, "Ce montant n'est pas valide : un nombre positif, deux décimales au plus.", 'frais'),
      ],
      [
        await ceder(autre, { version: 2 }),
        refused(409, 'Cette fiche a été modifiée entre-temps. Rechargez-la.'),
      ],
    ] as const)
      expect(said(answer)).toEqual(wanted)
    expect(await everything()).toEqual(before)
  })

  // spec: VE-31
  it('follows the rules of the firm, to the hundredth of a percent', async () => {
    const autre = (await buildClient(t.db)).id
    await regler({ cession_paye: 30 })
    await pay(t.db, vente, 374_999_999)
    const before = await everything()
    expect(said(await ceder(autre))).toEqual(
      refused(409, 'La cession demande 30\u00A0% du prix payé : 29,99\u00A0% le sont.'),
    )
    expect(await everything()).toEqual(before)
    await pay(t.db, vente, 1)
    expect((await ceder(autre)).statusCode).toBe(201)
    await t.db.deleteFrom('parametres').where('section', '=', 'ventes').execute()
    await regler({ cession_avant_contrat: true })
    expect((await ceder(client)).statusCode).toBe(201)
    await karim.put(`/api/ventes/${vente}`, { reservation_le: '2026-01-10', contrat_le: '2026-02-01' })
    expect(said(await ceder(autre))).toEqual(
      refused(409, "La cession n'est permise qu'avant le contrat (Paramètres)."),
    )
    await t.db.deleteFrom('parametres').where('section', '=', 'ventes').execute()
    expect((await ceder(autre)).statusCode).toBe(201)
  })
})
