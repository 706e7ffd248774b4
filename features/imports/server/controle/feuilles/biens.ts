import { sql, type RawBuilder } from 'kysely'
import { blocageInput } from '#features/biens/biens.contract.ts'
import { NOMS_DES_FEUILLES } from '#features/imports/feuilles.ts'
import { refuser, type Contexte, type Ligne } from '#features/imports/server/controle/contexte.ts'
import type { Bien, Fiche, OptionOuverte } from '#features/imports/server/controle/registres.ts'
import { GENRES, type TypeBien } from '#shared/biens.ts'
import { aujourdhui } from '#shared/dates.ts'

/** Beside the fields of a bien's form: why it is off sale. */
export const blocage = { bloque_motif: blocageInput.shape.motif }

/** Does any line name a bien of this kind? Those that are there are looked up only then. */
export function nommeDesBiens(
  { lignes }: Contexte,
  type: TypeBien,
  feuille: 'appartements' | 'locaux' | 'places',
): boolean {
  if (lignes[feuille].length > 0) return true
  const { nom } = GENRES[type]
  return NOMS_DES_FEUILLES.some((autre) =>
    (lignes[autre] as readonly Ligne[]).some(({ valeurs }) => valeurs.type === nom && 'lieu' in valeurs),
  )
}

/** What every kind of bien says of itself when it is looked up. */
export interface BienLu {
  id: number
  version: number
  montant: number
  bloque_motif: string | null
  vente_id: number | null
  client_id: number | null
  total_paye: number | null
  option: OptionOuverte | null
}
export const COLONNES_DU_BIEN = sql`
  b.id, b.version, b.prix as montant, b.bloque_motif, v.id as vente_id, v.client_id, v.total_paye,
  case when o.id is not null then json_build_object('id', o.id, 'client_id', o.client_id, 'nom', o.nom, 'tel', o.tel,
    'expire_le', o.expire_le, 'note', o.note) end as option`
/** @param bien the column with its id */
export const joindreLeBien = (bien: RawBuilder<unknown>) => sql`
  join biens b on b.id = ${bien}
  left join ventes v on v.bien_id = b.id and v.terminee_le is null
  left join options o on o.bien_id = b.id and o.fin is null`

/** Keeps where it stands for the checks of what is sold, held and paid. */
export function suivre(ctx: Contexte, { id, vente_id, client_id, total_paye, option }: BienLu): void {
  const vente =
    vente_id !== null && client_id !== null && total_paye !== null
      ? { id: vente_id, client_id, total_paye }
      : null
  if (vente || option) ctx.registres.suivis.set(id, { vente, option })
}

interface Vendable {
  montant: number
  bloque_motif?: string | null | undefined
}

/**
 * What the forms ask when the price or the blocage of a bien that is there changes. Without the right to change, nothing does.
 * @returns whether it may; if not, it is told
 */
export function admettre(
  ctx: Contexte,
  ligne: Ligne,
  connue: Fiche<Bien> | null,
  { montant, bloque_motif = null }: Vendable,
): boolean {
  const avant = connue?.avant
  const suivi = connue?.id == null ? undefined : ctx.registres.suivis.get(connue.id)
  if (!avant || !suivi || !ctx.modifier) return true
  const { vente, option } = suivi
  if (vente && montant < vente.total_paye)
    refuser(ctx, ligne, 'montant', 'montantSousPaye', { paye: vente.total_paye })
  if (bloque_motif !== null && bloque_motif !== avant.bloque_motif)
    if (vente) refuser(ctx, ligne, 'bloque_motif', 'bienDejaVendu')
    else if (option && option.expire_le >= aujourdhui())
      refuser(ctx, ligne, 'bloque_motif', 'bienSousOption', { nom: option.nom, jour: option.expire_le })
  return ligne.sort !== 'erreur'
}
