import type { CibleDAide } from '#shared/aide.ts'
import { screens } from '#shared/screens.ts'

/** Help page of « ? » on each screen, by the path of its route; a part of a screen that has its own is named by its parameter. */
export const AIDE_DES_ECRANS: Readonly<Record<string, CibleDAide>> = {
  '/': 'avant-de-commencer',
  [screens.dashboard]: 'avant-de-commencer',
  [screens.residences]: 'creer-une-residence',
  [`${screens.residences}/$residenceId/generer`]: 'creer-une-residence#generer-les-lots',
  [screens.blocs]: 'creer-une-residence#generer-les-lots',
  [screens.etages]: 'creer-une-residence#generer-les-lots',
  [screens.appartements]: 'vendre-un-bien',
  [screens.locaux]: 'vendre-un-bien',
  [screens.parkings]: 'vendre-un-bien',
  [screens.planDeVente]: 'vendre-un-bien',
  '/blocs/$blocId/stades/$stadeId/appels': 'relancer#appeler-des-fonds',
  [screens.clients]: 'apporter-ses-clients',
  [`${screens.clients}/$clientId`]: 'encaisser-et-corriger',
  [`${screens.clients}/$clientId/paiements`]: 'encaisser-et-corriger#corriger',
  [`${screens.clients}/$clientId/paiements/$`]: 'encaisser-et-corriger#corriger',
  [screens.paiements]: 'encaisser-et-corriger',
  [screens.recap]: 'fin-de-l-annee#la-situation-au-31-decembre',
  [screens.promoteur]: 'avant-de-commencer#ce-qu-il-faut-reunir',
  [screens.membres]: 'sauvegarder#mot-de-passe-perdu',
  [screens.charges]: 'fin-de-l-annee#les-ecritures',
  [screens.profil]: 'sauvegarder#code-a-la-connexion',
  [screens.ventes]: 'vendre-un-bien',
  [`${screens.ventes}?onglet=options`]: 'vendre-un-bien#retenir-un-bien-sans-le-vendre',
  [`${screens.ventes}?onglet=clos`]: 'desistement#rembourser',
  [`${screens.ventes}/$venteId`]: 'vendre-un-bien#ensuite-dans-le-dossier',
  [screens.echeances]: 'relancer',
  [`${screens.echeances}?onglet=a_venir`]: 'personne-en-retard',
  [screens.cheques]: 'les-cheques',
  [`${screens.cheques}?onglet=remis`]: 'les-cheques#quand-le-releve-arrive',
  [`${screens.cheques}?onglet=rejete`]: 'les-cheques#un-cheque-revient-impaye',
  [screens.rapports]: 'fin-du-mois',
  [`${screens.rapports}?rapport=encaissements`]: 'fin-du-mois#les-encaissements',
  [`${screens.rapports}?rapport=banque`]: 'fin-du-mois#la-banque',
  [`${screens.rapports}?rapport=tva`]: 'fin-du-mois#la-tva',
  [`${screens.rapports}?rapport=ecritures`]: 'fin-de-l-annee#les-ecritures',
  [`${screens.rapports}?rapport=recus`]: 'fin-du-mois#le-registre',
  [`${screens.rapports}?rapport=caisse`]: 'fin-du-mois#chaque-soir-la-caisse',
  [screens.importer]: 'apporter-ses-clients',
  [screens.journal]: 'encaisser-et-corriger#corriger',
  [screens.parametres]: 'avant-de-commencer',
  [`${screens.parametres}?section=ventes`]: 'relancer#changer-le-message',
  [`${screens.parametres}?section=stades`]: 'personne-en-retard#les-stades-des-travaux',
  [`${screens.parametres}?section=modeles`]: 'personne-en-retard#l-echeancier',
  [`${screens.parametres}?section=paiements`]: 'encaisser-et-corriger',
  [`${screens.parametres}?section=timbre`]: 'encaisser-et-corriger',
  [`${screens.parametres}?section=tva`]: 'fin-du-mois#la-tva',
  [`${screens.parametres}?section=ecritures`]: 'fin-de-l-annee#les-ecritures',
  [`${screens.parametres}?section=sauvegardes`]: 'sauvegarder#garder-une-copie-ailleurs',
}

/**
 * Returns the help page that « ? » opens on a screen. @param path of the route, such as `/clients/$clientId` @param search parameters of the address; null for a
 * screen that no list names
 */
export function aideDe(path: string, search: Readonly<Record<string, unknown>>): CibleDAide | null {
  const ecran = path.length > 1 ? path.replace(/\/$/, '') : path
  const partie = Object.entries(search).flatMap(
    ([name, value]) => AIDE_DES_ECRANS[`${ecran}?${name}=${String(value)}`] ?? [],
  )
  return partie[0] ?? AIDE_DES_ECRANS[ecran] ?? null
}
