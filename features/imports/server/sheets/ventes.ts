import {
  aideDesMots,
  CLIENT,
  CLIENT_TEL,
  colonne,
  colonneDuDossier,
  columnsOf,
  DU_BIEN,
  type Feuille,
  JOUR_EXEMPLE,
  NOTE,
} from '#features/imports/colonnes.ts'
import * as z from 'zod/mini'
import { refusDuBienBloque, refusDuBienTenu } from '#features/etats/etats.rules.ts'
import { refusDesEtapes } from '#features/ventes/dossiers.rules.ts'
import { champsDeLaVente } from '#features/ventes/ventes.champs.ts'
import { desistementInput } from '#features/ventes/fins.contract.ts'
import { dossierInput } from '#features/ventes/dossiers.contract.ts'
import { refuseLine, report, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import { leaveOut, repeat, checkLine } from '#features/imports/server/check/rows.ts'
import {
  readDossier,
  refuseTooFar,
  checkNumero,
  loadVentes,
} from '#features/imports/server/sheets/ventes.known.ts'
import type { Client, Enregistrement } from '#features/imports/server/check/indexes.ts'
import type { Bien } from '#features/imports/server/nouns.ts'
import {
  lieuDe,
  prixDouteux,
  type Desistement,
  type Vente,
} from '#features/imports/server/check/indexes.ventes.ts'
import { describe, memeFinie, memes, type Lue } from '#features/imports/server/sheets/ventes.repeated.ts'
import { formatMontant } from '#shared/argent.ts'
import { TITRES } from '#features/imports/imports.words.ts'
import { facultatif, jour, ligneFacultative, montant } from '#shared/champs/codecs.ts'
import { aujourdhui, isJour } from '#shared/dates.ts'

const columns = columnsOf(champsDeLaVente)

export const feuilleDesVentes = {
  titre: TITRES.ventes,
  aide: 'Les ventes, en cours et terminées',
  colonnes: [
    ...DU_BIEN,
    CLIENT,
    CLIENT_TEL,
    colonne('date', 'Date', 'jour', { requis: true, aide: 'Le jour de la vente', exemple: JOUR_EXEMPLE }),
    columns.facultative(
      'prix',
      'Le prix convenu ; vide : celui du bien. Une vente terminée doit avoir le sien',
    ),
    columns.facultative('terminee_le', 'Le jour où la vente a pris fin, si elle est terminée'),
    colonneDuDossier(false),
    columns.facultative('reservation_le', 'Le jour de la réservation ; vide : celui de la vente'),
    columns.facultative('contrat_le', 'Le jour du contrat'),
    columns.facultative('livraison_le', 'Le jour de la remise des clés'),
    columns.facultative('livraison_prevue_le', 'Le jour prévu pour la remise des clés'),
    columns.facultative('notaire', 'Le nom du notaire'),
    columns.facultative('vendeur', "Le nom de qui a vendu ; celui d'un membre, ses ventes le suivent"),
    NOTE,
    columns.facultative('demande_le', 'Si la vente a pris fin par un désistement : le jour de la demande', {
      titre: 'Désistement le',
    }),
    columns.facultative('origine', aideDesMots(['Client', 'Promoteur']), {
      titre: 'À la demande de',
      mots: ['Client', 'Promoteur'],
    }),
    columns.facultative('motif', 'Le motif du désistement', { largeur: 28 }),
    columns.facultative('retenue', 'Ce qui est retenu, en dinars'),
  ],
} as const satisfies Feuille

const venu = (requis?: string) =>
  jour(requis).check(z.refine((lu) => !isJour(lu) || lu <= aujourdhui(), 'Cette date est à venir.'))

/** A sale as its line says it: the fields of the dossier's form, and three fields that the forms lack because they sell today. */
const venteInput = z.extend(dossierInput, {
  date: venu(),
  terminee_le: facultatif(venu()),
  prix: facultatif(montant()),
  vendeur: ligneFacultative(),
})

const ORIGINES = new Map([
  ['Client', 'client'],
  ['Promoteur', 'promoteur'],
])
const DU_DESISTEMENT = ['demande_le', 'origine', 'motif', 'retenue'] as const

/** Looks up the sales that the workbook speaks of, and checks the sheet Ventes. */
export async function checkVentes(ctx: Contexte): Promise<void> {
  await loadVentes(ctx)
  for (const ligne of ctx.lignes.ventes) {
    await ctx.breathe()
    const { bien, client } = lieuDe(ctx, ligne)
    const lue = read(ctx, ligne)
    if (!bien) ligne.issue = 'erreur'
    else checkVente(ctx, ligne, bien, client, lue)
  }
  refuseTooFar(ctx)
}

function read(ctx: Contexte, ligne: Ligne): Lue | null {
  const { valeurs } = ligne
  const dossier = readDossier(ctx, ligne)
  const lue = checkLine(ctx, ligne, venteInput, {
    ...valeurs,
    // A wrong day is reported at its own cell only, so the reservation gets a valid day.
    reservation_le: valeurs.reservation_le ?? lisible(valeurs.date),
  })
  const desistement = readDesistement(ctx, ligne)
  if (!lue || dossier === undefined || desistement === undefined) return null
  const { date, terminee_le = null, prix = null, contrat_le = null, livraison_le = null, ...reste } = lue
  const etapes = { reservation_le: lue.reservation_le, contrat_le, livraison_le }
  for (const refus of refusDesEtapes(etapes)) refuseLine(ctx, ligne, refus.field, refus)
  if (terminee_le !== null && terminee_le < date)
    report(ctx, ligne, 'erreur', 'terminee_le', "La vente se termine avant d'avoir commencé.")
  if (desistement && terminee_le === null)
    report(ctx, ligne, 'erreur', 'terminee_le', 'La date est obligatoire.')
  return {
    prix,
    ouverte_le: date,
    terminee_le,
    dossier,
    ...etapes,
    livraison_prevue_le: reste.livraison_prevue_le ?? null,
    notaire: reste.notaire ?? null,
    vendeur: reste.vendeur ?? null,
    note: reste.note ?? null,
    desistement,
  }
}

const lisible = (date: unknown): string =>
  typeof date === 'string' && isJour(date) && date <= aujourdhui() ? date : aujourdhui()

/** @returns null when the line speaks of no désistement, undefined after an error is reported */
function readDesistement(ctx: Contexte, ligne: Ligne): Desistement | null | undefined {
  const { valeurs } = ligne
  if (DU_DESISTEMENT.every((champ) => valeurs[champ] == null)) return null
  const lu = checkLine(ctx, ligne, desistementInput, {
    demande_le: valeurs.demande_le,
    origine: ORIGINES.get(String(valeurs.origine)) ?? valeurs.origine,
    motif: valeurs.motif,
    retenue: valeurs.retenue,
  })
  if (!lu) return undefined
  const { demande_le, origine, motif, retenue } = lu
  return { demande_le, origine, motif, retenue: retenue ?? 0 }
}

function checkVente(
  ctx: Contexte,
  ligne: Ligne,
  bien: Enregistrement<Bien>,
  client: Enregistrement<Client> | null,
  lue: Lue | null,
): void {
  const { ventes } = ctx.indexes
  const finie = ligne.valeurs.terminee_le !== null || ligne.illisibles.has('terminee_le')
  const connue = finie ? memeFinie(ventes.deBien(bien), client, lue) : ventes.ouverteDe(bien)
  if (lue) checkPrix(ctx, ligne, bien, lue, connue?.connue ? 'erreur' : 'avertissement')
  if (connue && !finie && client && connue.client !== client) {
    report(ctx, ligne, 'erreur', 'client', `Ce bien est déjà vendu à ${connue.nomClient}.`)
    return
  }
  if (connue && lue && client) {
    checkNumero(ctx, ligne, lue, connue)
    if (connue.ligne) repeat(ctx, ligne, connue.ligne.ligne, connue.douteuse || memes(connue, lue))
    else leaveOut(ctx, ligne, describe(connue), describe(lue))
  }
  if (connue) {
    ligne.issue ??= 'erreur'
    connue.ligne ??= ligne
    connue.douteuse ||= ligne.issue === 'erreur'
    return
  }
  if (lue) checkNumero(ctx, ligne, lue, null)
  if (!finie) checkFree(ctx, ligne, bien, client)
  const bonne = lue !== null && client !== null && ligne.issue !== 'erreur'
  ligne.issue = bonne ? 'cree' : 'erreur'
  ventes.add(nouvelle(ligne, bien, client, lue, !bonne))
  if (bonne) ctx.montants.ventes = (ctx.montants.ventes ?? 0) + (lue.prix ?? bien.apres.montant)
}

/** Checks that an ended sale has a price. An open sale at another price than its bien gives the bien that price: `autre` says how that is told. */
function checkPrix(
  ctx: Contexte,
  ligne: Ligne,
  bien: Enregistrement<Bien>,
  { terminee_le, prix }: Lue,
  autre: 'erreur' | 'avertissement',
): void {
  if (terminee_le !== null) {
    if (prix === null)
      report(ctx, ligne, 'erreur', 'prix', 'Le prix est obligatoire pour une vente terminée.')
    return
  }
  const { montant: duBien } = bien.apres
  if (prix !== null && prix !== duBien && !prixDouteux({ bien })) {
    const texte = `Le prix de la vente n'est pas celui du lot (${formatMontant(duBien)}).`
    const suite = autre === 'erreur' ? '' : ' Le lot prendra le prix de la vente.'
    report(ctx, ligne, autre, 'prix', texte + suite)
  }
}

export function checkFree(
  ctx: Contexte,
  ligne: Ligne,
  bien: Enregistrement<Bien>,
  client: Enregistrement<Client> | null,
  champ = 'numero',
): void {
  const option = bien.id === null ? undefined : ctx.indexes.suivis.get(bien.id)?.option
  const own = !client || (client.id !== null && option?.client_id === client.id)
  const refus = refusDuBienBloque(bien.apres) ?? (own ? null : refusDuBienTenu(option))
  if (refus) refuseLine(ctx, ligne, champ, refus)
}

export function nouvelle(
  ligne: Ligne,
  bien: Enregistrement<Bien>,
  client: Enregistrement<Client> | null,
  lue: Lue | null,
  douteuse: boolean,
): Omit<Vente, 'rang'> {
  const jourDit = lisible(ligne.valeurs.date)
  const vide: Lue = {
    prix: null,
    ouverte_le: jourDit,
    terminee_le: ligne.valeurs.terminee_le == null ? null : jourDit,
    dossier: null,
    reservation_le: jourDit,
    contrat_le: null,
    livraison_le: null,
    livraison_prevue_le: null,
    notaire: null,
    vendeur: null,
    note: null,
    desistement: null,
  }
  const dite = lue ?? vide
  return {
    ...dite,
    prix: dite.prix ?? bien.apres.montant,
    id: null,
    connue: false,
    ligne,
    douteuse,
    incertain: false,
    bien,
    client,
    nomClient: client?.apres.nomComplet ?? String(ligne.valeurs.client ?? ''),
    paye: 0,
    ajoute: 0,
    enAttente: 0,
    rembourse: 0,
    echeances: new Map(),
    echeancier: [],
    echeancierDouteux: false,
    parts: new Map(),
    coAcquereurs: [],
    partsDouteuses: false,
  }
}
