import { etatsErreurs } from '#features/etats/etats.erreurs.ts'
import { sql } from 'kysely'
import { refusDuBienTenu, refusDuPrix } from '#features/etats/etats.rules.ts'
import { refusal } from '#shared/erreurs.ts'
import { douteDesSurfaces } from '#features/biens/biens.words.ts'
import { biensErreurs } from '#features/biens/biens.erreurs.ts'
import { NOMS_DES_FEUILLES } from '#features/imports/colonnes.ts'
import { refuseLine, report, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import { checkSheet, load } from '#features/imports/server/sheets/nouns.ts'
import { estConnue, type Enregistrement, type OptionOuverte } from '#features/imports/server/check/indexes.ts'
import type { Bien } from '#features/imports/server/nouns.ts'
import { GENRES, type TypeBien } from '#shared/biens.ts'
import { groupBy } from '#shared/group-by.ts'

export const checkAppartements = (ctx: Contexte): Promise<void> =>
  checkBiens(ctx, 'appartements', 'appartement')
export const checkLocaux = (ctx: Contexte): Promise<void> => checkBiens(ctx, 'locaux', 'local')

export async function checkPlaces(ctx: Contexte): Promise<void> {
  await checkBiens(ctx, 'places', 'place_parking')
  checkCapacities(ctx)
}

type Feuille = 'appartements' | 'locaux' | 'places'
type Vendable = Pick<Bien, 'montant' | 'bloque_motif'> & Surfaces
/** The two areas of an appartement, in hundredths of m²; the other kinds have one. */
interface Surfaces {
  surfaceHabitable?: number
  surfaceUtile?: number
}

async function checkBiens(ctx: Contexte, feuille: Feuille, type: TypeBien): Promise<void> {
  if (!areNamed(ctx, feuille, type)) return
  await load(ctx, feuille, { columns: SUIVI, join: JOIN_SUIVI, each: (row) => follow(ctx, row) })
  await checkSheet(ctx, feuille, { admit: (ligne, lues, connue) => admit(ctx, ligne, connue, lues) })
}

/** True when a line names a bien of this kind; existing biens are looked up only then. */
function areNamed({ lignes }: Contexte, feuille: Feuille, type: TypeBien): boolean {
  if (lignes[feuille].length > 0) return true
  const { nom } = GENRES[type]
  return NOMS_DES_FEUILLES.some((autre) =>
    lignes[autre].some(({ valeurs }) => valeurs.type === nom && 'lieu' in valeurs),
  )
}

/** The open sale and the option of a bien. Amounts in centimes. */
interface Suivi {
  vente_id: number | null
  client_id: number | null
  total_paye: number | null
  option: OptionOuverte | null
}
const SUIVI = sql<Suivi>`
  v.id as vente_id, v.client_id, v.total_paye,
  case when o.id is not null then json_build_object('id', o.id, 'client_id', o.client_id, 'nom', o.nom, 'tel', o.tel,
    'expire_le', o.expire_le, 'note', o.note) end as option`
const JOIN_SUIVI = sql`
  left join ventes v on v.bien_id = b.id and v.terminee_le is null
  left join options o on o.bien_id = b.id and o.fin is null`

/** Keeps the open vente and the option of a bien for the later checks. */
function follow(
  ctx: Contexte,
  { id, vente_id, client_id, total_paye, option }: Suivi & { id: number },
): void {
  const vente =
    vente_id !== null && client_id !== null && total_paye !== null
      ? { id: vente_id, client_id, total_paye }
      : null
  if (vente || option) ctx.indexes.suivis.set(id, { vente, option })
}

/** Applies the form's rules to a change of the price or the blocage of an existing bien. @returns true when the change is allowed */
function admit(
  ctx: Contexte,
  ligne: Ligne,
  connue: Enregistrement<Vendable> | null,
  { montant, bloque_motif, ...surfaces }: Vendable,
): boolean {
  warnOfSurfaces(ctx, ligne, connue?.avant, surfaces)
  const avant = connue?.avant
  const suivi = connue?.id == null ? undefined : ctx.indexes.suivis.get(connue.id)
  if (!avant || !suivi || !ctx.modifier) return true
  const { vente, option } = suivi
  const cheap = vente && refusDuPrix(montant, vente.total_paye)
  if (cheap) refuseLine(ctx, ligne, 'montant', cheap)
  if (bloque_motif !== null && bloque_motif !== avant.bloque_motif) {
    const held = vente ? refusal(etatsErreurs.bienDejaVendu) : refusDuBienTenu(option)
    if (held) refuseLine(ctx, ligne, 'bloque_motif', held)
  }
  return ligne.issue !== 'erreur'
}

/** Says of areas that Diyar does not hold yet that the utile may hold the habitable (entree.md D.10). */
function warnOfSurfaces(
  ctx: Contexte,
  ligne: Ligne,
  avant: Surfaces | null | undefined,
  { surfaceHabitable = 0, surfaceUtile = 0 }: Surfaces,
): void {
  if (avant?.surfaceHabitable === surfaceHabitable && avant.surfaceUtile === surfaceUtile) return
  const doute = douteDesSurfaces(surfaceHabitable, surfaceUtile)
  if (doute) report(ctx, ligne, 'avertissement', 'surfaceUtile', doute.phrase)
}

/** Refuses the places that a parking has no room for, in the order of their lines. */
function checkCapacities(ctx: Contexte): void {
  const { parkings, places } = ctx.indexes
  const parParking = groupBy(places.enregistrements, ({ parent }) => parent)
  for (const parking of parkings.enregistrements) {
    // The capacity is unknown while the parking's own line is refused.
    if (!estConnue(parking)) continue
    let occupees = 0
    for (const { avant, ligne } of parParking.get(parking) ?? []) {
      if (avant === null && ligne?.issue !== 'cree') continue
      occupees += 1
      if (ligne && avant === null && occupees > parking.apres.nb_places)
        refuseLine(ctx, ligne, 'numero_place', refusal(biensErreurs.parkingPlein))
    }
  }
}
