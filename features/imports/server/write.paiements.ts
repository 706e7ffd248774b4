import type { Writing } from '#features/imports/server/check/context.ts'
import { idDe } from '#features/imports/server/check/indexes.ts'
import type { Paiement } from '#features/imports/server/check/indexes.ventes.ts'
import {
  insertPaiements,
  noteImportes,
  tieRepresentes,
} from '#features/paiements/server/paiements.anciens.ts'
import { drawIds } from '#server/database/bulk.ts'
import { anneeEnCours, nextNumeros } from '#server/database/numeros.ts'
import { cut } from '#server/tranches.ts'
import { zip } from '#shared/zip.ts'

/**
 * Writes the payments, whose sales count them already. Sales with a number of the current year come last: the desk waits for these numbers
 * until the commit, while those of past years keep nobody waiting.
 */
export async function writePaiements(writing: Writing, paiements: readonly Paiement[]): Promise<void> {
  const ids = await drawIds(writing.db, 'paiements', paiements.length)
  const drawn = zip(paiements, ids).map(([paiement, id]) => ({ paiement, id }))
  const annee = anneeEnCours()
  const recentes = new Set(
    paiements.flatMap(({ recu, vente }) => (recu === null || recu.annee === annee ? vente : [])),
  )
  await writePart(
    writing,
    drawn.filter(({ paiement }) => !recentes.has(paiement.vente)),
  )
  await writePart(
    writing,
    drawn.filter(({ paiement }) => recentes.has(paiement.vente)),
  )
}

interface Drawn {
  paiement: Paiement
  /** Ids are drawn in the order of the workbook, which is that of payments of one day. */
  id: number
}

async function writePart(
  { db, actor, importId, signal, advance }: Writing,
  part: readonly Drawn[],
): Promise<void> {
  const recus = await nextNumeros(
    db,
    'recu',
    part.map(({ paiement }) => paiement.recu),
  )
  for (const [{ paiement }, recu] of zip(part, recus)) paiement.recu = recu
  for await (const tranche of cut(part, signal)) {
    await insertPaiements(db, tranche.flatMap(toRow))
    for (const { paiement, id } of tranche) paiement.id = id
  }
  await tieRepresentes(db, part.flatMap(toLiens))
  for await (const tranche of cut(part, signal)) {
    await noteImportes(
      db,
      actor,
      tranche.map(({ id }) => id),
      importId,
    )
    advance(tranche.length)
  }
}

/** The tie of a payment to the rejected cheque of its sale that it replaces. */
const toLiens = ({ paiement: { represente }, id }: Drawn) =>
  represente ? [{ id, cheque: idDe(represente), connu: represente.connu }] : []

function toRow({ paiement, id }: Drawn) {
  const {
    connu: _connu,
    ligne: _ligne,
    represente: _represente,
    representePar: _representePar,
    vente,
    recu,
    ...columns
  } = paiement
  return recu ? [{ ...columns, id, vente_id: idDe(vente), recu }] : []
}
