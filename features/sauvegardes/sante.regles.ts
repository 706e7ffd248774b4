/** French names of the rules of db/invariants.sql; a test checks that each rule has one. */
const REGLES: Readonly<Record<string, string>> = {
  'The running total of a vente is the sum of its payments that count: a rejected one does not':
    "La somme versée d'une vente est celle de ses paiements qui comptent, sans les rejetés",
  'Nobody paid more than the price': "Personne n'a versé plus que le prix",
  'The price of an open vente is the price of its bien': "Le prix d'une vente en cours est celui de son bien",
  'At most one open vente per bien': 'Un bien a au plus une vente en cours',
  'A bien has exactly the one record its type says': 'Un bien a exactement la fiche de son type',
  'An ended vente of a local keeps no payment, unless it ended by a désistement':
    "Une vente terminée d'un local ne garde aucun paiement, sauf après un désistement",
  'A vente ends after it began': 'Une vente se termine après son début',
  'No parking holds more places than its capacity': "Aucun parking n'a plus de places que sa capacité",
  'At most one promoter': 'Il y a au plus un promoteur',
  'When there are members, one of them is active': "S'il y a des membres, l'un d'eux est actif",
  'When there are members, one active member is of the direction':
    "S'il y a des membres, l'un de la direction est actif",
  'A member was let in before being active or shut out, and is shut out only while inactive':
    'Un membre actif a été admis, et seul un membre inactif a perdu son accès',
  'A receipt number is at most the last one given in its year':
    "Un numéro de reçu ne dépasse pas le dernier donné dans l'année",
  'Each stored file is used exactly once': 'Chaque fichier gardé sert une seule fois',
  'Every payment has its line in the journal': 'Chaque paiement a sa ligne au journal',
  'A payment is marked as corrected when its journal says that what its receipt says was, and only then':
    'Un paiement est marqué rectifié si le journal dit que son reçu a changé, et seulement alors',
  'What is kept of the whole portfolio is what its rows add up to (docs/decisions/0040)':
    'Les totaux gardés du portefeuille sont la somme de ses fiches',
  'The clients who own something are those with an open vente, and as many as they have':
    "Les clients acquéreurs sont ceux d'une vente en cours, avec le bon nombre de ventes",
  'The installation has exactly one id': "L'installation a exactement un identifiant",
  'A bien is in the residence its étage, bloc or parking stands in':
    'Un bien est dans la résidence de son étage, de son bloc ou de son parking',
  'The steps of a cheque follow each other': "Les étapes d'un chèque se suivent",
  'A remise holds at least one cheque, and its number was given':
    'Une remise a au moins un chèque, et son numéro a été donné',
  'No bon is paid beyond its lines': "Aucun bon d'achat n'est réglé au-delà de ses lignes",
  'The payments of a group are one cheque or one transfer':
    "Les paiements d'un versement groupé sont un seul chèque ou un seul virement",
  'The number of a closing was given': "Le numéro d'une clôture de caisse a été donné",
  'No receipt of before Diyar carries a droit de timbre':
    "Aucun reçu d'avant Diyar ne porte de droit de timbre",
  'What represents a cheque has its amount and its vente, and the cheque is rejected':
    'Le paiement qui remplace un chèque a son montant et sa vente, et le chèque est rejeté',
  "A receipt number that the journal calls void is no payment's":
    "Un numéro de reçu annulé au journal n'est celui d'aucun paiement",
  'The échéances of a vente add up to its price': "Les échéances d'une vente font son prix",
  'Payments cover the échéances in their order; each is due when its event came, and foreseen until then; those of an ended vente are closed':
    "Les paiements couvrent les échéances dans l'ordre, chacune est exigible à son événement et prévue jusque-là, celles d'une vente terminée sont closes",
  'Nothing falls due before the sale was reserved; a line on a stade has a day only with a contract, and not before it':
    "Rien n'est exigible avant la réservation, ni par un stade sans contrat ou avant lui, les dates convenues mises à part",
  'A line is called by papers of its own sale, appels de fonds only':
    "Une échéance n'est appelée que par des appels de fonds de sa vente",
  'A vente is marked as planned when it has échéances, and only then':
    'Une vente est marquée avec échéancier si elle a des échéances, et seulement alors',
  'The échéances of a vente are numbered 1 to n': "Les échéances d'une vente sont numérotées de 1 à n",
  'A line that waits for a stade stands on a bien that has a bloc':
    "Une échéance qui attend un stade est celle d'un bien qui a un bloc",
  'No more is kept and refunded than was paid':
    "Rien n'est retenu et remboursé au-delà de ce qui a été versé",
  'A désisted vente has ended': 'Une vente désistée est terminée',
  'Nothing off sale or held is sold': "Rien de bloqué ni sous option n'est vendu",
  'A dossier number is at most the last one given in its year':
    "Un numéro de dossier ne dépasse pas le dernier donné dans l'année",
  'A number of a refund is at most the last one given in its year':
    "Un numéro de remboursement ne dépasse pas le dernier donné dans l'année",
  'A modèle names only stades that are there': "Un modèle d'échéancier ne nomme que des stades qui existent",
  'The last recorded change of a price leads to the price':
    'Le dernier changement de prix enregistré mène au prix',
  'Each change of a price starts where the one before it ended':
    'Chaque changement de prix part de la fin du précédent',
  'A revision changed at most the lots it says (fewer once some are deleted)':
    "Une révision a changé au plus les lots qu'elle dit",
  'The shares of co-acquéreurs leave something to the buyer, who is none of them':
    "Les parts des co-acquéreurs laissent la sienne à l'acquéreur principal, qui n'en est pas un",
  'The code of a deleted payment still answers': "Le code d'un paiement supprimé répond encore",
  'A code is that of one payment, of one paper, or of a payment that is gone':
    "Un code est celui d'un seul paiement ou document",
  'Every paper has its line in the journal': 'Chaque document établi a sa ligne au journal',
  'A paper that attests that the whole price is paid is a décompte that keeps nothing to pay':
    'Une attestation de solde est un décompte qui ne garde rien à payer',
  'An account of an ended sale is of a sale that is ended, or was reopened after it':
    "Un décompte de fin de vente est celui d'une vente terminée, ou rouverte depuis",
  "A paper's number is at most the last one given, and none is missing":
    "Les numéros des documents se suivent sans trou jusqu'au dernier donné",
  'A payment and a paper name the client who held the dossier after as many of its changes as they say':
    'Un versement et un document nomment le titulaire du dossier à ce moment',
  'Nothing that an undone act made is alive':
    "Rien de ce qu'un import ou une génération défaits ont créé n'existe encore",
  'An account waits when somebody made it for himself and nobody has let him in':
    "Un compte en attente a été demandé par son titulaire et n'a pas été admis",
}

/** French name of a rule, else its own name. @param nom the comment above its SELECT */
export const describeRegle = (nom: string): string => REGLES[nom] ?? nom
