import { buffer } from 'node:stream/consumers'
import { importsErreurs } from '#features/imports/imports.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { sql } from 'kysely'
import { formatGardes } from '#features/imports/imports.words.ts'
import { COLONNE_DES_MESSAGES, estDuModele, foldTitre, PAR_TITRE } from '#features/imports/server/sheets.ts'
import {
  describe,
  FeuilleAnnotee,
  modeleDe,
  modeleDeListe,
  type MessagesDeFeuille,
  type Modele,
} from '#features/imports/server/annote.feuille.ts'
import type { Correspondance } from '#features/imports/server/reprise/correspondance.ts'
import { beingRead } from '#features/imports/server/imports.state.ts'
import type { MessageImport } from '#features/imports/imports.contract.ts'
import { groupBy } from '#shared/group-by.ts'
import { FORMATS } from '#shared/exports.ts'
import { readIntact, type Fichier } from '#server/files/intact.ts'
import type { Db } from '#server/database/db.ts'
import { showTexte } from '#shared/texte.ts'
import {
  createClasseur,
  type AjouterLignes,
  type Classeur,
  type ColonneEcrite,
} from '#server/documents/classeur/ecriture.ts'
import {
  ClasseurRefuse,
  readClasseur,
  REFUS_CLASSEUR,
  type Tranche,
} from '#server/documents/classeur/lecteur.ts'
import { readAuteur } from '#server/documents/auteur.ts'
import { contentDisposition } from '#server/documents/download.ts'
import type { FileStore } from '#server/files/store.ts'
import { refuse } from '#server/http/errors.ts'
import { codeOf } from '#server/refusal.ts'
import type { FileAnswer, FileContext } from '#server/http/route.ts'

/**
 * Answers the workbook of an import as it was sent, with the messages about its lines.
 * AppErrors: `introuvable` and `classeurNonConserve` (404), `verificationEnCours` (409), `invalide` (422) with the reason a workbook cannot
 * be read, `documentsOccupes` (503).
 */
export function sendAnnote(
  id: number,
  { read, files, signal, inTurn }: Pick<FileContext, 'read' | 'files' | 'signal' | 'inTurn'>,
): Promise<FileAnswer> {
  return inTurn(async () => {
    const { nom, fichier, dits, auteur } = await read(async (db) => ({
      ...(await readMessages(db, id)),
      auteur: await readAuteur(db),
    }))
    const envoye = await readFichier(files, fichier, signal)
    const classeur = await annotate(envoye, { ...dits, auteur }, signal)
    return {
      content: await classeur.render({ signal }),
      type: FORMATS.xlsx,
      disposition: contentDisposition(`${nom.replace(/\.xlsx$/i, '').replace(/-annote$/, '')}-annote.xlsx`),
    }
  })
}

type Trouve = Parameters<typeof formatGardes>[0] & {
  nom: string
  fichier: string | null
  taille: number | null
  lecture: boolean
  listes: Correspondance | null
}

async function readMessages(db: Db, id: number) {
  const { rows } = await sql<Trouve>`
    select i.nom, i.fichier_id as fichier, f.taille, nombre_erreurs, nombre_avertissements, nombre_modifications,
      ${beingRead} as lecture, i.correspondance as listes
    from imports i left join fichiers f on f.id = i.fichier_id where i.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw refuse(communesErreurs.introuvable)
  if (found.lecture) throw refuse(importsErreurs.verificationEnCours)
  const { fichier, taille } = found
  if (fichier === null || taille === null) throw refuse(importsErreurs.classeurNonConserve)
  const { rows: messages } = await sql<MessageImport>`
    select gravite, feuille, ligne, colonne, cellule, texte from imports_messages where import_id = ${id} order by rang`.execute(
    db,
  )
  return {
    nom: found.nom,
    fichier: { id: fichier, taille, type: FORMATS.xlsx },
    dits: {
      messages,
      gardes: formatGardes(found, messages.length),
      listes: found.listes?.feuilles.filter(({ lire }) => lire) ?? [],
    },
  }
}

async function readFichier(files: FileStore, fichier: Fichier, signal: AbortSignal): Promise<Buffer> {
  try {
    return await buffer(readIntact(files, fichier, signal))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw refuse(importsErreurs.classeurNonConserve)
    throw error
  }
}

/** Messages that are kept of a workbook, the sentence that says how many are kept (null: all), and the author of the annotated copy. */
interface Dits {
  messages: readonly MessageImport[]
  gardes: string | null
  /** The lists of one's own that were read. */
  listes: Correspondance['feuilles']
  auteur: string
}

/** Rebuilds a workbook with its messages. @throws invalide (422) with the reason it cannot be read */
async function annotate(envoye: Uint8Array, dits: Dits, signal: AbortSignal): Promise<Classeur> {
  try {
    return await annotateTranches(readClasseur(envoye, { signal }), dits)
  } catch (error) {
    if (!(error instanceof ClasseurRefuse)) throw error
    if (error.message !== REFUS_CLASSEUR.tropDeLignes)
      throw refuse(communesErreurs.invalide, { texte: error.message })
  }
  // The check counts only lines of the sheets that it reads, so a workbook over the limit with its other sheets is copied without them.
  const lire = (feuille: string) => estDuModele(feuille) || listeOf(dits, feuille) !== undefined
  return annotateTranches(readClasseur(envoye, { signal, lire }), dits)
}

const listeOf = ({ listes }: Pick<Dits, 'listes'>, feuille: string) =>
  listes.find(({ nom }) => nom === showTexte(feuille))

function modeleOf(dits: Dits, feuille: string): Modele | undefined {
  const liste = listeOf(dits, feuille)
  const nom = PAR_TITRE.get(foldTitre(feuille))
  return liste ? modeleDeListe(liste) : nom && modeleDe(nom)
}

async function annotateTranches(tranches: AsyncIterable<Tranche>, dits: Dits): Promise<Classeur> {
  const { messages, gardes, auteur } = dits
  const classeur = createClasseur('Classeur annoté', auteur)
  const parFeuille = groupBy(messages, ({ feuille }) => foldTitre(feuille))
  const generaux = messages
    .filter(({ feuille, ligne }) => ligne <= (listeOf(dits, feuille)?.entete ?? 1))
    .map((message) => [message.feuille, message.cellule, describe(message)] as const)
  await addGeneraux(classeur, [...(gardes === null ? [] : [[null, null, gardes] as const]), ...generaux])
  const noms = new Set([foldTitre(COLONNE_DES_MESSAGES)])
  let lue: string | undefined
  let ajouter: ((tranche: Tranche) => Promise<void>) | undefined
  const fins: (() => void)[] = []
  for await (const tranche of tranches) {
    if (tranche.feuille !== lue) {
      lue = tranche.feuille
      const plie = foldTitre(tranche.feuille)
      const modele = modeleOf(dits, tranche.feuille)
      if (plie === foldTitre(COLONNE_DES_MESSAGES)) ajouter = undefined
      else if (modele && !noms.has(plie)) {
        const parLigne: MessagesDeFeuille = groupBy(parFeuille.get(plie) ?? [], ({ ligne }) => ligne)
        const feuille = new FeuilleAnnotee(modele, parLigne)
        const filtre = modele.entete === 1
        const add = classeur.addFeuille(nomLibre(tranche.feuille, noms), feuille.colonnes, { filtre })
        ajouter = ({ lignes }) => add(feuille.annotate(lignes))
        fins.push(() => feuille.end())
      } else ajouter = copySheet(classeur, nomLibre(tranche.feuille, noms))
      noms.add(plie)
    }
    await ajouter?.(tranche)
  }
  for (const finir of fins) finir()
  return classeur
}

function copySheet(classeur: Classeur, nom: string): (tranche: Tranche) => Promise<void> {
  const colonnes: ColonneEcrite[] = [{ format: 'general', largeur: 20 }]
  const add: AjouterLignes = classeur.addFeuille(nom, colonnes)
  return ({ lignes }) => {
    for (const { cellules } of lignes)
      while (colonnes.length < cellules.length) colonnes.push({ format: 'general', largeur: 20 })
    return add(lignes)
  }
}

type General = readonly [feuille: string | null, cellule: string | null, texte: string]

/** Writes messages about a header, a sheet or the workbook on a sheet of its own, which an import ignores. */
async function addGeneraux(classeur: Classeur, generaux: readonly General[]): Promise<void> {
  if (generaux.length === 0) return
  const add = classeur.addFeuille(COLONNE_DES_MESSAGES, [
    { format: 'texte', largeur: 20, titre: 'Feuille' },
    { format: 'texte', largeur: 12, titre: 'Cellule' },
    { format: 'lignes', largeur: 90, titre: 'Message' },
  ])
  await add(generaux.map((cellules, at) => ({ ligne: at + 2, cellules })))
}

const INTERDITS = /[[\]:*?/\\]|^'|'$/g
const NOM_MAX = 31

/** Makes a sheet name that Excel accepts and that is still free; other programs write names that Excel would refuse. */
function nomLibre(nom: string, pris: ReadonlySet<string>): string {
  const propre = nom.replace(INTERDITS, '_').slice(0, NOM_MAX) || 'Feuille'
  for (let n = 1; ; n++) {
    const propose = n === 1 ? propre : `${propre.slice(0, NOM_MAX - 4)} (${n})`
    if (!pris.has(foldTitre(propose))) return propose
  }
}
