import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { screens } from '../../shared/screens.ts'
import type { Moteur } from './moteur.ts'
import { AIDE } from './page.ts'

/** Every screen behind the sign-in, by its title in the browser's own bar. */
const TITRES: [address: string, titre: string][] = [
  [screens.residences, 'Nos Résidences'],
  [screens.blocs, 'Gestion des Blocs'],
  [screens.etages, 'Gestion des Étages'],
  [screens.appartements, 'Gestion des Appartements'],
  [screens.locaux, 'Gestion des Locaux'],
  [screens.parkings, 'Gestion des Parkings'],
  [screens.clients, 'Gestion des Clients'],
  [screens.paiements, 'Paiements par Bien'],
  [screens.promoteur, 'Promoteur Immobilier'],
  [screens.recap, 'Récapitulatif des paiements'],
  [screens.membres, 'Liste des Membres'],
  [screens.charges, 'Gestion des Charges'],
  [screens.profil, 'Mon Profil'],
  [screens.planDeVente, 'Plan de vente'],
  [screens.echeances, 'Échéances'],
  [screens.cheques, 'Chèques'],
  [screens.rapports, 'Rapports'],
  [screens.importer, 'Importer un portefeuille'],
  [screens.journal, 'Journal'],
  [screens.parametres, 'Paramètres'],
  [screens.ventes, 'Dossiers de vente'],
  [screens.dashboard, 'Tableau de Bord Immobilier'],
]
/** Every report of the tabs, by the name of its panel. */
const RAPPORTS: [rapport: string, nom: string][] = [
  ['encaissements', 'Encaissements'],
  ['banque', 'Banque'],
  ['previsions', 'Prévisions'],
  ['ventes', 'Ventes'],
  ['residences', 'Résidences'],
  ['tva', 'TVA'],
  ['ecritures', 'Écritures'],
  ['recus', 'Registre des reçus'],
  ['caisse', 'Journal de caisse'],
]
const DEMO = { email: 'demo@diyar.dz', password: 'Demonstration1!' }
const PATIENCE = 30_000

interface Bien {
  id: number
  client: number
  vente: number
  residence: number
}

/** One member's way through the product, the same in every engine. */
export class Parcours {
  readonly #moteur: Moteur
  readonly #server: string
  constructor(moteur: Moteur, server: string) {
    this.#moteur = moteur
    this.#server = server
  }

  async signIn(): Promise<void> {
    await this.#moteur.load(`${this.#server}${screens.login}`)
    await this.#moteur.evaluate(AIDE)
    await this.#until(`aide.find('input', /^Email/)`)
    await this.#click('input', /^Email/)
    await this.#moteur.type(DEMO.email)
    await this.#moteur.press('Tab')
    await this.#moteur.type(DEMO.password)
    await this.#moteur.press('Enter')
    await this.#shows('Tableau de Bord Immobilier')
  }

  /** Nothing on any screen is wider than the window, and nothing has failed. */
  async everyAddress({ client, vente, residence, id }: Bien): Promise<void> {
    const records: [string, string][] = [
      [`${screens.clients}/${client}`, 'Fiche client'],
      [`${screens.clients}/${client}/paiements/${id}`, 'Paiements du client'],
      [`${screens.ventes}/${vente}`, 'Dossier de vente'],
      [`${screens.residences}/${residence}/generer`, 'Générer les lots'],
      ['/blocs/1/stades/1/appels', 'Appels de fonds'],
    ]
    for (const [address, titre] of [...TITRES, ...records]) {
      await this.#go(address, titre)
      await this.#fits(address)
    }
    for (const [rapport, nom] of RAPPORTS) {
      await this.#go(`${screens.rapports}?rapport=${rapport}`, 'Rapports')
      await this.#until(`document.querySelector('[role=tabpanel][aria-label=${JSON.stringify(nom)}]')`)
      await this.#until(`!document.querySelector('main [aria-busy=true]')`)
      await this.#fits(rapport)
    }
    await this.expectQuiet()
  }

  async #fits(what: string): Promise<void> {
    const wide = await this.#moteur.evaluate('aide.wide()')
    expect(wide, `${what} fits into the window`).toBeLessThanOrEqual(0)
  }

  /** Sells the first lot that is free to the first client whom the list of choices finds. */
  async sell(): Promise<Bien> {
    await this.#go(`${screens.appartements}?etat=disponible`, 'Gestion des Appartements')
    const opener = await this.#nameOf('button', /^Assigner un client à l'appartement/)
    await this.#click('button', /^Assigner un client à l'appartement/)
    await this.#until(`aide.find('button', /^Annuler$/)`)
    await this.#choose(/^Client/, /Amrouche/)
    await this.#click('button', /^Assigner$/)
    await this.#until(`/Client assigné avec succès/.test(aide.told())`)
    await this.#until(`!aide.find('button', /^Annuler$/)`)
    const numLot = opener.replace("Assigner un client à l'appartement ", '')
    const { data } = await this.#ask<{ data: Vente[] }>('/ventes?per_page=100')
    const vente = data.toSorted((a, b) => b.id - a.id)[0]
    expect(vente?.bien.numero).toBe(numLot)
    const { id = 0, bien, client } = vente ?? {}
    return { id: bien?.id ?? 0, client: client?.id ?? 0, vente: id, residence: bien?.residence_id ?? 0 }
  }

  /** Without a mouse, from the top of the page to the receipt. */
  async payByKeyboard(bien: Bien): Promise<void> {
    await this.#goToPaiements(bien)
    const focused = `(document.activeElement?.textContent ?? '').trim()`
    await this.#moteur.evaluate('document.activeElement?.blur()')
    for (let left = 80; (await this.#moteur.evaluate(focused)) !== 'Ajouter un paiement'; left--) {
      expect(left, 'Tab leads to « Ajouter un paiement »').toBeGreaterThan(0)
      await this.#moteur.press('Tab')
    }
    await this.#moteur.press('Enter')
    await this.#until(`document.activeElement === aide.find('input', /^Montant/)`)
    await this.#moteur.type('100000')
    await this.#moteur.press('Enter')
    await this.#until(`/Reçu N° \\d{4}-\\d{6}/.test(aide.told())`)
  }

  async payByCheque(bien: Bien, numero: string, scan: string): Promise<void> {
    await this.#goToPaiements(bien)
    await this.#click('button', /^Ajouter un paiement$/)
    await this.#until(`document.activeElement === aide.find('input', /^Montant/)`)
    await this.#moteur.type('250000')
    await this.#choose(/^Mode de paiement/, /^Chèque$/)
    await this.#click('input', /^Numéro du chèque/)
    await this.#moteur.type(numero)
    await this.#click('input', /^Banque/)
    await this.#moteur.type('BNA')
    await this.#moteur.press('Tab')
    await this.#moteur.attach('aide.file()', scan)
    await this.#click('button', /^Enregistrer$/)
    await this.#until(`!aide.find('button', /^Annuler$/) && /Reçu N°/.test(aide.told())`)
    const shows = `document.querySelector('main').textContent.includes('${numero}')`
    if (await this.#moteur.evaluate<boolean>(`matchMedia('(max-width: 43.74em)').matches`)) {
      await this.#unfold(/Chèque/)
      await this.#until(shows)
      await this.#until(`aide.find('button', /^Voir le justificatif/)`)
      return
    }
    await this.#until(shows)
    await this.#click('button', /^Autres actions : Reçu/)
    await this.#until(`aide.find('[role=menuitem]', /^Voir le justificatif/)`)
    await this.#moteur.press('Escape')
  }

  /** Presses the two lines that a phone has of a row. */
  async #unfold(said: RegExp): Promise<void> {
    const row = `[...document.querySelectorAll('main button[aria-expanded=false]')].find((button) => ${String(said)}.test(button.parentElement.textContent))`
    await this.#until(row)
    await this.#moteur.click(row)
  }

  async exportRecap(): Promise<void> {
    await this.#go(screens.recap, 'Récapitulatif des paiements')
    await this.#click('button', /^Excel$/)
    await expect
      .poll(() => this.#moteur.takeWorkbooks(), { timeout: PATIENCE })
      .toEqual([expect.stringMatching(/^recap/)])
    await this.#until(`!/Préparation/.test(aide.told())`)
  }

  /** The document stands in a window of its own and stays there; nothing is said, nothing goes on. */
  async printRecap(): Promise<void> {
    await this.#go(screens.recap, 'Récapitulatif des paiements')
    const before = await this.#moteur.windows()
    await this.#click('button', /^Imprimer$/)
    await expect.poll(() => this.#moteur.windows(), { timeout: PATIENCE }).toBe(before + 1)
    await this.#until(`!/Préparation/.test(aide.told())`)
    expect(await this.#moteur.evaluate('aide.told()')).not.toContain('Erreur')
    expect(await this.#moteur.windows(), 'the window of the document stays').toBe(before + 1)
    await this.#moteur.closeOthers()
  }

  async expectQuiet(): Promise<void> {
    expect(await this.#moteur.evaluate('aide.bruits.splice(0)')).toEqual([])
  }

  async #goToPaiements({ client, id }: Bien): Promise<void> {
    await this.#go(`${screens.clients}/${client}/paiements/${id}`, 'Paiements du client')
  }

  /** Goes to an address as a link leads there: the page itself stays, and whatever listens in it. */
  async #go(address: string, titre: string): Promise<void> {
    await this.#moteur.evaluate(`void history.pushState({}, '', ${JSON.stringify(address)})`)
    await this.#shows(titre)
  }

  #shows(titre: string): Promise<void> {
    return this.#until(`aide.shown(${JSON.stringify(`Diyar - ${titre}`)})`)
  }

  async #choose(label: RegExp, option: RegExp): Promise<void> {
    await this.#click('input', label)
    await this.#until(`aide.option(${String(option)})`)
    await this.#moteur.click(`aide.option(${String(option)})`)
    await this.#until(`${String(option)}.test(aide.find('input', ${String(label)}).value)`)
  }

  async #click(selector: string, name: RegExp): Promise<void> {
    const element = `aide.find(${JSON.stringify(selector)}, ${String(name)})`
    await this.#until(element)
    await this.#moteur.click(element)
  }

  async #nameOf(selector: string, name: RegExp): Promise<string> {
    const element = `aide.find(${JSON.stringify(selector)}, ${String(name)})`
    await this.#until(element)
    return this.#moteur.evaluate(`${element}.getAttribute('aria-label')`)
  }

  async #ask<T>(path: string): Promise<T> {
    await this.#moteur.evaluate(`aide.ask(${JSON.stringify(path)})`)
    await this.#until('aide.answer !== undefined')
    return this.#moteur.evaluate<T>('aide.answer')
  }

  async #until(expression: string): Promise<void> {
    for (const begun = Date.now(); Date.now() - begun < PATIENCE; await sleep(60))
      if (await this.#moteur.evaluate<boolean>(`Boolean(${expression})`)) return
    const told = await this.#moteur.evaluate(
      '[location.pathname, document.title, aide.told(), ...aide.bruits].join(" · ")',
    )
    throw new Error(`never so in ${this.#moteur.name}: ${expression}\n${String(told)}`)
  }
}

interface Vente {
  id: number
  bien: { id: number; numero: string; residence_id: number }
  client: { id: number }
}
