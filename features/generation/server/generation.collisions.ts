import type {
  BlocPlanifie,
  EtagePlanifie,
  Existant,
  ParkingPlanifie,
  Plan,
} from '#features/generation/server/generation.plan.ts'
import type { Collision } from '#features/generation/apercu.contract.ts'
import { formatNombre, formatNombreDe } from '#shared/argent.ts'
import { groupBy } from '#shared/group-by.ts'
import { normaliser } from '#shared/texte.ts'

/** Sentences in the order of the plan: collisions prevent the generation, avertissements do not. */
interface Constat {
  collisions: string[]
  avertissements: string[]
}

/** Finds the collisions of a plan and marks its records. Names compare without case and accents. */
export function findCollisions({ blocs, parking }: Plan, existant: Existant): Constat {
  const constat: Constat = { collisions: [], avertissements: [] }
  checkBlocNames(blocs, existant.noms, constat)
  for (const bloc of blocs) {
    checkEtages(bloc, constat)
    for (const etage of bloc.etages.toReversed()) checkLots(bloc, etage, constat)
    checkLocaux(bloc, constat)
    warnOfNumeros(bloc, constat)
  }
  if (parking) checkParking(parking, existant, constat)
  return constat
}

interface Marquable {
  collision: Collision
}

/** Marks records of repeated names. @returns a sentence for each such name */
function findDoubles<T extends Marquable>(
  tous: readonly T[],
  nom: (un: T) => string,
  phrase: (nom: string, fois: string) => string,
): string[] {
  const parNom = [...groupBy(tous, (un) => normaliser(nom(un))).values()]
  return parNom.flatMap((memes) => {
    const [premier] = memes
    if (premier === undefined || memes.length < 2) return []
    for (const un of memes) un.collision = 'double'
    return [phrase(nom(premier), formatNombre(memes.length))]
  })
}

/** Marks records that exist already. @returns a sentence for each */
function findExisting<T extends Marquable>(
  tous: readonly T[],
  nom: (un: T) => string,
  existants: readonly string[],
  phrase: (nom: string) => string,
): string[] {
  const noms = new Set(existants.map(normaliser))
  return tous
    .filter((un) => noms.has(normaliser(nom(un))))
    .map((un) => {
      un.collision = 'existe'
      return phrase(nom(un))
    })
}

function findOutOfBounds(
  lots: readonly (Marquable & { numero: string; montant: number | null })[],
): string[] {
  return lots
    .filter(({ montant }) => montant === null)
    .map((lot) => {
      lot.collision ??= 'prix'
      return `Le prix de « ${lot.numero} » sort des limites.`
    })
}

function checkBlocNames(blocs: BlocPlanifie[], noms: string[], { collisions }: Constat): void {
  const nouveaux = blocs.filter(({ nouveau }) => nouveau)
  collisions.push(
    ...findDoubles(
      nouveaux,
      ({ nomloc }) => nomloc,
      (nom, fois) => `Le nom de bloc « ${nom} » revient ${fois} fois : ajoutez {A} ou {n}.`,
    ),
    ...findExisting(
      unParNom(nouveaux, ({ nomloc }) => nomloc),
      ({ nomloc }) => nomloc,
      noms,
      (nom) => `Le bloc « ${nom} » existe déjà dans cette résidence.`,
    ),
  )
}

const unParNom = <T>(tous: readonly T[], nom: (un: T) => string): T[] =>
  [...new Map(tous.toReversed().map((un) => [normaliser(nom(un)), un])).values()].toReversed()

function checkEtages({ nomloc, existant, etages }: BlocPlanifie, { collisions }: Constat): void {
  const deBasEnHaut = etages.toReversed()
  for (const etage of deBasEnHaut) {
    const memes = existant?.etages.filter(({ niveau }) => niveau === etage.niveau) ?? []
    if (memes.length < 2) continue
    etage.collision = 'double'
    collisions.push(`Deux étages du bloc « ${nomloc} » ont le niveau ${etage.niveau}.`)
  }
  const nouveaux = deBasEnHaut.filter(({ nouveau }) => nouveau)
  const nom = ({ designation }: EtagePlanifie) => designation
  collisions.push(
    ...findDoubles(
      nouveaux,
      nom,
      (designation, fois) =>
        `La désignation « ${designation} » revient ${fois} fois : ${nomloc}. Ajoutez {niveau}.`,
    ),
    ...findExisting(
      unParNom(nouveaux, nom),
      nom,
      existant?.etages.map(({ designation }) => designation) ?? [],
      (designation) => `L'étage « ${designation} » existe déjà à un autre niveau : ${nomloc}.`,
    ),
  )
}

function checkLots({ nomloc }: BlocPlanifie, etage: EtagePlanifie, constat: Constat): void {
  const lieu = `${nomloc}, ${etage.designation}`
  const existants = etage.existant?.lots ?? []
  const numero = (lot: { numero: string }) => lot.numero
  constat.collisions.push(
    ...findDoubles(
      etage.lots,
      numero,
      (nom, fois) => `Le lot « ${nom} » revient ${fois} fois : ${lieu}. Ajoutez {rang}.`,
    ),
    ...findExisting(
      unParNom(etage.lots, numero),
      numero,
      existants,
      (nom) => `Le lot « ${nom} » existe déjà : ${lieu}.`,
    ),
    ...findOutOfBounds(etage.lots),
  )
  const lots = existants.length + etage.lots.length
  if (lots > etage.logement_par_palier)
    constat.avertissements.push(
      `${lieu} : ${formatNombre(lots)} lots pour ${formatNombreDe(etage.logement_par_palier, 'logement')} par palier.`,
    )
}

function checkLocaux({ nomloc, existant, locaux }: BlocPlanifie, { collisions }: Constat): void {
  const numero = (local: { numero: string }) => local.numero
  collisions.push(
    ...findDoubles(
      locaux,
      numero,
      (nom, fois) => `Le local « ${nom} » revient ${fois} fois : ${nomloc}. Ajoutez {rang}.`,
    ),
    ...findExisting(
      unParNom(locaux, numero),
      numero,
      existant?.locaux ?? [],
      (nom) => `Le local « ${nom} » existe déjà : ${nomloc}.`,
    ),
    ...findOutOfBounds(locaux),
  )
}

/** Warns of a number at several étages of a bloc, which is allowed but seldom meant. */
function warnOfNumeros({ nomloc, existant, etages }: BlocPlanifie, { avertissements }: Constat): void {
  const parNumero = new Map<string, Set<number | string>>()
  const note = (numero: string, etage: number | string) => {
    const cle = normaliser(numero)
    parNumero.set(cle, (parNumero.get(cle) ?? new Set()).add(etage))
  }
  for (const { id, lots } of existant?.etages ?? []) for (const numero of lots) note(numero, id)
  for (const { id, niveau, lots } of etages)
    for (const { numero } of lots) note(numero, id ?? `niveau ${niveau}`)
  const numeros = unParNom(
    etages.toReversed().flatMap(({ lots }) => lots),
    ({ numero }) => numero,
  )
  for (const { numero } of numeros)
    if ((parNumero.get(normaliser(numero))?.size ?? 0) > 1)
      avertissements.push(`Le numéro « ${numero} » revient à plusieurs étages du bloc « ${nomloc} ».`)
}

function checkParking(parking: ParkingPlanifie, existant: Existant, { collisions }: Constat): void {
  const { parking_nom: nom, places } = parking
  if (parking.nouveau)
    collisions.push(
      ...findExisting(
        [parking],
        ({ parking_nom }) => parking_nom,
        existant.parkings,
        () => `Le parking « ${nom} » existe déjà dans cette résidence.`,
      ),
    )
  const numeros = new Set(existant.parking?.numeros ?? [])
  const prises = places.filter(({ numero_place }) => numeros.has(numero_place))
  for (const place of prises) {
    place.collision = 'existe'
    collisions.push(`La place ${place.numero_place} existe déjà : ${nom}.`)
  }
  const total = numeros.size + places.length - prises.length
  if (total > parking.nb_places)
    collisions.push(
      `Le parking « ${nom} » est prévu pour ${formatNombreDe(parking.nb_places, 'place')} : il en aurait ${formatNombre(total)}.`,
    )
}
