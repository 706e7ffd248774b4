import { between, oneOf } from '#db/random.ts'
import { add, forget, isKept, placesOf, remove, type Command } from '#test/model/model.ts'

/** The commands that build. */
export const structure: Record<string, Command> = {
  'ajouter une résidence': ({ world, random, serial }) => {
    const taken = random() < 0.2 ? oneOf(random, world.residences)?.nom : undefined
    const nom = taken ?? `Résidence ${serial}`
    return add(
      '/api/residences',
      { nom, adresse: 'Oran' },
      (id) => world.residences.push({ id, nom }),
      taken !== undefined,
    )
  },
  'renommer une résidence': ({ world, random, serial }) => {
    const one = oneOf(random, world.residences)
    if (!one) return null
    const other = random() < 0.3 ? oneOf(random, world.residences) : undefined
    const nom = other?.nom ?? `Résidence ${serial}`
    return {
      says: `rename residence ${one.id} ${nom}`,
      ask: (desk) => desk.put(`/api/residences/${one.id}`, { nom, adresse: 'Alger' }),
      expects: other && other.id !== one.id ? 422 : 200,
      becomes: () => void (one.nom = nom),
    }
  },
  'supprimer une résidence': ({ world, random }) => {
    const one = oneOf(random, world.residences)
    if (!one || random() < 0.5) return null
    const kept = [...world.blocs, ...world.parkings].some(({ parent }) => parent === one.id)
    return remove(`/api/residences/${one.id}`, kept, `delete residence ${one.id}`, () =>
      forget(world.residences, one.id),
    )
  },
  'ajouter un bloc': ({ world, random, serial }) => {
    const parent = oneOf(random, world.residences)?.id
    if (!parent) return null
    const body = { nomloc: `Bloc ${serial}`, description: 'Neuf', residence_id: parent }
    return add('/api/blocs', body, (id) => world.blocs.push({ id, parent }))
  },
  'supprimer un bloc': ({ world, random }) => {
    const one = oneOf(random, world.blocs)
    if (!one || random() < 0.5) return null
    const locaux = world.biens.some(({ kind, parent }) => kind === 'local' && parent === one.id)
    const kept = locaux || world.etages.some(({ parent }) => parent === one.id)
    return remove(`/api/blocs/${one.id}`, kept, `delete bloc ${one.id}`, () => {
      forget(world.blocs, one.id)
      world.stades = world.stades.filter(({ bloc }) => bloc !== one.id)
    })
  },
  'ajouter un étage': ({ world, random, serial }) => {
    const parent = oneOf(random, world.blocs)?.id
    if (!parent) return null
    const body = { designation: `Étage ${serial}`, niveau: 1, logement_par_palier: 4, bloc_id: parent }
    return add('/api/etages', body, (id) => world.etages.push({ id, parent }))
  },
  'supprimer un étage': ({ world, random }) => {
    const one = oneOf(random, world.etages)
    if (!one || random() < 0.5) return null
    const kept = world.biens.some(({ kind, parent }) => kind === 'appartement' && parent === one.id)
    return remove(`/api/etages/${one.id}`, kept, `delete etage ${one.id}`, () => forget(world.etages, one.id))
  },
  'ajouter un parking': ({ world, random, serial }) => {
    const parent = oneOf(random, world.residences)?.id
    if (!parent) return null
    const capacite = between(random, 1, 4)
    const body = { parking_nom: `Parking ${serial}`, residence_id: parent, nb_places: capacite }
    return add('/api/parkings', body, (id) => world.parkings.push({ id, parent, capacite }))
  },
  'changer la capacité': ({ world, random, serial }) => {
    const one = oneOf(random, world.parkings)
    if (!one) return null
    const capacite = between(random, 1, 5)
    const body = { parking_nom: `Parking ${serial}`, residence_id: one.parent, nb_places: capacite }
    return {
      says: `capacity of ${one.id}: ${capacite}`,
      ask: (desk) => desk.put(`/api/parkings/${one.id}`, body),
      expects: capacite < placesOf(world, one.id).length ? 422 : 200,
      becomes: () => void (one.capacite = capacite),
    }
  },
  'supprimer un parking': ({ world, random }) => {
    const one = oneOf(random, world.parkings)
    if (!one || random() < 0.5) return null
    const places = placesOf(world, one.id)
    const kept = places.some((place) => isKept(world, place))
    return remove(`/api/parkings/${one.id}`, kept, `delete parking ${one.id}`, () => {
      forget(world.parkings, one.id)
      for (const { id } of places) forget(world.biens, id)
    })
  },
}
