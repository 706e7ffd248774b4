import {
  BANQUE,
  colonneDuDossier,
  colonneDuMode,
  columnsOf,
  type Feuille,
  JOUR_EXEMPLE,
  NOTE,
  REFERENCE,
} from '#features/imports/colonnes.ts'
import type { Numero } from '#server/database/numeros.ts'
import { sql } from 'kysely'
import { refusDuRemboursement, refusDeLaRetenue, resteARembourser } from '#features/ventes/dossiers.rules.ts'
import { champsDuRemboursement } from '#features/ventes/ventes.champs.ts'
import { remboursementInput } from '#features/ventes/fins.contract.ts'
import { refuseLine, report, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import { leaveOut, repeat, checkLine } from '#features/imports/server/check/rows.ts'
import { writeNumero, findTropLoin, readNumero, SERIES } from '#features/imports/server/check/series.ts'
import { venteDuDossier } from '#features/imports/server/sheets/ventes.known.ts'
import { codeDuMode } from '#features/imports/server/sheets/paiements.row.ts'
import type { Remboursement } from '#features/imports/server/check/indexes.ventes.ts'
import { MODES, type Mode } from '#features/paiements/modes.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'

const columns = columnsOf(champsDuRemboursement)

export const feuilleDesRemboursements = {
  titre: 'Remboursements',
  aide: 'Ce qui a été rendu après un désistement',
  colonnes: [
    colonneDuDossier(true),
    columns.facultative('numero', "AAAA-R-NNNN, s'il en a déjà un ; vide : le numéro suivant", {
      titre: 'N°',
    }),
    columns.requise('jour', 'Le jour du remboursement', JOUR_EXEMPLE),
    columns.requise('montant', 'En dinars, deux décimales au plus', 500_000),
    colonneDuMode({ requis: true, exemple: 'Virement' }),
    BANQUE,
    REFERENCE,
    NOTE,
  ],
} as const satisfies Feuille

/** Checks the sheet Remboursements, in its order, and the retenue of each new désistement. */
export async function checkRemboursements(ctx: Contexte): Promise<void> {
  const connus = await loadRemboursements(ctx)
  const premieres = new Map<string, Remboursement>()
  for (const ligne of ctx.lignes.remboursements) {
    await ctx.breathe()
    const vente = venteDuDossier(ctx, ligne)
    const dit = read(ctx, ligne)
    if (!vente || !dit) ligne.issue = 'erreur'
    else checkRemboursement(ctx, { ...dit, id: null, ligne, vente }, connus, premieres)
  }
  refuseTooFar(ctx)
  checkRetenues(ctx)
}

function refuseTooFar(ctx: Contexte): void {
  const { ventes } = ctx.indexes
  const dernierDe = (annee: number) => ventes.dernierNumero('remboursement', annee)
  for (const { ligne, numero } of findTropLoin(ventes.remboursements, (un) => un.numero, dernierDe))
    if (numero)
      report(ctx, ligne, 'erreur', 'numero', SERIES.remboursement.loin(writeNumero('remboursement', numero)))
}

type Dit = Omit<Remboursement, 'id' | 'ligne' | 'vente'>

function read(ctx: Contexte, ligne: Ligne): Dit | null {
  const { numero: nom, ...valeurs } = ligne.valeurs
  const numero = nom == null ? null : readNumero('remboursement', String(nom))
  if (nom != null && !numero) report(ctx, ligne, 'erreur', 'numero', SERIES.remboursement.illisible)
  const lu = checkLine(ctx, ligne, remboursementInput, { ...valeurs, mode: codeDuMode(valeurs.mode ?? null) })
  if (!lu || (nom != null && !numero)) return null
  const { banque = null, reference = null, note = null, ...reste } = lu
  const especes = lu.mode === 'especes'
  return { numero, ...reste, banque: especes ? null : banque, reference: especes ? null : reference, note }
}

const cleDe = ({ numero, vente, jour, montant }: Remboursement): string =>
  numero ? writeNumero('remboursement', numero) : `${vente.rang} ${jour} ${montant}`

function checkRemboursement(
  ctx: Contexte,
  lu: Remboursement,
  connus: readonly RembourseConnu[],
  premieres: Map<string, Remboursement>,
): void {
  const { ligne, vente, numero } = lu
  const { ventes } = ctx.indexes
  const cle = cleDe(lu)
  const premiere = premieres.get(cle)
  if (premiere) return repeat(ctx, ligne, premiere.ligne.ligne, memes(premiere, lu))
  premieres.set(cle, lu)
  const connu = connus.find((remboursement) =>
    numero
      ? remboursement.annee === numero.annee && remboursement.numero === numero.numero
      : remboursement.vente_id === vente.id &&
        remboursement.jour === lu.jour &&
        remboursement.montant === lu.montant,
  )
  if (connu) {
    const estLeMeme = connu.vente_id === vente.id && connu.jour === lu.jour && connu.montant === lu.montant
    if (estLeMeme) return leaveOut(ctx, ligne, describe(connu), describe(lu))
    const pris = SERIES.remboursement.pris(writeNumero('remboursement', connu))
    return report(ctx, ligne, 'erreur', 'numero', pris)
  }
  if (numero && ventes.annules.has(writeNumero('remboursement', numero)))
    report(ctx, ligne, 'erreur', 'numero', SERIES.remboursement.annule(writeNumero('remboursement', numero)))
  checkReste(ctx, lu)
  if (ligne.issue === 'erreur') return
  ligne.issue = 'cree'
  vente.rembourse += lu.montant
  ventes.remboursements.push(lu)
}

/** Limits a refund to the sum paid, less the retenue, earlier refunds and cheques not yet cashed. */
function checkReste(ctx: Contexte, { ligne, vente, montant }: Remboursement): void {
  const { desistement, paye, rembourse, enAttente, douteuse, incertain } = vente
  const refus = refusDuRemboursement(
    montant,
    desistement && resteARembourser({ paye, retenue: desistement.retenue, rembourse, enAttente }),
  )
  if (!refus) return
  if (!douteuse && !(incertain && desistement)) refuseLine(ctx, ligne, refus.field ?? 'dossier', refus)
  else if (!desistement) ligne.issue = 'erreur'
}

const describe = ({ mode, banque, reference, note }: Omit<Dit, 'numero'>) => ({
  mode: MODES[mode],
  banque,
  reference,
  note,
})

const memes = (premiere: Remboursement, lu: Remboursement): boolean =>
  premiere.vente === lu.vente &&
  premiere.jour === lu.jour &&
  premiere.montant === lu.montant &&
  JSON.stringify(describe(premiere)) === JSON.stringify(describe(lu))

/** Limits the retenue of a new désistement to the sum paid, which is known only after the sheet Paiements. */
function checkRetenues(ctx: Contexte): void {
  for (const { connue, douteuse, incertain, desistement, paye, ligne } of ctx.indexes.ventes.toutes)
    if (!connue && !douteuse && !incertain && ligne && desistement) {
      const refus = refusDeLaRetenue(desistement.retenue, paye, 0)
      if (refus) refuseLine(ctx, ligne, 'retenue', refus)
    }
}

interface RembourseConnu extends Numero {
  vente_id: number
  jour: Jour
  montant: Centimes
  mode: Mode
  banque: string | null
  reference: string | null
  note: string | null
}

/** Loads the refunds of the sheet's dossiers, and those that have its refund numbers. */
async function loadRemboursements({ db, lignes, indexes }: Contexte): Promise<RembourseConnu[]> {
  if (lignes.remboursements.length === 0) return []
  const numeros = lignes.remboursements.flatMap(
    ({ valeurs }) => readNumero('remboursement', String(valeurs.numero ?? '')) ?? [],
  )
  const ventes = indexes.ventes.toutes.flatMap(({ id, desistement }) =>
    id !== null && desistement ? id : [],
  )
  const { rows } = await sql<RembourseConnu>`
    select vente_id, annee, numero, jour, montant, mode, banque, reference, note from remboursements
    where vente_id = any (${ventes}::bigint[]) or (annee, numero) in (
      select * from unnest(${numeros.map(({ annee }) => annee)}::int[], ${numeros.map(({ numero }) => numero)}::int[]))
    order by id`.execute(db)
  return rows
}
