import * as z from 'zod/mini'
import { refuseLine, report, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import type { Client, Enregistrement } from '#features/imports/server/check/indexes.ts'
import { lieuDe, prixDe, prixDouteux, type Vente } from '#features/imports/server/check/indexes.ventes.ts'
import type { Bien } from '#features/imports/server/nouns.ts'
import { shareParts } from '#features/imports/server/reprise/personnes.rules.ts'
import { addPaiements, readPayes } from '#features/imports/server/sheets/reprise.paiements.ts'
import { findAcquereurs, type Acquereurs } from '#features/imports/server/sheets/reprise.clients.ts'
import { cellOf } from '#features/imports/server/sheets/reprise.dites.ts'
import { numeroDit } from '#features/imports/server/sheets/reprise.lieux.ts'
import { compareTotals } from '#features/imports/server/sheets/reprise.totaux.ts'
import { checkTotals, readLigne, type Lue } from '#features/imports/server/sheets/reprise.versements.ts'
import { checkFree, nouvelle } from '#features/imports/server/sheets/ventes.ts'
import { dossierInput } from '#features/ventes/dossiers.contract.ts'
import { refusDesEtapes, type Etapes } from '#features/ventes/dossiers.rules.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { CENT_POUR_CENT, formatMontant, formatPourcent, toDecimal, type Centimes } from '#shared/argent.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { refusal } from '#shared/erreurs.ts'
import { groupBy } from '#shared/group-by.ts'

/** A line that was read, with the records that it names. */
interface Tenue extends Lue {
  bien: Enregistrement<Bien> | null
  acquereurs: Acquereurs
}

/** Judges the lines of Reprise, sale by sale, once all other sheets are. */
export async function checkReprise(ctx: Contexte): Promise<void> {
  const { reprise } = ctx.indexes
  if (reprise.dites.length === 0) return compareTotals(ctx, [])
  const acquereurs = await findAcquereurs(ctx)
  const tenues = reprise.dites.map((dite): Tenue => ({
    ...readLigne(ctx, dite),
    bien: lieuDe(ctx, dite.ligne).bien,
    acquereurs: acquereurs.get(dite) ?? { client: null, co: [] },
  }))
  const payes = await readPayes(ctx)
  // A line without its lot or its buyer is judged by itself.
  const groupes = groupBy(tenues, ({ bien, acquereurs: { client }, dite }) =>
    bien && client ? `${bien.rang} ${client.rang}` : dite,
  )
  for (const siennes of groupes.values()) {
    await ctx.breathe()
    judge(ctx, siennes, payes)
  }
  compareTotals(ctx, tenues)
  for (const { dite } of tenues) dite.ligne.issue ??= 'existant'
}

function judge(ctx: Contexte, siennes: readonly Tenue[], payes: Awaited<ReturnType<typeof readPayes>>): void {
  const [premiere] = siennes
  if (!premiere) return
  const { bien, acquereurs } = premiere
  const { client } = acquereurs
  const prixDit = checkPrix(ctx, siennes)
  const ouverte = bien ? ctx.indexes.ventes.ouverteDe(bien) : undefined
  // His totals prove what was read of his columns: his own price before that of Diyar.
  const connu = ouverte ? prixDe(ouverte) : bien && !prixDouteux({ bien }) ? bien.apres.montant : null
  const prix = prixDit ?? connu
  const sienne = ouverte?.client === client ? ouverte : undefined
  const mots = checkTotals(ctx, siennes, prix, sienne?.paye ?? 0)
  const jour = jourOf(ctx, siennes)
  const { reserve_le, contrat_le, livre_le } = stepsOf(siennes)
  const etapes = { reservation_le: reserve_le ?? jour, contrat_le, livraison_le: livre_le }
  if (etapes.reservation_le !== null)
    refuseSteps(ctx, premiere, { ...etapes, reservation_le: etapes.reservation_le })
  if (!bien || !client || jour === null) {
    for (const { dite } of siennes) dite.ligne.issue = 'erreur'
    return
  }
  const note = [...siennes.flatMap((lue) => lue.note ?? []), ...mots].join('\n') || null
  const faute = z.safeParse(dossierInput.shape.note, note).error?.issues[0]?.message
  if (faute !== undefined) report(ctx, premiere.dite.ligne, 'erreur', 'note', faute)
  const dite: Dossier = { prix: prixDit, jour, reserve_le, contrat_le, livre_le, note }
  const vente = ouverte
    ? compare(ctx, premiere, ouverte, client, dite)
    : open(ctx, premiere, { bien, client, dite })
  if (!vente) return
  addCo(ctx, vente, siennes)
  addPaiements(ctx, vente, siennes, payes)
  if (siennes.some(({ dite: { ligne } }) => ligne.issue === 'erreur')) vente.douteuse = true
}

/** Refuses steps that precede the one they follow. @returns true when there are none */
function refuseSteps(ctx: Contexte, { dite: { ligne } }: Tenue, etapes: Etapes): boolean {
  const refus = refusDesEtapes(etapes)
  for (const un of refus)
    refuseLine(ctx, ligne, un.field === 'livraison_le' ? 'livre_le' : (un.field ?? null), un)
  return refus.length === 0
}

interface Dossier {
  prix: Centimes | null
  jour: Jour
  reserve_le: Jour | null
  contrat_le: Jour | null
  livre_le: Jour | null
  note: string | null
}

/** The price of a sale: that of its first line that has one; another one further down is refused. */
function checkPrix(ctx: Contexte, siennes: readonly Tenue[]): Centimes | null {
  const dit = siennes.find(({ prix }) => prix !== null)?.prix ?? null
  for (const { prix, dite } of siennes)
    if (prix !== null && dit !== null && prix !== dit)
      report(ctx, dite.ligne, 'erreur', 'prix', `Prix : ${formatMontant(dit)} plus haut.`)
  return dit
}

const stepsOf = (siennes: readonly Tenue[]) => {
  const first = (champ: 'reserve_le' | 'contrat_le' | 'livre_le') =>
    siennes.find((lue) => lue[champ] !== null)?.[champ] ?? null
  return { reserve_le: first('reserve_le'), contrat_le: first('contrat_le'), livre_le: first('livre_le') }
}

/** The day of a sale: Réservé le, else Contrat le, else its first versement, a total too. @returns null after the error is reported */
function jourOf(ctx: Contexte, siennes: readonly Tenue[]): Jour | null {
  const { reserve_le, contrat_le } = stepsOf(siennes)
  const verses = siennes.flatMap(({ versements }) => versements.flatMap(({ jour }) => jour ?? []))
  const [premier] = verses.toSorted((a, b) => (a < b ? -1 : 1))
  const repris = siennes.findLast(({ total }) => total !== null && total > 0)
  const jour =
    reserve_le ?? contrat_le ?? premier ?? (repris ? (repris.paye_au ?? repris.dite.source.arretee_au) : null)
  const [un] = siennes
  // A day that cannot be read, or lacks beside its amount, has its own error.
  if (jour === null && un && !siennes.some(({ jourDit }) => jourDit))
    report(ctx, un.dite.ligne, 'erreur', 'reserve_le', 'La date est obligatoire.')
  return jour
}

/** Compares a line with the sale that is there: what differs is left, what is blank is filled; both are told. @returns null for another's sale */
function compare(
  ctx: Contexte,
  premiere: Tenue,
  vente: Vente,
  client: Enregistrement<Client>,
  dite: Dossier,
): Vente | null {
  const { ligne } = premiere.dite
  if (vente.client !== client) {
    report(ctx, ligne, 'erreur', champDeLAcquereur(ligne), `Ce bien est déjà vendu à ${vente.nomClient}.`)
    return null
  }
  const laisse = (champ: string, titre: string, avant: string, apres: string) => {
    report(
      ctx,
      ligne,
      'avertissement',
      champ,
      `${titre} : ${avant} dans Diyar, ${apres} ici. Laissé tel quel.`,
    )
    ligne.issue ??= 'laisse'
  }
  const prix = prixDe(vente)
  if (dite.prix !== null && dite.prix !== prix && !prixDouteux(vente))
    laisse('prix', 'Prix convenu', formatMontant(prix), formatMontant(dite.prix))
  if (dite.reserve_le !== null && dite.reserve_le !== vente.reservation_le)
    laisse(
      'reserve_le',
      'Réservé le',
      formatJourCourt(vente.reservation_le),
      formatJourCourt(dite.reserve_le),
    )
  const completee = {
    reservation_le: vente.reservation_le,
    contrat_le: vente.contrat_le ?? dite.contrat_le,
    livraison_le: vente.livraison_le ?? dite.livre_le,
  }
  if (ligne.issue !== 'erreur' && !refuseSteps(ctx, premiere, completee)) return vente
  for (const [champ, titre, colonne, valeur] of [
    ['contrat_le', 'Contrat le', 'contrat_le', dite.contrat_le],
    ['livre_le', 'Livré le', 'livraison_le', dite.livre_le],
    ['note', 'Observation', 'note', dite.note],
  ] as const) {
    const avant = vente[colonne]
    if (valeur === null || avant === valeur) continue
    const montre = (un: string) => (champ === 'note' ? un : formatJourCourt(un))
    if (avant !== null) laisse(champ, titre, montre(avant), montre(valeur))
    else if (vente.id !== null) {
      const { ventes } = ctx.indexes.reprise
      ventes.set(vente.id, { ...ventes.get(vente.id), [colonne]: valeur })
      report(
        ctx,
        ligne,
        'avertissement',
        champ,
        `${titre} : vide dans Diyar, ${montre(valeur)} ici. Complété.`,
      )
      ligne.issue ??= 'modifie'
    }
  }
  return vente
}

const champDeLAcquereur = (ligne: Ligne): string => (cellOf(ligne, 'client') === null ? 'nom' : 'client')

/** Opens the sale of a line. At another price than its lot's it is agreed, as at the screen (RF-43). */
function open(
  ctx: Contexte,
  { dite: { ligne }, acquereurs }: Tenue,
  { bien, client, dite }: { bien: Enregistrement<Bien>; client: Enregistrement<Client>; dite: Dossier },
): Vente {
  const { montant: duBien } = bien.apres
  if (dite.prix !== null && dite.prix !== duBien && !prixDouteux({ bien }))
    report(ctx, ligne, 'avertissement', 'prix', sayAgreed(dite.prix, duBien))
  checkFree(ctx, ligne, bien, client, numeroDit(ligne)?.[0])
  const lue = {
    prix: dite.prix,
    ouverte_le: dite.jour,
    terminee_le: null,
    dossier: null,
    reservation_le: dite.reserve_le ?? dite.jour,
    contrat_le: dite.contrat_le,
    livraison_le: dite.livre_le,
    livraison_prevue_le: null,
    notaire: null,
    vendeur: null,
    note: dite.note,
    desistement: null,
  }
  const refusee = ligne.issue === 'erreur' || acquereurs.co.includes(null)
  ligne.issue ??= 'cree'
  const vente = ctx.indexes.ventes.add(nouvelle(ligne, bien, client, lue, refusee))
  return vente
}

function sayAgreed(prix: Centimes, avant: Centimes): string {
  const ecart = formatMontant(Math.abs(avant - prix))
  const suite = prix < avant ? `remise de ${ecart}.` : `${ecart} de plus.`
  return `Prix convenu ${formatMontant(prix)}, ${formatMontant(avant)} avant : ${suite}`
}

/** Gives a sale without co-acquéreurs those of its lines, by the rules of the form. */
function addCo(ctx: Contexte, vente: Vente, siennes: readonly Tenue[]): void {
  const tenue = siennes.find(({ dite }) => dite.co.length > 0)
  if (!tenue) return
  const { dite, acquereurs } = tenue
  const { ligne } = dite
  const champ = cellOf(ligne, 'coacquereur') === null ? champDeLAcquereur(ligne) : 'coacquereur'
  const parts = shareParts(dite.co)
  const lus = acquereurs.co.flatMap((client, at) => (client ? { client, part: parts[at] ?? 0 } : []))
  if (lus.length < dite.co.length) return
  const doubles = lus.some(
    ({ client }, at) => client === vente.client || lus.findIndex((un) => un.client === client) < at,
  )
  if (doubles) refuseLine(ctx, ligne, champ, refusal(ventesErreurs.dejaAcquereur))
  if (lus.reduce((somme, { part }) => somme + part, 0) >= CENT_POUR_CENT)
    refuseLine(ctx, ligne, champ, refusal(ventesErreurs.partsTropHautes))
  if (vente.parts.size === 0) {
    vente.coAcquereurs = lus
    if (vente.connue) {
      const noms = lus.map(({ client }) => client.apres.nomComplet).join(', ')
      const texte = `Co-acquéreur : vide dans Diyar, ${noms} ici. Complété.`
      report(ctx, ligne, 'avertissement', champ, texte)
    }
    ligne.issue ??= 'cree'
    return
  }
  for (const { client, part } of lus) {
    const connue = client.id === null ? undefined : vente.parts.get(client.id)
    const nom = client.apres.nomComplet
    if (connue === part) continue
    const texte =
      connue === undefined
        ? 'Ce dossier a déjà des co-acquéreurs, sans ce client. Laissé tel quel.'
        : `${nom} : ${formatPourcent(toDecimal(connue))} dans Diyar, ${formatPourcent(toDecimal(part))} ici. Laissé tel quel.`
    report(ctx, ligne, 'avertissement', champ, texte)
    ligne.issue ??= 'laisse'
  }
}
