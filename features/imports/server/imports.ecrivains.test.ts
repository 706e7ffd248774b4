import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient } from '#test/harness/builders.ts'
import { classeurOf } from '#test/harness/classeurs.ts'
import { checked, saidOf, written } from '#test/harness/imports.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const toldOf = async (id: number) =>
  (await saidOf(karim, id)).map(({ gravite, cellule, texte }) => `${gravite} ${cellule ?? '–'} ${texte}`)
const text = (shown: string) => `<c t="inlineStr"><is><t>${shown}</t></is></c>`
const row = (cells: readonly string[], attributes = '') => `<row${attributes}>${cells.join('')}</row>`
const SANS = "Cette formule n'a pas de résultat enregistré : ouvrez le classeur dans Excel et enregistrez-le."

// spec: RF-30
it('a formula that no program has reckoned is an error of its cell, required or not; nothing is written', async () => {
  const clients = (...lignes: [adresse: string, tel?: string][]) =>
    classeurOf({
      feuilles: [
        {
          nom: 'Clients',
          donnees: [
            row(['Nom complet', 'Téléphone', 'Email', 'Adresse'].map(text)),
            ...lignes.map(([adresse, tel], n) =>
              row([text(`Amine ${n}`), tel ?? text(`0550 00 00 0${n}`), text('a@exemple.dz'), adresse]),
            ),
          ].join(''),
        },
      ],
    })
  const { id, statut } = await checked(
    karim,
    clients(
      ['<c><f>H2+30</f></c>'],
      ['<c><f>H2+30</f><v></v></c>'],
      ['<c><f>H2+30</f><v/></c>'],
      ['<c t="str"><f>A2</f></c>'],
      ['<c><f t="shared" si="0"/></c>'],
      [text('Alger'), '<c><f>B1</f><v></v></c>'],
    ),
  )
  expect([statut, await toldOf(id)]).toEqual([
    'refuse',
    ['D2', 'D3', 'D4', 'D5', 'D6', 'B7'].map((cell) => `erreur ${cell} ${SANS}`),
  ])
  expect(await t.db.selectFrom('clients').select('id').execute()).toEqual([])
  // A text that a formula made may be empty, and a number it made is that number.
  const made = await checked(
    karim,
    clients(['<c t="str"><f>IF(1,"","x")</f><v></v></c>'], ['<c><f>6*7</f><v>42</v></c>']),
  )
  expect([made.statut, await toldOf(made.id)]).toEqual(['pret', []])
})

// spec: RF-31
it('lines that a filter hides are told before they are imported too', async () => {
  const sheet = (nom: string, hidden: readonly boolean[]) => ({
    nom,
    donnees: [
      row(['Nom', 'Adresse'].map(text)),
      ...hidden.map((hides, n) =>
        row([text(`${nom} ${hidden.length} ${n}`), text('Alger')], hides ? ' hidden="1"' : ''),
      ),
      row([text(' ')], ' hidden="1"'),
    ].join(''),
  })
  const several = await checked(
    karim,
    classeurOf({ feuilles: [sheet('Résidences', [true, false, true, true])] }),
  )
  expect([several.statut, await toldOf(several.id)]).toEqual([
    'pret',
    ['avertissement – 3 lignes masquées de « Résidences » seront importées aussi.'],
  ])
  const one = await checked(karim, classeurOf({ feuilles: [sheet('Résidences', [false, true])] }))
  expect(await toldOf(one.id)).toEqual([
    'avertissement – 1 ligne masquée de « Résidences » sera importée aussi.',
  ])
  const none = await checked(karim, classeurOf({ feuilles: [sheet('Résidences', [false])] }))
  expect(await toldOf(none.id)).toEqual([])
  expect((await written(karim, several.id)).statut).toBe('termine')
  expect(await t.db.selectFrom('residences').select('id').execute()).toHaveLength(4)
})

// spec: RF-23
it('a new client whose phone is known is told, in whatever spelling', async () => {
  await buildClient(t.db, { nom_complet: 'Zohra Bouzid', tel: '0550 12 34 56 / 0661 00 00 99' })
  const line = (nom: string, tel: string) => row([nom, tel, 'a@exemple.dz'].map(text))
  const { id, statut } = await checked(
    karim,
    classeurOf({
      feuilles: [
        {
          nom: 'Clients',
          donnees: [
            row(['Nom complet', 'Téléphone', 'Email'].map(text)),
            line('Amine', '+213 661 00 00 99'),
            line('Nadia', '0777 00 00 00 (٠٥٥٠ ١٢ ٣٤ ٥٦)'),
            line('Karim', '0777 11 22 33'),
            // This line is that client himself.
            line('Zohra Bouzid', '0550 12 34 56 / 0661 00 00 99'),
          ].join(''),
        },
      ],
    }),
  )
  const said = await toldOf(id)
  expect([statut, said.filter((texte) => texte.includes('numéro'))]).toEqual([
    'pret',
    [
      'avertissement B2 Un client a déjà ce numéro : Zohra Bouzid.',
      'avertissement B3 Un client a déjà ce numéro : Zohra Bouzid.',
    ],
  ])
})
