import { sql } from 'kysely'
import { CHAMPS_DE_L_ACQUEREUR, CHAMPS_DU_NUMERO } from '#features/imports/reprise.words.ts'
import { UNITES, type Unite } from '#features/imports/reprise.colonnes.ts'
import { residenceIn } from '#features/imports/server/reprise/biens.rules.ts'
import { CENTIMES } from '#features/imports/server/reprise/cellules.rules.ts'
import type { ColonneRelevee, FeuilleRelevee } from '#features/imports/server/reprise/releve.ts'
import { foldTitre, PAR_TITRE } from '#features/imports/server/sheets.ts'
import type { Db } from '#server/database/db.ts'
import { aujourdhui, endOfLastMonth } from '#shared/dates.ts'

/** Reading of a sheet of somebody's own list. `arretee_au` is a day, `residence_id` that of lines that name none. */
export interface FeuilleLue {
  nom: string
  lire: boolean
  entete: number
  lignes: number
  residence_id: number | null
  arretee_au: string
  unite: Unite
  unite_sure: boolean
  colonnes: Omit<ColonneRelevee, 'duModele'>[]
  /** The sheet names buyers with phones and no bien: it fills what the others leave blank. */
  contacts: boolean
  /** A member has answered for it, or nothing of it needs an answer. */
  repondue: boolean
}

/** Meanings of the columns of the lists of a workbook, kept with its import. */
export interface Correspondance {
  feuilles: FeuilleLue[]
}

export interface Proposition {
  correspondance: Correspondance
  /** A member has to look at it. */
  demandee: boolean
}

const names = (colonnes: readonly Pick<ColonneRelevee, 'champ'>[], champs: ReadonlySet<string>): boolean =>
  colonnes.some(({ champ }) => champ !== null && champs.has(champ))

export const namesAcquereur = (colonnes: readonly Pick<ColonneRelevee, 'champ'>[]) =>
  names(colonnes, CHAMPS_DE_L_ACQUEREUR)
export const namesNumero = (colonnes: readonly Pick<ColonneRelevee, 'champ'>[]) =>
  names(colonnes, CHAMPS_DU_NUMERO)
const TELEPHONE: ReadonlySet<string> = new Set(['tel'])
const RESIDENCE: ReadonlySet<string> = new Set(['residence'])

export const estReprise = (feuille: string): boolean => PAR_TITRE.get(foldTitre(feuille)) === 'reprise'

/**
 * Returns the proposal for the sheets that can be read as Reprise (`entree.md` D.2), with the answers of an import still kept for the same titles
 * in the same order.
 * @param revoir asks again whatever was answered
 * @returns null when no sheet can be read
 */
export async function proposeCorrespondance(
  db: Db,
  releve: readonly FeuilleRelevee[],
  revoir: boolean,
): Promise<Proposition | null> {
  const pleines = releve.filter(({ lignes }) => lignes > 0)
  const ventes = pleines.filter(({ colonnes }) => namesAcquereur(colonnes) && namesNumero(colonnes))
  if (ventes.length === 0) return null
  const contacts = pleines.filter(
    ({ colonnes }) => namesAcquereur(colonnes) && !namesNumero(colonnes) && names(colonnes, TELEPHONE),
  )
  const residences = await readResidences(db)
  const feuilles: FeuilleLue[] = []
  for (const feuille of pleines.filter((une) => ventes.includes(une) || contacts.includes(une))) {
    const ancienne = await findAnswer(db, feuille)
    const proposee = await propose(db, feuille, residences, contacts.includes(feuille))
    feuilles.push(ancienne ? answered(proposee, ancienne, residences) : proposee)
  }
  return { correspondance: { feuilles }, demandee: revoir || feuilles.some(({ repondue }) => !repondue) }
}

interface Residence {
  id: number
  nom: string
}

const readResidences = async (db: Db): Promise<Residence[]> =>
  (await sql<Residence>`select id, nom from residences order by id`.execute(db)).rows

async function propose(
  db: Db,
  { nom, entete, lignes, colonnes, unite, prix }: FeuilleRelevee,
  residences: readonly Residence[],
  contacts: boolean,
): Promise<FeuilleLue> {
  const residence_id = contacts ? null : (nommee(nom, residences) ?? seule(residences))
  const sure = contacts || (!unite && !(await isInAnotherUnit(db, prix, residence_id)))
  // In a sheet named Reprise only what was recognised by a proposal is asked about.
  const repondue = estReprise(nom) && sure && colonnes.every(({ champ, sur }) => sur || champ === null)
  return {
    nom,
    lire: true,
    entete,
    lignes,
    residence_id: estReprise(nom) ? null : residence_id,
    arretee_au: endOfLastMonth(aujourdhui()),
    unite: 'da',
    unite_sure: sure,
    colonnes: colonnes.map(({ duModele: _, ...colonne }) => colonne),
    contacts,
    repondue,
  }
}

const seule = (residences: readonly Residence[]): number | null =>
  residences.length === 1 ? (residences[0]?.id ?? null) : null

/** The residence that the name of a sheet names; null when it names none, or several. */
const nommee = (feuille: string, residences: readonly Residence[]): number | null =>
  residenceIn(feuille, residences, ({ nom }) => nom)?.id ?? null

/** An answer of a member, with the kinds of the examples of then. */
type Ancienne = Pick<FeuilleLue, 'nom' | 'lire' | 'residence_id' | 'arretee_au' | 'unite' | 'colonnes'>

/** The newest answer for the same titles in the same order; that of a sheet of the same name before others, that of a sheet that is read before others. */
async function findAnswer(db: Db, { nom, colonnes }: FeuilleRelevee): Promise<Ancienne | undefined> {
  const titres = JSON.stringify(colonnes.map(({ titre }) => titre))
  const { rows } = await sql<{ feuille: Ancienne }>`
    select f.feuille from imports i, jsonb_array_elements(i.correspondance -> 'feuilles') as f (feuille)
    where i.correspondance is not null and i.statut <> 'correspondance' and (f.feuille ->> 'repondue')::boolean
      and jsonb_path_query_array(f.feuille, '$.colonnes[*].titre') = ${titres}::jsonb
    order by i.id desc, f.feuille ->> 'nom' = ${nom} desc, (f.feuille ->> 'lire')::boolean desc limit 1`.execute(
    db,
  )
  return rows[0]?.feuille
}

/** A proposal with the answer of before; a column whose examples are of another kind is asked about again. */
function answered(proposee: FeuilleLue, ancienne: Ancienne, residences: readonly Residence[]): FeuilleLue {
  const colonnes = proposee.colonnes.map((colonne, rang) => {
    const { champ = null, sorte = null } = ancienne.colonnes[rang] ?? {}
    return { ...colonne, champ, sur: sorte === null || colonne.sorte === null || sorte === colonne.sorte }
  })
  const connue = residences.some(({ id }) => id === ancienne.residence_id) ? ancienne.residence_id : null
  const residence_id = proposee.contacts ? null : (nommee(proposee.nom, residences) ?? connue)
  const { lire, arretee_au, unite } = ancienne
  const situee = !lire || proposee.contacts || residence_id !== null || names(colonnes, RESIDENCE)
  const repondue = situee && colonnes.every(({ sur }) => sur)
  return { ...proposee, lire, arretee_au, unite, unite_sure: true, residence_id, colonnes, repondue }
}

const chiffresDe = (numero: string): string => (/(\d+)\D*$/.exec(numero)?.[1] ?? '').replace(/^0+(?=\d)/, '')

/** True when most prices of a sheet are those of their lots in another unit. */
async function isInAnotherUnit(
  db: Db,
  prix: FeuilleRelevee['prix'],
  residence: number | null,
): Promise<boolean> {
  if (prix.length === 0) return false
  const { rows } = await sql<{ numero: string; prix: number }>`
    select numero, prix from biens_decrits where prix > 0 and (${residence}::bigint is null or residence_id = ${residence})
    limit 20000`.execute(db)
  const connus = new Map<string, number[]>()
  for (const { numero, prix: centimes } of rows) {
    const chiffres = chiffresDe(numero)
    connus.set(chiffres, [...(connus.get(chiffres) ?? []), centimes])
  }
  let comparables = 0
  let autres = 0
  for (const { numero, prix: ecrit } of prix) {
    const possibles = connus.get(chiffresDe(numero)) ?? []
    if (possibles.length === 0) continue
    comparables += 1
    const near = (unite: Unite) =>
      possibles.some((prixConnu) => {
        const rapport = (ecrit * CENTIMES[unite]) / prixConnu
        return rapport > 1 / 2 && rapport < 2
      })
    if (!near('da') && UNITES.some(near)) autres += 1
  }
  return autres * 2 > comparables
}
