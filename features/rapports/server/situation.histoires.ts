import { vi } from 'vitest'
import { on, readSituation, type Situation } from '#features/rapports/server/situation.essais.ts'
import { addJours, addMois, type Jour } from '#shared/dates.ts'
import type { Answer, TestApp, Visitor } from '#test/harness/app.ts'
import { buildBloc, buildClient, buildLocal, idOf } from '#test/harness/builders.ts'

/** A lot that is sold, paid, ceded, moved and given up, as its story has it so far; amounts in dinars. */
interface Histoire {
  bloc: number
  clients: number[]
  /** Its lots by id, with their numbers and prices. */
  lots: Map<number, { num: string; prix: number }>
  vente: { id: number; bien: number; client: number; paye: number; cheques: Map<number, number> } | null
}

type Hasard = (below: number) => number

/** Acts that a day may bring; each answers the call it makes, or nothing where the story does not allow it. */
export class Histoires {
  readonly #t: TestApp
  readonly #karim: Visitor
  readonly #hasard: Hasard
  readonly #histoires: Histoire[] = []
  acts = 0

  constructor(t: TestApp, karim: Visitor, hasard: Hasard) {
    this.#t = t
    this.#karim = karim
    this.#hasard = hasard
  }

  async begin(combien: number): Promise<void> {
    for (let n = 0; n < combien; n++) {
      const { id: bloc } = await buildBloc(this.#t.db)
      const lots: Histoire['lots'] = new Map()
      for (const num of ['A', 'B', 'C']) {
        const prix = this.#montant(20_000_000)
        lots.set(
          await buildLocal(this.#t.db, { num: `${num}${n}`, bloc_id: bloc, prix: Math.round(prix * 100) }),
          {
            num: `${num}${n}`,
            prix,
          },
        )
      }
      const clients = [(await buildClient(this.#t.db)).id, (await buildClient(this.#t.db)).id]
      this.#histoires.push({ bloc, clients, lots, vente: null })
    }
  }

  /** Lives the months from one on; gives what the recap said on the evening of the last day of each. */
  async live(premier: Jour, mois: number): Promise<Map<Jour, Situation>> {
    const evenings = new Map<Jour, Situation>()
    for (let n = 0; n < mois; n++) {
      const debut = addMois(premier, n)
      const fin = addJours(addMois(debut, 1), -1)
      for (const histoire of this.#histoires) {
        const days = [this.#hasard(28), this.#hasard(28)].toSorted((a, b) => a - b)
        for (const day of days) await this.#act(histoire, addJours(debut, day))
      }
      vi.setSystemTime(new Date(`${fin}T22:30:00Z`))
      evenings.set(fin, await readSituation(this.#karim))
    }
    return evenings
  }

  #montant(most: number): number {
    return (this.#hasard(Math.floor(most * 100)) + 1) / 100
  }

  async #act(histoire: Histoire, jour: Jour): Promise<void> {
    const { vente } = histoire
    const price = () => this.#priceOf(histoire, jour)
    const pay = () => this.#pay(histoire, jour)
    const acts =
      vente === null
        ? [() => this.#sell(histoire, jour), () => this.#sell(histoire, jour), price]
        : [
            pay,
            pay,
            pay,
            price,
            () => this.#reject(histoire, jour),
            () => this.#cede(histoire, jour),
            () => this.#move(histoire, jour),
            () => this.#end(histoire, jour),
          ]
    if (await this.#pick(acts)()) this.acts++
  }

  #on(jour: Jour, act: () => Promise<Answer>): Promise<Answer> {
    return on(this.#t, jour, act)
  }

  #pick<T>(among: readonly T[]): T {
    const found = among[this.#hasard(among.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }

  #prixDe({ lots }: Histoire, bien: number): number {
    return lots.get(bien)?.prix ?? 0
  }

  async #sell(histoire: Histoire, jour: Jour): Promise<boolean> {
    const bien = this.#pick([...histoire.lots.keys()])
    const client = this.#pick(histoire.clients)
    const prix = this.#hasard(2) === 0 ? this.#montant(20_000_000) : this.#prixDe(histoire, bien)
    await this.#on(jour, () =>
      this.#karim.put(`/api/locaux/${bien}/assigner-client`, { client_id: client, prix }),
    )
    const { id } = await this.#t.db
      .selectFrom('ventes')
      .select('id')
      .where('bien_id', '=', bien)
      .where('terminee_le', 'is', null)
      .executeTakeFirstOrThrow()
    this.#price(histoire, bien, prix)
    histoire.vente = { id, bien, client, paye: 0, cheques: new Map() }
    return true
  }

  #price({ lots }: Histoire, bien: number, prix: number): void {
    const lot = lots.get(bien)
    if (lot) lot.prix = prix
  }

  /** Any lot, sold or not, at a price that covers what is paid of it. */
  async #priceOf(histoire: Histoire, jour: Jour): Promise<boolean> {
    const bien = this.#pick([...histoire.lots.keys()])
    const paye = histoire.vente?.bien === bien ? histoire.vente.paye : 0
    const montant = Math.round((paye + this.#montant(8_000_000)) * 100) / 100
    const num = histoire.lots.get(bien)?.num
    await this.#on(jour, () =>
      this.#karim.put(`/api/locaux/${bien}`, { num, surface: 45, montant, bloc_id: histoire.bloc }),
    )
    this.#price(histoire, bien, montant)
    return true
  }

  async #pay(histoire: Histoire, jour: Jour): Promise<boolean> {
    const { vente } = histoire
    const reste = vente ? Math.round((this.#prixDe(histoire, vente.bien) - vente.paye) * 100) / 100 : 0
    if (!vente || reste <= 0) return false
    const versement = Math.min(reste, this.#montant(Math.max(1, reste / 2)))
    const cheque = this.#hasard(2) === 0
    const moyen = cheque
      ? { mode: 'cheque', banque: 'BNA', reference: String(this.acts) }
      : { mode: 'virement' }
    const paid = await this.#on(jour, () =>
      this.#karim.post('/api/paiements', {
        client_id: vente.client,
        local_id: vente.bien,
        date_paiement: jour,
        versement,
        ...moyen,
      }),
    )
    vente.paye = Math.round((vente.paye + versement) * 100) / 100
    if (cheque) vente.cheques.set(idOf(paid), versement)
    return true
  }

  async #reject({ vente }: Histoire, jour: Jour): Promise<boolean> {
    const [found] = vente?.cheques ?? []
    if (!vente || !found) return false
    const [id, versement] = found
    await this.#on(jour, () =>
      this.#karim.post(`/api/cheques/${id}/rejeter`, { rejete_le: jour, motif: 'Provision insuffisante' }),
    )
    vente.cheques.delete(id)
    vente.paye = Math.round((vente.paye - versement) * 100) / 100
    return true
  }

  async #cede({ vente, clients }: Histoire, jour: Jour): Promise<boolean> {
    const other = clients.find((id) => id !== vente?.client)
    if (!vente || other === undefined) return false
    await this.#on(jour, () =>
      this.#karim.post(`/api/ventes/${vente.id}/transfert-client`, { client_id: other, motif: 'Cession' }),
    )
    vente.client = other
    return true
  }

  async #move(histoire: Histoire, jour: Jour): Promise<boolean> {
    const { vente, lots } = histoire
    if (!vente) return false
    const bien_id = this.#pick([...lots.keys()].filter((id) => id !== vente.bien))
    const montant = Math.round((vente.paye + this.#montant(8_000_000)) * 100) / 100
    await this.#on(jour, () =>
      this.#karim.post(`/api/ventes/${vente.id}/transfert-bien`, { bien_id, montant, motif: 'Préfère' }),
    )
    this.#price(histoire, bien_id, montant)
    vente.bien = bien_id
    return true
  }

  async #end(histoire: Histoire, jour: Jour): Promise<boolean> {
    const { vente } = histoire
    if (!vente || this.#hasard(3) > 0) return false
    const fin = { demande_le: jour, origine: 'client', motif: 'Finances', retenue: 0 }
    await this.#on(jour, () => this.#karim.post(`/api/ventes/${vente.id}/desistement`, fin))
    histoire.vente = null
    return true
  }
}
