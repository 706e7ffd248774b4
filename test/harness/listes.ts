import { readXlsx, writeXlsx } from 'hucre/xlsx'

export type ValeurDeListe = string | number | Date | null
export interface FeuilleDEssai {
  lignes: readonly (readonly ValeurDeListe[])[]
  /** Merged ranges, « B4:D4 ». */
  fusions?: readonly string[]
}

/** A cell that holds a day. */
export const jourDeListe = (texte: string) => new Date(`${texte}T00:00:00Z`)
const plage = (texte: string) => {
  const [, a = '', de = '', b = '', jusque = ''] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(texte) ?? []
  const rang = (lettres: string) =>
    [...lettres].reduce((sum, une) => sum * 26 + une.charCodeAt(0) - 64, 0) - 1
  return { startRow: Number(de) - 1, startCol: rang(a), endRow: Number(jusque) - 1, endCol: rang(b) }
}

/** A workbook of lists as promoters keep them, each sheet from its line 1. */
export async function listes(
  feuilles: Record<string, FeuilleDEssai | FeuilleDEssai['lignes']>,
): Promise<Buffer> {
  const sheets = Object.entries(feuilles).map(([name, une]) => {
    const { lignes, fusions = [] } = 'lignes' in une ? une : { lignes: une }
    return { name, rows: lignes.map((ligne) => [...ligne]), merges: fusions.map(plage) }
  })
  return Buffer.from(await writeXlsx({ sheets }))
}

/** The same workbook with other values in some cells, as somebody who corrects it in Excel leaves it. */
export async function corrige(
  classeur: Uint8Array,
  corrections: Record<string, Record<string, ValeurDeListe>>,
): Promise<Buffer> {
  const { sheets } = await readXlsx(classeur)
  for (const { name, rows } of sheets)
    for (const [adresse, valeur] of Object.entries(corrections[name] ?? {})) {
      const { startRow, startCol } = plage(`${adresse}:${adresse}`)
      const ligne = rows[startRow]
      if (!ligne) throw new Error(`no line ${adresse} in ${name}`)
      ligne[startCol] = valeur
    }
  return Buffer.from(await writeXlsx({ sheets: sheets.map(({ name, rows }) => ({ name, rows })) }))
}

const TITRES =
  'N°,NOM ET PRENOM,TEL,CNI,BLOC,ETAGE,N° APPT,TYPE,SURF,PRIX DE VENTE,DATE RESERV,1er VERSEMENT,DATE,2eme VERSEMENT,DATE,N° CHEQUE,TOTAL VERSE,RESTE,OBSERVATION'.split(
    ',',
  )

/** Corrections that a promoter makes in his own list: the phone of line 8, the day of line 9. */
export interface Corrections {
  tel8: ValeurDeListe
  date9: ValeurDeListe
}

/** The workbook of `entree.md` D.1: eight buyers of El Bahdja, and two places of a sheet « parking ». */
export const EL_BAHDJA = ({ tel8, date9 }: Corrections) => {
  const line = (
    rang: number,
    [nom, tel, lot, etage]: readonly [string, ValeurDeListe, ValeurDeListe, string],
    prix: number,
    verses: readonly ValeurDeListe[],
    total: number,
  ): ValeurDeListe[] => [
    rang,
    nom,
    tel,
    `10985012345${rang}`,
    'A',
    etage,
    lot,
    'F4',
    85,
    prix,
    jourDeListe('2026-01-12'),
    ...Array.from({ length: 5 }, (_, at) => verses[at] ?? null),
    total,
    prix - total,
    null,
  ]
  const d = jourDeListe('2026-02-15')
  return {
    'EL BAHDJA': [
      [],
      [null, 'PROMOTION EL BAHDJA — LISTE DES ACQUEREURS'],
      [],
      TITRES,
      line(
        1,
        ['Kaci Ahmed et Kaci Nora', '0550 11 22 33', 101, 'R+1'],
        12_500_000,
        [3_200_000, d],
        3_200_000,
      ),
      line(
        2,
        ['Haddad Samia', '0661 20 30 40 / 0770 20 30 40', 'A-102', 'R+1'],
        12_000_000,
        [2_000_000, d, 500_000, jourDeListe('2026-05-20'), '0045121'],
        2_500_000,
      ),
      line(
        3,
        ['Mme Ziani Lila', '0552 33 44 55', 103, 'R+1'],
        13_000_000,
        ['cheque impayé', null, 3_000_000, d],
        3_000_000,
      ),
      line(4, ['Brahimi Yacine', tel8, 104, 'R+1'], 13_000_000, [1_500_000, d], 1_500_000),
      line(5, ['Ouali Lynda', '0553 44 55 66', 201, 'R+2'], 12_750_000, [2_000_000, date9], 2_000_000),
      line(6, ['Belkhir Samir', '0554 55 66 77', 202, 'R+2'], 12_250_000, [2_500_000, d], 2_500_000),
      line(7, ['Toumi Nadir', '0555 66 77 88', 203, 'R+2'], 13_250_000, [1_800_000, d], 1_800_000),
      line(8, ['Saadi Rym', '0556 77 88 99', 204, 'R+2'], 13_250_000, [1_000_000, d], 1_000_000),
      [
        'TOTAL',
        ...Array<null>(8).fill(null),
        102_000_000,
        ...Array<null>(6).fill(null),
        17_500_000,
        84_500_000,
      ],
    ],
    parking: [
      ['N° PLACE', 'NOM', 'PRIX', 'VERSE'],
      [3, 'Belkhir Samir', 900_000, 300_000],
      [7, 'Saadi Rym', 900_000, 450_000],
    ],
  } satisfies Parameters<typeof listes>[0]
}

const PRIX_D_EL_BAHDJA = { 101: 12_500_000, 102: 12_500_000, 103: 13_000_000, 104: 13_000_000 } as const
const AU_DEUXIEME = { 201: 12_750_000, 202: 12_750_000, 203: 13_250_000, 204: 13_250_000 } as const

/** Rows of Diyar before that workbook is sent: eight lots of a bloc, and the places of a parking. */
export const PATRIMOINE_EL_BAHDJA = {
  residence: 'Résidence El Bahdja',
  blocs: {
    'Bloc A': Object.entries({ ...PRIX_D_EL_BAHDJA, ...AU_DEUXIEME }).map(([numero, prix]) => ({
      numero: `A${numero}`,
      prix,
      niveau: Number(numero[0]),
      type: 'F4',
      surface: 8500,
    })),
  },
  places: [1, 2, 3, 4, 5, 6, 7, 8],
}
