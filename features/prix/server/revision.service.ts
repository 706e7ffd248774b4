import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { OBJETS } from '#features/etats/server/biens.locks.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type {
  ApercuDeRevision,
  LotRevise,
  Operation,
  RevisionFaite,
  RevisionInput,
} from '#features/prix/prix.contract.ts'
import { prixRevise } from '#features/prix/prix.rules.ts'
import { assertPlaces, readLotsNonVendus, type LotNonVendu } from '#features/prix/server/prix.lots.ts'
import { prixAuMetreCarre } from '#shared/biens.ts'
import type { Db } from '#server/database/db.ts'
import { prixErreurs } from '#features/prix/prix.erreurs.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const MONTRES = 500

interface Revise {
  lot: LotNonVendu
  nouveau: number
}
/** Effect of an operation on some lots; sums in centimes over the lots whose price changes. */
interface Effet {
  revises: Revise[]
  sansSurface: number
  avant: number
  apres: number
  empreinte: string
}

/**
 * Previews a revision and writes nothing. Amounts in centimes.
 * @throws residenceInconnue, blocInconnu, blocAutreResidence, prixHorsLimites (422, each on its field), revisionTropLongue (422)
 */
export async function previewRevision(db: Db, input: RevisionInput): Promise<ApercuDeRevision> {
  await assertPlaces(db, input)
  const correspondent = await readLotsNonVendus(db, input)
  const { revises, sansSurface, avant, apres, empreinte } = revise(correspondent, input)
  const lots = revises.toSorted(byPlace).slice(0, MONTRES).map(toLotRevise)
  return {
    nombre: revises.length,
    correspondent: correspondent.length,
    sans_surface: sansSurface,
    avant,
    apres,
    empreinte,
    lots,
  }
}

/**
 * Changes the prices that the preview showed, all or none. The lots are locked, so that a sale, option, price or deletion either waits or
 * came before; in that case nothing changes.
 * @throws apercuPerime (409), revisionSansLot, revisionSansEffet (422), and the errors of {@link previewRevision}
 */
export async function applyRevision(db: Db, actor: Actor, input: RevisionInput): Promise<RevisionFaite> {
  await assertPlaces(db, input)
  const seen = (await readLotsNonVendus(db, input)).map(({ id }) => id)
  await sql`select from biens where id = any(${seen}::bigint[]) order by id for update`.execute(db)
  const lots = await readLotsNonVendus(db, input)
  const { revises, avant, apres, empreinte } = revise(lots, input)
  const locked = new Set(seen)
  const same = empreinte === input.empreinte && lots.every(({ id }) => locked.has(id))
  if (!same && (lots.length > 0 || showedLots(input.empreinte))) throw refuse(prixErreurs.apercuPerime)
  if (revises.length === 0)
    throw refuse(prixErreurs[lots.length > 0 ? 'revisionSansEffet' : 'revisionSansLot'])
  const nombre = revises.length
  const id = await insertRevision(db, actor, input, nombre)
  await sql`select set_config('diyar.revision', ${String(id)}, true)`.execute(db)
  await sql`
    update biens b set prix = n.prix, version = b.version + 1
    from unnest(${revises.map(({ lot }) => lot.id)}::bigint[], ${revises.map(({ nouveau }) => nouveau)}::bigint[]) n (id, prix)
    where b.id = n.id`.execute(db)
  await sql`select set_config('diyar.revision', '', true)`.execute(db)
  const { sorte, valeur, arrondi, motif = null, empreinte: _, essai: _essai, ...criteres } = input
  await writeJournal(db, actor, [
    {
      action: 'reviser',
      objet: 'revision',
      id,
      apres: { criteres, operation: { sorte, valeur, arrondi }, motif, nombre, avant, apres },
    },
    ...revises.map(({ lot, nouveau }) => ({
      action: 'modifier',
      objet: OBJETS[lot.type],
      id: lot.id,
      avant: { montant: lot.prix },
      apres: { montant: nouveau, revision: id },
    })),
  ])
  return { id, nombre, avant, apres }
}

function revise(lots: readonly LotNonVendu[], operation: Operation): Effet {
  const revises: Revise[] = []
  let sansSurface = 0
  for (const lot of lots) {
    const nouveau = prixRevise(operation, lot.prix, lot.surface)
    if (nouveau === undefined) throw refuse(prixErreurs.prixHorsLimites, lot).on('valeur')
    if (nouveau === null) sansSurface++
    else if (nouveau !== lot.prix) revises.push({ lot, nouveau })
  }
  const avant = revises.reduce((sum, { lot }) => sum + lot.prix, 0)
  const apres = revises.reduce((sum, { nouveau }) => sum + nouveau, 0)
  return { revises, sansSurface, avant, apres, empreinte: empreinteOf(revises, operation) }
}

/** Number of lots, then a hash of the operation and of each lot's id, version, state and price. */
function empreinteOf(revises: readonly Revise[], { sorte, valeur, arrondi }: Operation): string {
  const lots = revises.map(({ lot }) => [lot.id, lot.version, lot.etat, lot.prix])
  const hash = createHash('sha256').update(JSON.stringify([sorte, valeur, arrondi, lots]))
  return `${revises.length}-${hash.digest('hex').slice(0, 32)}`
}

/** True when the preview held lots. A preview without lots is outdated only once lots match. */
const showedLots = (empreinte: string | null | undefined): boolean => /^[1-9]\d*-/.test(empreinte ?? '')

async function insertRevision(db: Db, actor: Actor, input: RevisionInput, nombre: number): Promise<number> {
  const { sorte, valeur, arrondi, motif = null } = input
  const { id } = await db
    .insertInto('revisions_prix')
    .values({ membre_nom: actor.name, sorte, valeur, arrondi, motif, nombre })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const alphabet = new Intl.Collator('fr', { numeric: true })
const byPlace = ({ lot: a }: Revise, { lot: b }: Revise): number =>
  alphabet.compare(a.lieu, b.lieu) || alphabet.compare(a.numero, b.numero) || a.id - b.id

const toLotRevise = ({ lot, nouveau }: Revise): LotRevise => {
  const { id, type, numero, lieu, etat, surface, prix: ancien } = lot
  const prixM2 = surface === null ? null : prixAuMetreCarre(nouveau, surface)
  return { id, type, numero, lieu, etat, surface, ancien, nouveau, ecart: nouveau - ancien, prixM2 }
}
