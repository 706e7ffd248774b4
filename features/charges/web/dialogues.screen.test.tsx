import { expect, test } from 'vitest'
import { chargesEndpoints as calls } from '#features/charges/charges.contract.ts'
import { aBon, aCategorie, aLigne } from '#features/charges/charges.objects.ts'
import { aujourdhui } from '#shared/dates.ts'
import { answer, held, refuse } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { alert, button, dialog, dialogNamed, field, press, pressAt } from '#test/harness/screens/screen.ts'

const ciment = aLigne({ id: 7, designation: 'Ciment', prix_unitaire: 100_00 })
const outil = aBon({ id: 5, reference: 'OUT-1', lignes: [ciment] })
const outils = aCategorie({ id: 3, nom: 'Outils', bons: [outil] })

/** Each dialog: the button that opens it, its title, a field to fill in, the call it makes and the body it sends. */
const DIALOGS = [
  {
    opener: 'Ajouter une catégorie',
    title: 'Ajouter une catégorie',
    required: 'Nom',
    call: calls.createCategorie,
    sent: ['/api/categories', { nom: 'Autre' }],
  },
  {
    opener: 'Modifier la catégorie Outils',
    title: 'Modifier la catégorie',
    required: 'Nom',
    call: calls.updateCategorie,
    sent: ['/api/categories/3', { nom: 'Autre', version: 1 }],
  },
  {
    opener: 'Supprimer la catégorie Outils',
    title: 'Supprimer la catégorie',
    call: calls.deleteCategorie,
    sent: ['/api/categories/3', undefined],
  },
  {
    opener: 'Ajouter un bon à Outils',
    title: "Ajouter un bon d'achat",
    required: 'Référence',
    call: calls.createBon,
    sent: ['/api/bons', { reference: 'Autre', date_bon: aujourdhui(), categorie_bon_id: 3, lignes: [] }],
  },
  {
    opener: 'Modifier le bon OUT-1',
    title: "Modifier le bon d'achat",
    required: 'Référence',
    call: calls.updateBon,
    sent: ['/api/bons/5', { reference: 'Autre', date_bon: '2025-03-05', version: 1 }],
  },
  {
    opener: 'Supprimer le bon OUT-1',
    title: 'Supprimer le bon',
    call: calls.deleteBon,
    sent: ['/api/bons/5', undefined],
  },
  {
    opener: 'Ajouter une ligne à OUT-1',
    title: 'Ajouter une ligne',
    required: 'Désignation',
    call: calls.createLigne,
    sent: ['/api/bons/5/lignes', { designation: 'Autre', prix_unitaire: 0, quantite: 1 }],
  },
  {
    opener: 'Modifier la ligne Ciment',
    title: 'Modifier la ligne',
    required: 'Désignation',
    call: calls.updateLigne,
    sent: ['/api/bons/5/lignes/7', { designation: 'Autre', prix_unitaire: 100, quantite: 1, version: 1 }],
  },
  {
    opener: 'Supprimer la ligne Ciment',
    title: 'Supprimer la ligne',
    call: calls.deleteLigne,
    sent: ['/api/bons/5/lignes/7', undefined],
  },
]

// spec: CHG-29, CHG-30, CHG-31, CHG-32, CHG-35, CHG-36, CHG-37, ERR-91
test.each(DIALOGS)(
  '$opener opens one dialog, closes by Annuler, the close button and the backdrop, and shows that it saves',
  async ({ opener, title, required, call, sent }) => {
    const server = await renderScreen('/charges', {
      answers: [answer(calls.categories, onePage([outils], { parPage: 5 }))],
    })
    const open = () => button(opener).click()
    const named = dialogNamed(title)
    for (const close of [
      () => press('Annuler', named),
      () => press('Fermer', named),
      () => pressAt(5, 400),
    ]) {
      await open()
      await expect.element(named).toBeVisible()
      expect(dialog.elements()).toHaveLength(1)
      await close()
      await expect.element(dialog).not.toBeInTheDocument()
    }

    const removes = required === undefined
    const answers = held(
      removes ? refuse(call, 409, { message: 'Refusé par le serveur.' }) : refuse(call, 500),
    )
    server.give(answers)
    await open()
    if (!removes) await field(required).fill('Autre')
    await named.getByRole('button', { name: removes ? 'Supprimer' : 'Enregistrer', exact: true }).dblClick()
    const adds = title.startsWith('Ajouter')
    const busy = removes ? 'Suppression...' : adds ? 'Enregistrement...' : 'Mise à jour...'
    await expect.element(named.getByRole('button', { name: busy })).toBeDisabled()
    answers.release()
    await expect
      .element(alert)
      .toHaveTextContent(removes ? /^Refusé par le serveur\.$/ : /^Erreur lors de l'action\.$/)
    expect(server.changes().map(({ path, body }) => [path, body])).toEqual([sent])
    await press(removes ? 'Fermer le message' : 'Annuler')
    await expect.element(alert).not.toBeInTheDocument()
  },
)
