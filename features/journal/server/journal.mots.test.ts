import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDemo } from '#db/demo.ts'
import { NOMS_DES_CANAUX } from '#features/ventes/relances.rules.ts'
import { NOMS_DES_DECLENCHEURS } from '#features/echeanciers/echeances.words.ts'
import { describeEcheance } from '#features/echeanciers/echeanciers.champs.ts'
import { NOMS_DES_PIECES_D_IDENTITE, NOMS_DES_SITUATIONS } from '#features/clients/fiches.codes.ts'
import { STATUTS_DE_L_IMPORT } from '#features/imports/imports.champs.ts'
import { STATUTS_IMPORT } from '#features/imports/imports.words.ts'
import { changementsDe, inconnusDe, titreDe } from '#features/journal/journal.lignes.ts'
import { ACTIONS, describeAction, OBJETS } from '#features/journal/journal.mots.ts'
import { MODES, PAYEURS } from '#features/paiements/modes.ts'
import { NOMS_DES_SECTIONS } from '#features/parametres/parametres.champs.ts'
import { sections } from '#features/parametres/parametres.sections.ts'
import { NOMS_DES_SORTES } from '#features/prix/prix.champs.ts'
import { SORTES_DE_REVISION } from '#features/prix/prix.contract.ts'
import { readObjet } from '#shared/champs/kinds.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { autre, essai } from '#test/harness/section-essai.ts'
import { makeChange, mutatingCalls, sendChange } from '#test/scenes/changes.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

interface Ligne {
  objet: string
  action: string
  avant: unknown
  apres: unknown
}

/** Sections that only tests have. */
const ESSAIS = new Set(Object.keys(sections).filter((nom) => [essai, autre].includes(Object(sections)[nom])))

/** Numbers as they were written down that would be told from a count: amounts and areas are such. */
const nombresDe = (valeur: unknown): Set<string> =>
  new Set([...JSON.stringify(valeur).matchAll(/(?<=[:,[])\d{5,}(?=[,}\]])/g)].map(([lu]) => lu))

/** Returns the faults in how a line reads; nothing, if all is well. */
function fautesDe(ligne: Ligne): string[] {
  const { objet, action } = ligne
  const section = readObjet(ligne.apres ?? ligne.avant)['section']
  if (objet === 'parametres' && ESSAIS.has(String(section))) return []
  const changements = changementsDe(ligne, { entier: true })
  const dits = changements.flatMap(({ avant, apres }) => [avant, apres].filter((one) => one !== null))
  return [
    ...(Object.hasOwn(OBJETS, objet) ? [] : [`objet ${objet}`]),
    ...(Object.hasOwn(ACTIONS, action) ? [] : [`action ${action}`]),
    ...inconnusDe(ligne).map((cle) => `clé ${cle}`),
    ...changements.flatMap(({ champ }) => (/^\p{Lu}/u.test(champ) && !champ.includes('_') ? [] : [champ])),
    ...changements.flatMap(({ champ, avant, apres }) => (avant === apres ? [`${champ} est pareil`] : [])),
    ...dits.filter((dit) =>
      /\[object|undefined|NaN|^(?:true|false|null)$|^\d{4}-\d{2}-\d{2}|argon2|motdepasse/.test(dit),
    ),
    // Centimes, and what only the code knows.
    ...dits.filter((dit) => nombresDe([ligne.avant, ligne.apres]).has(dit)),
    ...dits.filter((dit) => /^[a-z]+(?:_[a-z]+)+$/.test(dit)),
  ].map((faute) => `${action} ${objet} : ${faute}`)
}

// spec: AD-07, AD-25
describe('every line reads in French, field by field', () => {
  it('whatever call has written it', async () => {
    const calls = mutatingCalls(t.app).filter((call) => !/login|logout|connexions\/fermer/.test(call))
    for (const call of calls) {
      const answer = await sendChange(karim, await makeChange(call, t.db, karim))
      expect([call, answer.statusCode < 300]).toEqual([call, true])
    }
    const lignes = await t.db.selectFrom('journal').selectAll().orderBy('id').execute()
    expect(lignes.length).toBeGreaterThan(calls.length)
    expect([...new Set(lignes.flatMap(fautesDe))]).toEqual([])
  })

  it('in the demo portfolio', async () => {
    const { db, close } = await freshDatabase()
    try {
      await fillDemo(db, '2026-06-15', 'no hash')
      const lignes = await db.selectFrom('journal').selectAll().execute()
      expect(lignes.length).toBeGreaterThan(500)
      expect([...new Set(lignes.flatMap(fautesDe))]).toEqual([])
      const actes = new Set(lignes.map(({ objet, action }) => `${action} ${objet}`))
      expect(actes.size).toBeGreaterThan(10)
    } finally {
      await close()
    }
  })

  it('for each section of the settings, which all have their name and their fields', () => {
    const nommees = Object.keys(sections).filter((nom) => !ESSAIS.has(nom))
    expect(Object.keys(NOMS_DES_SECTIONS).toSorted()).toEqual(nommees.toSorted())
    for (const [section, { defaut }] of Object.entries(sections)) {
      const ligne = { objet: 'parametres', avant: null, apres: { section, version: 1, valeur: defaut } }
      expect([section, ESSAIS.has(section) ? [] : inconnusDe(ligne)]).toEqual([section, []])
    }
  })
})

it('codes have the words of the forms', () => {
  const said = (objet: string, champ: string, mots: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.keys(mots).map((code) => [
        code,
        changementsDe({ objet, avant: null, apres: { [champ]: code } })[0]?.apres,
      ]),
    )
  expect(said('paiement', 'mode', MODES)).toEqual(MODES)
  expect(said('remboursement', 'mode', MODES)).toEqual(MODES)
  expect(said('paiement', 'payeur_type', PAYEURS)).toEqual(PAYEURS)
  expect(said('relance', 'canal', NOMS_DES_CANAUX)).toEqual(NOMS_DES_CANAUX)
  for (const [declencheur, nom] of Object.entries(NOMS_DES_DECLENCHEURS))
    expect(describeEcheance({ libelle: 'Solde', montant: 0, declencheur, date_prevue: null })).toBe(
      `Solde : 0,00\u00A0DA${declencheur === 'date' ? '' : `, ${nom.toLowerCase()}`}`,
    )
  expect(Object.keys(STATUTS_DE_L_IMPORT)).toEqual([...STATUTS_IMPORT])
  expect(Object.keys(NOMS_DES_SORTES)).toEqual([...SORTES_DE_REVISION])
  expect(said('client', 'situation', NOMS_DES_SITUATIONS)).toEqual(NOMS_DES_SITUATIONS)
  expect(said('client', 'piece_type', NOMS_DES_PIECES_D_IDENTITE)).toEqual(NOMS_DES_PIECES_D_IDENTITE)
})

describe('a line', () => {
  const changements = (objet: string, avant: unknown, apres: unknown) =>
    changementsDe({ objet, avant, apres })

  it('of a change says what differs, what is nothing « Aucun »', () => {
    const lot = { id: 4, numLot: 'A-12', montant: 125_000_000, montant1: null, version: 1, estDispo: true }
    expect(
      changements('appartement', lot, {
        ...lot,
        montant: 130_000_050,
        montant1: 5_000,
        version: 2,
        estDispo: false,
      }),
    ).toEqual([
      { champ: 'Prix', avant: '1\u202F250\u202F000,00\u00A0DA', apres: '1\u202F300\u202F000,50\u00A0DA' },
      { champ: 'Montant 1', avant: 'Aucun', apres: '50,00\u00A0DA' },
    ])
    expect(titreDe('appartement', { avant: lot, apres: lot })).toBe('Appartement A-12')
  })

  it('of an addition says what the record has, of a deletion what it had', () => {
    const client = { id: 1, nomComplet: 'محمد بن علي', tel: '0550', email: null, adresse: '' }
    expect(changements('client', null, client)).toEqual([
      { champ: 'Nom complet', avant: null, apres: 'محمد بن علي' },
      { champ: 'Téléphone', avant: null, apres: '0550' },
    ])
    expect(changements('client', client, null)).toMatchObject([{ avant: 'محمد بن علي', apres: null }, {}])
    expect(changements('client', null, null)).toEqual([])
  })

  it('tells another plan from the same one, and a new password from none', () => {
    const plan = (plan_pdf: string | null) => ({ plan_pdf })
    const champ = 'Plan PDF'
    expect(changements('residence', plan('a'), plan('b'))).toEqual([
      { champ, avant: 'Joint', apres: 'Remplacé' },
    ])
    expect(changements('residence', plan('a'), plan(null))).toEqual([
      { champ, avant: 'Joint', apres: 'Aucun' },
    ])
    expect(changements('residence', plan('a'), plan('a'))).toEqual([])
    expect(changements('membre', { name: 'A' }, { name: 'A', motDePasseChange: true })).toEqual([
      { champ: 'Mot de passe', avant: null, apres: 'Changé' },
    ])
  })

  it('of a list says which of its lines differ', () => {
    const ligne = (libelle: string, montant: number) => ({ libelle, montant, declencheur: 'contrat' })
    const [a, b, c] = [ligne('Contrat', 10_000), ligne('Solde', 5_000), ligne('Solde', 4_000)]
    expect(changements('vente', { lignes: [a, b] }, { lignes: [a, c, b] })).toEqual([
      {
        champ: 'Échéance 2',
        avant: 'Solde : 50,00\u00A0DA, au contrat',
        apres: 'Solde : 40,00\u00A0DA, au contrat',
      },
      { champ: 'Échéance 3', avant: null, apres: 'Solde : 50,00\u00A0DA, au contrat' },
    ])
  })

  it('shows 200 signs of a long value, and keeps the rest for the workbook', () => {
    const long = { description: `${'a'.repeat(199)}😀${'b'.repeat(400)}` }
    const [cut] = changements('bloc', null, long)
    expect(cut?.apres).toBe(`${'a'.repeat(199)}…`)
    const ligne = { objet: 'bloc', avant: null, apres: long }
    expect(changementsDe(ligne, { entier: true })[0]?.apres).toBe(long.description)
  })

  it('shows nothing of what no word is known for, and calls a cancelled paper so', () => {
    expect(changements('client', null, { secret: 'x', jeton: 'y', code: 'z' })).toEqual([])
    expect(changements('inconnu', null, { nom: 'x' })).toEqual([])
    expect(inconnusDe({ objet: 'client', avant: null, apres: { secret: 'x', code: 'z' } })).toEqual([
      'client.secret',
    ])
    expect([describeAction('document', 'annuler'), describeAction('import', 'annuler')]).toEqual([
      'Document annulé',
      'Annulation',
    ])
  })
})
