import { defineErreurs, type Contraintes } from '#shared/erreurs.ts'

export const chequesErreurs = defineErreurs({
  chequeInconnu: { status: 422, message: "Ce chèque n'existe pas ou a été supprimé." },
  compteBancaireInconnu: { status: 422, message: 'Veuillez sélectionner un compte bancaire.' },
  compteBancaireInactif: { status: 422, message: "Ce compte bancaire n'est plus utilisé." },
  compteBancairePris: { status: 422, message: 'Ce compte bancaire existe déjà.' },
  remiseEntamee: {
    status: 409,
    message: 'Impossible de supprimer cette remise : un de ses chèques est déjà encaissé ou rejeté.',
  },
})

export const chequesContraintes = {
  comptes_bancaires_numero: { code: 'compteBancairePris', champ: 'numero' },
  remises_compte: { code: 'conflit' },
} as const satisfies Contraintes
