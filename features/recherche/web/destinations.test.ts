import { IconReportMoney } from '@tabler/icons-react'
import { expect, it } from 'vitest'
import { RAPPORTS } from '#features/rapports/rapports.onglets.ts'
import type { TrouvailleLue } from '#features/recherche/recherche.contract.ts'
import { destinations } from '#features/recherche/web/destinations.ts'
import { aideAt, PAGES_D_AIDE, SLUGS_D_AIDE } from '#shared/aide.ts'
import { peut, type Role } from '#shared/droits.ts'

const trouve = (champs: Partial<TrouvailleLue>): TrouvailleLue => ({
  genre: 'document',
  id: 7,
  titre: 'Titre',
  lieu: 'Lieu',
  residence_id: null,
  bloc_id: null,
  parking_id: null,
  client: null,
  totaux: null,
  vente_id: null,
  paiement: null,
  bon: null,
  cloture: null,
  montant: null,
  surface: null,
  etat_bien: null,
  page: null,
  ...champs,
})
const adresse = (champs: Partial<TrouvailleLue>) => {
  const [lieu] = destinations('', [], [trouve(champs)], () => true)
  return { to: lieu?.to, search: lieu?.search }
}

// spec: PA-29
it('a paper of a sale leads to its dossier, a paper of a bloc alone to the blocs of its résidence', () => {
  expect(adresse({})).toEqual({ to: '/ventes/7', search: undefined })
  expect(adresse({ residence_id: 3 })).toEqual({ to: '/bloc', search: { residence: '3' } })
})

// spec: EC-24
it('a client leads to his file, a sold bien to its dossier, a free one to its « Détails »', () => {
  const chez = { client: { id: 4, nomComplet: 'Amina' }, vente_id: 9 }
  for (const [champs, to, search] of [
    [{ genre: 'client', id: 4 }, '/clients/4', undefined],
    [{ genre: 'appartement', ...chez }, '/ventes/9', undefined],
    [{ genre: 'local', ...chez }, '/ventes/9', undefined],
    [{ genre: 'place_parking', ...chez }, '/ventes/9', undefined],
    [{ genre: 'appartement' }, '/appartement', { details: '7' }],
    [{ genre: 'local' }, '/locaux', { details: '7' }],
    [{ genre: 'place_parking', parking_id: 3 }, '/parking', { places: '3' }],
  ] as const)
    expect([champs, adresse(champs)]).toEqual([champs, { to, search }])
})

// spec: CO-41
it('a report is found by its name, by the rôles that may read it', () => {
  const menu = [{ to: '/rapports', label: 'Rapports', icon: IconReportMoney, parts: RAPPORTS }]
  const found = (text: string, role: Role) =>
    destinations(text, menu, [], ({ access }) => peut(role, access)).map(({ to, search }) => [to, search])
  for (const { label, search } of RAPPORTS)
    expect(found(label, 'direction')).toContainEqual(['/rapports', search])
  expect(found('prevision', 'comptable')).toEqual([['/rapports', { rapport: 'previsions' }]])
  expect(found('prevision', 'caisse')).toEqual([])
  expect(found('encaissements', 'caisse')).toEqual([['/rapports', { rapport: 'encaissements' }]])
})

// spec: IN-30
it('each help page is found by its name, in a tab of its own; two letters find none', () => {
  const found = (text: string) =>
    destinations(text, [], [], () => false).map(({ title, to, ailleurs }) => [title, to, ailleurs])
  const all = SLUGS_D_AIDE.map((page) => [`Aide : ${PAGES_D_AIDE[page]}`, aideAt(page), true])
  expect(found('aide')).toEqual(all)
  for (const [title, to] of all) expect(found(String(title))).toEqual([[title, to, true]])
  expect(found('CHEQ')).toEqual([['Aide : Les chèques', '/aide/les-cheques', true]])
  expect(found('ch')).toEqual([])
})

// spec: IN-30
it('a help page stands before what the database finds, so that no answer moves it from under the hand', () => {
  const [first, second] = destinations('chèques', [], [trouve({})], () => true)
  expect([first?.title, second?.title]).toEqual(['Aide : Les chèques', 'Titre'])
})
