import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

type Valeur = Record<string, unknown> & { textes: Record<string, unknown> }
const read = async () =>
  ((await karim.get('/api/parametres')).json as { data: { documents: { valeur: Valeur; version: number } } })
    .data.documents
const save = (valeur: object) => karim.put('/api/parametres/documents', { valeur })

/** The section as a caller who knows nothing of the later fields sends it. */
const AVANT = {
  logo_imprime: true,
  ville: 'Oran',
  signature_client: 'Le client',
  signature_promoteur: 'Le promoteur',
  signature_client_ar: 'المقتني',
  signature_promoteur_ar: 'المرقي',
  delai_mise_en_demeure: 15,
  textes: Object.fromEntries(
    [
      'attestation_paiement',
      'contrat_reservation',
      'appel_fonds',
      'mise_en_demeure',
      'pv_remise',
      'decompte',
    ].map((type) => [type, { fr: null, ar: null }]),
  ),
}
const APRES = {
  ville_ar: 'وهران',
  duplicata: false,
  garantie_requise: false,
  exemplaires: 3,
  paraphes: false,
  mention_contrat: { fr: 'À relire\navec le notaire.', ar: '' },
  signature_etudes: "Le bureau d'études",
  signature_etudes_ar: 'مكتب الدراسات',
}
const TEXTES = {
  attestation_reservation: { fr: 'Réservé {a_client}.', ar: 'حجز {le_bien}.' },
  attestation_avancement: { fr: 'a'.repeat(20_000), ar: null },
}

// spec: PA-33
describe('the settings of the papers', () => {
  beforeEach(async () => {
    await t.db.deleteFrom('parametres').where('section', '=', 'documents').execute()
  })

  it('have the defaults of the product, also for a section that was saved before the fields were there', async () => {
    const defaut = (await read()).valeur
    expect(defaut).toMatchObject({
      ville_ar: '',
      duplicata: true,
      garantie_requise: true,
      exemplaires: 2,
      paraphes: true,
      signature_etudes: "Le bureau d'études, visa et cachet",
      signature_etudes_ar: 'مكتب الدراسات، التأشيرة والختم',
      textes: {
        attestation_reservation: { fr: null, ar: null },
        attestation_avancement: { fr: null, ar: null },
      },
    })
    await t.db
      .insertInto('parametres')
      .values({ section: 'documents', valeur: JSON.stringify(AVANT) })
      .execute()
    expect((await read()).valeur).toEqual({
      ...defaut,
      ...AVANT,
      textes: { ...defaut.textes, ...AVANT.textes },
    })
  })

  it('keep every field, a text of 20 000 letters too, and each where it is not sent', async () => {
    const first = await save({ ...AVANT, ...APRES, textes: { ...AVANT.textes, ...TEXTES } })
    const valeur = { ...AVANT, ...APRES, textes: { ...AVANT.textes, ...TEXTES } }
    expect([first.statusCode, first.json]).toMatchObject([200, { valeur, version: 1 }])
    expect((await read()).valeur).toEqual(valeur)
    // A body that does not know the fields changes nothing of them.
    expect((await save({ ...AVANT, ville: 'Blida' })).json).toMatchObject({
      valeur: { ...valeur, ville: 'Blida' },
      version: 2,
    })
    const partly = await save({
      ...AVANT,
      exemplaires: '4',
      ville_ar: '',
      mention_contrat: { fr: '' },
      textes: { ...AVANT.textes, attestation_reservation: { fr: '', ar: null } },
    })
    expect(partly.statusCode).toBe(200)
    expect((await read()).valeur).toEqual({
      ...valeur,
      exemplaires: 4,
      ville_ar: '',
      mention_contrat: { fr: '', ar: '' },
      textes: { ...valeur.textes, attestation_reservation: { fr: null, ar: null } },
    })
  })

  it.each<[field: string, wrong: object, sentence: string]>([
    ['ville_ar', { ville_ar: 'ا'.repeat(101) }, 'Ce texte dépasse 100 caractères.'],
    ['duplicata', { duplicata: 'oui' }, "Cette valeur n'est pas valide."],
    ['garantie_requise', { garantie_requise: null }, "Cette valeur n'est pas valide."],
    ['exemplaires', { exemplaires: 0 }, "Cette valeur n'est pas valide."],
    ['exemplaires', { exemplaires: 10 }, "Cette valeur n'est pas valide."],
    ['exemplaires', { exemplaires: 1.5 }, "Cette valeur n'est pas valide."],
    ['paraphes', { paraphes: 1 }, "Cette valeur n'est pas valide."],
    ['mention_contrat.fr', { mention_contrat: { fr: 'a'.repeat(501) } }, 'Ce texte dépasse 500 caractères.'],
    ['mention_contrat.ar', { mention_contrat: { ar: 'ا'.repeat(501) } }, 'Ce texte dépasse 500 caractères.'],
    ['mention_contrat.fr', { mention_contrat: { fr: '{toit}' } }, 'Variable inconnue : {toit}.'],
    [
      'mention_contrat.ar',
      { mention_contrat: { ar: '{prix_lettres}' } },
      "Cette variable n'existe pas en arabe : {prix_lettres}.",
    ],
    ['signature_etudes', { signature_etudes: ' ' }, 'Ce libellé est obligatoire.'],
    ['signature_etudes_ar', { signature_etudes_ar: 'ا'.repeat(101) }, 'Ce texte dépasse 100 caractères.'],
    [
      'textes.attestation_reservation.fr',
      { textes: { ...AVANT.textes, attestation_reservation: { fr: 'a'.repeat(20_001), ar: null } } },
      'Ce texte dépasse 20000 caractères.',
    ],
    [
      'textes.attestation_avancement.fr',
      { textes: { ...AVANT.textes, attestation_avancement: { fr: '{toit}', ar: null } } },
      'Variable inconnue : {toit}.',
    ],
    [
      'textes.attestation_avancement.ar',
      { textes: { ...AVANT.textes, attestation_avancement: { fr: null, ar: '{prix_lettres}' } } },
      "Cette variable n'existe pas en arabe : {prix_lettres}.",
    ],
  ])('refuse %s at its path and write nothing', async (field, wrong, sentence) => {
    await save({ ...AVANT, ...APRES })
    const before = await fingerprints(t.db)
    const refused = await save({ ...AVANT, ...wrong })
    expect([refused.statusCode, refused.json]).toEqual([
      422,
      { message: sentence, errors: { [`valeur.${field}`]: [sentence] } },
    ])
    expect(await fingerprints(t.db)).toEqual(before)
  })

  it('say in the journal what was changed of them', async () => {
    await save({ ...AVANT, ...APRES })
    const { body } = await karim.get('/api/journal?objet=parametres')
    for (const said of [
      'Ville en arabe',
      'Marquer DUPLICATA à partir de la deuxième impression',
      "Exiger une garantie en cours pour l'attestation de réservation",
      'Exemplaires du contrat et du procès-verbal',
      'Ligne de paraphes au bas des pages du contrat',
      'Mention sous les clauses du contrat, en arabe',
      "Signature du bureau d'études",
    ])
      expect(body).toContain(said)
  })
})
