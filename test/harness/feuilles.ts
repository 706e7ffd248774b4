import { FEUILLES, NOMS_DES_FEUILLES, type NomDeFeuille } from '#features/imports/feuilles.ts'
import { controler, ecrire, type Verdict } from '#features/imports/server/moteur.ts'
import type { Db } from '#server/database/db.ts'
import type { Lot } from '#server/documents/classeur/lecteur.ts'

/** A cell of a workbook, by the header of its column. */
export type Rangee = Record<string, Lot['lignes'][number]['cellules'][number]>
/** The lines of each sheet of a workbook; every sheet has all columns of the model. */
export type Feuilles = Partial<Record<NomDeFeuille, readonly Rangee[]>>

const titresDe = (nom: NomDeFeuille): string[] => FEUILLES[nom].colonnes.map(({ titre }) => titre)

/** What a workbook with these lines gives when it is read. */
export async function* lireFeuilles(feuilles: Feuilles): AsyncGenerator<Lot> {
  for (const nom of NOMS_DES_FEUILLES) {
    const lignes = feuilles[nom]
    if (!lignes) continue
    const titres = titresDe(nom)
    const inconnu = lignes.flatMap((ligne) => Object.keys(ligne)).find((titre) => !titres.includes(titre))
    if (inconnu !== undefined) throw new Error(`no column ${inconnu} in ${nom}`)
    yield await Promise.resolve({
      feuille: FEUILLES[nom].titre,
      lignes: [titres, ...lignes.map((ligne) => titres.map((titre) => ligne[titre] ?? null))].map(
        (cellules, at) => ({ ligne: at + 1, cellules }),
      ),
    })
  }
}

const personne = { id: 0, name: 'Karim', email: '' }
const options = { signal: new AbortController().signal, avance: () => {} }

/** Checks these sheets and writes nothing. */
export const verifier = (db: Db, feuilles: Feuilles, modifier = false) =>
  controler(db, lireFeuilles(feuilles), { ...options, modifier, verrouiller: false })

/** Checks these sheets and, if nothing is wrong with them, writes what they add and change, as an import does. */
export function importer(
  db: Db,
  feuilles: Feuilles,
  { modifier = false, importId = 1 } = {},
): Promise<Verdict> {
  return db.transaction().execute(async (transaction) => {
    const controle = await controler(transaction, lireFeuilles(feuilles), {
      ...options,
      modifier,
      verrouiller: true,
    })
    const { verdict } = controle
    if (verdict.motif === null && verdict.erreurs === 0)
      await ecrire(controle, { ...options, db: transaction, actor: personne, importId })
    return verdict
  })
}

/** « Paiements 4, Montant : … » of each error, in their order; blanks are all alike. */
export const fautes = ({ messages }: Verdict): string[] =>
  messages
    .filter(({ gravite }) => gravite === 'erreur')
    .map(({ feuille, ligne, colonne, texte }) =>
      `${feuille} ${ligne}, ${colonne ?? '–'} : ${texte}`.replace(/\s/g, ' '),
    )
