import { sql } from 'kysely'
import * as z from 'zod/mini'
import { appartementInput } from '#features/appartements/appartements.contract.ts'
import type { Contexte } from '#features/imports/server/controle/contexte.ts'
import {
  admettre,
  blocage,
  COLONNES_DU_BIEN,
  joindreLeBien,
  nommeDesBiens,
  suivre,
  type BienLu,
} from '#features/imports/server/controle/feuilles/biens.ts'
import { completer, PAS_ENCORE, poser, valider } from '#features/imports/server/controle/lignes.ts'
import { blocDe, etageDe, residenceDe } from '#features/imports/server/controle/references.ts'
import { parId, type Appartement } from '#features/imports/server/controle/registres.ts'

const ligneInput = z.extend(appartementInput, blocage)
const CHAMPS = [
  'typeLogement',
  'surfaceHabitable',
  'surfaceUtile',
  'montant',
  'montant1',
  'montant2',
  'bloque_motif',
] as const

/** Looks up the appartements of the residences that the workbook names, and then checks the sheet Appartements. */
export async function verifierAppartements(ctx: Contexte): Promise<void> {
  if (!nommeDesBiens(ctx, 'appartement', 'appartements')) return
  await charger(ctx)
  for (const ligne of ctx.lignes.appartements) {
    await ctx.souffler()
    const etage = etageDe(ctx, ligne, blocDe(ctx, ligne, residenceDe(ctx, ligne)))
    const lire = (avant: Appartement | null) =>
      valider(ctx, ligne, ligneInput, { ...completer(ligne, avant), etage_id: etage?.id ?? PAS_ENCORE })
    if (!etage) {
      lire(null)
      continue
    }
    poser<Appartement>(ctx, ligne, {
      registre: ctx.registres.appartements,
      cle: [etage.rang, String(ligne.valeurs.numLot ?? '')],
      champs: CHAMPS,
      lire: (avant, connue) => {
        const lu = lire(avant)
        if (!lu || !admettre(ctx, ligne, connue, lu)) return null
        return {
          type: 'appartement',
          etage,
          numLot: lu.numLot,
          typeLogement: lu.typeLogement,
          surfaceHabitable: lu.surfaceHabitable,
          surfaceUtile: lu.surfaceUtile,
          montant: lu.montant,
          montant1: lu.montant1 ?? null,
          montant2: lu.montant2 ?? null,
          bloque_motif: lu.bloque_motif ?? null,
        }
      },
      defaut: {
        type: 'appartement',
        etage,
        numLot: '',
        typeLogement: '',
        surfaceHabitable: 0,
        surfaceUtile: 0,
        montant: 0,
        montant1: null,
        montant2: null,
        bloque_motif: null,
      },
      plusieurs: 'Plusieurs lots portent ce numéro à cet étage : renommez-les dans Diyar.',
      champDeLaCle: 'numLot',
    })
  }
}

async function charger(ctx: Contexte): Promise<void> {
  const etages = parId(ctx.registres.etages.fiches)
  for (const lu of await chercher(ctx, [...etages.keys()])) {
    const etage = etages.get(lu.etage_id)
    if (!etage) continue
    const {
      numLot,
      typeLogement,
      surfaceHabitable,
      surfaceUtile,
      montant,
      montant1,
      montant2,
      bloque_motif,
    } = lu
    suivre(ctx, lu)
    ctx.registres.appartements.charger([etage.rang, numLot], lu, {
      type: 'appartement',
      etage,
      numLot,
      typeLogement,
      surfaceHabitable,
      surfaceUtile,
      montant,
      montant1,
      montant2,
      bloque_motif,
    })
  }
}

type Lu = BienLu & Omit<Appartement, 'type' | 'etage'> & { etage_id: number }

async function chercher(ctx: Contexte, ids: number[]): Promise<Lu[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Lu>`
    select ${COLONNES_DU_BIEN}, a.etage_id, a.num_lot as "numLot", a.type_logement as "typeLogement",
      a.surface_habitable as "surfaceHabitable", a.surface_utile as "surfaceUtile", a.montant1, a.montant2
    from appartements a ${joindreLeBien(sql`a.id`)} where a.etage_id = any (${ids}::bigint[]) order by a.id`.execute(
    ctx.db,
  )
  return rows
}
