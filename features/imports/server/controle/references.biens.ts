import type { Contexte, Ligne } from '#features/imports/server/controle/contexte.ts'
import { signaler } from '#features/imports/server/controle/contexte.ts'
import {
  blocDe,
  etageDe,
  nommer,
  parkingDe,
  residenceDe,
  trouver,
} from '#features/imports/server/controle/references.ts'
import {
  cleDuClient,
  numeroDePlace,
  type Bien,
  type Client,
  type Cle,
  type Fiche,
  type Registre,
} from '#features/imports/server/controle/registres.ts'
import { GENRES, TYPES_DE_BIEN } from '#shared/biens.ts'
import { VALEUR_INVALIDE } from '#shared/champs.ts'

const NOMS = TYPES_DE_BIEN.map((type) => GENRES[type].nom)
const TYPE_INVALIDE = `${VALEUR_INVALIDE} Écrivez ${NOMS.slice(0, -1).join(', ')} ou ${NOMS.at(-1)}.`
const LIEU = 'Bloc ou parking'

/** The bien that a line names by its columns Type, Résidence, Bloc ou parking, Étage and Numéro. @returns null once it is told why there is none */
export function bienDe(ctx: Contexte, ligne: Ligne): Fiche<Bien> | null {
  const nomme = nommer(ctx, ligne, 'type', 'Type')
  const type = TYPES_DE_BIEN.find((un) => GENRES[un].nom === nomme)
  if (nomme !== null && type === undefined) signaler(ctx, ligne, 'erreur', 'type', TYPE_INVALIDE)
  const residence = residenceDe(ctx, ligne)
  const { appartements, locaux, places } = ctx.registres
  if (type === 'place_parking') {
    const parking = parkingDe(ctx, ligne, residence, 'lieu', LIEU)
    const numero = nommer(ctx, ligne, 'numero', 'Numéro')
    return parking && numero !== null
      ? lotDe(ctx, ligne, places, [parking.rang, numeroDePlace(String(numero))])
      : null
  }
  const bloc = type === undefined ? null : blocDe(ctx, ligne, residence, 'lieu', LIEU)
  if (type === 'local') {
    const numero = nommer(ctx, ligne, 'numero', 'Numéro')
    return bloc && numero !== null ? lotDe(ctx, ligne, locaux, [bloc.rang, String(numero)]) : null
  }
  const etage = type === undefined ? null : etageDe(ctx, ligne, bloc)
  const numero = nommer(ctx, ligne, 'numero', 'Numéro')
  return etage && numero !== null ? lotDe(ctx, ligne, appartements, [etage.rang, String(numero)]) : null
}

const lotDe = <V extends Bien>(
  ctx: Contexte,
  ligne: Ligne,
  registre: Registre<V>,
  cle: Cle,
): Fiche<V> | null => {
  const [lot, autre] = registre.trouver(cle)
  if (autre)
    signaler(ctx, ligne, 'erreur', 'numero', 'Plusieurs lots portent ce numéro : renommez-les dans Diyar.')
  else if (lot) return lot
  else signaler(ctx, ligne, 'erreur', 'numero', "Ce lot n'est ni dans ce classeur ni dans Diyar.")
  return null
}

const PLUSIEURS_CLIENTS = 'Plusieurs clients portent ce nom : remplissez « Téléphone du client ».'

/** The client that a line names by its columns Client and Téléphone du client. @returns null once it is told why there is none */
export function clientDe(ctx: Contexte, ligne: Ligne): Fiche<Client> | null {
  const lu = nommer(ctx, ligne, 'client', 'Client')
  if (lu === null) return null
  const nom = String(lu)
  const tel = ligne.valeurs.clientTel ?? null
  const { clients, clientsParNom } = ctx.registres
  // One whose line is refused for his phone is known by his name alone.
  const parNom = tel === null || clients.trouver(cleDuClient(nom, String(tel))).length === 0
  const connus = clientsParNom.trouver([nom])
  return trouver(ctx, ligne, 'client', {
    ...(parNom && (tel === null || connus.some(({ apres }) => apres.tel === ''))
      ? { registre: clientsParNom, cle: [nom] }
      : { registre: clients, cle: cleDuClient(nom, String(tel)) }),
    feuille: 'clients',
    celui: 'Ce client',
    plusieurs: PLUSIEURS_CLIENTS,
  })
}
