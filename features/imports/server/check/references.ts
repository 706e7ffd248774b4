import { colonneDe, report, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import {
  cleDuClient,
  indexFor,
  type Client,
  type Cle,
  type Enregistrement,
  type Index,
  type Stade,
} from '#features/imports/server/check/indexes.ts'
import {
  NOUNS,
  numeroDePlace,
  type Bien,
  type Content,
  type NounName,
} from '#features/imports/server/nouns.ts'
import { GENRES, TYPES_DE_BIEN } from '#shared/biens.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { cleanNumero } from '#shared/texte.ts'

/** Finds the one record of `nom` that a cell names by `cle`. @returns null after the error is reported */
function find<V extends object>(
  ctx: Contexte,
  ligne: Ligne,
  champ: string,
  { nom, index, cle, several }: { nom: NounName; index: Index<V>; cle: Cle; several: string },
): Enregistrement<V> | null {
  const [connue, autre] = index.find(cle)
  if (autre) report(ctx, ligne, 'erreur', champ, several)
  else if (connue) return connue
  else if (ctx.entetesFautives.has(nom)) ligne.issue = 'erreur'
  else {
    const texte = `${NOUNS[nom].celui} n'est ni dans la feuille ${ctx.feuilles[nom].titre} ni dans Diyar.`
    report(ctx, ligne, 'erreur', champ, texte)
  }
  return null
}

export function name(ctx: Contexte, ligne: Ligne, champ: string): string | number | null {
  const valeur = ligne.valeurs[champ] ?? null
  if (valeur === null && !ligne.illisibles.has(champ))
    report(ctx, ligne, 'erreur', champ, `${colonneDe(ctx, ligne, champ).titre} : valeur obligatoire.`)
  return valeur
}

/**
 * Finds the record that a line names in the column of its noun, or in `champ`.
 * @param parent the record that it stands in, null when that is unknown; found in the same line when it is not given
 * @returns null after the error is reported
 */
export function refer<N extends NounName>(
  ctx: Contexte,
  ligne: Ligne,
  nom: N,
  champ: string = NOUNS[nom].objet,
  parent: Enregistrement<object> | null | undefined = parentOf(ctx, ligne, nom),
): Enregistrement<Content<N>> | null {
  const valeur = name(ctx, ligne, champ)
  if (valeur === null || parent === null) return null
  return find(ctx, ligne, champ, {
    nom,
    index: indexFor(ctx.indexes, nom),
    cle: [...(parent ? [parent.rang] : []), String(valeur)],
    several: NOUNS[nom].several,
  })
}

/** Finds the record that the record of a line stands in; undefined for a noun that stands in none. */
export function parentOf(
  ctx: Contexte,
  ligne: Ligne,
  nom: NounName,
): Enregistrement<object> | null | undefined {
  const { parent } = NOUNS[nom]
  return parent ? refer(ctx, ligne, parent) : undefined
}

/** Finds a stade of the works; an import adds no stades. */
export function stadeDe(ctx: Contexte, ligne: Ligne): Enregistrement<Stade> | null {
  const nom = name(ctx, ligne, 'stade')
  if (nom === null) return null
  const [stade] = ctx.indexes.stades.find([String(nom)])
  if (!stade) report(ctx, ligne, 'erreur', 'stade', "Ce stade n'existe pas dans Paramètres.")
  return stade ?? null
}

const NOMS = TYPES_DE_BIEN.map((type) => GENRES[type].nom)
const TYPE_INVALIDE = `${VALEUR_INVALIDE} Écrivez ${NOMS.slice(0, -1).join(', ')} ou ${NOMS.at(-1)}.`

/** Finds the bien that the columns of a line name. @returns null after the error is reported */
export function bienDe(ctx: Contexte, ligne: Ligne): Enregistrement<Bien> | null {
  const nomme = name(ctx, ligne, 'type')
  const type = TYPES_DE_BIEN.find((un) => GENRES[un].nom === nomme)
  if (nomme !== null && type === undefined) report(ctx, ligne, 'erreur', 'type', TYPE_INVALIDE)
  const residence = refer(ctx, ligne, 'residences')
  const { appartements, locaux, places } = ctx.indexes
  if (type === 'place_parking') {
    const parking = refer(ctx, ligne, 'parkings', 'lieu', residence)
    return lotDe(ctx, ligne, places, parking, numeroDePlace)
  }
  const bloc = type === undefined ? null : refer(ctx, ligne, 'blocs', 'lieu', residence)
  if (type === 'local') return lotDe(ctx, ligne, locaux, bloc)
  const etage = type === undefined ? null : refer(ctx, ligne, 'etages', 'etage', bloc)
  return lotDe(ctx, ligne, appartements, etage)
}

function lotDe<V extends Bien>(
  ctx: Contexte,
  ligne: Ligne,
  index: Index<V>,
  parent: Enregistrement<object> | null,
  fold = cleanNumero,
): Enregistrement<V> | null {
  const numero = name(ctx, ligne, 'numero')
  if (!parent || numero === null) return null
  const [lot, autre] = index.find([parent.rang, fold(String(numero))])
  if (autre)
    report(ctx, ligne, 'erreur', 'numero', 'Plusieurs lots portent ce numéro : renommez-les dans Diyar.')
  else if (lot) return lot
  else report(ctx, ligne, 'erreur', 'numero', "Ce lot n'est ni dans ce classeur ni dans Diyar.")
  return null
}

const PLUSIEURS_CLIENTS = 'Plusieurs clients portent ce nom : remplissez « Téléphone du client ».'

/** Finds the client that the columns of a line name. @returns null after the error is reported */
export function clientDe(ctx: Contexte, ligne: Ligne): Enregistrement<Client> | null {
  const lu = name(ctx, ligne, 'client')
  if (lu === null) return null
  const nom = String(lu)
  const tel = ligne.valeurs.clientTel ?? null
  const { clients, clientsParNom } = ctx.indexes
  // A client whose phone was refused is registered by name alone.
  const parNom = tel === null || clients.find(cleDuClient(nom, String(tel))).length === 0
  const connus = clientsParNom.find([nom])
  return find(ctx, ligne, 'client', {
    ...(parNom && (tel === null || connus.some(({ avant, apres }) => (avant ?? apres).tel === ''))
      ? { index: clientsParNom, cle: [nom] }
      : { index: clients, cle: cleDuClient(nom, String(tel)) }),
    nom: 'clients',
    several: PLUSIEURS_CLIENTS,
  })
}
