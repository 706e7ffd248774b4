import { sql, type RawBuilder } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { importsErreurs } from '#features/imports/imports.erreurs.ts'
import { NOMS_DES_FEUILLES } from '#features/imports/colonnes.ts'
import { COLONNE_DES_REMISES, colonnesDe } from '#features/imports/server/sheets.ts'
import { countLignes, inResidence, REQUETES, type Row } from '#features/imports/server/export.requetes.ts'
import { createModele } from '#features/imports/server/modele.ts'
import type { PortefeuilleQuery } from '#features/imports/imports.contract.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { FORMATS } from '#shared/exports.ts'
import { readInBatches } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import type { Classeur, ColonneEcrite, Valeur } from '#server/documents/classeur/ecriture.ts'
import { readAuteur } from '#server/documents/auteur.ts'
import { contentDisposition } from '#server/documents/download.ts'
import { refuse } from '#server/http/errors.ts'
import type { FileAnswer, FileContext } from '#server/http/route.ts'
import { NOMS_DES_DECLENCHEURS } from '#features/echeanciers/echeances.words.ts'
import type { Colonne } from '#features/imports/colonnes.ts'
import { MODES, PAR_LE_CLIENT, PAYEURS } from '#features/paiements/modes.ts'
import { formatPourcent, toDecimal } from '#shared/argent.ts'
import { GENRES } from '#shared/biens.ts'
import { numeroDossier, numeroRecu, numeroRemboursement } from '#shared/numero.ts'

/** Most lines that an import accepts. */
export const LIGNES_MAX = 150_000
const AT_ONCE = 1_000

/**
 * Answers the whole portfolio, or one residence, as a workbook that can be imported; or the empty model.
 * AppErrors: `introuvable` (404), `portefeuilleTropGrand` (422) above 150,000 lines, `documentsOccupes` (503).
 */
export function sendPortefeuille(
  { modele, residence_id }: PortefeuilleQuery,
  { read, signal, inTurn }: Pick<FileContext, 'read' | 'signal' | 'inTurn'>,
): Promise<FileAnswer> {
  return inTurn(async () => {
    const classeur = await read((db) => (modele ? readModele(db) : readPortefeuille(db, residence_id)))
    const fichier = modele ? 'modele-portefeuille.xlsx' : `portefeuille-${aujourdhui()}.xlsx`
    return {
      content: await classeur.render({ signal }),
      type: FORMATS.xlsx,
      disposition: contentDisposition(fichier),
    }
  })
}

const readModele = async (db: Db): Promise<Classeur> =>
  (await createModele('Modèle de portefeuille', [], await readAuteur(db))).classeur

/** Fills the workbook of a portfolio; the caller's transaction fixes the instant. @throws introuvable, portefeuilleTropGrand */
async function readPortefeuille(db: Db, residence_id: number | undefined): Promise<Classeur> {
  const residence = await nameOf(db, residence_id)
  const [compte] = (await countLignes(residence_id).execute(db)).rows
  const lignes = compte?.lignes ?? 0
  if (lignes > LIGNES_MAX) throw refuse(importsErreurs.portefeuilleTropGrand, { lignes })
  const { classeur, feuilles } = await createModele(
    residence === null ? 'Portefeuille' : `Portefeuille : ${residence}`,
    [
      `Exporté de Diyar le ${formatJourCourt(aujourdhui())}. Les plans, les justificatifs, les pièces, les papiers, l'identité et la civilité des clients, les dossiers légaux, les noms en arabe, les remises, les relances et les transferts ne sont pas dans ce classeur.`,
      ...(await readHomonymes(db, residence_id)),
    ],
    await readAuteur(db),
    { ventes: REMISE_ECRITE },
  )
  for (const nom of NOMS_DES_FEUILLES) {
    const colonnes = colonnesDe(nom)
    let ligne = 1
    await readInBatches(db, REQUETES[nom](residence_id), AT_ONCE, (rows) =>
      feuilles[nom](
        rows.map((row) => ({
          ligne: ++ligne,
          cellules: [...writeLine(colonnes, row), ...('remise' in row ? [writeRemise(row)] : [])],
        })),
      ),
    )
  }
  return classeur
}

/** Column of the discount granted on the price of a sale; an import does not read it (docs/imports.md). */
const REMISE_ECRITE: ColonneEcrite = {
  titre: COLONNE_DES_REMISES,
  format: 'montant',
  largeur: 18,
  note: "Ce qui a été accordé sur le prix du bien à l'ouverture de la vente.\nL'import ne lit pas cette colonne.",
}
const writeRemise = ({ remise }: Row): Valeur => (typeof remise === 'number' ? toDecimal(remise) : null)

async function nameOf(db: Db, id: number | undefined): Promise<string | null> {
  if (id === undefined) return null
  const residence = await db.selectFrom('residences').select('nom').where('id', '=', id).executeTakeFirst()
  if (!residence) throw refuse(communesErreurs.introuvable)
  return residence.nom
}

interface Homonymes {
  quoi: string
  nombre: number
  nom: string
  lieu: string | null
}

const SAID = 50

const inside = (id: number | undefined) => inResidence(id, sql`r.id`)

const homonymes = (id: number | undefined): RawBuilder<Homonymes> => sql`
  select 'blocs' as quoi, count(*)::integer as nombre, o.nomloc as nom, '« ' || r.nom || ' »' as lieu
    from blocs o join residences r on r.id = o.residence_id where ${inside(id)} group by r.id, o.nomloc having count(*) > 1
  union all
  select 'étages', count(*)::integer, e.designation, '« ' || o.nomloc || ' » de « ' || r.nom || ' »'
    from etages e join blocs o on o.id = e.bloc_id join residences r on r.id = o.residence_id
    where ${inside(id)} group by r.nom, o.id, e.designation having count(*) > 1
  union all
  select 'parkings', count(*)::integer, k.parking_nom, '« ' || r.nom || ' »'
    from parkings k join residences r on r.id = k.residence_id where ${inside(id)} group by r.id, k.parking_nom having count(*) > 1
  union all
  select 'clients', count(*)::integer, c."nomComplet", null from (${REQUETES.clients(id)}) c
    group by c."nomComplet", plier_telephone(c.tel) having count(*) > 1
  order by 1, 3, 4 limit ${sql.lit(SAID)}`

/** Sentences for the sheet Aide about records that share a name. */
async function readHomonymes(db: Db, residence: number | undefined): Promise<string[]> {
  const { rows } = await homonymes(residence).execute(db)
  return rows.map(({ quoi, nombre, nom, lieu }) => {
    const combien = nombre === 2 ? 'Deux' : String(nombre)
    const ou = lieu === null ? ' avec le même téléphone' : ` dans ${lieu}`
    return `${combien} ${quoi} portent le nom « ${nom} »${ou} : renommez l'un d'eux avant d'importer ce classeur.`
  })
}

const MOTS: Record<string, Readonly<Record<string, string>>> = {
  type: Object.fromEntries(Object.entries(GENRES).map(([type, { nom }]) => [type, nom])),
  mode: MODES,
  payeur_type: PAYEURS,
  declencheur: NOMS_DES_DECLENCHEURS,
  origine: { client: 'Client', promoteur: 'Promoteur' },
}

const numero = (
  annee: Row[string] | undefined,
  rang: Row[string] | undefined,
  write: (annee: number, rang: number) => string,
) => (typeof annee === 'number' && typeof rang === 'number' ? write(annee, rang) : null)

/** Columns whose cell differs from the stored value. */
const ECRITS: Record<string, ((row: Row) => Valeur) | undefined> = {
  dossier: (row) => numero(row['dossier_annee'], row['dossier_numero'], numeroDossier),
  recu: (row) => numero(row['recu_annee'], row['recu_numero'], numeroRecu),
  represente: (row) => numero(row['represente_annee'], row['represente_numero'], numeroRecu),
  payeur_type: (row) => mot('payeur_type', row['payeur_type']) ?? PAR_LE_CLIENT,
}

function mot(champ: string, code: Row[string] = null): string | null {
  if (code === null) return null
  const trouve = MOTS[champ]?.[code]
  if (trouve === undefined) throw new RangeError(`no word for the ${champ} ${code}`)
  return trouve
}

/** Cells of one line, in the order of the columns: amounts in dinars, areas in m², days as YYYY-MM-DD. */
const writeLine = (colonnes: readonly Colonne[], row: Row): Valeur[] =>
  colonnes.map((colonne) => writeCell(colonne, row))

function writeCell({ champ, sorte }: Colonne, row: Row): Valeur {
  if ('annee' in row && champ === 'numero') return numero(row['annee'], row['numero'], numeroRemboursement)
  const write = ECRITS[champ]
  if (write) return write(row)
  const valeur = row[champ]
  if (valeur === undefined) throw new RangeError(`no column ${champ}`)
  if (MOTS[champ]) return mot(champ, valeur)
  if (typeof valeur === 'number') {
    // A number below 1 would be read as a percentage of Excel.
    if (sorte === 'part' && valeur < 100) return formatPourcent(toDecimal(valeur), 'toujours')
    if (sorte === 'montant' || sorte === 'surface' || sorte === 'part') return toDecimal(valeur)
    return sorte === 'entier' ? valeur : String(valeur)
  }
  return valeur
}
