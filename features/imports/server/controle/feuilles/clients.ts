import { sql } from 'kysely'
import { clientInput } from '#features/clients/clients.contract.ts'
import { NOMS_DES_FEUILLES } from '#features/imports/feuilles.ts'
import { signaler, type Contexte, type LigneDe } from '#features/imports/server/controle/contexte.ts'
import { completer, poser, valider } from '#features/imports/server/controle/lignes.ts'
import { cleDuClient, type Client } from '#features/imports/server/controle/registres.ts'
import { normaliser } from '#shared/texte.ts'

/** Looks up the clients that any line of the workbook names, and then checks the sheet Clients. */
export async function verifierClients(ctx: Contexte): Promise<void> {
  const { clients, clientsParNom } = ctx.registres
  for (const { id, version, ...avant } of await chercher(ctx)) {
    const fiche = clients.charger(cleDuClient(avant.nomComplet, avant.tel), { id, version }, avant)
    clientsParNom.inscrire([avant.nomComplet], fiche)
  }
  for (const ligne of ctx.lignes.clients) {
    await ctx.souffler()
    verifierClient(ctx, ligne)
  }
}

function verifierClient(ctx: Contexte, ligne: LigneDe<'clients'>): void {
  const { clients, clientsParNom } = ctx.registres
  const [nom, tel] = [String(ligne.valeurs.nomComplet ?? ''), String(ligne.valeurs.tel ?? '')]
  const homonymes = clientsParNom.trouver([nom])
  const fiche = poser<Client>(ctx, ligne, {
    registre: clients,
    cle: cleDuClient(nom, tel),
    champs: ['email', 'adresse'],
    lire: (avant) => {
      const lu = valider(ctx, ligne, clientInput, completer(ligne, avant))
      return lu && { ...lu, adresse: lu.adresse ?? null }
    },
    defaut: { nomComplet: nom, tel, email: '', adresse: null },
    plusieurs: 'Plusieurs clients ont ce nom et ce téléphone : corrigez-les dans Diyar.',
    champDeLaCle: 'nomComplet',
  })
  if (fiche === null) nommerSansTelephone(ctx, ligne, nom)
  else if (fiche.avant === null && fiche.ligne === ligne) {
    clientsParNom.inscrire([nom], fiche)
    if (ligne.sort === 'cree' && homonymes.some(({ avant }) => avant !== null))
      signaler(ctx, ligne, 'avertissement', 'tel', 'Un client de ce nom existe déjà avec un autre téléphone.')
  }
}

/** A line whose phone cannot be read still names its client: what points to him is not accused. */
function nommerSansTelephone(ctx: Contexte, ligne: LigneDe<'clients'>, nom: string): void {
  if (nom === '') return
  ctx.registres.clientsParNom.ajouter([nom], {
    id: null,
    avant: null,
    apres: { nomComplet: nom, tel: '', email: '', adresse: null },
    ligne,
    lues: null,
    change: false,
    version: 0,
  })
}

/** The folded names of all clients that lines speak of. */
export function clientsNommes(ctx: Contexte): string[] {
  const noms = new Set<string>()
  for (const feuille of NOMS_DES_FEUILLES)
    for (const { valeurs } of ctx.lignes[feuille]) {
      const valeur =
        'nomComplet' in valeurs ? valeurs.nomComplet : 'client' in valeurs ? valeurs.client : null
      if (valeur != null) noms.add(normaliser(String(valeur)))
    }
  return [...noms]
}

const chercher = async (ctx: Contexte) => {
  const noms = clientsNommes(ctx)
  if (noms.length === 0) return []
  return ctx.db
    .selectFrom('clients')
    .where('recherche', '=', sql<string>`any (${noms}::text[])`)
    .select(['id', 'version', 'nom_complet as nomComplet', 'tel', 'email', 'adresse'])
    .orderBy('id')
    .execute()
}
