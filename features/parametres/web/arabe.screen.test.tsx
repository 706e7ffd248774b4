import { expect, test } from 'vitest'
import { stadesEndpoints } from '#features/echeanciers/stades.contract.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { documents } from '#features/parametres/parametres.sections.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { aPromoteur } from '#features/promoteur/promoteur.objects.ts'
import { expectWholeAndAccessible } from '#test/harness/screens/accessible.ts'
import { answer, type Call } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, field, fieldOf, key, page, press } from '#test/harness/screens/screen.ts'

const STADE = { id: 1, nom: 'Fondations achevées', nom_ar: 'انتهاء الأساسات', rang: 1, version: 1 }
const MODELE = {
  id: 1,
  nom: 'En une fois',
  par_defaut: true,
  lignes: [
    {
      libelle: 'Signature du contrat',
      libelle_ar: 'توقيع العقد',
      pourcent: 100,
      declencheur: 'contrat',
      stade_id: null,
      nombre: 1,
      pas_mois: 1,
    },
  ],
}
const MESSAGE = 'Paramètres enregistrés avec succès !'

/** Opens a section of the settings, as a product has them that was just begun. */
async function openSection(section: string, dark = true) {
  return renderScreen(`/parametres?section=${section}`, {
    dark,
    others: 500,
    answers: [
      answer(parametresEndpoints.read, {
        data: {
          documents: { valeur: documents.defaut, version: 0 },
          modeles: { valeur: { modeles: [MODELE] }, version: 0 },
        },
      }),
      answer(parametresEndpoints.reglages, { data: { modeles: [MODELE], stades: [STADE] } }),
      answer(parametresEndpoints.save, ({ path, body }) => ({
        valeur: (body as { valeur: Record<string, unknown> }).valeur,
        version: 1,
        section: path.split('/').at(-1) ?? '',
        message: MESSAGE,
      })),
      answer(promoteurEndpoints.list, [aPromoteur()]),
      answer(promoteurEndpoints.update, { ...aPromoteur(), message: 'Promoteur modifié avec succès!' }),
      answer(stadesEndpoints.update, { ...STADE, message: 'Stade modifié avec succès !' }),
    ],
  })
}
const bodies = (calls: readonly Call[]) => calls.map(({ body }) => body)

const papers = page.getByRole('form', { name: 'Documents' })
const identity = page.getByRole('form', { name: 'Identité légale' })
const french = page.getByRole('group', { name: 'Contrat de réservation, texte français' })
const label = page.getByLabelText('Libellé en arabe')

// spec: PA-33, PA-40
test('what papers ask and say is set: a town in Arabic, duplicates, guarantee, initials, copies', async () => {
  const server = await openSection('documents')
  await papers.getByLabelText('Ville en arabe (« حرر بـ »)').fill('وهران')
  for (const name of [
    'Marquer DUPLICATA à partir de la deuxième impression',
    "Exiger une garantie en cours pour l'attestation de réservation",
    'Ligne de paraphes au bas des pages du contrat',
  ]) {
    const box = papers.getByLabelText(name)
    await expect.element(box).toBeChecked()
    box.element().focus()
    await key(' ')
  }
  await expect.element(papers).toHaveTextContent('À décocher pour des biens vendus achevés.')
  const copies = papers.getByLabelText('Exemplaires du contrat et du procès-verbal')
  await copies.fill('10')
  await key('Tab')
  await expect.element(papers.getByText("Cette valeur n'est pas valide.")).toBeVisible()
  await copies.fill('3')
  await papers.getByLabelText('Mention sous les clauses du contrat', { exact: true }).fill('')
  await press('Enregistrer', papers)
  await expect.element(page.getByText(MESSAGE)).toBeVisible()
  expect(bodies(server.changes())).toMatchObject([
    {
      valeur: {
        ville_ar: 'وهران',
        duplicata: false,
        garantie_requise: false,
        paraphes: false,
        exemplaires: 3,
        mention_contrat: { fr: '' },
      },
      version: 0,
    },
  ])
})

// spec: PA-33
test('the text of a paper begins with the proposed one', async () => {
  await openSection('documents')
  await press('Contrat de réservation', papers)
  await press("Partir d'un modèle", french)
  await expect
    .element(french.getByRole('textbox'))
    .toHaveDisplayValue(/^# Objet\n\n\{promoteur\} réserve \{a_client\}/)
  await expect.element(french.getByRole('button', { name: "Partir d'un modèle" })).not.toBeInTheDocument()
  for (const paper of [/^Attestation de réservation/, /^Attestation d'avancement/])
    await expect.element(papers.getByRole('button', { name: paper })).toBeVisible()
})

// spec: PA-40
test('who acts for the promoter has his quality and the address in Arabic', async () => {
  const server = await openSection('promoteur')
  const said = { Représentant: 'Ali Saadi', 'Qualité, en arabe': 'مسير', 'Adresse en arabe': 'الجزائر' }
  for (const [name, text] of Object.entries(said)) await fieldOf(identity, name).fill(text)
  await press('Enregistrer', identity)
  await expect.element(page.getByText('Promoteur modifié avec succès!')).toBeVisible()
  expect(bodies(server.changes())).toMatchObject([
    { representant: 'Ali Saadi', representant_qualite_ar: 'مسير', adresse_ar: 'الجزائر' },
  ])
})

// spec: PA-33
test('a stade has its name in Arabic', async () => {
  const server = await openSection('stades')
  await press('Modifier Fondations achevées')
  await expect.element(field('Nom en arabe')).toHaveValue('انتهاء الأساسات')
  await field('Nom en arabe').fill('الأساسات')
  await press('Enregistrer', dialog)
  await expect.element(page.getByText('Stade modifié avec succès !')).toBeVisible()
  expect(bodies(server.changes())).toMatchObject([{ nom: 'Fondations achevées', nom_ar: 'الأساسات' }])
})

// spec: PA-33
test('a line of a modèle has its name in Arabic', async () => {
  const server = await openSection('modeles')
  await press(/^Modifier /)
  await expect.element(label).toHaveValue('توقيع العقد')
  await label.fill('إمضاء العقد')
  await press('Enregistrer')
  await expect.element(page.getByText(MESSAGE)).toBeVisible()
  expect(bodies(server.changes())).toMatchObject([
    { valeur: { modeles: [{ nom: 'En une fois', lignes: [{ libelle_ar: 'إمضاء العقد' }] }] } },
  ])
})

const SECTIONS = [
  {
    section: 'documents',
    open: async () => {
      await press('Contrat de réservation', papers)
      await expect.element(french).toBeVisible()
    },
  },
  { section: 'promoteur', open: () => expect.element(identity).toBeVisible() },
  {
    section: 'modeles',
    open: async () => {
      await press(/^Modifier /)
      await expect.element(label).toBeVisible()
    },
  },
]

// spec: PA-40
test.each(SECTIONS.flatMap((one) => [true, false].map((dark) => ({ ...one, dark }))))(
  'the section $section is whole at every width: dark $dark',
  async ({ section, open, dark }) => {
    await expectWholeAndAccessible(async () => {
      await openSection(section, dark)
      await open()
      await expect.element(page.getByRole('heading', { name: 'Paramètres', level: 1 })).toBeVisible()
    })
  },
)
