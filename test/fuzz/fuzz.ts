import * as z from 'zod/mini'
import { reponseALaListe } from '#features/imports/server/imports.scenes.ts'
import { OBJETS_DU_JOURNAL } from '#features/journal/journal.objets.ts'
import { BASE } from '#shared/endpoint.ts'
import type { Shape } from '#server/http/route.ts'
import { aujourdhui } from '#shared/dates.ts'
import { between, oneOf, type Random } from '#db/random.ts'
import { ESSAI, valeurEssai } from '#test/harness/section-essai.ts'
import { corpsDesComptes } from '#test/fuzz/fuzz-comptes.ts'
import { tableNamed, tableOf } from '#test/harness/records.ts'
import type { Pools } from '#test/fuzz/fuzz-pools.ts'
import { corpsAdministratif, idAdministratif } from '#test/fuzz/fuzz-administration.ts'
import { asText } from '#test/fuzz/fuzz-hostiles.ts'
import { corpsDeVente, idDeVente, ventesEnRetard } from '#test/fuzz/fuzz-ventes.ts'

/**
 * Requests made up from the contracts: half of them meant to be right, the others with one value or more turned hostile.
 * The same seed makes the same choices; which records they fall on depends on the answers.
 */

export interface Made {
  url: string
  body: Record<string, unknown> | undefined
  /** Nothing hostile was put in. */
  clean: boolean
}

interface Kit {
  random: Random
  pools: Pools
  hostile: readonly unknown[]
  serial: () => number
}

/** `clean` says that nothing hostile is to be put in; without it, chance does. */
export function makeRequest(contract: Shape, kit: Kit, { clean }: { clean: boolean }): Made {
  const { random } = kit
  const path = contract.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    clean || random() < 0.8
      ? asPathed(name, () => idFor(contract, name, kit))
      : encodeURIComponent(asText(oneOf(random, kit.hostile), 50) || '0'),
  )
  const query = new URLSearchParams()
  for (const [name, field] of fieldsOf(contract.query)) {
    if (random() < 0.5)
      query.set(
        name,
        clean
          ? String(
              name === 'ventes'
                ? ventesEnRetard({ ...kit, pools: kit.pools.ventes })
                : valid(name, field, kit),
            )
          : asText(oneOf(random, kit.hostile), 300),
      )
  }
  const ligneBon = contract.path.includes('{ligneId}')
  const url = `${BASE}${ligneBon && clean ? lignePath(contract.path, kit) : path}${query.size > 0 ? `?${query.toString()}` : ''}`
  return { url, body: contract.body ? bodyFor(contract, kit, clean) : undefined, clean }
}

/** Returns the part of an address that names a record otherwise than by an id. */
const asPathed = (name: string, id: () => number): string =>
  ({ section: ESSAI, recu: '2026-000001', rapport: 'encaissements' })[name] ?? String(id())

/** The part of a field's contract that is used here: the values it takes, where they are few. */
interface Field {
  type?: unknown
  enum?: unknown[]
}
/** A field that may be empty has its values in a branch. */
const branchOf = (field: Field & { anyOf?: unknown[] }): Field =>
  field.enum ? field : (field.anyOf?.find((branch): branch is Field => Object(branch)['enum']) ?? field)

type Described = z.core.JSONSchema.BaseSchema
/** The fields of a schema, those of all its parts where several hold at once. */
const propertiesOf = ({ properties = {}, allOf = [] }: Described): [string, Described | boolean][] => [
  ...Object.entries(properties),
  ...allOf.flatMap(propertiesOf),
]
const known = new WeakMap<z.ZodMiniType, [name: string, field: Field][]>()

/** A schema's fields, worked out once. */
function fieldsOf(schema: z.ZodMiniType | undefined): [name: string, field: Field][] {
  if (!schema) return []
  const fields =
    known.get(schema) ??
    propertiesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).map(
      ([name, field]): [string, Field] => [name, typeof field === 'object' ? branchOf(field) : {}],
    )
  known.set(schema, fields)
  return fields
}

function lignePath(path: string, { random, pools }: Kit): string {
  const [name, pool] = path.includes('{ligneId}')
    ? (['{ligneId}', pools.lignes] as const)
    : (['{reglementId}', pools.reglements] as const)
  const one = oneOf(random, pool)
  return path.replace('{bonId}', String(one?.bon ?? 1)).replace(name, String(one?.id ?? 1))
}

function idFor({ method, path }: Shape, name: string, { random, pools }: Kit): number {
  const administratif = idAdministratif(method, path, { pools: pools.administration, random })
  if (administratif !== undefined) return administratif
  const ofSale = idDeVente(method, path, name, { pools: pools.ventes, random })
  if (ofSale !== undefined) return ofSale
  if (name === 'ligneId') return oneOf(random, pools.lignes)?.id ?? 1
  const table = tableOf(path, name, pools.records)
  if (method !== 'GET' && path === '/api/paiements/{id}') return oneOf(random, pools.corrigibles) ?? 1
  if (method === 'DELETE' && path === '/api/residences/{id}')
    return oneOf(random, pools.vides.residences) ?? 1
  if (method === 'DELETE' && path === '/api/blocs/{id}') return oneOf(random, pools.vides.blocs) ?? 1
  if (path.endsWith('/defaire'))
    return oneOf(random, pools.defaisables[table === 'imports' ? 'imports' : 'generations']) ?? 1
  if (path.endsWith('/correspondance')) return oneOf(random, pools.listes) ?? 1
  if (path.endsWith('/annote')) return oneOf(random, pools.classeurs) ?? 1
  if (path.endsWith('/justificatif')) return oneOf(random, pools.justificatifs) ?? 1
  // A rejected cheque can be represented and taken back; a cheque that was received can be rejected.
  if (path.startsWith('/api/cheques/'))
    return oneOf(random, path.endsWith('/rejeter') ? pools.cheques.recus : pools.cheques.rejetes) ?? 1
  if (path.endsWith('/plan'))
    return oneOf(random, table === 'residences' ? pools.plans.residences : pools.plans.appartements) ?? 1
  // Nobody, rather than the member whose session this is.
  return oneOf(random, pools.records.get(table) ?? []) ?? (table === 'membres' ? 999_999 : 1)
}

function bodyFor(contract: Shape, kit: Kit, clean: boolean): Record<string, unknown> {
  const body = Object.fromEntries(
    fieldsOf(contract.body).map(([name, field]) => [name, valid(name, field, kit)]),
  )
  if ('password' in body) body['password_confirmation'] = body['password']
  if ('residence_id' in body && ('bloc_id' in body || 'etage_id' in body)) delete body['residence_id']
  if ('etage_id' in body) delete body['bloc_id']
  delete body['version']
  if (contract.path === '/api/echeanciers') delete body['import_id']
  if (contract.path.endsWith('/correspondance'))
    Object.assign(body, reponseALaListe(oneOf(kit.random, kit.pools.records.get('residences') ?? []) ?? 1))
  if ('versement' in body) Object.assign(body, sale(kit))
  else if ('montant' in body && kit.random() < 0.5) delete body['client_id']
  Object.assign(
    body,
    corpsDeVente(`${contract.method} ${contract.path}`, { ...kit, pools: kit.pools.ventes }),
  )
  Object.assign(
    body,
    corpsAdministratif(`${contract.method} ${contract.path}`, { ...kit, pools: kit.pools.administration }),
  )
  Object.assign(body, corpsDesComptes(`${contract.method} ${contract.path}`, kit.pools.comptes))
  if (clean) return body
  for (const name of Object.keys(body)) if (kit.random() < 0.25) body[name] = oneOf(kit.random, kit.hostile)
  for (const name of ['id', 'statut', 'total_paye', 'solde', 'estDispo', 'plan_pdf', 'constructor'])
    if (kit.random() < 0.05) body[name] = oneOf(kit.random, kit.hostile)
  return body
}

function sale({ random, pools }: Kit): Record<string, unknown> {
  const sold = oneOf(random, pools.vendus)
  const one = (type: string) => (sold?.type === type ? sold.bien : null)
  return {
    client_id: sold?.client ?? 1,
    appartement_id: one('appartement'),
    place_parking_id: one('place_parking'),
    local_id: one('local'),
  }
}

/** The kinds of the fields of all nouns by name: nouns that have a name in common mean the same kind by it. */
const KINDS_OF_FIELDS = new Map(
  Object.values(OBJETS_DU_JOURNAL).flatMap(({ champs }) =>
    Object.entries(champs).map(([name, champ]) => [name, 'kind' in champ ? champ.kind : undefined] as const),
  ),
)

/** A value of a kind as a form sends it. */
const DRAWN: Partial<Record<string, (random: Random) => unknown>> = {
  montant: (random) => between(random, 1, 100_000) / 4,
  surface: (random) => between(random, 1, 20_000) / 100,
  pourcent: (random) => between(random, 1, 10_000) / 100,
  entier: (random) => between(random, 1, 50),
  jour: (random) => `20${between(random, 10, 25)}-0${between(random, 1, 9)}-1${between(random, 0, 9)}`,
  telephone: () => '0555 12 34 56',
}

/**
 * A value that its field accepts: one of those the contract names, a record of the kind the field is named after, or what its
 * name or its kind says. The contract says no more: an amount, an area and a number are all a number or a text to it.
 */
function valid(name: string, field: Field, { random, pools, serial }: Kit): unknown {
  if (field.enum) return oneOf(random, field.enum)
  if (/^sans_(email|telephone)$/.test(name)) return false
  if (field.type === 'boolean' || name === 'a_remplir' || name === 'a_changer' || name === 'essai')
    return random() < 0.8
  if (name === 'documents') return oneOf(random, pools.ventes.appelables.documents) ?? 1
  if (name === 'ids') return [oneOf(random, pools.cheques.recus) ?? 1]
  if (/^ventes$|^vente_ids$/.test(name)) {
    const vente = oneOf(random, pools.records.get('ventes') ?? []) ?? 1
    return name === 'ventes' ? String(vente) : [vente]
  }
  if (/^(encaisse_le|rejete_le|jour)$/.test(name))
    return `2026-0${between(random, 1, 9)}-1${between(random, 0, 9)}`
  const table = tableNamed(name.replace(/_id$/, ''), pools.records)
  if (table !== undefined) return oneOf(random, pools.records.get(table) ?? []) ?? 1
  switch (name) {
    case 'email':
      return `fuzz${serial()}@exemple.dz`
    case 'password':
    case 'password_confirmation':
      return 'Motdepasse1!'
    case 'date_cheque':
      return `20${between(random, 10, 40)}-0${between(random, 1, 9)}-1${between(random, 0, 9)}`
    case 'versement':
      return between(random, 1, 100) / 4
    case 'heure':
      return '10:30'
    case 'limite_le':
      return '2026-12-10'
    case 'delai_jours':
    case 'delai_reserves':
    case 'nombre_cles':
      return between(random, 1, 90)
    // A paper of sums is of today.
    case 'date':
      return random() < 0.7 ? aujourdhui() : `2026-01-1${between(random, 0, 9)}`
    case 'niveau':
      return between(random, -3, 40)
    case 'numero_place':
      return serial()
    case 'nb_places':
      return between(random, 500, 1000)
    case 'valeur':
      return valeurEssai()
    case 'lignes':
      return [{ designation: 'Ciment', prix_unitaire: 12.5, quantite: 3 }]
    case 'page':
    case 'per_page':
      return between(random, 1, 8)
    case 'etat':
      return oneOf(random, ['disponible', 'vendu'])
    case 'search':
    case 'q':
      return oneOf(random, ['a', 'Fuzz', '1', 'é'])
    default:
      return DRAWN[KINDS_OF_FIELDS.get(name) ?? '']?.(random) ?? `Fuzz ${serial()} é`
  }
}
