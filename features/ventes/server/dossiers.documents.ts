import { describeBiens, toBienResume, describeLieu } from '#features/etats/server/biens.read.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { NOMS_DES_ETAPES } from '#features/ventes/dossier.codes.ts'
import type { DossiersFiltres } from '#features/ventes/dossiers.contract.ts'
import { finLe, findDossiers, type LigneLue, readLignes } from '#features/ventes/server/dossiers.list.ts'
import { etapeOf } from '#features/ventes/server/dossiers.read.ts'
import { aujourdhui, describePeriode, readPeriode } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import { formatCompte } from '#shared/texte.ts'
import { LIGNES_PAR_TRANCHE } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import type { ColonneDeListe, Liste, Rangee } from '#server/documents/liste.ts'
import { printTexte } from '#server/documents/papier.ts'

const texte = (title: string, width: number): ColonneDeListe => ({ title, kind: 'texte', width, mm: 20 })
const jour = (title: string): ColonneDeListe => ({ title, kind: 'jour', width: 13, mm: 15 })
const montant = (title: string): ColonneDeListe => ({
  title,
  kind: 'montant',
  width: 20,
  mm: 27,
  total: 'somme',
})

const COLONNES: readonly ColonneDeListe[] = [
  texte('Dossier', 14),
  texte('Étape', 14),
  texte('Client', 34),
  texte('Téléphone', 18),
  texte('Bien', 24),
  texte('Résidence', 26),
  texte('Bloc', 16),
  jour('Réservation'),
  jour('Contrat'),
  jour('Livraison'),
  texte('Notaire', 26),
  texte('Vendu par', 26),
  montant('Prix'),
  montant('Remise accordée'),
  montant('Payé'),
  montant('Reste'),
  montant('En retard'),
]
const COLONNES_CLOSES: readonly ColonneDeListe[] = [
  jour('Fin'),
  montant('Retenue'),
  montant('Remboursé'),
  montant('Reste à rembourser'),
]

/** Reads all dossiers of a list for its workbook, amounts in centimes (comptes C.2). */
export async function readDossiersListe(db: Db, filtres: DossiersFiltres): Promise<Liste> {
  const ids = await findDossiers(db, filtres)
  const closes = filtres.etat === 'closes' && filtres.sans_echeancier === undefined
  return {
    fichier: 'ventes',
    titre: 'Dossiers de vente',
    feuille: 'Ventes',
    onglet: closes ? 'Clos' : 'En cours',
    criteres: await criteres(db, filtres),
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: closes ? [...COLONNES, ...COLONNES_CLOSES] : COLONNES,
    async lignes(take) {
      for (let from = 0; from < ids.length; from += LIGNES_PAR_TRANCHE) {
        const lignes = await readLignes(db, ids.slice(from, from + LIGNES_PAR_TRANCHE))
        await take(lignes.map((ligne) => [...toRangee(ligne), ...(closes ? toFin(ligne) : [])]))
      }
    },
    totaux: `Total : ${formatCompte(ids.length, 'dossier')}`,
    vide: 'Aucun dossier pour ces critères.',
  }
}

function toRangee(ligne: LigneLue): Rangee {
  const bien = toBienResume(ligne.bien)
  return [
    numeroDossier(ligne.dossier_annee, ligne.dossier_numero),
    NOMS_DES_ETAPES[etapeOf(ligne)],
    ligne.client.nomComplet,
    ligne.client.tel,
    bien.designation,
    bien.residence,
    ligne.bien.code ?? '',
    ligne.reservation_le,
    ligne.contrat_le,
    ligne.livraison_le,
    ligne.notaire,
    ligne.vendeur?.nom ?? null,
    ligne.prix,
    ligne.remise,
    ligne.total_paye,
    avancement(ligne.prix, ligne.total_paye).resteAPayer,
    ligne.en_retard,
  ]
}

const toFin = (ligne: LigneLue): Rangee => [
  finLe(ligne),
  ligne.desistement?.retenue ?? null,
  ligne.desistement?.rembourse ?? null,
  ligne.desistement?.a_rembourser ?? null,
]

/** Names the filters: « Les Jardins · Bloc A · Sans date de contrat · Recherche « benali » ». */
async function criteres(db: Db, filtres: DossiersFiltres): Promise<string[]> {
  const { search, bien_id, vendeur_id, a_rembourser, sans_echeancier, sans_contrat, tri } = filtres
  const bien = bien_id === undefined ? undefined : (await describeBiens(db, [bien_id])).get(bien_id)
  const said = [
    describePeriode(readPeriode(filtres)),
    sans_echeancier === undefined ? '' : 'Sans échéancier',
    sans_contrat === undefined ? '' : 'Sans date de contrat',
    a_rembourser === undefined ? '' : 'Reste à rembourser',
    tri === 'reste' ? 'Du plus grand reste au plus petit' : '',
    ...(await describeLieu(db, filtres)),
    bien ? printTexte(toBienResume(bien).designation) : '',
    vendeur_id === undefined ? '' : await nommerVendeur(db, vendeur_id),
    search === '' ? '' : `Recherche « ${printTexte(search)} »`,
  ].filter(Boolean)
  return said.length > 0 ? said : ['Tous les dossiers']
}

/** « Vendu par Nadia Ferhat » */
async function nommerVendeur(db: Db, id: number): Promise<string> {
  const membre = await db.selectFrom('membres').select('name').where('id', '=', id).executeTakeFirst()
  return `Vendu par ${membre ? printTexte(membre.name) : 'un ancien membre'}`
}
