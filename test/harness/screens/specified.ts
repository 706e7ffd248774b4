import type { Answer } from '#test/harness/screens/answers.ts'

/**
 * The keys that the specification names in the answers its screens are drawn from (D1 to D3). `true` keeps the value that stands there, a list has
 * the shape of its rows. A key that we add to an answer may be missing from another server's: no screen may need it.
 */
type Forme = true | readonly [Forme] | { readonly [champ: string]: Forme }

const page = (ligne: Forme) =>
  ({ data: [ligne], current_page: true, last_page: true, total: true }) as const satisfies Forme
const champs = <const C extends string>(...noms: C[]) =>
  Object.fromEntries(noms.map((nom) => [nom, true])) as Record<C, true>

const residence = { nom: true } as const
const client = champs('nomComplet', 'tel', 'email')
const bloc = { nomloc: true, residence_id: true, residence } as const
const appartement = {
  ...champs('id', 'numLot', 'typeLogement', 'surfaceHabitable', 'surfaceUtile', 'etage_id', 'client_id'),
  ...champs('montant', 'montant1', 'montant2', 'plan_pdf', 'resteAPayer', 'pourcentagePaiement', 'paiements'),
  client,
  etage: champs('designation', 'bloc_id', 'bloc'),
  bloc,
}
const local = {
  ...champs('id', 'num', 'surface', 'bloc_id', 'description', 'montant', 'client_id', 'estDispo'),
  ...champs('resteAPayer', 'pourcentagePaiement', 'paiements'),
  client,
  bloc,
}
const place = {
  ...champs('id', 'parking_id', 'numero_place', 'type_place', 'position', 'montant', 'client_id'),
  client: champs('nom', 'prenom'),
}
const parking = {
  ...champs('id', 'parking_nom', 'residence_id', 'nb_places', 'places_count'),
  residence,
}
const bien = champs(
  ...(['id', 'type', 'nlot', 'residence', 'code', 'surface', 'montant', 'reglement'] as const),
  ...(['resteAPayer', 'pourcentagePaiement'] as const),
)

/** The calls below /api that are cut, as patterns of their addresses. */
const FORMES: readonly (readonly [appel: RegExp, forme: Forme])[] = [
  [/^\/user$/, champs('id', 'name', 'email', 'role')],
  [/^\/dashboard$/, { stats: [champs('title', 'value')] }],
  [/^\/members$/, page(champs('id', 'name', 'email', 'statut'))],
  [/^\/clients$/, page(champs('id', 'nomComplet', 'tel', 'email', 'adresse'))],
  [
    /^\/residences$/,
    page(
      champs(
        ...(['id', 'nom', 'adresse', 'plan_pdf', 'est_saturee', 'taux_occupation'] as const),
        ...(['blocs_count', 'appartements_count'] as const),
      ),
    ),
  ],
  [
    /^\/blocs$/,
    page({
      ...champs('id', 'nomloc', 'description', 'residence_id', 'etages_count', 'appartementCount'),
      ...champs('availableCount', 'occupiedCount', 'tauxOccupation'),
      residence: champs('id', 'nom'),
    }),
  ],
  [
    /^\/etages$/,
    page({
      ...champs('id', 'designation', 'niveau', 'logement_par_palier', 'bloc_id'),
      ...champs('logements_count', 'occupied_logements_count'),
      bloc: champs('nomloc', 'residence'),
    }),
  ],
  [/^\/appartements$/, page(appartement)],
  [/^\/appartements\/\d+$/, appartement],
  [/^\/locaux$/, page(local)],
  [/^\/locaux\/\d+$/, local],
  [/^\/parkings$/, page(parking)],
  [/^\/parkings\/\d+$/, { ...parking, places: [place] }],
  [/^\/recap-paiements$/, page({ id: true, client, biens: [bien] })],
  [/^\/promoteurs$/, [champs('id', 'nom', 'email', 'telephone', 'adresse')]],
  [/^\/categories$/, page(champs('id', 'nom', 'total_montant', 'bons'))],
]

/** The answer with the fields of `forme` alone. */
function reduire(lu: unknown, forme: Forme): unknown {
  if (forme === true || lu === null || typeof lu !== 'object') return lu
  if (Array.isArray(forme)) return Array.isArray(lu) ? lu.map((un) => reduire(un, forme[0] as Forme)) : lu
  return Object.fromEntries(
    Object.entries(forme).flatMap(([champ, dedans]) =>
      champ in lu ? [[champ, reduire(lu[champ as keyof typeof lu], dedans)]] : [],
    ),
  )
}

/** The same answer, as a server gives it that knows no more than the specification. */
export const specified = ({ endpoint, reply }: Answer): Answer => ({
  endpoint,
  async reply(call) {
    const answered = await reply(call)
    const path = call.path.replace(/^\/api/, '')
    const forme = FORMES.find(([appel]) => appel.test(path))?.[1]
    return forme === undefined ? answered : { ...answered, json: reduire(answered.json, forme) }
  },
})
