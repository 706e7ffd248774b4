import { sql } from 'kysely'
import { NOMS_DES_FEUILLES } from '#features/imports/colonnes.ts'
import { report, type Contexte, type Ligne, type Valeur } from '#features/imports/server/check/context.ts'
import { contentOf } from '#features/imports/server/nouns.ts'
import { checkSheet, load } from '#features/imports/server/sheets/nouns.ts'
import { CO_ACQUEREURS } from '#features/imports/server/check/indexes.reprise.ts'
import { cleDuClient, type Client, type Enregistrement } from '#features/imports/server/check/indexes.ts'
import { clesDeTelephone } from '#shared/telephone.ts'
import { normaliser } from '#shared/texte.ts'

export const PLUSIEURS = 'Plusieurs clients portent ce nom : remplissez « Téléphone ».'

/** Looks up the clients that any line of the workbook names, and checks the sheet Clients. */
export async function checkClients(ctx: Contexte): Promise<void> {
  const { clientsParNom } = ctx.indexes
  const noms = clientsNommes(ctx)
  if (noms.length > 0)
    for (const enregistrement of await load(ctx, 'clients', {
      where: sql`c.recherche = any (${noms}::text[])`,
    }))
      clientsParNom.enter([enregistrement.apres.nomComplet], enregistrement)
  await checkSheet(ctx, 'clients', {
    find: findByName(ctx),
    defaut: ({ valeurs }) => ({
      nomComplet: String(valeurs.nomComplet ?? ''),
      tel: String(valeurs.tel ?? ''),
    }),
    entered: (ligne, enregistrement) => enterByName(ctx, ligne, enregistrement),
  })
  await tellKnownPhones(ctx)
}

/** Finds the client of a line without phone by name, and who is without phone by the line that gives one; none is chosen between two. */
function findByName({ lignes, indexes: { clients, clientsParNom } }: Contexte) {
  const nommes = new Set(
    lignes.clients.flatMap(({ valeurs: { nomComplet, tel } }) =>
      nomComplet == null || tel == null ? [] : foldCle(String(nomComplet), String(tel)),
    ),
  )
  return ({ valeurs, illisibles }: Ligne) => {
    const nom = String(valeurs.nomComplet ?? '')
    if (nom === '' || illisibles.has('tel')) return undefined
    const tel = String(valeurs.tel ?? '')
    const memes = clients.find(cleDuClient(nom, tel))
    if (memes.length > 0) return undefined
    const deDiyar = clientsParNom.find([nom]).filter(({ avant }) => avant !== null)
    // A client who has a line of his own with his phone is not meant by the line without one.
    const libres = deDiyar.filter(({ apres }) => !nommes.has(foldCle(nom, apres.tel)))
    if (tel === '') return libres.length === 0 ? undefined : { connues: libres, plusieurs: PLUSIEURS }
    const muet = deDiyar.length === 1 ? deDiyar.find(({ apres }) => apres.tel === '') : undefined
    return muet && { connues: [muet] }
  }
}
const foldCle = (nom: string, tel: string): string => normaliser(cleDuClient(nom, tel).join('\u0000'))

const clesDe = (tel: Valeur | undefined): string[] => clesDeTelephone(String(tel ?? ''))

/** Warns of a new client whose phone a client of Diyar has already, in any spelling, as the form does. */
async function tellKnownPhones(ctx: Contexte): Promise<void> {
  const nouveaux = ctx.lignes.clients.filter(({ issue }) => issue === 'cree')
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

function enterByName(ctx: Contexte, ligne: Ligne, enregistrement: Enregistrement<Client> | null): void {
  const { clientsParNom } = ctx.indexes
  const nom = String(ligne.valeurs.nomComplet ?? '')
  if (enregistrement === null) {
    // A client whose phone cannot be read stays known by name, so that other lines that name the client report no error.
    if (nom !== '') clientsParNom.create([nom], ligne, null, contentOf('clients', { nomComplet: nom }))
  } else if (enregistrement.avant === null && enregistrement.ligne === ligne) {
    const homonymes = clientsParNom.find([nom])
    clientsParNom.enter([nom], enregistrement)
    if (ligne.issue === 'cree' && ligne.valeurs.tel != null && homonymes.some(({ avant }) => avant !== null))
      report(ctx, ligne, 'avertissement', 'tel', 'Un client de ce nom existe déjà avec un autre téléphone.')
  }
}

/** Fields that name a client on any sheet. */
const DES_CLIENTS = ['nomComplet', 'client', ...CO_ACQUEREURS]

function clientsNommes(ctx: Contexte): string[] {
  const noms = new Set<string>()
  for (const feuille of NOMS_DES_FEUILLES)
    for (const { valeurs } of ctx.lignes[feuille])
      for (const champ of DES_CLIENTS) {
        const valeur = valeurs[champ]
        if (valeur != null) noms.add(normaliser(String(valeur)))
      }
  return [...noms]
}
