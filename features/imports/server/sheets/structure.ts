import { sql } from 'kysely'
import { refusal } from '#shared/erreurs.ts'
import { biensErreurs } from '#features/biens/biens.erreurs.ts'
import { NOMS_DES_FEUILLES } from '#features/imports/colonnes.ts'
import { refuseLine, type Contexte } from '#features/imports/server/check/context.ts'
import { checkSheet, load } from '#features/imports/server/sheets/nouns.ts'
import { normaliser } from '#shared/texte.ts'

/** Looks up the residences that any line of the workbook names, and checks the sheet Résidences. */
export async function checkResidences(ctx: Contexte): Promise<void> {
  await load(ctx, 'residences', { where: sql`r.recherche = any (${residencesNommees(ctx)})` })
  await checkSheet(ctx, 'residences')
}

function residencesNommees(ctx: Contexte): string[] {
  const noms = new Set<string>()
  for (const feuille of NOMS_DES_FEUILLES)
    for (const { valeurs } of ctx.lignes[feuille]) {
      const valeur = valeurs[feuille === 'residences' ? 'nom' : 'residence']
      if (valeur != null) noms.add(normaliser(String(valeur)))
    }
  return [...noms]
}

export async function checkBlocs(ctx: Contexte): Promise<void> {
  await load(ctx, 'blocs')
  await checkSheet(ctx, 'blocs')
}

export async function checkEtages(ctx: Contexte): Promise<void> {
  await load(ctx, 'etages')
  await checkSheet(ctx, 'etages')
}

export async function checkParkings(ctx: Contexte): Promise<void> {
  const occupees = new Map<number, number>()
  await load(ctx, 'parkings', {
    columns: sql<{
      places: number
    }>`(select count(*) from places_parking p where p.parking_id = k.id) as places`,
    each: ({ id, places }) => occupees.set(id, places),
  })
  await checkSheet(ctx, 'parkings', {
    admit(ligne, { nb_places }, connue) {
      const assez = !ctx.modifier || nb_places >= (occupees.get(connue?.id ?? 0) ?? 0)
      if (!assez) refuseLine(ctx, ligne, 'nb_places', refusal(biensErreurs.capaciteInsuffisante))
      return assez
    },
  })
}
