import { signaler, refuser, type Contexte, type LigneDe } from '#features/imports/server/controle/contexte.ts'
import { laisser, redire } from '#features/imports/server/controle/laisser.ts'
import { PAS_ENCORE, valider } from '#features/imports/server/controle/lignes.ts'
import { bienDe, clientDe } from '#features/imports/server/controle/references.biens.ts'
import {
  estConnue,
  type Bien,
  type Client,
  type Fiche,
  type OptionLue,
  type OptionOuverte,
} from '#features/imports/server/controle/registres.ts'
import { optionInput } from '#features/options/options.contract.ts'
import { refuseDuration } from '#features/options/server/options.service.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { aujourdhui } from '#shared/dates.ts'
import { normaliser } from '#shared/texte.ts'

const CHAMPS = ['nom', 'tel', 'expire_le', 'note'] as const

/** Checks the sheet Options, after the sales: options are only ever added, to what is free. */
export async function verifierOptions(ctx: Contexte): Promise<void> {
  if (ctx.lignes.options.length === 0) return
  const { option_jours_max } = await readParametres(ctx.db, 'ventes')
  for (const ligne of ctx.lignes.options) {
    await ctx.souffler()
    verifierOption(ctx, ligne, option_jours_max)
  }
}

function verifierOption(ctx: Contexte, ligne: LigneDe<'options'>, joursMax: number | null): void {
  const bien = bienDe(ctx, ligne)
  const nomme = ligne.valeurs.client !== null || ligne.illisibles.has('client')
  const client = nomme ? clientDe(ctx, ligne) : null
  const lues = lire(ctx, ligne, bien, client)
  if (!bien) return
  const { options } = ctx.registres
  const [deja] = options.trouver([bien.rang])
  if (deja) {
    if (lues) redire(ctx, ligne, deja.ligne?.ligne ?? 0, deja.lues === null || memes(deja.lues, lues))
    return
  }
  const ouverte = bien.id === null ? null : (ctx.registres.suivis.get(bien.id)?.option ?? null)
  const fiche = (avant: OptionLue | null): Fiche<OptionLue> =>
    options.ajouter([bien.rang], {
      id: avant && ouverte ? ouverte.id : null,
      avant,
      apres: avant ?? lues ?? vide(bien),
      ligne,
      lues,
      change: false,
      version: 0,
    })
  if (lues && ouverte && estLaMeme(ouverte, lues)) {
    const { nom, tel, expire_le, note } = ouverte
    fiche({ bien, client, nom, tel, expire_le, note })
    laisser(ctx, ligne, { nom, tel, expire_le, note }, dire(lues))
    return
  }
  if (lues) refuserLOption(ctx, ligne, bien, lues, ouverte, joursMax)
  fiche(null)
  ligne.sort ??= 'cree'
}

const dire = ({ nom, tel, expire_le, note }: OptionLue) => ({ nom, tel, expire_le, note })
const memes = (avant: OptionLue, ici: OptionLue): boolean =>
  avant.client === ici.client && CHAMPS.every((champ) => avant[champ] === ici[champ])

/** The same holder, and either it still holds the bien or its day is the one that was over. */
const estLaMeme = (ouverte: OptionOuverte, { client, nom, expire_le }: OptionLue): boolean =>
  (client ? ouverte.client_id === client.id : normaliser(ouverte.nom) === normaliser(nom)) &&
  (ouverte.expire_le >= aujourdhui() || ouverte.expire_le === expire_le)

function lire(
  ctx: Contexte,
  ligne: LigneDe<'options'>,
  bien: Fiche<Bien> | null,
  client: Fiche<Client> | null,
): OptionLue | null {
  const { nom: ecrit, client: nomDuClient } = ligne.valeurs
  const lu = valider(ctx, ligne, optionInput, { ...ligne.valeurs, bien_id: PAS_ENCORE, client_id: null })
  if (ecrit === null && nomDuClient === null && !ligne.illisibles.has('nom'))
    refuser(ctx, ligne, 'nom', 'titulaireManquant')
  if (!lu || !bien || ligne.sort === 'erreur') return null
  // An option that is given to a client takes his name and his phone.
  const tel = lu.tel ?? client?.apres.tel ?? null
  const nom = lu.nom ?? client?.apres.nomComplet ?? ''
  return { bien, client, nom, tel, expire_le: lu.expire_le, note: lu.note ?? null }
}

/** What the form refuses, in its order. */
function refuserLOption(
  ctx: Contexte,
  ligne: LigneDe<'options'>,
  bien: Fiche<Bien>,
  { expire_le }: OptionLue,
  ouverte: OptionOuverte | null,
  joursMax: number | null,
): void {
  const duree = refuseDuration(expire_le, joursMax)
  if (duree) signaler(ctx, ligne, 'erreur', 'expire_le', duree.sentence())
  const { bloque_motif: motif } = bien.apres
  if (estVendu(ctx, bien)) refuser(ctx, ligne, 'numero', 'bienDejaVendu')
  else if (estConnue(bien) && motif !== null) refuser(ctx, ligne, 'numero', 'bienBloque', { motif })
  else if (ouverte && ouverte.expire_le >= aujourdhui())
    refuser(ctx, ligne, 'numero', 'bienSousOption', { nom: ouverte.nom, jour: ouverte.expire_le })
}

/** Sold already, or by a line of the workbook. */
const estVendu = ({ registres }: Contexte, bien: Fiche<Bien>): boolean =>
  registres.ventes.ouverteDe(bien) !== undefined ||
  (bien.id !== null && registres.suivis.get(bien.id)?.vente != null)

const vide = (bien: Fiche<Bien>): OptionLue => ({
  bien,
  client: null,
  nom: '',
  tel: null,
  expire_le: '',
  note: null,
})
