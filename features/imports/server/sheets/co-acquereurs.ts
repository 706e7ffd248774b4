import { requise, CLIENT, CLIENT_TEL, colonneDuDossier, type Feuille } from '#features/imports/colonnes.ts'
import * as z from 'zod/mini'
import { refuseLine, report, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import { checkLine, leaveOut, repeat } from '#features/imports/server/check/rows.ts'
import { clientDe } from '#features/imports/server/check/references.ts'
import type { CoAcquereur, Vente } from '#features/imports/server/check/indexes.ventes.ts'
import { writeNumero } from '#features/imports/server/check/series.ts'
import { venteDuDossier } from '#features/imports/server/sheets/ventes.known.ts'
import { parTranches } from '#server/tranches.ts'
import { ACQUEREURS_MAX, coAcquereur } from '#features/ventes/acquereurs.contract.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { CENT_POUR_CENT } from '#shared/argent.ts'
import { refusal } from '#shared/erreurs.ts'
import { groupBy } from '#shared/group-by.ts'

export const feuilleDesCoAcquereurs = {
  titre: 'Co-acquéreurs',
  aide: 'Qui achète avec le client de chaque vente, et sa part',
  colonnes: [
    colonneDuDossier(true),
    CLIENT,
    requise(
      'part',
      'Part',
      'part',
      'En %, deux décimales au plus ; le reste est au client de la vente',
      33.33,
    ),
    CLIENT_TEL,
  ],
} as const satisfies Feuille

const partInput = z.pick(coAcquereur, { part: true })

interface Lue extends CoAcquereur {
  ligne: Ligne
  vente: Vente
}

/** Checks the sheet Co-acquéreurs; the lines of one sale are checked together. */
export async function checkAcquereurs(ctx: Contexte): Promise<void> {
  const lues: Lue[] = []
  for (const ligne of ctx.lignes.coAcquereurs) {
    await ctx.breathe()
    const vente = venteDuDossier(ctx, ligne)
    const client = clientDe(ctx, ligne)
    const lu = checkLine(ctx, ligne, partInput, { part: ligne.valeurs.part ?? '' })
    if (vente && client && lu) lues.push({ ligne, vente, client, part: lu.part })
    else {
      ligne.issue = 'erreur'
      if (vente) vente.partsDouteuses = true
    }
  }
  const parVente = [...groupBy(lues, ({ vente }) => vente)]
  await parTranches(parVente, ctx.signal, ([vente, siennes]) => {
    const nouvelles = withoutRepeated(ctx, siennes)
    if (vente.parts.size > 0) compare(ctx, vente, nouvelles)
    else compose(ctx, vente, nouvelles)
  })
}

/** The first line about each client; a repetition is reported. */
function withoutRepeated(ctx: Contexte, lues: readonly Lue[]): Lue[] {
  const premieres = new Map<Lue['client'], Lue>()
  return lues.filter((lue) => {
    const premiere = premieres.get(lue.client)
    if (premiere) repeat(ctx, lue.ligne, premiere.ligne.ligne, premiere.part === lue.part)
    else premieres.set(lue.client, lue)
    return !premiere
  })
}

/** Compares the lines with the co-acquéreurs that the sale already has, which an import never changes. */
function compare(ctx: Contexte, { parts }: Vente, lues: readonly Lue[]): void {
  for (const { ligne, client, part } of lues) {
    const connue = client.id === null ? undefined : parts.get(client.id)
    if (connue !== undefined) leaveOut(ctx, ligne, { part: connue }, { part })
    else {
      const texte = 'Ce dossier a déjà des co-acquéreurs, sans ce client. Laissé tel quel.'
      report(ctx, ligne, 'avertissement', 'client', texte)
      ligne.issue ??= 'laisse'
    }
  }
}

/** Checks the first co-acquéreurs of a sale by the rules of the form. */
function compose(ctx: Contexte, vente: Vente, lues: readonly Lue[]): void {
  const [premiere] = lues
  const { connue, terminee_le, dossier } = vente
  if (premiere && connue && terminee_le !== null && dossier) {
    const params = { dossier: writeNumero('dossier', dossier), jour: terminee_le }
    refuseLine(ctx, premiere.ligne, 'dossier', refusal(ventesErreurs.venteClose, params))
  }
  for (const { ligne, client } of lues)
    if (client === vente.client) refuseLine(ctx, ligne, 'client', refusal(ventesErreurs.dejaAcquereur))
  for (const { ligne } of lues.slice(ACQUEREURS_MAX))
    report(ctx, ligne, 'erreur', 'client', `${ACQUEREURS_MAX} co-acquéreurs au plus.`)
  const somme = lues.reduce((total, { part }) => total + part, 0)
  if (premiere && !vente.partsDouteuses && somme >= CENT_POUR_CENT)
    refuseLine(ctx, premiere.ligne, 'part', refusal(ventesErreurs.partsTropHautes))
  const bonnes = !vente.partsDouteuses && lues.every(({ ligne }) => ligne.issue !== 'erreur')
  for (const { ligne } of lues) ligne.issue ??= 'cree'
  if (bonnes) vente.coAcquereurs = lues.map(({ client, part }) => ({ client, part }))
}
