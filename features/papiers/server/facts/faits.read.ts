import { sql } from 'kysely'
import { etatDuCheque } from '#features/paiements/modes.ts'
import { estDue } from '#features/papiers/papiers.rules.ts'
import {
  selectAcquereurs,
  selectEcheances,
  selectPaiements,
  selectVentes,
  toBloc,
  type LigneLue,
  type PaiementLu,
  type VenteLue,
} from '#features/papiers/server/facts/faits.lignes.ts'
import {
  finOf,
  sommeDes,
  sommesOf,
  type Acquereur,
  type AncienTitulaire,
  type EcheanceImprimee,
  type Emetteur,
  type Faits,
  type PaiementDesFaits,
  type Titulaire,
} from '#features/papiers/server/facts/faits.ts'
import { readParametresDe } from '#features/parametres/server/parametres.service.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { etatOf } from '#features/ventes/server/dossiers.read.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import { toEcheances } from '#features/echeanciers/server/echeances.wire.ts'
import { aujourdhui, jourOf, type Jour } from '#shared/dates.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { groupBy } from '#shared/group-by.ts'
import { numeroDossier, numeroRecu, numeroRemboursement } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { inOrder } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'

/** Reads what papers say of the promoter and of the settings, in three statements. */
export async function readEmetteur(db: Db): Promise<Emetteur> {
  const { documents, acces } = await readParametresDe(db, ['documents', 'acces'])
  return {
    aujourdhui: aujourdhui(),
    promoteur: await promoteurPourDocuments(db, documents),
    comptes: await db
      .selectFrom('comptes_bancaires')
      .select(['banque', 'agence', 'numero'])
      .where('actif', '=', true)
      .orderBy(sql`normaliser(banque)`)
      .orderBy('id')
      .execute(),
    textes: documents,
    adressePublique: acces.adresse_publique,
  }
}

/**
 * Reads what papers say of these ventes, in the order of the ids, in seven statements however many they are; an unknown id is left out. The
 * caller holds a snapshot or the lock of the vente.
 */
export async function readFaitsDesVentes(db: Db, venteIds: readonly number[]): Promise<Faits[]> {
  const ids = [...venteIds]
  const emetteur = await readEmetteur(db)
  const ventes = inOrder(ids, await selectVentes(db, ids))
  const acquereurs = byVente(await selectAcquereurs(db, ids))
  const paiements = byVente(await selectPaiements(db, ids))
  const echeances = byVente(await selectEcheances(db, ids))
  return ventes.map((vente) =>
    toFaits(emetteur, vente, {
      acquereurs: acquereurs.get(vente.id) ?? [],
      paiements: paiements.get(vente.id) ?? [],
      echeances: echeances.get(vente.id) ?? [],
    }),
  )
}

/** {@link readFaitsDesVentes} of one vente. @throws introuvable (404) */
export async function readFaitsDeLaVente(db: Db, venteId: number): Promise<Faits> {
  const [faits] = await readFaitsDesVentes(db, [venteId])
  if (!faits) throw refuse(communesErreurs.introuvable)
  return faits
}

const byVente = <T extends { vente_id: number }>(rows: T[]): Map<number, T[]> =>
  groupBy(rows, ({ vente_id }) => vente_id)

interface Lignes {
  acquereurs: readonly Acquereur[]
  paiements: readonly PaiementLu[]
  echeances: readonly LigneLue[]
}

function toFaits(emetteur: Emetteur, vente: VenteLue, { acquereurs, ...lignes }: Lignes): Faits {
  const { aujourdhui: today } = emetteur
  const paiements = lignes.paiements.map((lu) => toPaiement(vente, lu))
  const echeances = toImprimees(lignes.echeances, vente.prix, today)
  const terminee_le = vente.terminee_le && jourOf(vente.terminee_le)
  const titulaires = titulairesOf(vente, paiements)
  const dossier = {
    id: vente.id,
    dossier: numeroDossier(vente.dossier_annee, vente.dossier_numero),
    etat: etatOf(vente),
    montant: vente.prix,
    totalPaye: vente.total_paye,
    ...avancement(vente.prix, vente.total_paye),
    terminee_le,
    en_retard: echeances.reduce((somme, { etat, reste }) => somme + (etat === 'en_retard' ? reste : 0), 0),
    echeances,
    paiements,
  } as const
  const { lieu, reservation_le, contrat_le, livraison_le, livraison_prevue_le } = vente
  return {
    ...emetteur,
    dossier,
    acquereurs,
    titulaires,
    anciens: anciensOf(vente, titulaires, paiements),
    transferts: vente.transferts.map(({ quand, ...transfert }) => ({
      ...transfert,
      le: jourOf(new Date(quand)),
    })),
    sommes: sommesOf(dossier),
    fin: finOf({
      terminee_le,
      paye: vente.total_paye,
      desistement: vente.desistement,
      remboursements: vente.remboursements.map(({ annee, numero, ...lu }) => ({
        ...lu,
        numero: numeroRemboursement(annee, numero),
      })),
    }),
    bien: vente.bien,
    lieu: { ...lieu, bloc: lieu.bloc && toBloc(lieu.bloc) },
    jours: {
      reservationLe: reservation_le,
      contratLe: contrat_le,
      livraisonLe: livraison_le,
      livraisonPrevueLe: livraison_prevue_le ?? lieu.bloc?.livraisonPrevueLe ?? null,
    },
    notaire: vente.notaire,
    relances: vente.relances,
    misesEnDemeure: vente.misesEnDemeure,
  }
}

/** A payer who holds the dossier again is its present holder. */
function toPaiement(
  { transferts, titulaire }: VenteLue,
  {
    vente_id: _vente,
    recu_annee,
    recu_numero,
    remise_id,
    encaisse_le,
    detenteur_id,
    groupe,
    ...lu
  }: PaiementLu,
): PaiementDesFaits {
  const ancien = transferts.find(({ ancienClient }) => ancienClient?.id === detenteur_id)
  const remise = remise_id === null ? null : {}
  return {
    ...lu,
    recu: numeroRecu(recu_annee, recu_numero),
    groupe: groupe?.recus
      ? { ...groupe, recus: groupe.recus.map(({ annee, numero }) => numeroRecu(annee, numero)) }
      : null,
    etat: etatDuCheque({ ...lu, remise, encaisse_le }),
    detenteur: detenteur_id === titulaire.id ? null : (ancien?.ancienClient ?? null),
  }
}

/** Adds the Arabic words to the lines as the screen has them. */
const toImprimees = (lignes: readonly LigneLue[], prix: number, today: Jour): EcheanceImprimee[] =>
  toEcheances(lignes, prix, today).map((echeance, rang) => ({
    ...echeance,
    libelle_ar: lignes[rang]?.libelle_ar ?? null,
    stade: lignes[rang]?.stade ?? null,
  }))

/** Échéances of a sale that are due and not paid in full. */
export const duesOf = ({ dossier, aujourdhui: today }: Faits): EcheanceImprimee[] =>
  dossier.echeances.filter((une) => estDue(une, today))

/** The late ones among {@link duesOf}: due before today. */
export const lateOf = ({ dossier }: Faits): EcheanceImprimee[] =>
  dossier.echeances.filter(({ etat }) => etat === 'en_retard')

/** A payment stays with the client who made it, also after a cession. */
function titulairesOf(
  { transferts, titulaire, ouverte_le }: VenteLue,
  paiements: readonly PaiementDesFaits[],
): Titulaire[] {
  const cessions = transferts.flatMap(({ quand, nature, ancienClient }, rang) =>
    nature === 'client' && ancienClient ? [{ ancienClient, le: jourOf(new Date(quand)), rang }] : [],
  )
  const payeEntre = (depuis: number, jusque: number) =>
    sommeDes(paiements.filter(({ transfertsAvant: n }) => n > depuis && n <= jusque))
  const bornes = [-1, ...cessions.map(({ rang }) => rang), Infinity]
  const jours = [jourOf(ouverte_le), ...cessions.map(({ le }) => le)]
  return [...cessions.map(({ ancienClient }) => ancienClient), titulaire].map((qui, rang) => ({
    ...qui,
    du: jours[rang] ?? jourOf(ouverte_le),
    au: cessions[rang]?.le ?? null,
    montant: payeEntre(bornes[rang] ?? -1, bornes[rang + 1] ?? Infinity),
  }))
}

/** Former holders with what each paid over all the times that he held the dossier. */
function anciensOf(
  { titulaire }: VenteLue,
  titulaires: readonly Titulaire[],
  paiements: readonly PaiementDesFaits[],
): AncienTitulaire[] {
  const partis = titulaires.filter(({ id, au }) => au !== null && id !== titulaire.id)
  const derniers = new Map(partis.map((un, rang) => [un.id, { ...un, rang }]))
  return [...derniers.values()]
    .toSorted((a, b) => a.rang - b.rang)
    .flatMap(({ id, nom, nomAr, au }) => {
      const siens = paiements.filter(({ detenteur, etat }) => detenteur?.id === id && etat !== 'rejete')
      return siens.length === 0 || au === null
        ? []
        : [{ id, nom, nomAr, jusquAu: au, montant: sommeDes(siens) }]
    })
}
