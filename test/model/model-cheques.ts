import { between, oneOf, type Random } from '#db/random.ts'
import { idOf } from '#test/harness/builders.ts'
import {
  add,
  aRembourser,
  da,
  FIELDS,
  jourDe,
  somme,
  type Bien,
  type Command,
  type Paiement,
  type World,
} from '#test/model/model.ts'

interface Cheque {
  bien: Bien
  paiement: Paiement
  /** Payments of the sale that it belongs to, and whether that sale is open. */
  others: Paiement[]
  ouverte: boolean
}

/** Every cheque, also those of sales that have ended. */
const cheques = ({ biens }: World): Cheque[] =>
  biens.flatMap((bien) =>
    [
      { others: bien.paiements, ouverte: true },
      ...bien.anciens.map(({ paiements }) => ({ others: paiements, ouverte: false })),
    ].flatMap(({ others, ouverte }) =>
      others.flatMap((paiement) => (paiement.etat ? [{ bien, paiement, others, ouverte }] : [])),
    ),
  )

const pickCheque = (world: World, random: Random): Cheque | undefined => oneOf(random, cheques(world))

/** One to three cheques, most often of the step that suits, or of one step. */
function pickSome(world: World, random: Random, suits: Paiement['etat']): Cheque[] {
  const all = cheques(world)
  const right = all.filter(({ paiement }) => paiement.etat === suits)
  const first = oneOf(random, right.length > 0 && random() < 0.6 ? right : all)
  if (!first) return []
  const alike = random() < 0.8 ? all.filter(({ paiement }) => paiement.etat === first.paiement.etat) : all
  return alike.slice(0, between(random, 1, 3))
}

const representedBy = ({ others, paiement }: Cheque) =>
  others.some((other) => other.represente === paiement.id)
/** True when the remainder of its sale has room for it once more. A price does not change once a sale has ended. */
const fits = ({ bien, others, paiement, ouverte }: Cheque) =>
  somme(others) + paiement.versement <=
  (ouverte ? bien.prix : (bien.anciens.find(({ paiements }) => paiements === others)?.prix ?? 0))

/** True when the cheque counts in the sum that was kept or given back when its sale ended. */
const keptOrRefunded = ({ bien, others, paiement }: Cheque) => {
  const ancien = bien.anciens.find(({ paiements }) => paiements === others)
  return ancien?.desistement !== undefined && aRembourser(ancien) < paiement.versement
}

export const chequeCommands: Record<string, Command> = {
  'payer par chèque': ({ world, random, serial }) => {
    const bien = oneOf(
      random,
      world.biens.filter(({ client }) => client !== null),
    )
    if (!bien) return null
    const versement = between(random, 1, 15_000)
    const body = {
      client_id: bien.client,
      [FIELDS[bien.kind]]: bien.id,
      date_paiement: jourDe(serial),
      versement: da(versement),
      mode: 'cheque',
      banque: 'BNA',
      reference: String(serial),
    }
    const keep = (id: number) => void bien.paiements.push({ id, versement, etat: 'recu' })
    return add('/api/paiements', body, keep, somme(bien.paiements) + versement > bien.prix)
  },
  'ajouter un compte bancaire': ({ world, random, serial }) => {
    if (world.comptes.length > 2 && random() < 0.8) return null
    const body = { banque: 'CPA', numero: `004 ${serial}` }
    return add('/api/comptes-bancaires', body, (id) => void world.comptes.push({ id }))
  },
  'remettre des chèques': ({ world, random, serial }) => {
    const [compte, some] = [oneOf(random, world.comptes), pickSome(world, random, 'recu')]
    if (!compte || some.length === 0) return null
    const body = { compte_id: compte.id, jour: jourDe(serial), ids: some.map(({ paiement }) => paiement.id) }
    const refused = some.some(({ paiement }) => paiement.etat !== 'recu')
    const keep = (id: number) => {
      world.remises.push({ id })
      for (const { paiement } of some) Object.assign(paiement, { etat: 'remis', remise: id })
    }
    return add('/api/remises', body, keep, refused, 409)
  },
  'encaisser des chèques': ({ world, random, serial }) => {
    const some = pickSome(world, random, 'remis')
    if (some.length === 0) return null
    const ids = some.map(({ paiement }) => paiement.id)
    const refused = some.some(({ paiement: { etat } }) => etat !== 'recu' && etat !== 'remis')
    return {
      says: `clear ${ids.join()}`,
      ask: (desk) => desk.post('/api/cheques/encaisser', { ids, encaisse_le: jourDe(serial) }),
      expects: refused ? 409 : 200,
      becomes() {
        for (const { paiement } of some) Object.assign(paiement, { etat: 'encaisse', cleared: true })
      },
    }
  },
  'rejeter un chèque': ({ world, random, serial }) => {
    const cheque = pickCheque(world, random)
    if (!cheque) return null
    const { id, etat } = cheque.paiement
    const refused = etat === 'rejete' || keptOrRefunded(cheque)
    return {
      says: `reject ${id}`,
      ask: (desk) =>
        desk.post(`/api/cheques/${id}/rejeter`, {
          rejete_le: jourDe(serial),
          motif: 'Opposition',
          frais_rejet: 25,
        }),
      expects: refused ? 409 : 200,
      becomes: () => void (cheque.paiement.etat = 'rejete'),
    }
  },
  'représenter un chèque': ({ world, random, serial }) => {
    const cheque = pickCheque(world, random)
    if (!cheque) return null
    const { id, etat, versement } = cheque.paiement
    const refused = etat !== 'rejete' || representedBy(cheque) || !cheque.ouverte
    return {
      says: `represent ${id}`,
      ask: (desk) => desk.post(`/api/cheques/${id}/representer`, { date_paiement: jourDe(serial) }),
      expects: refused ? 409 : fits(cheque) ? 201 : 422,
      becomes: (answer) =>
        void cheque.others.push({ id: idOf(answer), versement, etat: 'recu', represente: id }),
    }
  },
  'annuler une étape': ({ world, random }) => {
    const cheque = pickCheque(world, random)
    if (!cheque) return null
    const { paiement } = cheque
    const { id, etat } = paiement
    const refused = etat === 'recu' || (etat === 'rejete' && representedBy(cheque))
    return {
      says: `undo the last step of ${id}`,
      ask: (desk) => desk.post(`/api/cheques/${id}/annuler-etape`, {}),
      expects: refused ? 409 : etat === 'rejete' && !fits(cheque) ? 422 : 200,
      becomes() {
        const before = paiement.remise === undefined ? 'recu' : 'remis'
        if (etat === 'rejete') paiement.etat = paiement.cleared ? 'encaisse' : before
        else if (etat === 'encaisse') Object.assign(paiement, { etat: before, cleared: false })
        else Object.assign(paiement, { etat: 'recu', remise: undefined })
        dropEmpty(world)
      },
    }
  },
  'supprimer une remise': ({ world, random }) => {
    const heldBy = ({ id }: { id: number }) => cheques(world).filter(({ paiement }) => paiement.remise === id)
    const whole = (held: Cheque[]) => held.every(({ paiement: { etat } }) => etat === 'remis')
    // The bank answers soon: of all remises few are still whole.
    const left = world.remises.filter((remise) => whole(heldBy(remise)))
    const remise = oneOf(random, left.length > 0 && random() < 0.7 ? left : world.remises)
    if (!remise) return null
    const held = heldBy(remise)
    const refused = !whole(held)
    return {
      says: `delete remise ${remise.id}`,
      ask: (desk) => desk.delete(`/api/remises/${remise.id}`),
      expects: refused ? 409 : 200,
      becomes() {
        for (const { paiement } of held) Object.assign(paiement, { etat: 'recu', remise: undefined })
        dropEmpty(world)
      },
    }
  },
}

/** A remise goes with its last cheque. */
function dropEmpty(world: World): void {
  const used = new Set(cheques(world).map(({ paiement }) => paiement.remise))
  world.remises = world.remises.filter(({ id }) => used.has(id))
}
