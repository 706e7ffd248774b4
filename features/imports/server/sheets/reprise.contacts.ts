import { lireTelephone } from '#features/imports/cellules.ts'
import { report, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import type { Dite } from '#features/imports/server/check/indexes.reprise.ts'
import { cellOf } from '#features/imports/server/sheets/reprise.dites.ts'
import { textOf } from '#features/imports/server/reprise/cellules.rules.ts'
import { readPersonne } from '#features/imports/server/reprise/personnes.rules.ts'
import { TELEPHONE_INVALIDE, isTelephone, TELEPHONE_MAX } from '#shared/coordonnees.ts'
import { groupBy } from '#shared/group-by.ts'
import { numerosDe } from '#shared/telephone.ts'
import { normaliser } from '#shared/texte.ts'

/** Reads the phones of a line: the first of its cell, then the second, or that of « Téléphone 2 ». */
export function readTelephones(ctx: Contexte, ligne: Ligne): Pick<Dite, 'tel' | 'tel2'> {
  const tel = readTelephone(ctx, ligne, 'tel')
  const tel2 = readTelephone(ctx, ligne, 'tel2')
  const [premier = '', second = ''] = tel === null ? [] : numerosDe(tel)
  // Two numbers of one cell are kept apart; what is beside a single one is kept as it stands.
  return { tel: tel === null ? null : second === '' ? tel : premier, tel2: tel2 || second }
}

/** @returns '' for a blank cell, null after the error is reported */
function readTelephone(ctx: Contexte, ligne: Ligne, champ: 'tel' | 'tel2'): string | null {
  if (ligne.illisibles.has(champ)) return null
  const cellule = cellOf(ligne, champ)
  if (cellule === null) return ''
  const { valeur, faute, avertissement } = lireTelephone(cellule)
  if (avertissement !== undefined) report(ctx, ligne, 'avertissement', champ, avertissement)
  const bon = typeof valeur === 'string' && valeur.length <= TELEPHONE_MAX && isTelephone(valeur)
  if (faute === undefined && bon) return valeur
  report(ctx, ligne, 'erreur', champ, faute ?? TELEPHONE_INVALIDE)
  return null
}

const COMPLETES = ['tel', 'tel2', 'email', 'adresse', 'piece'] as const

/** Completes the buyers of the lists by a list of people, by name and where one alone bears it. */
export function fillFromContacts(ctx: Contexte): void {
  const { dites } = ctx.indexes.reprise
  const ventes = new Set(dites.map(({ ligne }) => ligne))
  const contacts = ctx.lignes.reprise.filter(
    (ligne) => !ventes.has(ligne) && ligne.issue === 'laisse' && cellOf(ligne, 'client') !== null,
  )
  const parNom = groupBy(contacts, (ligne) => normaliser(readPersonne(textOf(cellOf(ligne, 'client'))).nom))
  for (const dite of dites) {
    const [contact, autre] = parNom.get(normaliser(dite.acquereur?.nom ?? '')) ?? []
    if (!contact || autre || contact.source === dite.source) continue
    const manquent = COMPLETES.filter(
      (champ) => cellOf(dite.ligne, champ) === null && cellOf(contact, champ) !== null,
    )
    dite.ligne.cellules = {
      ...dite.ligne.cellules,
      ...Object.fromEntries(manquent.map((champ) => [champ, cellOf(contact, champ)])),
    }
    if (manquent.includes('tel') && dite.tel === '') Object.assign(dite, readTelephones(ctx, contact))
  }
}
