import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { defineErreurs } from '#shared/erreurs.ts'
import { formatCompte } from '#shared/texte.ts'

export const structureErreurs = defineErreurs({
  residenceNomPris: {
    status: 422,
    message: ({ action }: { action: 'la création' | 'la mise à jour' }) =>
      `Erreur lors de ${action}. Vérifiez que le nom est unique.`,
  },
  residenceSansPlan: { status: 404, message: 'Aucun plan PDF disponible pour cette résidence.' },
  residenceNonVide: {
    status: 409,
    message: ({ contenu }: { contenu: string }) =>
      `Impossible de supprimer cette résidence : elle contient ${contenu}.`,
  },
  residenceInconnue: { status: 422, message: 'Veuillez sélectionner une résidence.' },
  blocNonVide: {
    status: 409,
    message: ({ contenu }: { contenu: string }) =>
      `Impossible de supprimer ce bloc : il contient ${contenu}.`,
  },
  blocAvecDocuments: {
    status: 409,
    message: ({ quoi, documents }: { quoi: 'ce bloc' | 'cette résidence'; documents: number }) =>
      `Impossible de supprimer ${quoi} : ${formatCompte(documents, 'document')} y ${documents > 1 ? 'sont rattachés' : 'est rattaché'}.`,
  },
  blocInconnu: { status: 422, message: 'Veuillez sélectionner un bloc.' },
  blocAutreResidence: { status: 422, message: "Ce bloc n'appartient pas à la résidence choisie." },
  etageNonVide: {
    status: 409,
    message: ({ contenu }: { contenu: string }) =>
      `Impossible de supprimer cet étage : il contient ${contenu}.`,
  },
  etageInconnu: { status: 422, message: 'Veuillez sélectionner un étage.' },
  etageAutreBloc: { status: 422, message: "Cet étage n'appartient pas au bloc choisi." },
  garantieSansDate: { status: 422, message: 'La date de la garantie est obligatoire.' },
  garantieSansNumero: { status: 422, message: 'Le numéro de la garantie est obligatoire.' },
  garantieRenversee: {
    status: 422,
    message: ({ jour }: { jour: Jour }) =>
      `La fin de la garantie ne peut pas précéder son début (${formatJourCourt(jour)}).`,
  },
})
