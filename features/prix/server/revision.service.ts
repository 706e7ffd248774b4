import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { OBJETS } from '#features/biens/server/blocage.service.ts'
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
import { prixAuMetreCarre } from '#features/ventes/ventes.rules.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** Lots that a preview shows. */
const MONTRES = 500

interface Revise {
  lot: LotNonVendu
  nouveau: number
}
/** What an operation makes of some lots: those whose price changes, how many have no surface, and what all of it looks like. */
interface Effet {
  revises: Revise[]
  sansSurface: number
  avant: number
  apres: number
  empreinte: string
}

/**
 * What a revision would do: every lot whose price it changes, the first of them shown. Writes nothing.
 * @throws residenceInconnue, blocInconnu, blocAutreResidence, prixHorsLimites (422, each on its field), revisionTropLongue (422)
 */
export async function previewRevision(db: Db, input: RevisionInput): Promise<ApercuDeRevision> {
  await assertPlaces(db, input)
  const { revises, sansSurface, avant, apres, empreinte } = reviser(await readLotsNonVendus(db, input), input)
  const lots = revises.toSorted(byPlace).slice(0, MONTRES).map(toLotRevise)
  return { nombre: revises.length, sans_surface: sansSurface, avant, apres, empreinte, lots }
}

/**
 * Changes the prices that the preview showed, all or none of them. Who sells, holds, prices or deletes one of the lots waits, or has
 * been before: then nothing changes.
 * @throws apercuPerime (409), revisionSansLot (422), and what {@link previewRevision} throws
 */
export async function applyRevision(db: Db, actor: Actor, input: RevisionInput): Promise<RevisionFaite> {
  await assertPlaces(db, input)
  const seen = (await readLotsNonVendus(db, input)).map(({ id }) => id)
  await sql`select from biens where id = any(${seen}::bigint[]) order by id for update`.execute(db)
  const lots = await readLotsNonVendus(db, input)
  const { revises, avant, apres, empreinte } = reviser(lots, input)
  const locked = new Set(seen)
  const same = empreinte === input.empreinte && lots.every(({ id }) => locked.has(id))
  if (!same && (lots.length > 0 || showedLots(input.empreinte))) throw new AppError('apercuPerime')
  if (revises.length === 0) throw new AppError('revisionSansLot')
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

/** @throws prixHorsLimites (422 on valeur) */
function reviser(lots: readonly LotNonVendu[], operation: Operation): Effet {
  const revises: Revise[] = []
  let sansSurface = 0
  for (const lot of lots) {
    const nouveau = prixRevise(operation, lot.prix, lot.surface)
    if (nouveau === undefined) throw new AppError('prixHorsLimites', lot).on('valeur')
    if (nouveau === null) sansSurface++
    else if (nouveau !== lot.prix) revises.push({ lot, nouveau })
  }
  const avant = revises.reduce((sum, { lot }) => sum + lot.prix, 0)
  const apres = revises.reduce((sum, { nouveau }) => sum + nouveau, 0)
  return { revises, sansSurface, avant, apres, empreinte: empreinteOf(revises, operation) }
}

/** A short hash of what a revision does and to what, after the number of its lots: other lots, versions, states or prices give another. */
function empreinteOf(revises: readonly Revise[], { sorte, valeur, arrondi }: Operation): string {
  const lots = revises.map(({ lot }) => [lot.id, lot.version, lot.etat, lot.prix])
  const hash = createHash('sha256').update(JSON.stringify([sorte, valeur, arrondi, lots]))
  return `${revises.length}-${hash.digest('hex').slice(0, 32)}`
}

/** Was it a preview of lots? One of none is no longer true only once there are some. */
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
