import type { FeuilleDeListe, Import, ImportLu } from '#features/imports/imports.contract.ts'
import { importsEndpoints } from '#features/imports/imports.contract.ts'
import { answer, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'

/** An import of a workbook that is ready, without sheets. */
export const anImport = (given: Partial<Import> = {}): Import => {
  const statut = given.statut ?? 'pret'
  return {
    id: 7,
    nom: 'el-bahdja.xlsx',
    membre: 'Karim Benali',
    modifier: false,
    motif: null,
    fait: 0,
    total: 0,
    feuilles: [],
    nombre_erreurs: 0,
    nombre_avertissements: 0,
    nombre_modifications: 0,
    recus_a_numeroter: 0,
    peut_confirmer: statut === 'pret',
    peut_annuler: statut === 'pret' || statut === 'correspondance',
    peut_defaire: false,
    defait_le: null,
    defait_par: null,
    sauvegarde: null,
    cree_le: '2026-11-28T09:00:00.000Z',
    fini_le: null,
    ...given,
    statut,
  }
}

/** The lines of a sheet that are all new. `montant` in centimes. */
export const desLignes = (feuille: string, lignes: number, montant: number | null = null) => ({
  feuille,
  lignes,
  crees: lignes,
  existants: 0,
  modifies: 0,
  laisses: 0,
  erreurs: 0,
  montant,
})

/** A list of one's own: a number in amber, a name and a price that are sure. */
export const aFeuilleDeListe = (given: Partial<FeuilleDeListe> = {}): FeuilleDeListe => ({
  nom: 'EL BAHDJA',
  lire: true,
  entete: 4,
  lignes: 8,
  residence_id: 1,
  arretee_au: '2026-10-31',
  unite: 'da',
  unite_sure: true,
  colonnes: [
    {
      lettre: 'A',
      titre: 'NOM ET PRENOM',
      exemples: ['Kaci Ahmed et Kaci Nora'],
      champ: 'client',
      sur: true,
    },
    { lettre: 'B', titre: 'N° APPT', exemples: ['101', 'A-102'], champ: 'appartement', sur: true },
    { lettre: 'C', titre: 'PRIX DE VENTE', exemples: ['12 500 000'], champ: 'prix', sur: true },
    { lettre: 'D', titre: 'N°', exemples: ['1', '2', '3'], champ: null, sur: false },
  ],
  ...given,
})

/** Returns the fields of one import that the screen « Importer » reads, also among the previous ones. */
export function answersOfImport(lu: Partial<ImportLu> = {}): Answer[] {
  const { correspondance = null, ventes_sans_echeancier = 0, ...given } = lu
  const un = anImport(given)
  return [
    answer(importsEndpoints.list, onePage([un], { parPage: 10 })),
    answer(importsEndpoints.read, { ...un, correspondance, ventes_sans_echeancier }),
    answer(importsEndpoints.messages, onePage([], { parPage: 50 })),
  ]
}
