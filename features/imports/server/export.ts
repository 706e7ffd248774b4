import { colonnesDe, NOMS_DES_FEUILLES } from '#features/imports/feuilles.ts'
import { readHomonymes } from '#features/imports/server/export.homonymes.ts'
import { ecrireLigne } from '#features/imports/server/export.lignes.ts'
import { compterLignes, REQUETES } from '#features/imports/server/export.requetes.ts'
import { createModele } from '#features/imports/server/modele.ts'
import type { PortefeuilleQuery } from '#features/imports/portefeuille.contract.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { FORMATS } from '#shared/exports.ts'
import { readInBatches } from '#server/database/batches.ts'
import type { Db } from '#server/database/db.ts'
import type { Classeur } from '#server/documents/classeur/ecriture.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { runExport } from '#server/documents/exports.ts'
import { AppError } from '#server/http/errors.ts'
import type { FileAnswer, FileContext } from '#server/http/route.ts'

/** More than these no workbook is read back with. */
export const LIGNES_MAX = 150_000
const AT_ONCE = 1_000

/**
 * Answers a whole portfolio as one workbook that can be imported, or that of one residence, or the empty model.
 * AppErrors: `introuvable` (404), `portefeuilleTropGrand` (422) above 150,000 lines, `documentsOccupes` (503).
 */
export function sendPortefeuille(
  { modele, residence_id }: PortefeuilleQuery,
  { read, signal }: Pick<FileContext, 'read' | 'signal'>,
): Promise<FileAnswer> {
  return runExport(async () => {
    const classeur = modele ? await readModele() : await read((db) => readPortefeuille(db, residence_id))
    const fichier = modele ? 'modele-portefeuille.xlsx' : `portefeuille-${aujourdhui()}.xlsx`
    return {
      content: await classeur.render({ signal }),
      type: FORMATS.xlsx,
      disposition: contentDisposition(fichier),
    }
  }, signal)
}

const readModele = async () => (await createModele('Modèle de portefeuille', [])).classeur

/** The lines of every sheet as they are at one instant. @throws introuvable, portefeuilleTropGrand */
export async function readPortefeuille(db: Db, residence_id: number | undefined): Promise<Classeur> {
  const residence = await nameOf(db, residence_id)
  const [compte] = (await compterLignes(residence_id).execute(db)).rows
  const lignes = compte?.lignes ?? 0
  if (lignes > LIGNES_MAX) throw new AppError('portefeuilleTropGrand', { lignes })
  const { classeur, feuilles } = await createModele(
    residence === null ? 'Portefeuille' : `Portefeuille : ${residence}`,
    [
      `Exporté de Diyar le ${formatJourCourt(aujourdhui())}. Les plans, les justificatifs, les remises, les relances et les transferts ne sont pas dans ce classeur.`,
      ...(await readHomonymes(db, residence_id)),
    ],
  )
  for (const nom of NOMS_DES_FEUILLES) {
    const colonnes = colonnesDe(nom)
    let ligne = 1
    await readInBatches(db, REQUETES[nom](residence_id), AT_ONCE, (rows) =>
      feuilles[nom](rows.map((row) => ({ ligne: ++ligne, cellules: ecrireLigne(colonnes, row) }))),
    )
  }
  return classeur
}

async function nameOf(db: Db, id: number | undefined): Promise<string | null> {
  if (id === undefined) return null
  const residence = await db.selectFrom('residences').select('nom').where('id', '=', id).executeTakeFirst()
  if (!residence) throw new AppError('introuvable')
  return residence.nom
}
