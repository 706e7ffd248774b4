import {
  CLIENT_TEL,
  colonne,
  columnsOf,
  DU_BIEN,
  type Feuille,
  JOUR_EXEMPLE,
  NOTE,
} from '#features/imports/colonnes.ts'
import { refuseLine, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import { refusDuBienBloque, refusDuBienTenu, holds } from '#features/etats/etats.rules.ts'
import { etatsErreurs } from '#features/etats/etats.erreurs.ts'
import { refusal } from '#shared/erreurs.ts'
import { champsDeLOption } from '#features/options/options.champs.ts'
import { optionsErreurs } from '#features/options/options.erreurs.ts'
import { leaveOut, repeat, PAS_ENCORE, checkLine } from '#features/imports/server/check/rows.ts'
import { bienDe, clientDe } from '#features/imports/server/check/references.ts'
import {
  estConnue,
  type Client,
  type Enregistrement,
  type OptionLue,
  type OptionOuverte,
} from '#features/imports/server/check/indexes.ts'
import type { Bien } from '#features/imports/server/nouns.ts'
import { optionInput } from '#features/options/options.contract.ts'
import { refusDeLaDuree } from '#features/options/options.rules.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { normaliser } from '#shared/texte.ts'

const columns = columnsOf(champsDeLOption)

export const feuilleDesOptions = {
  titre: 'Options',
  aide: 'Les options en cours',
  colonnes: [
    ...DU_BIEN,
    columns.requise('nom', 'Pour qui le bien est retenu', 'Samira Haddad', { titre: 'Nom', largeur: 28 }),
    colonne('client', 'Client', 'texte', {
      aide: "Son nom complet s'il est déjà client",
      liste: 'clients',
      largeur: 28,
    }),
    CLIENT_TEL,
    columns.requise('expire_le', "Le dernier jour de l'option", JOUR_EXEMPLE, { titre: 'Expire le' }),
    columns.facultative('tel', 'Son numéro de téléphone'),
    NOTE,
  ],
} as const satisfies Feuille

const CHAMPS = ['nom', 'tel', 'expire_le', 'note'] as const

/** Checks the sheet Options, after the sales. An import adds options to free biens and changes none. */
export async function checkOptions(ctx: Contexte): Promise<void> {
  if (ctx.lignes.options.length === 0) return
  const { option_jours_max } = await readParametres(ctx.db, 'ventes')
  for (const ligne of ctx.lignes.options) {
    await ctx.breathe()
    checkOption(ctx, ligne, option_jours_max)
  }
}

function checkOption(ctx: Contexte, ligne: Ligne, joursMax: number | null): void {
  const bien = bienDe(ctx, ligne)
  const nomme = ligne.valeurs.client !== null || ligne.illisibles.has('client')
  const client = nomme ? clientDe(ctx, ligne) : null
  const contenu = read(ctx, ligne, bien, client)
  if (!bien) return
  const { options } = ctx.indexes
  const [deja] = options.find([bien.rang])
  if (deja) {
    if (contenu)
      repeat(ctx, ligne, deja.ligne?.ligne ?? 0, deja.contenu === null || memes(deja.contenu, contenu))
    return
  }
  const ouverte = bien.id === null ? null : (ctx.indexes.suivis.get(bien.id)?.option ?? null)
  if (contenu && ouverte && estLaMeme(ouverte, contenu)) {
    const { nom, tel, expire_le, note } = ouverte
    const connue = options.load([bien.rang], ouverte.id, { bien, client, nom, tel, expire_le, note })
    connue.ligne = ligne
    connue.contenu = contenu
    leaveOut(ctx, ligne, { nom, tel, expire_le, note }, describe(contenu))
    return
  }
  if (contenu) refuseOption(ctx, ligne, bien, contenu, ouverte, joursMax)
  options.create([bien.rang], ligne, contenu, vide(bien))
  ligne.issue ??= 'cree'
}

const describe = ({ nom, tel, expire_le, note }: OptionLue) => ({ nom, tel, expire_le, note })
const memes = (avant: OptionLue, apres: OptionLue): boolean =>
  avant.client === apres.client && CHAMPS.every((champ) => avant[champ] === apres[champ])

/** True for the same holder, when the existing option is still live or ended on the line's day. */
const estLaMeme = (ouverte: OptionOuverte, { client, nom, expire_le }: OptionLue): boolean =>
  (client ? ouverte.client_id === client.id : normaliser(ouverte.nom) === normaliser(nom)) &&
  (holds(ouverte) || ouverte.expire_le === expire_le)

function read(
  ctx: Contexte,
  ligne: Ligne,
  bien: Enregistrement<Bien> | null,
  client: Enregistrement<Client> | null,
): OptionLue | null {
  const { nom: ecrit, client: nomDuClient } = ligne.valeurs
  const lu = checkLine(ctx, ligne, optionInput, { ...ligne.valeurs, bien_id: PAS_ENCORE, client_id: null })
  if (ecrit === null && nomDuClient === null && !ligne.illisibles.has('nom'))
    refuseLine(ctx, ligne, 'nom', refusal(optionsErreurs.titulaireManquant))
  if (!lu || !bien || ligne.issue === 'erreur') return null
  // A client's option without a name or a phone takes those of the client.
  const tel = lu.tel ?? client?.apres.tel ?? null
  const nom = lu.nom ?? client?.apres.nomComplet ?? ''
  return { bien, client, nom, tel, expire_le: lu.expire_le, note: lu.note ?? null }
}

function refuseOption(
  ctx: Contexte,
  ligne: Ligne,
  bien: Enregistrement<Bien>,
  { expire_le }: OptionLue,
  ouverte: OptionOuverte | null,
  joursMax: number | null,
): void {
  const duree = refusDeLaDuree(expire_le, joursMax)
  if (duree) refuseLine(ctx, ligne, 'expire_le', duree)
  const refus = estVendu(ctx, bien)
    ? refusal(etatsErreurs.bienDejaVendu)
    : ((estConnue(bien) ? refusDuBienBloque(bien.apres) : null) ?? refusDuBienTenu(ouverte))
  if (refus) refuseLine(ctx, ligne, 'numero', refus)
}

const estVendu = ({ indexes }: Contexte, bien: Enregistrement<Bien>): boolean =>
  indexes.ventes.ouverteDe(bien) !== undefined ||
  (bien.id !== null && indexes.suivis.get(bien.id)?.vente != null)

const vide = (bien: Enregistrement<Bien>): OptionLue => ({
  bien,
  client: null,
  nom: '',
  tel: null,
  expire_le: '',
  note: null,
})
