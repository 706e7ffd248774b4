import { expect, test } from 'vitest'
import { aCheque, aPaiement } from '#features/paiements/paiements.objects.ts'
import type { Document } from '#features/papiers/papiers.contract.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { aDossier, anEcheance, answersOfDossier } from '#features/ventes/ventes.objects.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { expectCount, key, page, textsOf } from '#test/harness/screens/screen.ts'

const today = aujourdhui()
const LIVRAISON = addJours(today, 120)
const SIGNED = {
  reservation_le: addJours(today, -60),
  contrat_le: addJours(today, -30),
  livraison_prevue_le: LIVRAISON,
}
const open = (given: Partial<Dossier>, partie: string, more: Parameters<typeof answersOfDossier>[1] = {}) =>
  renderScreen(`/ventes/1?partie=${partie}`, { answers: answersOfDossier(aDossier(given), more) })

const items = page.getByRole('menu').getByCss('[role=menuitem], [role=separator], .mantine-Menu-divider')
async function itemsOf(button: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect.element(items.first()).toBeVisible()
  return textsOf(items).map((text) => text || '—')
}

// spec: RF-51
test('has all its papers under « Documents », and acts alone under « ⋯ », the end of the sale last and red', async () => {
  await open({ echeances: [anEcheance()] }, 'echeancier')
  expect((await itemsOf('Documents')).slice(-5)).toEqual([
    '—',
    "Imprimer l'échéancier",
    'Échéancier en arabe (PDF)',
    'Demande de désistement (PDF)',
    'Demande de désistement en arabe (PDF)',
  ])
  await key('Escape')
  await expectCount(items, 0)
  expect(await itemsOf("Plus d'actions")).toEqual([
    'Modifier le dossier',
    'Transférer vers un autre bien',
    'Céder à un autre client',
    'Journal de ce dossier',
    '—',
    'Annuler la vente… (désistement)',
  ])
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'var(--diyar-red)'
  const red = getComputedStyle(probe).color
  probe.remove()
  await expect.poll(() => getComputedStyle(items.last().element()).color).toBe(red)
  await expectAccessible()
})

// spec: RF-52
test('says a thing once and in one line: the planned delivery, the échéancier to generate, the contract that waits for pieces', async () => {
  const types = ['Acte', 'Plan'].map((libelle) => ({ code: libelle, libelle, obligatoire: true }))
  const pieces = {
    types,
    manquantes: types.map(({ code, libelle }) => ({ code, libelle, portee: 'vente' as const })),
  }
  await open(SIGNED, 'echeancier', { pieces })
  const prevue = page.getByText(`prévue le ${formatJourCourt(LIVRAISON)}`, { exact: true })
  await expect.element(prevue).toBeVisible()
  for (const width of [1366, 1200, 390]) {
    await page.viewport(width, 844)
    await expectCount(page.getByRole('button', { name: "Générer l'échéancier" }), 1)
    const range = document.createRange()
    range.selectNodeContents(prevue.element())
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
    expect(lines.size, `${width} px`).toBe(1)
    expect(document.documentElement.scrollWidth).toBe(width)
  }
  await page.viewport(1366, 844)
  await page.getByRole('tab', { name: /^Pièces et documents/ }).click()
  const panel = page.getByRole('region', { name: 'Pièces', exact: true })
  await expect.element(panel.getByText('À fournir').nth(1)).toBeVisible()
  await expectCount(panel.getByText('Le contrat est signé : ces pièces restent à fournir.'), 1)
  await expectCount(panel.getByText('À fournir, contrat signé'), 0)
})

const ATTESTATION: Document = {
  id: 1,
  vente_id: 1,
  bloc_id: null,
  numero: 'AP-2026-0001',
  type: 'attestation_paiement',
  variante: null,
  libelle: 'Attestation de paiement',
  langue: 'fr',
  etabli_le: addJours(today, -1),
  montant: null,
  code: 'A1B2C3',
  etat: 'valide',
  motif: null,
  etabli_par: 'Karim Benali',
  imprime_le: null,
}

// spec: RF-52
test('its history has what its calls answer: stade, papers, payments with their receipts, steps of a cheque, relances, the newest first', async () => {
  const le = (jours: number) => addJours(today, -jours)
  const stade = { id: 1, nom: 'Fondations achevées' }
  await open(
    {
      ...SIGNED,
      ouverte_le: le(90),
      echeances: [anEcheance({ declencheur: 'stade', stade, stade_atteint_le: le(40) })],
      paiements: [
        aCheque({
          id: 32,
          recu: '2026-000032',
          versement: 1e7,
          reference: '0012345',
          date_paiement: le(9),
          etat: 'rejete',
          rejete_le: le(7),
          motif_rejet: 'Provision insuffisante',
          remise: {
            id: 1,
            numero: 'B-2026-0001',
            jour: le(8),
          },
        }),
        aCheque({
          id: 33,
          recu: '2026-000033',
          versement: 1_000_00,
          date_paiement: le(6),
          encaisse_le: le(5),
        }),
        aPaiement({ versement: 50_000_00, date_paiement: le(10) }),
      ],
      relances: [
        {
          id: 1,
          vente_id: 1,
          dossier: 'D-2026-0001',
          canal: 'telephone',
          jour: today,
          montant: 95e6,
          note: null,
          par: 'Karim Benali',
          document: null,
        },
      ],
    },
    'relances',
    {
      papiers: {
        data: [
          ATTESTATION,
          { ...ATTESTATION, id: 2, numero: 'AP-2026-0002', langue: 'ar', etat: 'annulé', etabli_le: le(2) },
        ],
      },
    },
  )
  const said = page.getByRole('region', { name: 'Historique' }).getByRole('listitem')
  const day = (jours: number) => formatJourCourt(le(jours))
  await expect
    .poll(() => textsOf(said))
    .toEqual([
      `${day(0)} Relance, Téléphone : 950 000,00 DA en retard`,
      `${day(1)} Attestation de paiement AP-2026-0001`,
      `${day(2)} Attestation de paiement (arabe) AP-2026-0002, annulé depuis`,
      `${day(5)} Chèque n° 0000001 encaissé`,
      `${day(6)} Versement 1 000,00 DA, reçu 2026-000033`,
      `${day(7)} Chèque n° 0012345 rejeté, Provision insuffisante`,
      `${day(8)} Chèque n° 0012345 remis en banque, bordereau B-2026-0001`,
      `${day(9)} Versement 100 000,00 DA, reçu 2026-000032`,
      `${day(10)} Versement 50 000,00 DA, reçu 2026-000031`,
      `${day(30)} Contrat`,
      `${day(40)} Stade atteint : Fondations achevées`,
      `${day(60)} Réservation`,
      `${day(90)} Ouverture du dossier`,
    ])
  await expectAccessible()
})

test('a sale that costs nothing is not offered an échéancier', async () => {
  await open({ montant: 0, resteAPayer: 0 }, 'echeancier')
  await expect.element(page.getByRole('region', { name: 'Où en est la vente' })).toBeVisible()
  await expectCount(
    page.getByRole('region', { name: 'Où en est la vente' }).getByRole('button', { name: /^Générer/ }),
    0,
  )
})
