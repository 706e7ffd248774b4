import { sql } from 'kysely'
import type { ModeleRecu, ChangementDuDossier } from '#features/papiers/server/papers/recu.ts'
import { readFaitsDeLaVente } from '#features/papiers/server/facts/faits.read.ts'
import {
  type Faits,
  type PaiementDesFaits,
  type Personne,
  sommeDes,
} from '#features/papiers/server/facts/faits.ts'
import { motDesClients } from '#features/papiers/server/blocks/elements.ts'
import { faitLe } from '#features/papiers/server/press/modele.ts'
import { bienImprime } from '#features/papiers/server/words/noms.ts'
import { Redaction } from '#features/papiers/server/words/redaction.ts'
import { groupBy } from '#shared/group-by.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { numeroRecu } from '#shared/numero.ts'
import type { Langue } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import type { ClientImprime } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

/** The data of a payment's receipt, with the payments before it in the same sale. Amounts in centimes. @throws introuvable */
export async function readRecuModele(db: Db, id: number, langue: Langue = 'fr'): Promise<ModeleRecu> {
  const vente = await db.selectFrom('paiements').select('vente_id').where('id', '=', id).executeTakeFirst()
  if (!vente) throw refuse(communesErreurs.introuvable)
  const faits = await readFaitsDeLaVente(db, vente.vente_id)
  const { dossier, acquereurs, textes } = faits
  const rang = dossier.paiements.findIndex((un) => un.id === id)
  const paiement = dossier.paiements[rang]
  const [titulaire] = acquereurs
  const payeur = paiement?.detenteur ?? titulaire
  if (!paiement || !titulaire || !payeur) throw refuse(communesErreurs.introuvable)
  const client = (await readClients(db, [payeur.id], langue)).get(payeur.id)
  if (!client) throw refuse(communesErreurs.introuvable)
  const redaction = new Redaction(langue)
  const avant = dossier.paiements.slice(0, rang)
  // The acquéreurs are those of today: a receipt of a former holder names none of them.
  const payes = paiement.detenteur ? [] : acquereurs.map(({ nom, nomAr }) => redaction.pick(nom, nomAr))
  return {
    langue,
    promoteur: faits.promoteur,
    recu: paiement.recu,
    origine: paiement.recu_origine,
    date: paiement.date_paiement,
    etabliLe: faits.aujourdhui,
    rectifieLe: paiement.rectifie_le,
    client,
    acquereurs: payes,
    dossier: dossier.dossier,
    groupe: paiement.groupe,
    suites: suitesOf(redaction, faits, paiement),
    bien: bienImprime(redaction, faits),
    prix: dossier.montant,
    terminee: faits.fin !== null,
    dejaPaye: sommeDes(avant),
    anciens: autresOf(avant, paiement, titulaire).map(({ nom, nomAr, montant }) => ({
      nom: redaction.pick(nom, nomAr),
      montant,
    })),
    versement: paiement.versement,
    timbre: paiement.timbre,
    details: paiement.details,
    moyen: paiement,
    etat: paiement.etat,
    rejet: paiement.rejete_le === null ? null : { le: paiement.rejete_le, motif: paiement.motif_rejet ?? '' },
    sousReserve: faits.sommes.sousReserve,
    code: paiement.code,
    adressePublique: faits.adressePublique,
    fait:
      textes.ville || (langue === 'ar' && textes.ville_ar) ? faitLe(redaction, faits, faits.aujourdhui) : '',
    boites: {
      client: motDesClients(redaction, faits, payes.length),
      promoteur: langue === 'fr' ? textes.signature_promoteur : textes.signature_promoteur_ar,
    },
  }
}

/** The receipts of a group, by number. Amounts in centimes. @throws introuvable (404) */
export async function readRecusDuGroupe(db: Db, id: number): Promise<{ ids: number[]; recus: string[] }> {
  const rows = await db
    .selectFrom('paiements')
    .select(['id', 'recu_annee', 'recu_numero'])
    .where('groupe_id', '=', id)
    .orderBy('recu_annee')
    .orderBy('recu_numero')
    .execute()
  if (rows.length === 0) throw refuse(communesErreurs.introuvable)
  return {
    ids: rows.map((row) => row.id),
    recus: rows.map(({ recu_annee, recu_numero }) => numeroRecu(recu_annee, recu_numero)),
  }
}

/** The changes of the dossier since the payment. A cession names who came next as the paper's language does. */
function suitesOf(
  redaction: Redaction,
  { transferts, titulaires }: Faits,
  paiement: PaiementDesFaits,
): ChangementDuDossier[] {
  const cessions = transferts.map(({ nature, ancienClient }) => nature === 'client' && ancienClient !== null)
  const suites = transferts.map(({ ancienClient: _ancien, ...transfert }, rang) => {
    const suivant = titulaires[cessions.slice(0, rang + 1).filter(Boolean).length]
    return { ...transfert, nouveau: redaction.pick(transfert.nouveau, suivant?.nomAr) }
  })
  return suites.slice(paiement.transfertsAvant)
}

/** Sums what the other holders of the dossier had paid before this payment, each apart. */
function autresOf(
  avant: readonly PaiementDesFaits[],
  { detenteur: sien }: PaiementDesFaits,
  titulaire: Personne,
): (Personne & { montant: number })[] {
  const payeur = sien ?? titulaire
  return [...groupBy(avant, ({ detenteur }) => (detenteur ?? titulaire).id)].flatMap(([id, siens]) => {
    const qui = siens[0]?.detenteur ?? titulaire
    const montant = sommeDes(siens)
    return id === payeur.id || montant === 0 ? [] : [{ ...qui, montant }]
  })
}

/** These clients as papers name them, by their names. */
export async function readClients(
  db: Db,
  ids: readonly number[],
  langue: Langue = 'fr',
): Promise<Map<number, ClientImprime>> {
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'nom_complet as nom', 'tel', 'email', 'adresse', 'nom_ar', 'adresse_ar'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('recherche')
    .orderBy('id')
    .execute()
  const enArabe = langue === 'ar'
  return new Map(
    rows.map(({ id, nom_ar, adresse_ar, ...client }) => [
      id,
      {
        ...client,
        nom: (enArabe && nom_ar) || client.nom,
        adresse: (enArabe && adresse_ar) || client.adresse,
      },
    ]),
  )
}
