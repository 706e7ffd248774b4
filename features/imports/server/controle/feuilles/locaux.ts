import { sql } from 'kysely'
import * as z from 'zod/mini'
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
import { blocDe, residenceDe } from '#features/imports/server/controle/references.ts'
import { parId, type Local } from '#features/imports/server/controle/registres.ts'
import { localInput } from '#features/locaux/locaux.contract.ts'

const ligneInput = z.extend(localInput, blocage)

/** Looks up the locaux of the residences that the workbook names, and then checks the sheet Locaux. */
export async function verifierLocaux(ctx: Contexte): Promise<void> {
  if (!nommeDesBiens(ctx, 'local', 'locaux')) return
  await charger(ctx)
  for (const ligne of ctx.lignes.locaux) {
    await ctx.souffler()
    const bloc = blocDe(ctx, ligne, residenceDe(ctx, ligne))
    const lire = (avant: Local | null) =>
      valider(ctx, ligne, ligneInput, { ...completer(ligne, avant), bloc_id: bloc?.id ?? PAS_ENCORE })
    if (!bloc) {
      lire(null)
      continue
    }
    poser<Local>(ctx, ligne, {
      registre: ctx.registres.locaux,
      cle: [bloc.rang, String(ligne.valeurs.num ?? '')],
      champs: ['surface', 'description', 'montant', 'bloque_motif'],
      lire: (avant, connue) => {
        const lu = lire(avant)
        if (!lu || !admettre(ctx, ligne, connue, lu)) return null
        const { num, surface, description = null, montant, bloque_motif = null } = lu
        return { type: 'local', bloc, num, surface, description, montant, bloque_motif }
      },
      defaut: {
        type: 'local',
        bloc,
        num: '',
        surface: 0,
        description: null,
        montant: 0,
        bloque_motif: null,
      },
      plusieurs: 'Plusieurs locaux portent ce numéro dans ce bloc : renommez-les dans Diyar.',
      champDeLaCle: 'num',
    })
  }
}

async function charger(ctx: Contexte): Promise<void> {
  const blocs = parId(ctx.registres.blocs.fiches)
  for (const lu of await chercher(ctx, [...blocs.keys()])) {
    const bloc = blocs.get(lu.bloc_id)
    if (!bloc) continue
    const { num, surface, description, montant, bloque_motif } = lu
    suivre(ctx, lu)
    const avant: Local = { type: 'local', bloc, num, surface, description, montant, bloque_motif }
    ctx.registres.locaux.charger([bloc.rang, num], lu, avant)
  }
}

type Lu = BienLu & Omit<Local, 'type' | 'bloc'> & { bloc_id: number }

async function chercher(ctx: Contexte, ids: number[]): Promise<Lu[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Lu>`
    select ${COLONNES_DU_BIEN}, l.bloc_id, l.num, l.surface, l.description
    from locaux l ${joindreLeBien(sql`l.id`)} where l.bloc_id = any (${ids}::bigint[]) order by l.id`.execute(
    ctx.db,
  )
  return rows
}
