import { APPELS_MAX } from '#features/papiers/papiers.rules.ts'
import { JOUR_FUTUR } from '#shared/champs/codecs.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const papiersErreurs = defineErreurs({
  aucunPaiement: { status: 409, message: "Aucun paiement n'est enregistré pour cette vente." },
  rienEncaisse: {
    status: 409,
    message:
      "Aucun versement de cette vente n'est encore encaissé : l'attestation s'établit après l'encaissement.",
  },
  jourDesSommes: {
    status: 422,
    message: "Ce document porte des sommes à ce jour : sa date est celle d'aujourd'hui.",
  },
  jourFutur: { status: 422, message: JOUR_FUTUR },
  texteTropLong: { status: 422, message: 'Ce texte est trop long.' },
  echeanceNonExigible: { status: 409, message: "Cette échéance n'est pas exigible." },
  echeanceManquante: { status: 422, message: 'Veuillez choisir une échéance.' },
  delaiManquant: { status: 422, message: 'Le délai doit être compris entre 1 et 365 jours.' },
  rienDeRetard: { status: 409, message: "Rien n'est en retard sur cette vente." },
  clausesManquantes: {
    status: 409,
    message: "Rédigez d'abord les clauses du contrat dans Paramètres, Documents.",
  },
  identiteManque: {
    status: 409,
    message: ({ noms }: { noms: readonly string[] }) =>
      `Il manque au dossier : date de naissance de ${noms.join(' et de ')}.`,
  },
  limitePassee: { status: 422, message: 'La date limite ne peut pas être passée.' },
  sansLivraison: { status: 409, message: "Notez d'abord la date de livraison dans le dossier." },
  garantieManquante: {
    status: 409,
    message: ({ bloc }: { bloc: string }) =>
      `Renseignez d'abord la garantie du bloc ${bloc} dans le dossier légal de la résidence.`,
  },
  garantieExpiree: {
    status: 409,
    message: ({ bloc, jour }: { bloc: string; jour: Jour }) =>
      `La garantie du bloc ${bloc} a expiré le ${formatJourCourt(jour)}.`,
  },
  aucunStade: { status: 409, message: "Aucun stade n'est atteint pour ce bloc." },
  autreBloc: { status: 422, message: "Ce dossier n'est pas dans ce bloc." },
  stadeNonAtteint: { status: 409, message: "Enregistrez d'abord ce stade." },
  aucuneEcheance: { status: 422, message: 'Choisissez au moins une échéance.' },
  aucunAppel: { status: 422, message: 'Choisissez au moins un appel de fonds.' },
  tropDAppels: { status: 422, message: `${APPELS_MAX} appels de fonds au plus à la fois.` },
  appelImpossible: {
    status: 409,
    message: ({ libelle, dossier }: { libelle: string; dossier: string }) =>
      `L'échéance « ${libelle} » du dossier ${dossier} n'est pas exigible, ou elle est réglée.`,
  },
  dejaAnnule: { status: 409, message: 'Ce document est déjà annulé.' },
  codeInconnu: { status: 404, message: 'Aucun document ne porte ce code.' },
})
