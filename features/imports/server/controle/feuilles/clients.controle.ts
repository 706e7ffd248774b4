import { sql } from 'kysely'
import { NOMS_DES_FEUILLES } from '#features/imports/feuilles.ts'
import {
  report,
  type Contexte,
  type LigneDe,
  type Valeur,
} from '#features/imports/server/controle/contexte.ts'
import { checkSheet, load } from '#features/imports/server/controle/nouns.controle.ts'
import type { Client, Fiche } from '#features/imports/server/controle/registres.ts'
import { clesDeTelephone } from '#shared/telephone.ts'
import { normaliser } from '#shared/texte.ts'

/** Looks up the clients that any line of the workbook names, and checks the sheet Clients. */
export async function checkClients(ctx: Contexte): Promise<void> {
  const { clientsParNom } = ctx.registres
  const noms = clientsNommes(ctx)
  if (noms.length > 0)
    for (const fiche of await load(ctx, 'clients', { where: sql`c.recherche = any (${noms}::text[])` }))
      clientsParNom.enter([fiche.apres.nomComplet], fiche)
  await checkSheet(ctx, 'clients', {
    defaut: ({ valeurs }) => ({
      nomComplet: String(valeurs.nomComplet ?? ''),
      tel: String(valeurs.tel ?? ''),
    }),
    entered: (ligne, fiche) => enterByName(ctx, ligne, fiche),
  })
  await tellKnownPhones(ctx)
}

const clesDe = (tel: Valeur): string[] => clesDeTelephone(String(tel ?? ''))

/** Warns of a new client whose phone a client of Diyar has already, in any spelling, as the form does. */
async function tellKnownPhones(ctx: Contexte): Promise<void> {
  const nouveaux = ctx.lignes.clients.filter(({ sort }) => sort === 'cree')
  const cles = [...new Set(nouveaux.flatMap(({ valeurs }) => clesDe(valeurs.tel)))]
  if (cles.length === 0) return
  const { rows } = await sql<{ cle: string; nom: string }>`
    select distinct on (cle) cle, c.nom_complet as nom from clients c, unnest(c.tel_cles) cle
    where c.tel_cles && ${cles}::text[] and cle = any (${cles}::text[]) order by cle, c.id`.execute(ctx.db)
  const connus = new Map(rows.map(({ cle, nom }) => [cle, nom]))
  for (const ligne of nouveaux) {
    await ctx.breathe()
    const nom = clesDe(ligne.valeurs.tel).flatMap((cle) => connus.get(cle) ?? [])[0]
    if (nom !== undefined) report(ctx, ligne, 'avertissement', 'tel', `Un client a déjà ce numéro : ${nom}.`)
  }
}

function enterByName(ctx: Contexte, ligne: LigneDe<'clients'>, fiche: Fiche<Client> | null): void {
  const { clientsParNom } = ctx.registres
  const nom = String(ligne.valeurs.nomComplet ?? '')
  if (fiche === null) {
    // A client whose phone cannot be read stays known by name, so that other lines that name the client report no error.
    if (nom !== '')
      clientsParNom.create([nom], ligne, null, { nomComplet: nom, tel: '', email: '', adresse: null })
  } else if (fiche.avant === null && fiche.ligne === ligne) {
    const homonymes = clientsParNom.find([nom])
    clientsParNom.enter([nom], fiche)
    if (ligne.sort === 'cree' && homonymes.some(({ avant }) => avant !== null))
      report(ctx, ligne, 'avertissement', 'tel', 'Un client de ce nom existe déjà avec un autre téléphone.')
  }
}

function clientsNommes(ctx: Contexte): string[] {
  const noms = new Set<string>()
  for (const feuille of NOMS_DES_FEUILLES)
    for (const { valeurs } of ctx.lignes[feuille]) {
      const valeur =
        'nomComplet' in valeurs ? valeurs.nomComplet : 'client' in valeurs ? valeurs.client : null
      if (valeur != null) noms.add(normaliser(String(valeur)))
    }
  return [...noms]
}
