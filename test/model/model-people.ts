import { between, oneOf, type Random } from '#db/random.ts'
import { add, da, forget, remove, suites, type Bien, type Command, type World } from '#test/model/model.ts'

/** The commands on buyers and on the promoter. */
export const people: Record<string, Command> = {
  'ajouter un client': ({ world, serial }) => {
    const body = {
      nomComplet: `Élodie ${serial}`,
      tel: '0555 12 34 56',
      email: 'e@exemple.dz',
      adresse: 'Oran',
    }
    return add('/api/clients', body, (id) => world.clients.push({ id }))
  },
  'modifier un client': ({ world, random, serial }) => {
    const one = oneOf(random, world.clients)
    if (!one) return null
    const body = {
      nomComplet: `Yacine ${serial}`,
      tel: '0555 12 34 56',
      email: 'y@exemple.dz',
      adresse: 'Alger',
    }
    return { says: `client ${one.id}`, ask: (desk) => desk.put(`/api/clients/${one.id}`, body), expects: 200 }
  },
  'supprimer un client': ({ world, random }) => {
    const one = oneOf(random, world.clients)
    if (!one) return null
    const owns = ({ client, anciens, option }: Bien) =>
      client === one.id || option?.client === one.id || anciens.some((former) => former.client === one.id)
    const kept = world.biens.some(owns) || suites(world).some(({ cedants }) => cedants.includes(one.id))
    return remove(`/api/clients/${one.id}`, kept, `delete client ${one.id}`, () =>
      forget(world.clients, one.id),
    )
  },
  'ajouter le promoteur': ({ world }) => {
    const body = { nom: 'Promo', email: 'p@exemple.dz', telephone: '021 00 00 00', adresse: 'Alger' }
    return add('/api/promoteurs', body, (id) => void (world.promoteur = id), world.promoteur !== null, 409)
  },
  'supprimer le promoteur': ({ world }) =>
    world.promoteur === null
      ? null
      : remove(
          `/api/promoteurs/${world.promoteur}`,
          false,
          'delete promoteur',
          () => void (world.promoteur = null),
        ),
}

const ligne = (random: Random) => {
  const [prix, quantite] = [between(random, 1, 5_000), between(random, 1, 9)]
  return { body: { designation: 'Ciment', prix_unitaire: da(prix), quantite }, montant: prix * quantite }
}

/** The commands on charges. */
export const charges: Record<string, Command> = {
  'ajouter une catégorie': ({ world, serial }) =>
    add('/api/categories', { nom: `Catégorie ${serial}` }, (id) => world.categories.push({ id })),
  'supprimer une catégorie': ({ world, random }) => {
    const one = oneOf(random, world.categories)
    if (!one || random() < 0.7) return null
    return remove(`/api/categories/${one.id}`, false, `delete categorie ${one.id}`, () => {
      forget(world.categories, one.id)
      for (const bon of world.bons.filter(({ parent }) => parent === one.id)) forgetBon(world, bon.id)
    })
  },
  'ajouter un bon': ({ world, random, serial }) => {
    const parent = oneOf(random, world.categories)?.id
    if (!parent) return null
    const body = { reference: `B${serial}`, date_bon: '2026-02-03', categorie_bon_id: parent, lignes: [] }
    return add('/api/bons', body, (id) => world.bons.push({ id, parent }))
  },
  'supprimer un bon': ({ world, random }) => {
    const one = oneOf(random, world.bons)
    if (!one || random() < 0.5) return null
    return remove(`/api/bons/${one.id}`, false, `delete bon ${one.id}`, () => forgetBon(world, one.id))
  },
  'ajouter une ligne': ({ world, random }) => {
    const parent = oneOf(random, world.bons)?.id
    if (!parent) return null
    const { body, montant } = ligne(random)
    return add(`/api/bons/${parent}/lignes`, body, (id) => world.lignes.push({ id, parent, montant }))
  },
  'modifier une ligne': ({ world, random }) => {
    const one = oneOf(random, world.lignes)
    if (!one) return null
    const { body, montant } = ligne(random)
    return {
      says: `ligne ${one.id}: ${montant}`,
      ask: (desk) => desk.put(`/api/bons/${one.parent}/lignes/${one.id}`, body),
      expects: 200,
      becomes: () => void (one.montant = montant),
    }
  },
  'supprimer une ligne': ({ world, random }) => {
    const one = oneOf(random, world.lignes)
    if (!one) return null
    return remove(`/api/bons/${one.parent}/lignes/${one.id}`, false, `delete ligne ${one.id}`, () =>
      forget(world.lignes, one.id),
    )
  },
}

function forgetBon(world: World, id: number): void {
  forget(world.bons, id)
  for (const one of world.lignes.filter(({ parent }) => parent === id)) forget(world.lignes, one.id)
}
