import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { COLONNE_DES_MESSAGES, plierTitre } from '#features/imports/feuilles.ts'
import { dire, FeuilleAnnotee, type MessagesDeFeuille } from '#features/imports/server/annote.feuille.ts'
import { estDuModele, PAR_TITRE } from '#features/imports/server/controle/lecture.ts'
import type { Message } from '#features/imports/server/controle/contexte.ts'
import { formatNombre } from '#shared/argent.ts'
import { groupBy } from '#shared/group-by.ts'
import { FORMATS } from '#shared/exports.ts'
import type { Db } from '#server/database/db.ts'
import {
  createClasseur,
  type AjouterLignes,
  type Classeur,
  type ColonneEcrite,
} from '#server/documents/classeur/ecriture.ts'
import { ClasseurRefuse, lireClasseur, REFUS_CLASSEUR, type Lot } from '#server/documents/classeur/lecteur.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { runExport } from '#server/documents/exports.ts'
import type { FileStore } from '#server/files/store.ts'
import { AppError } from '#server/http/errors.ts'
import type { FileAnswer, FileContext } from '#server/http/route.ts'

/**
 * Answers the workbook of an import as it was sent, with what is said of its lines.
 * AppErrors: `introuvable` and `classeurNonConserve` (404), `verificationEnCours` (409), `invalide` (422) with the motif of a workbook that
 * cannot be read, `documentsOccupes` (503).
 */
export function sendAnnote(
  id: number,
  { read, files, signal }: Pick<FileContext, 'read' | 'files' | 'signal'>,
): Promise<FileAnswer> {
  return runExport(async () => {
    const { nom, fichier, dits } = await read((db) => readMessages(db, id))
    const envoye = await readFichier(files, fichier, signal)
    const classeur = await annoter(envoye, dits, signal)
    return {
      content: await classeur.render({ signal }),
      type: FORMATS.xlsx,
      disposition: contentDisposition(`${nom.replace(/\.xlsx$/i, '').replace(/-annote$/, '')}-annote.xlsx`),
    }
  }, signal)
}

async function readMessages(db: Db, id: number) {
  const { rows } = await sql<{ nom: string; fichier: string | null; lecture: boolean; nombre: number }>`
    select nom, fichier_id as fichier, nombre_erreurs + nombre_avertissements + nombre_modifications as nombre,
      statut = 'lecture' and vu_le >= clock_timestamp() - interval '60 seconds' as lecture
    from imports where id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('introuvable')
  if (found.lecture) throw new AppError('verificationEnCours')
  if (found.fichier === null) throw new AppError('classeurNonConserve')
  const { rows: messages } = await sql<Message>`
    select gravite, feuille, ligne, colonne, cellule, texte from imports_messages where import_id = ${id} order by rang`.execute(
    db,
  )
  return { nom: found.nom, fichier: found.fichier, dits: { messages, nombre: found.nombre } }
}

async function readFichier(files: FileStore, id: string, signal: AbortSignal): Promise<Buffer> {
  try {
    return await buffer(files.read(id, signal))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new AppError('classeurNonConserve')
    throw error
  }
}

/** What is said of a workbook: the messages that are kept, and how many there are. */
interface Dits {
  messages: readonly Message[]
  nombre: number
}

/** The workbook with its messages. @throws invalide (422), saying why it cannot be read */
async function annoter(envoye: Uint8Array, dits: Dits, signal: AbortSignal): Promise<Classeur> {
  try {
    return await annoterLots(lireClasseur(envoye, { signal }), dits)
  } catch (error) {
    if (!(error instanceof ClasseurRefuse)) throw error
    if (error.message !== REFUS_CLASSEUR.tropDeLignes)
      throw new AppError('invalide', { texte: error.message })
  }
  // The lines of sheets that the model does not have were not counted when it was checked.
  return annoterLots(lireClasseur(envoye, { signal, lire: estDuModele }), dits)
}

async function annoterLots(lots: AsyncIterable<Lot>, { messages, nombre }: Dits): Promise<Classeur> {
  const classeur = createClasseur('Classeur annoté')
  const parFeuille = groupBy(messages, ({ feuille }) => plierTitre(feuille))
  const generaux = messages
    .filter(({ ligne }) => ligne <= 1)
    .map((message) => [message.feuille, message.cellule, dire(message)] as const)
  const tus = nombre - messages.length
  await addGeneraux(classeur, [
    ...(tus > 0
      ? [
          [
            null,
            null,
            `${formatNombre(messages.length)} premiers messages sur ${formatNombre(nombre)}.`,
          ] as const,
        ]
      : []),
    ...generaux,
  ])
  const noms = new Set([plierTitre(COLONNE_DES_MESSAGES)])
  let lue: string | undefined
  let ajouter: ((lot: Lot) => Promise<void>) | undefined
  const fins: (() => void)[] = []
  for await (const lot of lots) {
    if (lot.feuille !== lue) {
      lue = lot.feuille
      const plie = plierTitre(lot.feuille)
      const nom = PAR_TITRE.get(plie)
      if (plie === plierTitre(COLONNE_DES_MESSAGES)) ajouter = undefined
      else if (nom && !noms.has(plie)) {
        const parLigne: MessagesDeFeuille = groupBy(parFeuille.get(plie) ?? [], ({ ligne }) => ligne)
        const feuille = new FeuilleAnnotee(nom, parLigne)
        const add = classeur.addFeuille(nomLibre(lot.feuille, noms), feuille.colonnes, { filtre: true })
        ajouter = ({ lignes }) => add(feuille.annotate(lignes))
        fins.push(() => feuille.end())
      } else ajouter = copier(classeur, nomLibre(lot.feuille, noms))
      noms.add(plie)
    }
    await ajouter?.(lot)
  }
  for (const finir of fins) finir()
  return classeur
}

/** A sheet that the model does not have, as it was sent. */
function copier(classeur: Classeur, nom: string): (lot: Lot) => Promise<void> {
  const colonnes: ColonneEcrite[] = [{ format: 'general', largeur: 20 }]
  const add: AjouterLignes = classeur.addFeuille(nom, colonnes)
  return ({ lignes }) => {
    for (const { cellules } of lignes)
      while (colonnes.length < cellules.length) colonnes.push({ format: 'general', largeur: 20 })
    return add(lignes)
  }
}

type General = readonly [feuille: string | null, cellule: string | null, texte: string]

/** What is said of no line, on a sheet of its own: nothing of it is read when the workbook is sent back. */
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

/** A name that Excel takes, and that no sheet has yet: a workbook that was not made by it may have others. */
function nomLibre(nom: string, pris: ReadonlySet<string>): string {
  const propre = nom.replace(INTERDITS, '_').slice(0, NOM_MAX) || 'Feuille'
  for (let n = 1; ; n++) {
    const propose = n === 1 ? propre : `${propre.slice(0, NOM_MAX - 4)} (${n})`
    if (!pris.has(plierTitre(propose))) return propose
  }
}
