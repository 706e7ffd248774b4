import { CHAMPS_DE_L_ACQUEREUR, CHAMPS_DU_NUMERO } from '#features/imports/reprise.words.ts'
import { lireMontant } from '#features/imports/cellules.ts'
import type { LigneLue, Tranche } from '#server/documents/classeur/lecteur.ts'
import { isBlank } from '#features/imports/server/reprise/cellules.rules.ts'
import { recognizeColumns, type Reconnue } from '#features/imports/server/reprise/reconnaitre.ts'
import { isConnu, type SorteDExemple } from '#features/imports/server/reprise/sens.ts'
import {
  findTitles,
  LIGNES_DE_TITRES,
  readTitles,
  textOf,
  type TitreLu,
} from '#features/imports/server/reprise/titres.feuille.ts'
import { foldTitreDeListe } from '#features/imports/server/reprise/titres.ts'
import { beginsTotal } from '#features/imports/server/reprise/totaux.ts'
import { colonnesDe, foldTitre, PAR_TITRE } from '#features/imports/server/sheets.ts'
import { letter } from '#server/documents/xlsx.ts'
import { formatNombre } from '#shared/argent.ts'
import type { Cellule } from '#shared/cellule.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { readJour, readMontant } from '#shared/saisie.ts'
import { showTexte } from '#shared/texte.ts'

/** A column of a list of the member's own, as it was found. */
export interface ColonneRelevee extends Reconnue {
  lettre: string
  titre: string
  /** The first three values, as a person reads them. */
  exemples: string[]
  sorte: SorteDExemple
  /** The title is one of the model's sheet Reprise. */
  duModele: boolean
}

/** A sheet whose titles are known. */
export interface FeuilleRelevee {
  nom: string
  entete: number
  /** Lines below the titles, without blank ones and lines of totals. */
  lignes: number
  colonnes: ColonneRelevee[]
  /** Numbers of biens with the prices beside them, in the unit of the sheet. */
  prix: { numero: string; prix: number }[]
  unite: boolean
}

/** Content of the sheets of a workbook that no sheet of the model names. */
export interface Releve {
  feuilles: FeuilleRelevee[]
  /** Most of the sheets tell of one buyer each. */
  uneParAcquereur: boolean
}

const EXEMPLES = 3
/** Lines in which a sheet about one buyer names him. */
const LIGNES_D_UNE_FICHE = 30
const PRIX_LUS = 500
const TITRES_DU_MODELE = new Map(colonnesDe('reprise').map(({ titre, champ }) => [foldTitre(titre), champ]))

/** Finds the titles of every sheet, and what stands below them. Nothing of it is kept but three examples a column. */
export async function surveySheets(tranches: AsyncIterable<Tranche>): Promise<Releve> {
  const releves: FeuilleEnReleve[] = []
  let courante: FeuilleEnReleve | undefined
  for await (const { feuille, lignes, groupes } of tranches) {
    if (courante?.nom !== feuille) releves.push((courante = new FeuilleEnReleve(feuille, lignes)))
    for (const lue of lignes) courante.add(lue)
    if (groupes) courante.groupes = groupes
  }
  const feuilles = releves.flatMap((releve) => releve.end() ?? [])
  const pleines = releves.filter(({ vide }) => !vide)
  const fiches = pleines.filter(({ fiche }) => fiche)
  return { feuilles, uneParAcquereur: fiches.length > 1 && fiches.length * 2 > pleines.length }
}

interface Colonne {
  exemples: string[]
  sortes: Record<'nombre' | 'jour' | 'texte', number>
}

class FeuilleEnReleve {
  readonly nom: string
  groupes: Tranche['groupes'] = []
  vide = true
  /** A line « Nom : Kaci Ahmed » above, or in place of, the titles. */
  fiche = false
  readonly #tete: LigneLue[]
  readonly #entete: LigneLue | undefined
  readonly #reprise: boolean
  readonly #colonnes = new Map<number, Colonne>()
  readonly #prix: FeuilleRelevee['prix'] = []
  readonly #places: Readonly<Record<'acquereur' | 'numero' | 'prix', readonly number[]>>
  #lignes = 0

  constructor(nom: string, lignes: readonly LigneLue[]) {
    this.nom = nom
    this.#reprise = PAR_TITRE.get(foldTitre(nom)) === 'reprise'
    this.#tete = lignes.filter(({ ligne }) => ligne <= LIGNES_DE_TITRES)
    this.#entete = findTitles(
      lignes,
      (titre) => isConnu(titre) || (this.#reprise && TITRES_DU_MODELE.has(foldTitre(titre))),
    )
    const champs = this.#entete ? this.#recognize(readTitles(this.#entete, this.#tete, [])) : []
    const placesOf = (wanted: (champ: string) => boolean) =>
      champs.flatMap(({ at, champ }) => (champ !== null && wanted(champ) ? [at] : []))
    this.#places = {
      acquereur: placesOf((champ) => CHAMPS_DE_L_ACQUEREUR.has(champ)),
      numero: placesOf((champ) => CHAMPS_DU_NUMERO.has(champ)),
      prix: placesOf((champ) => champ === 'prix'),
    }
  }

  add(lue: LigneLue): void {
    this.vide = false
    if (lue.ligne < (this.#entete?.ligne ?? LIGNES_D_UNE_FICHE)) this.fiche ||= isFiche(lue)
    if (!this.#entete || lue.ligne <= this.#entete.ligne || this.#isTotal(lue)) return
    this.#lignes += 1
    for (const [at, cellule] of lue.cellules.entries()) this.#look(at, cellule)
    const [numero, prix] = [this.#places.numero, this.#places.prix].map(
      (places) => lue.cellules[places[0] ?? -1],
    )
    const lu = prix === undefined ? null : Number(lireMontant(prix).valeur ?? Number.NaN)
    if (textOf(numero) !== '' && lu !== null && lu > 0 && this.#prix.length < PRIX_LUS)
      this.#prix.push({ numero: textOf(numero), prix: lu })
  }

  /** @returns the sheet, or null when its titles are not known */
  end(): FeuilleRelevee | null {
    if (!this.#entete) return null
    const titres = readTitles(this.#entete, this.#tete, this.groupes)
    const colonnes = this.#recognize(titres).flatMap(({ at, titre, champ, sur, duModele }) => {
      const { exemples = [] } = this.#colonnes.get(at) ?? {}
      if (titre === '' && exemples.length === 0) return []
      return [
        {
          lettre: letter(at),
          titre: showTexte(titre),
          exemples,
          sorte: this.#sorteOf(at),
          champ,
          sur,
          duModele,
        },
      ]
    })
    return {
      nom: showTexte(this.nom),
      entete: this.#entete.ligne,
      lignes: this.#lignes,
      colonnes,
      prix: this.#prix,
      unite: titres.some(({ titre }) => foldTitreDeListe(titre).unite),
    }
  }

  /** The model's titles are read first and surely in a sheet of that name, the others by their words. */
  #recognize(titres: readonly TitreLu[]) {
    const dits = titres.map(({ titre }) =>
      this.#reprise ? (TITRES_DU_MODELE.get(foldTitre(titre)) ?? null) : null,
    )
    const autres = recognizeColumns(
      titres.map(({ at, titre, groupe }, rang) => ({
        titre: dits[rang] ? '' : titre,
        groupe: dits[rang] ? null : groupe,
        sorte: this.#sorteOf(at),
      })),
    )
    return titres.map(({ at, titre }, rang) => {
      const champ = dits[rang]
      const autre = autres[rang] ?? { champ: null, sur: false }
      if (champ) return { at, titre, champ, sur: true, duModele: true }
      return dits.includes(autre.champ)
        ? { at, titre, champ: null, sur: false, duModele: false }
        : { at, titre, ...autre, duModele: false }
    })
  }

  #isTotal({ cellules }: LigneLue): boolean {
    const premier = cellules.find((cellule) => textOf(cellule) !== '')
    if (beginsTotal(textOf(premier))) return true
    const { acquereur, numero } = this.#places
    const blank = (places: readonly number[]) =>
      places.length > 0 && places.every((at) => isBlank(cellules[at]))
    return blank(acquereur) && blank(numero) && cellules.some((cellule) => sorteOf(cellule) === 'nombre')
  }

  #look(at: number, cellule: Cellule): void {
    const sorte = sorteOf(cellule)
    if (sorte === null) return
    const colonne = this.#colonnes.get(at) ?? { exemples: [], sortes: { nombre: 0, jour: 0, texte: 0 } }
    this.#colonnes.set(at, colonne)
    colonne.sortes[sorte] += 1
    if (colonne.exemples.length === EXEMPLES) return
    const montre = showCell(cellule)
    if (!colonne.exemples.includes(montre)) colonne.exemples.push(montre)
  }

  /** The kind of most of what stands in a column. */
  #sorteOf(at: number): SorteDExemple {
    const sortes = this.#colonnes.get(at)?.sortes
    if (!sortes) return null
    const { nombre, jour, texte } = sortes
    if (nombre >= jour && nombre >= texte) return 'nombre'
    return jour >= texte ? 'jour' : 'texte'
  }
}

function sorteOf(cellule: Cellule | undefined): SorteDExemple {
  if (cellule === null || cellule === undefined) return null
  if (cellule instanceof Date) return 'jour'
  if (typeof cellule === 'number') return 'nombre'
  const texte = textOf(cellule)
  if (isBlank(texte)) return null
  if (texte.length < 40 && readJour(texte) !== null) return 'jour'
  return texte.length < 40 && readMontant(texte) !== null ? 'nombre' : 'texte'
}

const EXEMPLE_MAX = 80

function showCell(cellule: Cellule): string {
  if (cellule instanceof Date) return formatJourCourt(cellule.toISOString().slice(0, 10))
  if (typeof cellule !== 'number') return showTexte(textOf(cellule).slice(0, EXEMPLE_MAX))
  return Number.isInteger(cellule) ? formatNombre(cellule) : String(cellule).replace('.', ',')
}

/** True for a line that names one buyer beside a label: « Client : | Kaci Ahmed », « Nom et prénom : Kaci Ahmed ». */
function isFiche({ cellules }: LigneLue): boolean {
  const textes = cellules.map(textOf).filter((texte) => texte !== '')
  const [, avant = ''] = /^([^:]{2,40}):\s*\S/.exec(textes[0] ?? '') ?? []
  const libelle = textes.length === 2 ? (textes[0] ?? '') : avant
  const [colonne] = recognizeColumns([{ titre: libelle, groupe: null, sorte: 'texte' }])
  return colonne?.champ != null && CHAMPS_DE_L_ACQUEREUR.has(colonne.champ) && colonne.sur
}
