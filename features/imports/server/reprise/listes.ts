import { hasRequired, titlesOf } from '#features/imports/server/check/read.ts'
import {
  estReprise,
  proposeCorrespondance,
  type Proposition,
} from '#features/imports/server/reprise/correspondance.ts'
import { surveySheets } from '#features/imports/server/reprise/releve.ts'
import { FEUILLE_AIDE, COLONNE_DES_MESSAGES, foldTitre, PAR_TITRE } from '#features/imports/server/sheets.ts'
import type { Db } from '#server/database/db.ts'
import { ClasseurRefuse, type Tranche } from '#server/documents/classeur/lecteur.ts'

type Lecteur = (lire: (feuille: string) => boolean) => AsyncIterable<Tranche>

export interface Trouvees {
  proposition: Proposition | null
  /** Why no sheet reads as a list, where it can be said better than that none is of the model. */
  motif: string | null
}

const AUCUNE: Trouvees = { proposition: null, motif: null }
const UNE_PAR_ACQUEREUR = "Une feuille par acquéreur n'est pas lue : mettez-les en lignes."
const AJOUTEES = new Set([FEUILLE_AIDE, COLONNE_DES_MESSAGES].map(foldTitre))

/**
 * Finds the lists of one's own in a workbook: the sheet named Reprise, and every other sheet when none of the model has lines. A workbook that
 * cannot be read has none; its reading tells why.
 */
export async function findListes(db: Db, read: Lecteur, revoir: boolean): Promise<Trouvees> {
  let reprise = false
  let opened = false
  const toutes = (feuille: string) => {
    opened = true
    reprise ||= estReprise(feuille)
    return !AJOUTEES.has(foldTitre(feuille))
  }
  try {
    const releve = await surveySheets(untilModel(read(toutes))).catch((error: unknown) => {
      if (error instanceof DuModele) return null
      throw error
    })
    if (!releve && !reprise) return AUCUNE
    const { feuilles, uneParAcquereur } = releve ?? (await surveySheets(read(estReprise)))
    const proposition = await proposeCorrespondance(db, feuilles, revoir)
    return { proposition, motif: !proposition && uneParAcquereur ? UNE_PAR_ACQUEREUR : null }
  } catch (error) {
    // A workbook that cannot be opened is not opened again; a bad sheet beside those of the model is left to their reading, and says why it
    // is none where there are none of the model.
    if (error instanceof ClasseurRefuse && opened) return { ...AUCUNE, motif: error.message }
    throw error
  }
}

/** A sheet of the model has lines: the workbook is no list of one's own. */
class DuModele extends Error {}

async function* untilModel(tranches: AsyncIterable<Tranche>): AsyncGenerator<Tranche> {
  const vues = new Set<string>()
  for await (const tranche of tranches) {
    const nom = PAR_TITRE.get(foldTitre(tranche.feuille))
    if (nom && nom !== 'reprise' && !vues.has(tranche.feuille)) {
      const titres = titlesOf(nom, tranche.lignes)
      if (hasRequired(nom, titres) && tranche.lignes.some(({ ligne }) => ligne > (titres?.ligne ?? 1)))
        throw new DuModele()
    }
    vues.add(tranche.feuille)
    yield tranche
  }
}
