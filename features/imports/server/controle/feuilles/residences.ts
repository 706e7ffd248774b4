import { sql } from 'kysely'
import type { Contexte, Ligne } from '#features/imports/server/controle/contexte.ts'
import { completer, poser, valider } from '#features/imports/server/controle/lignes.ts'
import { residenceInput } from '#features/residences/residences.contract.ts'
import { normaliser } from '#shared/texte.ts'
import { NOMS_DES_FEUILLES } from '#features/imports/feuilles.ts'

/** Looks up the residences that any line of the workbook names, and then checks the sheet Résidences. */
export async function verifierResidences(ctx: Contexte): Promise<void> {
  const { residences } = ctx.registres
  for (const { nom, adresse, ...lu } of await chercher(ctx)) residences.charger([nom], lu, { nom, adresse })
  for (const ligne of ctx.lignes.residences) {
    await ctx.souffler()
    poser(ctx, ligne, {
      registre: residences,
      cle: [String(ligne.valeurs.nom ?? '')],
      champs: ['adresse'],
      lire: (avant) => valider(ctx, ligne, residenceInput, completer(ligne, avant)),
      defaut: { nom: '', adresse: '' },
      plusieurs: 'Plusieurs résidences portent ce nom : renommez-les dans Diyar.',
      champDeLaCle: 'nom',
    })
  }
}

/** The folded names of all residences that lines speak of. */
export function residencesNommees(ctx: Contexte): string[] {
  const noms = new Set<string>()
  for (const feuille of NOMS_DES_FEUILLES)
    for (const { valeurs } of ctx.lignes[feuille] as readonly Ligne[]) {
      const valeur = valeurs[feuille === 'residences' ? 'nom' : 'residence']
      if (valeur != null) noms.add(normaliser(String(valeur)))
    }
  return [...noms]
}

const chercher = (ctx: Contexte) =>
  ctx.db
    .selectFrom('residences')
    .where('recherche', '=', sql<string>`any (${residencesNommees(ctx)})`)
    .select(['id', 'version', 'nom', 'adresse'])
    .orderBy('id')
    .execute()
