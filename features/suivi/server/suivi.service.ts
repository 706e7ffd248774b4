import { sql } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { bienDecrit, toBienResume, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { exigibleOf, previsionOf, stadeAtteintOf } from '#features/echeanciers/echeances.words.ts'
import { etapeOf } from '#features/ventes/server/dossiers.read.ts'
import {
  etatDe,
  COLONNES_ECHEANCE,
  STADE_ATTEINT_LE,
  type EcheanceLue,
} from '#features/echeanciers/server/echeances.wire.ts'
import { etatDuCheque } from '#features/paiements/modes.ts'
import { readRecuModele } from '#features/papiers/server/facts/recu.read.ts'
import { readPaiementsDeVente, type PaiementLu } from '#features/paiements/server/paiements.read.ts'
import type { ModeleRecu } from '#features/papiers/server/papers/recu.ts'
import { LIEU, toBloc, type VenteLue } from '#features/papiers/server/facts/faits.lignes.ts'
import { ar } from '#features/papiers/server/words/mots.ar.ts'
import { bienImprime } from '#features/papiers/server/words/noms.ts'
import { Redaction } from '#features/papiers/server/words/redaction.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { Suivi, VenteSuivie } from '#features/suivi/suivi.contract.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { aujourdhui, formatJourCourt, type Jour } from '#shared/dates.ts'
import { isoleAGauche } from '#shared/mots-publics.ts'
import { numeroRecu, readNumeroRecu } from '#shared/numero.ts'
import type { Langue } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'

type Ligne = Omit<EcheanceLue, 'prix' | 'stade'> & { stade: { nom: string; nom_ar: string | null } | null }

interface Row {
  id: number
  bien: BienDecrit
  lieu: VenteLue['lieu']
  prix: number
  total_paye: number
  contrat_le: Jour | null
  livraison_le: Jour | null
  echeances: Ligne[]
}

/** Open sales of a client, own or shared, by dossier number. */
const selectVentes = statement<[client: number], Row>(
  (client) => sql`
  select v.id, ${bienDecrit('v.bien_id')} as bien, ${LIEU} as lieu, v.prix, v.total_paye, v.contrat_le, v.livraison_le,
    (select coalesce(json_agg(x), '[]') from (
      select ${COLONNES_ECHEANCE},
        ${STADE_ATTEINT_LE} as stade_atteint_le, case when s.id is not null then json_build_object('nom', s.nom, 'nom_ar', s.nom_ar) end as stade
      from echeances e left join stades s on s.id = e.stade_id where e.vente_id = v.id order by e.rang) x) as echeances
  from ventes v
  where v.terminee_le is null and v.id in (
    select w.id from ventes w where w.client_id = ${client} and w.terminee_le is null
    union select a.vente_id from co_acquereurs a where a.client_id = ${client})
  order by v.dossier_annee, v.dossier_numero`,
)

/**
 * Reads what a buyer's page shows. Amounts in centimes; the caller holds a snapshot.
 * @param langue of his name and of what he bought; the rest is answered in both @throws lienPerime (404) for an erased client
 */
export async function readSuivi(db: Db, clientId: number, langue: Langue): Promise<Suivi> {
  const client = await db
    .selectFrom('clients')
    .select(['nom_complet', 'nom_ar'])
    .where('id', '=', clientId)
    .executeTakeFirst()
  if (!client) throw refuse(communesErreurs.lienPerime)
  const promoteur = await readPromoteur(db)
  const today = aujourdhui()
  const ventes: VenteSuivie[] = []
  for (const row of await selectVentes(db, clientId))
    ventes.push(toVente(row, await readPaiementsDeVente(db, row.id), { today, langue }))
  return {
    client: { nomComplet: (langue === 'ar' ? client.nom_ar : null) ?? client.nom_complet },
    promoteur: promoteur && {
      nom: promoteur.nom,
      nom_ar: promoteur.nomAr ?? null,
      telephone: promoteur.telephone,
      email: promoteur.email,
      adresse: promoteur.adresse,
      logo: promoteur.logo !== null,
    },
    a_jour_le: today,
    ventes,
  }
}

/** Reads the promoter as the buyer's page shows him: with the logo, whether the papers print it or not. */
const readPromoteur = (db: Db) => promoteurPourDocuments(db, { logo_imprime: true })

/** Name of a line and the day or the event on which it falls due, in both languages. */
const quoi = (ligne: Ligne) => ({
  libelle: ligne.libelle,
  libelle_ar: ligne.libelle_ar,
  quand: [exigibleOf(ligne), stadeAtteintOf(ligne) || previsionOf({ ...ligne, attend: null })]
    .filter(Boolean)
    .join(', '),
  quand_ar: quandEnArabe(ligne),
})

function quandEnArabe(ligne: Ligne): string {
  const { declencheur, stade, exigible_le, date_prevue, prevue_le, stade_atteint_le } = ligne
  const jour = exigible_le ?? (declencheur === 'date' ? date_prevue : null)
  if (jour === null) {
    if (declencheur === 'date') return ''
    const prevu =
      prevue_le === null ? '' : `${ar.virgule} ${ar.prevu} ${isoleAGauche(formatJourCourt(prevue_le))}`
    const attente = ar.attentes[declencheur]
    if (declencheur !== 'stade') return attente + prevu
    // A name in French keeps its own direction within the sentence.
    return `${attente} ${stade?.nom_ar ?? `\u2068${stade?.nom ?? ''}\u2069`}${prevu}`
  }
  const dit = isoleAGauche(formatJourCourt(jour))
  return stadeAtteintOf(ligne) === '' || stade_atteint_le === null
    ? dit
    : `${dit}${ar.virgule} ${ar.atteint} ${isoleAGauche(formatJourCourt(stade_atteint_le))}`
}

function prochaineOf(lignes: readonly Ligne[], today: Jour): VenteSuivie['prochaine'] {
  const ligne = lignes.find(({ montant, couvert }) => couvert < montant)
  if (!ligne) return null
  return {
    ...quoi(ligne),
    montant: ligne.montant - ligne.couvert,
    en_retard: etatDe(ligne, today) === 'en_retard',
  }
}

function describeBien({ bien, lieu }: Row, langue: Langue): Pick<VenteSuivie, 'bien' | 'lieu' | 'residence'> {
  if (langue === 'fr')
    return {
      bien: libelleDuBien(bien.type, bien.numero),
      lieu: toBienResume(bien).lieu,
      residence: bien.residence,
    }
  const redaction = new Redaction(langue)
  const imprime = bienImprime(redaction, { bien, lieu: { ...lieu, bloc: lieu.bloc && toBloc(lieu.bloc) } })
  return {
    bien: redaction.designation({ ...imprime, sorte: null }),
    lieu: imprime.situation ?? '',
    residence: redaction.residence(imprime) || null,
  }
}

function toVente(
  row: Row,
  paiements: readonly PaiementLu[],
  { today, langue }: { today: Jour; langue: Langue },
): VenteSuivie {
  const { prix, total_paye } = row
  const { resteAPayer, pourcentagePaiement } = avancement(prix, total_paye)
  return {
    ...describeBien(row, langue),
    prix,
    total_paye,
    reste: resteAPayer,
    pourcentage: pourcentagePaiement,
    etape: etapeOf(row),
    prochaine: prochaineOf(row.echeances, today),
    echeances: row.echeances.map((ligne) => ({
      ...quoi(ligne),
      montant: ligne.montant,
      paye: ligne.couvert,
      etat: etatDe(ligne, today),
    })),
    paiements: paiements.map((paiement) => ({
      recu: numeroRecu(paiement.recu_annee, paiement.recu_numero),
      date: paiement.date_paiement,
      versement: paiement.versement,
      etat: etatDuCheque(paiement),
      telechargeable: isDownloadable(paiement),
    })),
  }
}

/** Receipts of a former holder and of rejected cheques are not shown to the buyer. */
const isDownloadable = ({ rejete_le, detenteur, client }: PaiementLu): boolean =>
  rejete_le === null && (detenteur === null || detenteur.id === client.id)

/** Reads the receipt of this number, if it belongs to an open sale of the client. Amounts in centimes. @throws introuvable (404) */
export async function readRecuSuivi(db: Db, clientId: number, recu: string): Promise<ModeleRecu> {
  const lu = readNumeroRecu(recu)
  if (!lu) throw refuse(communesErreurs.introuvable)
  const { rows } = await sql<{ id: number; vente_id: number }>`
    select p.id, p.vente_id from paiements p join ventes v on v.id = p.vente_id
    where p.recu_annee = ${lu.annee} and p.recu_numero = ${lu.numero} and v.terminee_le is null
      and (v.client_id = ${clientId}
        or exists (select from co_acquereurs a where a.vente_id = v.id and a.client_id = ${clientId}))`.execute(
    db,
  )
  const [found] = rows
  const paiement = found && (await readPaiementsDeVente(db, found.vente_id)).find(({ id }) => id === found.id)
  if (!paiement || !isDownloadable(paiement)) throw refuse(communesErreurs.introuvable)
  return readRecuModele(db, paiement.id)
}
