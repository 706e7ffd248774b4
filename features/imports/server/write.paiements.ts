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
import type { Db } from '#server/database/db.ts'
import { cut } from '#server/tranches.ts'
import { REPRISE } from '#shared/numero.ts'
import { zip } from '#shared/zip.ts'

/**
 * Writes the payments, whose sales count them already. Those without a number get one of the series « Reprise ». Sales with a number of the
 * current year come last: the desk waits for these numbers until the commit, while others keep nobody waiting.
 */
export async function writePaiements(writing: Writing, paiements: readonly Paiement[]): Promise<void> {
  const ids = await drawIds(writing.db, 'paiements', paiements.length)
  const drawn = zip(paiements, ids).map(([paiement, id]) => ({ paiement, id }))
  const annee = anneeEnCours()
  const isRecent = ({ recu }: Paiement) => recu?.annee === annee
  const recents = paiements.filter(isRecent)
  const recentes = new Set(recents.map(({ vente }) => vente))
  await numberThem(
    writing.db,
    paiements.filter((paiement) => !isRecent(paiement)),
  )
  await writePart(
    writing,
    drawn.filter(({ paiement }) => !recentes.has(paiement.vente)),
  )
  await numberThem(writing.db, recents)
  await writePart(
    writing,
    drawn.filter(({ paiement }) => recentes.has(paiement.vente)),
  )
}

async function numberThem(db: Db, paiements: readonly Paiement[]): Promise<void> {
  const donnes = paiements.map(({ recu }) => recu)
  for (const [paiement, recu] of zip(paiements, await nextNumeros(db, 'recu', donnes, REPRISE)))
    paiement.recu = recu
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
    compte: _compte,
    vente,
    recu,
    ...columns
  } = paiement
  return recu ? [{ ...columns, id, vente_id: idDe(vente), recu }] : []
}
