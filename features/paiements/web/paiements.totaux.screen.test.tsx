import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { aPlace, aParking, soldTo } from '#features/biens/biens.objects.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { placesEndpoints } from '#features/biens/parkings.contract.ts'
import { clientsEndpoints, type clientAssets } from '#features/clients/clients.contract.ts'
import { aClient, aFiche } from '#features/clients/clients.objects.ts'
import { fichesEndpoints } from '#features/clients/fiches.contract.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import {
  aBienPaye,
  aPaiement,
  aPayeur,
  aSolde,
  payeursPage,
  sale,
} from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { aTrouvaille } from '#features/recherche/recherche.objects.ts'
import type { Inside } from '#shared/endpoint.ts'
import { answer, held, raw, type Answer } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  dialogNamed,
  expectCount,
  key,
  main,
  options,
  page,
  savedFiles,
} from '#test/harness/screens/screen.ts'

const RACHID = aClient({ id: 2, nomComplet: 'Amrouche Rachid', tel: '0798 99 75 78' })
const HICHEM = aClient({ id: 3, nomComplet: 'Amrouche Hichem' })
const others = 500
const address = () => location.pathname + location.search
const palette = page.getByRole('combobox', { name: /^Client, téléphone, lot/ })
const biens = dialogNamed('Biens de Amrouche Rachid')
const somme = biens.getByText(/^4 biens · payé/)

/** Rachid owns four biens in two residences, one of them paid; Hichem one. */
class Portfolio {
  paye = 7_684_000_00
  get totaux() {
    const montant = 33_199_000_25
    return { biens: 4, montant, totalPaye: this.paye, resteAPayer: montant - this.paye }
  }
  get assets(): Inside<typeof clientAssets> {
    const lot = (id: number, nom: string, montant: number, reste: number) => ({
      id,
      numLot: '302',
      typeLogement: 'F3',
      surfaceHabitable: 80_50,
      surfaceUtile: 12_20,
      etage: { bloc: { nomloc: 'Bloc B', residence: { nom } } },
      ...sale(montant, reste),
    })
    const yasmine = { nom: 'El Yasmine' }
    const parking = { parking_nom: 'Parking Nord', residence: { nom: 'Ibn Khaldoun' } }
    return {
      appartements: [
        lot(1, 'Ibn Khaldoun', 20_000_000_00, 13_216_000_00),
        lot(2, 'El Yasmine', 12_019_000_25, 12_019_000_25),
      ],
      places: [{ id: 7, numero_place: 12, type_place: 'Box', parking, ...sale(280_000_00, 280_000_00) }],
      locaux: [
        {
          id: 9,
          num: 'B2',
          surface: 45_00,
          bloc: { nomloc: 'Bloc B', residence: yasmine },
          ...sale(900_000_00, 0),
        },
      ],
      paiements: 2,
      dossiersClos: [],
      totaux: { ...this.totaux, en_retard: 0, sans_echeancier: 4 },
    }
  }
  /** The answers that the screens on which a total stands ask for. */
  get answers(): Answer[] {
    const place = aPlace({
      id: 7,
      numero_place: 12,
      parking: { ...aParking({ parking_nom: 'Parking Nord' }), residence: { id: 1, nom: 'Ibn Khaldoun' } },
      ...soldTo(RACHID, 280_000_00),
    })
    return [
      answer(rechercheEndpoints.search, ({ query }) => ({
        data: [RACHID, HICHEM]
          .filter(({ nomComplet }) =>
            nomComplet.toLowerCase().includes((query.get('q') ?? '').split(' ').at(-1) ?? ''),
          )
          .map(({ id, nomComplet: titre, tel: lieu }) =>
            aTrouvaille({ id, titre, lieu, totaux: id === RACHID.id ? this.totaux : null }),
          ),
      })),
      answer(clientsEndpoints.read, RACHID),
      answer(clientsEndpoints.all, [RACHID]),
      answer(clientsEndpoints.assets, () => this.assets),
      answer(fichesEndpoints.read, aFiche(RACHID)),
      answer(payeursEndpoints.list, ({ query }) => {
        const rachid = { ...aPayeur(RACHID), totaux: this.totaux }
        const one = { biens: 1, montant: 1_000_00, totalPaye: 300_00, resteAPayer: 700_00 }
        const hichem = { ...aPayeur(HICHEM, [aBienPaye({ id: 4, nlot: '401' })]), totaux: one }
        return payeursPage(query.get('search') ? [rachid] : [rachid, hichem])
      }),
      answer(appartementsEndpoints.ofClient, []),
      answer(locauxEndpoints.ofClient, []),
      answer(placesEndpoints.ofClient, { places: [place] }),
      answer(placesEndpoints.detail, place),
      answer(
        paiementsEndpoints.soldePlace,
        aSolde({ client: RACHID, prix: 280_000_00, resteAPayer: 280_000_00 }),
      ),
      answer(paiementsEndpoints.create, ({ body }) => {
        const versement = Math.round((body as { versement: number }).versement * 100)
        this.paye += versement
        const paid = {
          client: RACHID,
          client_id: RACHID.id,
          appartement: null,
          appartement_id: null,
          versement,
        }
        return { ...aPaiement(paid), message: 'Paiement ajouté avec succès !', avertissements: [] }
      }),
    ]
  }
}

const open = (where: string) => renderScreen(where, { answers: new Portfolio().answers, others })
async function search(text: string) {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await key('Control+k')
  await expect.element(palette).toHaveFocus()
  await palette.fill(text)
}
const line = options.filter({ hasText: /^Amrouche Rachid/ })

test('what a client owes for all his biens takes twelve keys from anywhere, the name included', async () => {
  await open('/dashboard')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  let keys = 0
  const stroke = async (name: string) => {
    keys++
    await key(name)
  }
  await stroke('Control+k')
  await expect.element(palette).toHaveFocus()
  for (const letter of 'am rachid') await stroke(letter)
  await expect.element(line).toHaveTextContent(/4 biens · reste 25 515 000,25 DA$/)
  await expectCount(options.filter({ hasText: 'Hichem' }), 0)
  await stroke('Enter')
  await expect.poll(address).toBe('/clients/2')
  const figures = main.getByCss('dl[aria-label="Ventes en cours"]')
  await expect.element(figures).toHaveTextContent(/Payé7 684 000,00 DAReste à payer25 515 000,25 DA/)
  expect(keys).toBeLessThanOrEqual(12)
})

test('what a client owes is said over his biens, and printed from there', async () => {
  const server = await open('/clients?biens=2')
  await expect.element(somme).toHaveTextContent(/^4 biens · payé 7 684 000,00 DA · reste 25 515 000,25 DA$/)
  // Lots of the same number are told apart.
  const shown = biens.getByRole('listitem').filter({ hasText: 'Appartement 302' })
  await expect.element(shown.nth(0)).toHaveTextContent(/Résidence : Ibn Khaldoun/)
  await expect.element(shown.nth(1)).toHaveTextContent(/Résidence : El Yasmine/)
  const slow = held(raw(paiementsEndpoints.printClient, {}))
  server.give(slow)
  const saved = savedFiles()
  const print = biens.getByRole('button', { name: 'Imprimer les paiements de Amrouche Rachid' })
  print.element().focus()
  await key('Enter')
  await expect.element(print).toBeDisabled()
  await expect.element(print).toHaveFocus()
  slow.release()
  await expect.poll(() => saved).toEqual(['paiements_client_2.pdf'])
})

test('the key that offers a payment is named where there are keys', async () => {
  await open('/dashboard')
  await search('rachid')
  const hint = page.getByText('Tab : nouveau paiement')
  await expect.element(hint).toBeVisible()
  await page.viewport(390, 844)
  await expect.element(hint).not.toBeVisible()
  await expect.element(page.getByRole('option', { name: /^Nouveau paiement de/ }).first()).toBeVisible()
})

test('answers that do not say the total leave it out', async () => {
  const { totaux: _totaux, ...assets } = new Portfolio().assets
  await renderScreen('/clients?biens=2', {
    answers: [...new Portfolio().answers, answer(clientsEndpoints.assets, assets)],
    others,
  })
  await expectCount(biens.getByRole('listitem'), 4)
  await expect.element(biens.getByText(/biens · payé/)).not.toBeInTheDocument()
})
