import { sql } from 'kysely'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { echeanciersErreurs } from '#features/echeanciers/echeanciers.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { bienDecrit, type BienDecrit } from '#features/biens/server/biens.read.ts'
import { STADE_ATTEINT_LE } from '#features/echeanciers/server/echeances.wire.ts'
import { readMode } from '#features/paiements/modes.ts'
import {
  readMatiere,
  type Acquereur,
  type Maison,
  type Matiere,
} from '#features/papiers/server/matiere.read.ts'
import {
  alinea,
  fait,
  faits,
  ficheDuBien,
  ficheDuClient,
  fiches,
  leDossier,
  tenu,
  titre,
} from '#features/papiers/server/papiers.blocs.ts'
import type { ModelePapier, PapiersSansNumero } from '#features/papiers/server/papiers.pdf.ts'
import { colonne, echeancier, jourExigible, table } from '#features/papiers/server/papiers.tables.ts'
import { Presse, type Bloc } from '#features/papiers/server/presse.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { DOSSIERS_MAX } from '#features/ventes/dossier.codes.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { venteDuRemboursement } from '#features/ventes/server/remboursements.service.ts'
import { aRendre } from '#features/ventes/ventes.rules.ts'
import { formatPourcent, type Centimes } from '#shared/argent.ts'
import { aujourdhui, formatJourLong, type Jour } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { enToutesLettres } from '#server/documents/lettres.ts'
import { createVuePapier, printCentimes, sumCentimes, type ClientImprime } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

/** Boxes to sign. Their words are fixed, unlike those of the numbered papers. */
const CLIENT = { titre: 'Le client', nom: '' }
const PROMOTEUR = { titre: 'Le promoteur, cachet et signature', nom: '' }

/** « Fait à ……, le …… », which is filled in by hand. */
const FAIT = `Fait à ${'.'.repeat(58)}, le ${'.'.repeat(42)}`

type Contenu = { titre: string; reference: string } & Pick<ModelePapier, 'blocs'> &
  Partial<Pick<ModelePapier, 'fait' | 'signatures'>>

function toModele(
  { promoteur, aujourdhui: jour }: Pick<Maison, 'promoteur' | 'aujourdhui'>,
  { titre: nom, reference, ...reste }: Contenu,
): ModelePapier {
  const papier = createVuePapier(promoteur, nom, reference, jour)
  return { papier, fait: '', signatures: [CLIENT, PROMOTEUR], adresse: null, ...reste }
}

function toFichier(maison: Maison, fichier: string, contenu: Contenu): PapiersSansNumero {
  const modele = toModele(maison, contenu)
  const { intitule } = modele.papier
  return { fichier, intitule, modeles: [modele], logo: maison.promoteur?.logo ?? null }
}

/** The buyer who names the dossier. */
function titulaire({ acquereurs: [premier] }: Matiere): Acquereur {
  if (!premier) throw refuse(communesErreurs.introuvable)
  return premier
}

/** Composes the échéancier of a dossier for signature. @throws introuvable (404), sansEcheancier (422) */
export async function composeEcheancier(db: Db, venteId: number): Promise<PapiersSansNumero> {
  const matiere = await readMatiere(db, venteId)
  const { dossier, montant, totalPaye, echeances } = matiere.dossier
  if (echeances.length === 0) throw refuse(echeanciersErreurs.sansEcheancier)
  const presse = new Presse('fr')
  const { mots } = presse
  return toFichier(matiere, `echeancier_${dossier}.pdf`, {
    titre: 'Échéancier de paiement',
    reference: leDossier(presse, dossier),
    blocs: [
      fiches([
        ficheDuClient(presse, 'Acquéreur', titulaire(matiere)),
        ficheDuBien(presse, mots.bien, matiere.bien),
      ]),
      {
        genre: 'somme',
        libelle: mots.prix,
        montant: printCentimes(montant),
        unite: mots.dinars,
        lettres: '',
      },
      echeancier(presse, echeances, montant, 'large'),
      tenu(
        faits([
          fait(presse.enDinars(`Versé au ${presse.jour(matiere.aujourdhui)}`), printCentimes(totalPaye)),
          fait(presse.enDinars(mots.reste), printCentimes(montant - totalPaye), '', true),
        ]),
      ),
    ],
  })
}

/**
 * Composes the request to end a sale, to be signed before or after it is recorded.
 * @throws introuvable (404), venteClose (409) for a withdrawn sale
 */
export async function composeDemande(db: Db, venteId: number): Promise<PapiersSansNumero> {
  const matiere = await readMatiere(db, venteId)
  const { dossier, etat, terminee_le, contrat_le, desistement, ...lu } = matiere.dossier
  if (etat === 'retrait' && terminee_le !== null)
    throw refuse(ventesErreurs.venteClose, { dossier, jour: terminee_le })
  const presse = new Presse('fr')
  const { mots } = presse
  const client = ficheDuClient(presse, 'Acquéreur', titulaire(matiere))
  return toFichier(matiere, `desistement_${dossier}.pdf`, {
    titre: 'Demande de désistement',
    reference: leDossier(presse, dossier),
    blocs: [
      fiches([client, ficheDuBien(presse, mots.bien, matiere.bien)]),
      faits([
        fait('Réservation', presse.jour(lu.reservation_le)),
        ...(contrat_le === null ? [] : [fait('Contrat', presse.jour(contrat_le))]),
        fait(presse.enDinars(mots.prix), printCentimes(lu.montant)),
        fait(presse.enDinars(mots.totalPaye), printCentimes(lu.totalPaye)),
      ]),
      {
        genre: 'fort',
        texte:
          desistement?.origine === 'promoteur'
            ? 'Le promoteur met fin à la vente désignée ci-dessus.'
            : `Je soussigné(e) ${client.nom} demande à me désister de l'achat désigné ci-dessus.`,
      },
      { genre: 'champ', libelle: 'Motif', valeur: presse.texte(desistement?.motif) },
      ...(desistement ? [tenu(termes(presse, desistement))] : []),
    ],
    fait: FAIT,
  })
}

/** The terms of a désistement, and the refunds made since. */
function termes(presse: Presse, desistement: NonNullable<Dossier['desistement']>): Bloc {
  const { demande_le, retenue, retenue_pourcent, rembourse, a_rembourser } = desistement
  const part = retenue_pourcent === null ? '' : `, ${formatPourcent(retenue_pourcent / 100)} du payé`
  return faits([
    fait('Demandé le', presse.jour(demande_le)),
    fait(`${presse.enDinars(presse.mots.retenue)}${part}`, printCentimes(retenue)),
    fait('À rembourser (DA)', printCentimes(aRendre(desistement))),
    ...(rembourse === 0
      ? []
      : [
          fait('Déjà remboursé (DA)', printCentimes(rembourse)),
          fait(presse.enDinars(presse.mots.resteARembourser), printCentimes(a_rembourser)),
        ]),
  ])
}

/** Composes the receipt of one refund. @throws introuvable (404) */
export async function composeRemboursement(db: Db, id: number): Promise<PapiersSansNumero> {
  const matiere = await readMatiere(db, await venteDuRemboursement(db, id))
  const { dossier, remboursements, desistement, totalPaye } = matiere.dossier
  const rang = remboursements.findIndex((un) => un.id === id)
  const lu = remboursements[rang]
  if (!lu) throw refuse(communesErreurs.introuvable)
  const { numero, jour, montant, mode, banque, reference } = lu
  const avant = sumCentimes(remboursements.slice(0, rang).map((un) => un.montant))
  const retenue = desistement?.retenue ?? 0
  const presse = new Presse('fr')
  const { mots } = presse
  const moyen = [
    fait('Remboursé le', formatJourLong(jour)),
    fait(mots.mode, presse.mode(readMode(mode) ?? 'autre')),
    fait(mots.banque, presse.texte(banque)),
    fait('Référence', presse.texte(reference)),
  ]
  return toFichier(matiere, `remboursement_${numero}.pdf`, {
    titre: 'Reçu de remboursement',
    reference: `N°\u00A0${numero}`,
    blocs: [
      fiches([
        ficheDuClient(presse, 'Remis à', titulaire(matiere)),
        ficheDuBien(presse, 'Pour le désistement de', matiere.bien, leDossier(presse, dossier)),
      ]),
      {
        genre: 'somme',
        libelle: 'La somme de',
        montant: printCentimes(montant),
        unite: mots.dinars,
        lettres: `${enToutesLettres(montant)}.`,
      },
      faits(moyen.filter(({ valeur }) => valeur !== '')),
      titre('Situation du désistement'),
      table(
        [colonne('Libellé', 'large'), colonne(presse.enDinars(mots.montant), 'montant')],
        [
          [mots.totalPaye, printCentimes(totalPaye)],
          [mots.retenue, printCentimes(retenue)],
          ['Remboursé avant ce reçu', printCentimes(avant)],
          ['Ce remboursement', printCentimes(montant)],
        ],
        [mots.resteARembourser, printCentimes(Math.max(0, totalPaye - retenue - avant - montant))],
      ),
      tenu(alinea('Reçu la somme ci-dessus.')),
    ],
  })
}

interface Lettre {
  annee: number
  numero: number
  client: ClientImprime
  bien: BienDecrit
  echeances: readonly {
    libelle: string
    exigible_le: Jour
    stade_atteint_le: Jour | null
    montant: Centimes
    couvert: Centimes
  }[]
}

/**
 * Composes a letter for each late one of these dossiers, by number, in one statement for all.
 * @throws aucunDossier, tropDeDossiers, dossierInconnu, rienEnRetard (422 on ventes)
 */
export async function composeRelances(db: Db, ids: readonly number[]): Promise<PapiersSansNumero> {
  if (ids.length === 0) throw refuse(ventesErreurs.aucunDossier).on('ventes')
  if (ids.length > DOSSIERS_MAX) throw refuse(ventesErreurs.tropDeDossiers).on('ventes')
  const today = aujourdhui()
  const { rows } = await sql<Lettre>`
    select v.dossier_annee as annee, v.dossier_numero as numero,
      json_build_object('nom', c.nom_complet, 'tel', c.tel, 'email', c.email, 'adresse', c.adresse) as client,
      ${bienDecrit('v.bien_id')} as bien,
      (select coalesce(json_agg(x order by x.rang), '[]') from (
        select e.rang, e.libelle, e.exigible_le, ${STADE_ATTEINT_LE} as stade_atteint_le, e.montant, e.couvert from echeances e
        where e.vente_id = v.id and e.ouverte and e.couvert < e.montant and e.exigible_le <= ${today}::date) x) as echeances
    from ventes v join clients c on c.id = v.client_id where v.id = any(${ids})
    order by v.dossier_annee, v.dossier_numero`.execute(db)
  if (rows.length < ids.length) throw refuse(ventesErreurs.dossierInconnu).on('ventes')
  const late = rows.filter(({ echeances }) => echeances.length > 0)
  if (late.length === 0) throw refuse(ventesErreurs.rienEnRetard).on('ventes')
  const maison = { promoteur: await promoteurPourDocuments(db), aujourdhui: today }
  const modeles = late.map((lettre) => toModele(maison, relance(lettre)))
  const [premier] = late
  const unique = late.length === 1 && premier ? numeroDossier(premier.annee, premier.numero) : null
  return {
    fichier: unique === null ? 'relances.pdf' : `relance_${unique}.pdf`,
    intitule: unique === null ? 'Relances' : `Relance Dossier ${unique}`,
    modeles,
    logo: maison.promoteur?.logo ?? null,
  }
}

function relance({ annee, numero, client, bien, echeances }: Lettre): Contenu {
  const presse = new Presse('fr')
  const { mots } = presse
  const lignes = echeances.map((une) => ({
    ...une,
    jour: jourExigible(presse, une.exigible_le, une.stade_atteint_le),
    reste: une.montant - une.couvert,
  }))
  const total = sumCentimes(lignes.map(({ reste }) => reste))
  // A day alone is narrow, and leaves its room to the names; one that is explained would leave them none.
  const jours = lignes.some(({ jour }) => jour.includes(' ')) ? 'large' : ''
  return {
    titre: 'Relance',
    reference: `Dossier ${numeroDossier(annee, numero)}`,
    blocs: [
      fiches([ficheDuClient(presse, "À l'attention de", client), ficheDuBien(presse, 'Concerne', bien)]),
      { genre: 'fort', texte: 'Objet : échéances non réglées' },
      alinea('Sauf erreur de notre part, les échéances suivantes ne sont pas réglées à ce jour :'),
      table(
        [
          colonne(mots.echeance, 'large'),
          colonne('Exigible le', jours),
          colonne(presse.enDinars(mots.montant), 'montant'),
          colonne('Reçu (DA)', 'montant'),
          colonne('Reste (DA)', 'montant'),
        ],
        lignes.map(({ libelle, jour, montant, couvert, reste }) => [
          presse.texte(libelle, 14),
          jour,
          printCentimes(montant),
          printCentimes(couvert),
          printCentimes(reste),
        ]),
        ['Total dû', '', '', '', printCentimes(total)],
      ),
      tenu({ genre: 'fort', texte: `${enToutesLettres(total)}.` }),
      tenu(
        alinea(
          'Nous vous prions de régler cette somme ou de prendre contact avec nous. Si votre règlement est en cours, ne tenez pas compte de cette lettre.',
        ),
      ),
    ],
    signatures: [PROMOTEUR],
  }
}
