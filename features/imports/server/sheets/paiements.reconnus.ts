import { report, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import type { Vente } from '#features/imports/server/check/indexes.ventes.ts'
import { SERIES, writeNumero } from '#features/imports/server/check/series.ts'
import type { PaiementConnu, PaiementsConnus } from '#features/imports/server/sheets/paiements.known.ts'
import {
  describePaiement,
  type Lue,
  type PaiementDit,
} from '#features/imports/server/sheets/paiements.row.ts'
import { groupBy } from '#shared/group-by.ts'
import { parTranches } from '#server/tranches.ts'

/** Finds the existing payment of each line, by receipt number or by sale, day, amount and details; null for a refused line. */
export async function recognize(
  ctx: Contexte,
  lues: readonly Lue[],
  connus: PaiementsConnus,
): Promise<Map<Ligne, PaiementConnu | null>> {
  const reconnus = new Map<Ligne, PaiementConnu | null>()
  const pris = new Set<PaiementConnu>()
  const premieres = new Map<string, number>()
  await parTranches(lues, ctx.signal, (lue) => {
    const connu = duRecu(ctx, lue, connus, premieres)
    if (connu === undefined) return
    reconnus.set(lue.ligne, connu)
    if (connu) pris.add(connu)
  })
  const restants = new Map<Vente, Map<string, PaiementConnu[]>>()
  await parTranches(lues, ctx.signal, ({ ligne, contenu, vente }) => {
    if (contenu.recu || !vente.connue) return
    const libres =
      restants.get(vente) ??
      groupBy(
        connus.deVente(vente).filter((connu) => !pris.has(connu)),
        cleDe,
      )
    restants.set(vente, libres)
    const memes = libres.get(cleDe(contenu)) ?? []
    const exact = memes.findIndex((connu) => pareil(connu, contenu))
    const [connu] = memes.splice(Math.max(exact, 0), 1)
    if (connu) reconnus.set(ligne, connu)
  })
  return reconnus
}

/** @returns undefined when no payment has the receipt number yet, null when the line is refused */
function duRecu(
  ctx: Contexte,
  { ligne, contenu, vente }: Lue,
  connus: PaiementsConnus,
  premieres: Map<string, number>,
): PaiementConnu | null | undefined {
  if (!contenu.recu) return undefined
  const numero = writeNumero('recu', contenu.recu)
  const refuse = (texte: string) => {
    report(ctx, ligne, 'erreur', 'recu', texte)
    return null
  }
  const premiere = premieres.get(numero)
  if (premiere !== undefined) return refuse(SERIES.recu.deja(numero, premiere))
  premieres.set(numero, ligne.ligne)
  const connu = connus.duRecu(contenu.recu)
  if (connu) {
    const estLeMeme =
      connu.vente === vente &&
      connu.date_paiement === contenu.date_paiement &&
      connu.versement === contenu.versement
    return estLeMeme ? connu : refuse(SERIES.recu.pris(numero))
  }
  return connus.annules.has(numero) ? refuse(SERIES.recu.annule(numero)) : undefined
}

const cleDe = ({
  date_paiement,
  versement,
  details,
}: Pick<PaiementDit, 'date_paiement' | 'versement' | 'details'>) =>
  `${date_paiement} ${versement} ${details ?? ''}`

const pareil = (connu: PaiementConnu, contenu: PaiementDit): boolean => {
  const [avant, apres] = [describePaiement(connu), describePaiement(contenu)]
  return Object.keys(apres).every((champ) => avant[champ] === apres[champ])
}
