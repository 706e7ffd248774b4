import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod/mini'
import { sections, type SectionName, section } from '#features/parametres/parametres.sections.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { autre, essai, valeurEssai } from '#test/harness/section-essai.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db.deleteFrom('parametres').execute()
})

const save = (nom: string, body: object, visitor = karim) => visitor.put(`/api/parametres/${nom}`, body)
const rows = () => t.db.selectFrom('parametres').selectAll().orderBy('section').execute()
const lines = () =>
  t.db
    .selectFrom('journal')
    .select(['membre_nom', 'action', 'objet_id', 'avant', 'apres'])
    .where('objet', '=', 'parametres')
    .orderBy('id')
    .execute()
const written = async () => [await rows(), await lines()]
const ESSAI = { valeur: { ville: 'Alger', delai: 30, frais: 1250.5 }, version: 0 }
const AUTRE = { valeur: { actif: false }, version: 0 }
/** The values of the product's own sections while nobody has set them. */
const PAIEMENTS = {
  exiger_mode: false,
  banques: ['Algérie Poste (CCP)', 'BADR', 'BDL', 'BEA', 'BNA', 'CNEP-Banque', 'CPA'],
}
const VENTES = {
  option_jours: 7,
  option_jours_max: null,
  desistement_retenue: null,
  cession_avant_contrat: false,
  cession_paye: null,
  cession_frais: null,
  relance_texte: expect.stringMatching(/^Bonjour \{client\}, .* \{promoteur\}$/) as string,
  indicatif: '213',
}
const DU_PRODUIT = {
  paiements: { valeur: PAIEMENTS, version: 0 },
  ventes: { valeur: VENTES, version: 0 },
  // The modèles that come with the product are in its row, which this test takes away.
  modeles: { valeur: { modeles: [] }, version: 0 },
  timbre: { valeur: { percevoir: false }, version: 0 },
  tva: {
    valeur: {
      appartement: { taux: null, depuis: '2025-01', avant: null },
      local: { taux: null, depuis: '2025-01', avant: null },
      place_parking: { taux: null, depuis: '2025-01', avant: null },
      encaissements_du: '2025-01-01',
    },
    version: 0,
  },
  ecritures: {
    valeur: {
      encaissement: '511',
      caisse: '53',
      avances: '419',
      tva: '4457',
      timbre: '442',
      retenues: '758',
      frais: '627',
      fournisseurs: '401',
      charges: '60',
      banques: [],
      categories: [],
    },
    version: 0,
  },
  documents: {
    valeur: {
      logo_imprime: true,
      ville: '',
      ville_ar: '',
      duplicata: true,
      garantie_requise: true,
      exemplaires: 2,
      paraphes: true,
      mention_contrat: {
        fr: expect.stringMatching(
          /^Le contrat de réservation se conclut en la forme authentique .* notaire\.$/,
        ) as string,
        ar: expect.stringMatching(/^يبرم عقد حفظ الحق .* الموثق\.$/) as string,
      },
      signature_client: 'Le client',
      signature_promoteur: 'Le promoteur, cachet et signature',
      signature_client_ar: 'المقتني',
      signature_promoteur_ar: 'المرقي العقاري، الختم والإمضاء',
      signature_etudes: "Le bureau d'études, visa et cachet",
      signature_etudes_ar: 'مكتب الدراسات، التأشيرة والختم',
      delai_mise_en_demeure: null,
      textes: {
        attestation_paiement: { fr: null, ar: null },
        contrat_reservation: { fr: null, ar: null },
        appel_fonds: { fr: null, ar: null },
        mise_en_demeure: { fr: null, ar: null },
        pv_remise: { fr: null, ar: null },
        decompte: { fr: null, ar: null },
        attestation_reservation: { fr: null, ar: null },
        attestation_avancement: { fr: null, ar: null },
      },
    },
    version: 0,
  },
  pieces: {
    valeur: {
      types: [
        { code: 'piece-identite', libelle: "Pièce d'identité", portee: 'client', obligatoire: false },
        { code: 'contrat-signe', libelle: 'Contrat signé', portee: 'vente', obligatoire: false },
        { code: 'autre', libelle: 'Autre pièce', portee: 'client', obligatoire: false },
      ],
    },
    version: 0,
  },
  acces: { valeur: { adresse_publique: null }, version: 0 },
  accueil: { valeur: { premiers_pas_ferme: false }, version: 0 },
}
const RECHARGEZ = { message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.' }

describe('the settings', () => {
  it('are their defaults as long as nobody has saved them, as version 0', async () => {
    expect((await karim.get('/api/parametres')).json).toEqual({
      data: { ...DU_PRODUIT, essai: ESSAI, autre: AUTRE },
    })
    expect(await rows()).toEqual([])
  })

  it('are saved section by section, whole, with a line in the journal', async () => {
    const earlier = (await lines()).length
    const first = await save('essai', { valeur: valeurEssai(), version: 0 })
    expect([first.statusCode, first.json]).toEqual([
      200,
      {
        section: 'essai',
        valeur: valeurEssai(),
        version: 1,
        message: 'Paramètres enregistrés avec succès !',
      },
    ])
    const second = await save('essai', {
      valeur: { ville: '  Blida ', delai: '7', frais: '10.25', inconnu: 1 },
      version: 1,
    })
    const apres = { valeur: { ville: 'Blida', delai: 7, frais: 10.25 }, version: 2 }
    expect(second.json).toMatchObject(apres)
    expect((await karim.get('/api/parametres')).json).toEqual({
      data: { ...DU_PRODUIT, essai: apres, autre: AUTRE },
    })
    // Inside, money is integer centimes.
    const kept = [
      { section: 'essai', ...ESSAI, valeur: { ...ESSAI.valeur, frais: 125_050 } },
      { section: 'essai', valeur: { ville: 'Oran', delai: 15, frais: 9950 }, version: 1 },
      { section: 'essai', valeur: { ville: 'Blida', delai: 7, frais: 1025 }, version: 2 },
    ]
    expect(await rows()).toEqual([kept[2]])
    const line = { membre_nom: 'Karim Benali', action: 'enregistrer', objet_id: null }
    expect((await lines()).slice(earlier)).toEqual([
      { ...line, avant: kept[0], apres: kept[1] },
      { ...line, avant: kept[1], apres: kept[2] },
    ])
  })

  it('give the product what was set, and the default of a field that came after the last save', async () => {
    const read = (nom: string) => readParametres(t.db, nom as SectionName)
    expect(await read('essai')).toEqual(essai.defaut)
    await t.db
      .insertInto('parametres')
      .values({ section: 'essai', valeur: JSON.stringify({ ville: 'Sétif', parti: 1 }) })
      .execute()
    expect(await read('essai')).toMatchObject({ ville: 'Sétif', delai: 30, frais: 125_050 })
    expect((await karim.get('/api/parametres')).json).toMatchObject({
      data: { essai: { valeur: { ville: 'Sétif', delai: 30, frais: 1250.5 }, version: 1 } },
    })
    // A value that is no field any more leaves neither by an answer nor by the next save.
    expect((await karim.get('/api/parametres')).body).not.toContain('parti')
    await save('essai', { valeur: valeurEssai(), version: 1 })
    expect(JSON.stringify(await rows())).not.toContain('parti')
  })

  it('tell the forms of every member what they need, and nothing else', async () => {
    expect((await karim.get('/api/reglages')).json).toEqual({
      data: {
        paiements: PAIEMENTS,
        timbre: false,
        ventes: VENTES,
        essai: ESSAI.valeur,
        acces: { adresse_publique: null },
        modeles: [],
        stades: [
          ['Fondations achevées', 'انتهاء الأساسات'],
          ['Gros œuvre achevé', 'انتهاء الأشغال الكبرى'],
          ["Tous corps d'état achevés", 'انتهاء جميع الأشغال'],
        ].map(([nom, nom_ar], rang) => ({
          id: rang + 1,
          nom,
          nom_ar,
          rang: rang + 1,
          version: 1,
        })),
      },
    })
    expect((await t.visitor().get('/api/reglages')).statusCode).toBe(401)
  })

  it.each([
    [{ ville: '' }, 'valeur.ville', 'La ville est obligatoire.'],
    [{ ville: 'x'.repeat(101) }, 'valeur.ville', 'Ce texte dépasse 100 caractères.'],
    [{ delai: 0 }, 'valeur.delai', 'Le délai est de 1 à 365 jours.'],
    [{ delai: undefined }, 'valeur.delai', 'Le délai est obligatoire.'],
    [
      { frais: -1 },
      'valeur.frais',
      "Ce montant n'est pas valide : un nombre positif, deux décimales au plus.",
    ],
  ])('refuse %j at its field and write nothing', async (wrong, field, text) => {
    await save('essai', { valeur: valeurEssai() })
    const before = await written()
    const refused = await save('essai', { valeur: { ...valeurEssai(), ...wrong }, version: 1 })
    expect([refused.statusCode, refused.json]).toEqual([422, { message: text, errors: { [field]: [text] } }])
    expect(await written()).toEqual(before)
  })

  it('refuse a stale version, a section that there is not, whatever is no value, and nobody', async () => {
    await save('essai', { valeur: valeurEssai() })
    const before = await written()
    for (const version of [0, 2, 99]) {
      const stale = await save('essai', { valeur: valeurEssai(), version })
      expect([stale.statusCode, stale.json]).toEqual([409, RECHARGEZ])
    }
    for (const nom of ['inconnue', 'constructor', '__proto__', 'toString', '1', 'ESSAI'])
      for (const body of [{ valeur: valeurEssai() }, {}]) {
        const unknown = await save(nom, body)
        expect([nom, unknown.statusCode, unknown.json]).toEqual([
          nom,
          404,
          { message: "Cet élément n'existe pas ou a été supprimé." },
        ])
      }
    for (const valeur of [undefined, null, 'Oran', 1, []])
      expect((await save('essai', { valeur })).statusCode).toBe(422)
    expect((await save('essai', { valeur: valeurEssai() }, t.visitor())).statusCode).toBe(401)
    expect((await t.visitor().get('/api/parametres')).statusCode).toBe(401)
    expect(await written()).toEqual(before)
  })

  it('are saved over what another member saved when the form does not say what it saw', async () => {
    await save('essai', { valeur: valeurEssai() })
    const over = await save('essai', { valeur: { ...valeurEssai(), ville: 'Tlemcen' } })
    expect(over.json).toMatchObject({ valeur: { ville: 'Tlemcen' }, version: 2 })
  })
})

// spec: AD-13
describe('two members at once', () => {
  it('who save the same section: one is saved, the other is told', async () => {
    const amina = await t.member('amina.parametres@diyar.dz')
    for (let version = 0; version < 12; version++) {
      const earlier = (await lines()).length
      const answers = await Promise.all(
        [karim, amina].map((visitor, at) =>
          save('essai', { valeur: { ...valeurEssai(), delai: at + 1 }, version }, visitor),
        ),
      )
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
      const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
      expect(answers[1 - winner]?.json).toEqual(RECHARGEZ)
      expect(await rows()).toMatchObject([{ valeur: { delai: winner + 1 }, version: version + 1 }])
      expect(await lines()).toHaveLength(earlier + 1)
    }
  })

  it('who save two sections: both are saved', async () => {
    const answers = await Promise.all([
      save('essai', { valeur: valeurEssai(), version: 0 }),
      save('autre', { valeur: { actif: true }, version: 0 }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await rows()).toMatchObject([
      { section: 'autre', valeur: { actif: true }, version: 1 },
      { section: 'essai', version: 1 },
    ])
  })
})

describe('a section', () => {
  it('is one entry: its fields are typed, and so is what the product reads of it', () => {
    expectTypeOf(essai.defaut).toEqualTypeOf<{ ville: string; delai: number; frais: number }>()
    expectTypeOf(autre.defaut).toEqualTypeOf<{ actif: boolean }>()
    // @ts-expect-error: each field has a default
    section(z.object({ actif: z.boolean() }), {})
    // @ts-expect-error: of its own kind
    section(z.object({ actif: z.boolean() }), { actif: 'oui' })
    expectTypeOf<Parameters<typeof readParametres>[1]>().toEqualTypeOf<SectionName>()
  })

  it('keeps each default through a form and back: it can be shown, and saved again as it is', () => {
    for (const { schema, defaut } of Object.values<{ schema: z.ZodMiniObject; defaut: object }>(sections))
      expect(z.decode(schema, z.encode(schema, { ...defaut }))).toEqual(defaut)
  })
})
