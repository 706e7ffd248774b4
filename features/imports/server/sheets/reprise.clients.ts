import { sql } from 'kysely'
import * as z from 'zod/mini'
import { identiteInput } from '#features/clients/fiches.contract.ts'
import { report, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import { cleDuClient, type Client, type Enregistrement } from '#features/imports/server/check/indexes.ts'
import { contentOf, NOUNS } from '#features/imports/server/nouns.ts'
import { PLUSIEURS } from '#features/imports/server/sheets/clients.ts'
import { readJourDe, textOf } from '#features/imports/server/reprise/cellules.rules.ts'
import { readPiece, type Personne } from '#features/imports/server/reprise/personnes.rules.ts'
import type { Complement, Dite } from '#features/imports/server/check/indexes.reprise.ts'
import { cellOf, sayOfSource } from '#features/imports/server/sheets/reprise.dites.ts'
import { formatNombreDe } from '#shared/argent.ts'
import { texte } from '#shared/champs/codecs.ts'
import { email } from '#shared/coordonnees.ts'
import { formatJourCourt, isJour } from '#shared/dates.ts'
import { groupBy } from '#shared/group-by.ts'
import { clesDeTelephone } from '#shared/telephone.ts'

/** The buyer and the co-acquéreurs of a line; null where one is refused. */
export interface Acquereurs {
  client: Enregistrement<Client> | null
  co: readonly (Enregistrement<Client> | null)[]
}

/** Finds or makes the buyers of all lines: those with a phone first, so that a line without one finds them by name alone. */
export async function findAcquereurs(ctx: Contexte): Promise<Map<Dite, Acquereurs>> {
  const { dites, complements } = ctx.indexes.reprise
  const trouves = new Map<Dite, Acquereurs>()
  const saisies = new Map(dites.map((dite) => [dite, readSaisie(ctx, dite)]))
  const ordre = [...dites.filter(({ tel }) => tel !== ''), ...dites.filter(({ tel }) => tel === '')]
  for (const dite of ordre) {
    await ctx.breathe()
    const { ligne, acquereur, tel, tel2, co } = dite
    const champ = cellOf(ligne, 'client') === null ? 'nom' : 'client'
    const client = acquereur && (await findClient(ctx, ligne, champ, acquereur, tel))
    const champDuCo = cellOf(ligne, 'coacquereur') === null ? champ : 'coacquereur'
    const siens = []
    for (const autre of co) siens.push(await findClient(ctx, ligne, champDuCo, autre, tel2, tel ?? ''))
    trouves.set(dite, { client, co: siens })
    for (const [at, autre] of siens.entries()) {
      const genre = co[at]?.genre
      if (autre && genre) merge(complements, autre, { genre })
    }
    const saisie = saisies.get(dite)
    if (client && saisie) merge(complements, client, saisie)
  }
  await compareWithKnown(ctx, trouves)
  await tellKnownNumbers(ctx, trouves)
  writeNew(complements)
  tellWithoutPhone(ctx)
  return trouves
}

/** The first line that says something of a client says it for all. */
function merge(
  complements: Map<Enregistrement<Client>, Complement>,
  client: Enregistrement<Client>,
  dit: Complement,
) {
  complements.set(client, { ...dit, ...complements.get(client) })
}

/** A new client has what his sheet would say of him at once; the rest completes him once he is there. */
function writeNew(complements: Map<Enregistrement<Client>, Complement>): void {
  for (const [client, { tel, email: adresseEmail, adresse, ...reste }] of complements) {
    if (client.avant !== null) continue
    const { nomComplet } = client.apres
    client.apres = contentOf('clients', {
      nomComplet,
      tel: tel ?? client.apres.tel,
      email: adresseEmail ?? '',
      adresse: adresse ?? null,
    })
    complements.set(client, reste)
  }
  for (const [client, complement] of complements)
    if (Object.keys(complement).length === 0) complements.delete(client)
}

const identite = z.pick(identiteInput, {
  nom_ar: true,
  naissance_le: true,
  naissance_lieu: true,
  nin: true,
  piece_numero: true,
})
const coordonnees = z.object({ email: z.optional(email()), adresse: z.optional(texte('', 255)) })
const NOM = texte('Le nom complet est obligatoire.')

/** Reads what a line says of its buyer besides name and phone, by the schemas of the forms. */
function readSaisie(ctx: Contexte, { ligne, acquereur, tel, tel2, co }: Dite): Complement {
  const dit = (champ: string) => {
    const cellule = cellOf(ligne, champ)
    return cellule === null ? undefined : textOf(cellule)
  }
  const piece = dit('piece')
  const naissance = cellOf(ligne, 'naissance_le')
  const jour = naissance === null ? null : readJourDe(naissance)
  if (jour && 'faute' in jour) report(ctx, ligne, 'erreur', 'naissance_le', jour.faute)
  const lue = piece === undefined ? {} : readPiece(piece)
  const { piece_type, ...numeros } = { piece_type: undefined, ...lue }
  const ailleurs: Record<string, string> = { nin: 'piece', piece_numero: 'piece' }
  const bons: Record<string, string> = {}
  for (const [schema, entree] of [
    [identite, { nom_ar: dit('nom_ar'), naissance_lieu: dit('naissance_lieu'), ...numeros }],
    [coordonnees, { email: dit('email'), adresse: dit('adresse') }],
  ] as const)
    for (const [champ, valeur] of Object.entries(entree)) {
      if (valeur === undefined) continue
      const lu = z.safeParse(schema, { [champ]: valeur })
      if (lu.success) Object.assign(bons, { [champ]: valeur })
      else report(ctx, ligne, 'erreur', ailleurs[champ] ?? champ, lu.error.issues[0]?.message ?? '')
    }
  // The second phone of a couple is the other's.
  const second = tel2 !== '' && co.length === 0 ? { tel2 } : {}
  return {
    ...bons,
    ...(piece_type !== undefined && bons['piece_numero'] !== undefined ? { piece_type } : {}),
    ...(jour && 'valeur' in jour && { naissance_le: jour.valeur }),
    ...(acquereur?.genre && { genre: acquereur.genre }),
    ...(tel ? { tel } : {}),
    ...second,
  }
}

/** Finds a client by name and phone, or by name alone where one alone bears it; makes one who is nowhere. */
async function findClient(
  ctx: Contexte,
  ligne: Ligne,
  champ: string,
  { nom }: Personne,
  sien: string | null,
  defaut = '',
): Promise<Enregistrement<Client> | null> {
  const { clients, clientsParNom } = ctx.indexes
  const faute = z.safeParse(NOM, nom).error?.issues[0]?.message
  if (faute !== undefined) {
    report(ctx, ligne, 'erreur', champ, faute)
    return null
  }
  const homonymes = [...new Set(clientsParNom.find([nom]))]
  const refuse = (texteDit: string) => {
    report(ctx, ligne, 'erreur', champ, texteDit)
    return null
  }
  // Without a phone of his own somebody is known by name, where one alone bears it; else he has that of the buyer.
  const tel = sien === '' && homonymes.length !== 1 ? defaut : sien
  // A phone that cannot be read is told at its cell; its buyer is taken by name.
  if (tel === null || tel === '') {
    if (homonymes.length > 1) return tel === null ? null : refuse(PLUSIEURS)
    if (homonymes[0]) return homonymes[0]
    if (tel === null) return null
  } else {
    const cles = new Set(clesDeTelephone(tel))
    const plie = cleDuClient(nom, tel)[1]
    const memes = homonymes.filter(
      ({ apres }) =>
        clesDeTelephone(apres.tel).some((cle) => cles.has(cle)) || cleDuClient(nom, apres.tel)[1] === plie,
    )
    if (memes.length > 1) return refuse(NOUNS.clients.several)
    if (memes[0]) return memes[0]
    const muets = homonymes.filter(({ apres }) => apres.tel === '')
    if (muets.length === 1 && homonymes.length === 1) return muets[0] ?? null
    if (homonymes.some(({ avant }) => avant !== null))
      report(ctx, ligne, 'avertissement', 'tel', 'Un client de ce nom existe déjà avec un autre téléphone.')
  }
  const contenu = contentOf('clients', { nomComplet: nom, tel: tel ?? '', email: '' })
  const nouveau = clients.create(cleDuClient(nom, tel ?? ''), ligne, contenu, contenu)
  clientsParNom.enter([nom], nouveau)
  return nouveau
}

type Connu = Record<keyof Complement, string | null> & { id: number }
const TITRES: Partial<Record<keyof Complement, readonly [champ: string, titre: string]>> = {
  tel: ['tel', 'Téléphone'],
  tel2: ['tel2', 'Téléphone 2'],
  email: ['email', 'E-mail'],
  adresse: ['adresse', 'Adresse'],
  nin: ['piece', 'NIN'],
  piece_numero: ['piece', 'N° de pièce'],
  nom_ar: ['nom_ar', 'Nom en arabe'],
  naissance_le: ['naissance_le', 'Né(e) le'],
  naissance_lieu: ['naissance_lieu', 'Lieu de naissance'],
}
const isChamp = (champ: string, complement: Complement): champ is keyof Complement => champ in complement

/** Leaves what a client of Diyar has already, and fills what is blank; both are told at their cells. */
async function compareWithKnown(ctx: Contexte, trouves: ReadonlyMap<Dite, Acquereurs>): Promise<void> {
  const { complements } = ctx.indexes.reprise
  const ids = [...complements.keys()].flatMap(({ id }) => id ?? [])
  const connus = ids.length === 0 ? [] : await readConnus(ctx, ids)
  const parId = new Map(connus.map((connu) => [connu.id, connu]))
  const lignes = new Map<Enregistrement<Client>, Ligne>()
  for (const [{ ligne }, { client }] of trouves) if (client && !lignes.has(client)) lignes.set(client, ligne)
  for (const [client, dit] of complements) {
    const connu = parId.get(client.id ?? 0)
    if (!connu) continue
    const manquent: Record<string, string> = {}
    for (const [champ, valeur] of Object.entries(dit)) {
      if (!isChamp(champ, dit) || typeof valeur !== 'string') continue
      const avant = connu[champ]
      const [cellule, titre] = TITRES[champ] ?? []
      const ligne = lignes.get(client)
      const tell = (suite: string) => {
        if (ligne && cellule !== undefined)
          report(ctx, ligne, 'avertissement', cellule, `${titre} : ${suite}`)
      }
      const montre = isJour(valeur) ? formatJourCourt(valeur) : valeur
      if (avant === null || avant === '') {
        // The kind of a piece goes with its number.
        if (champ === 'piece_type' && connu.piece_numero) continue
        manquent[champ] = valeur
        tell(`vide dans Diyar, ${montre} ici. Complété.`)
      } else if (champ !== 'tel' && champ !== 'genre' && champ !== 'piece_type' && avant !== valeur)
        tell(`${isJour(avant) ? formatJourCourt(avant) : avant} dans Diyar, ${montre} ici. Laissé tel quel.`)
    }
    complements.set(client, manquent)
  }
}

async function readConnus({ db }: Contexte, ids: readonly number[]): Promise<Connu[]> {
  const { rows } = await sql<Connu>`
    select id, tel, email, adresse, nom_ar, tel2, genre, nin, piece_type, piece_numero, naissance_le, naissance_lieu
    from clients where id = any (${ids}::bigint[])`.execute(db)
  return rows
}

/** Warns of a new client whose phone, NIN or piece a client of Diyar has already, in any spelling. */
async function tellKnownNumbers(ctx: Contexte, trouves: ReadonlyMap<Dite, Acquereurs>): Promise<void> {
  const { complements } = ctx.indexes.reprise
  const nouveaux = [...trouves].flatMap(([{ ligne, tel, tel2 }, { client, co }]) => {
    const isNew = (un: Enregistrement<Client> | null) => un?.avant === null && un.ligne === ligne
    // A co-acquéreur who has the phone of the buyer is no double of his.
    const siens = tel2 === '' ? [] : co.filter(isNew).map((un) => ({ ligne, tel: tel2, client: un }))
    return isNew(client) ? [{ ligne, tel, client }, ...siens] : siens
  })
  const serreDe = (numero: string | undefined) => (numero ?? '').replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  const tels = nouveaux.flatMap(({ tel }) => clesDeTelephone(tel ?? ''))
  const numeros = nouveaux.flatMap(({ client }) => {
    const { nin, piece_numero } = (client && complements.get(client)) ?? {}
    return [nin, piece_numero].map(serreDe).filter((numero) => numero !== '')
  })
  if (tels.length + numeros.length === 0) return
  const { rows } = await sql<{ cle: string; nom: string; quoi: 'tel' | 'nin' | 'piece' }>`
    select cle, c.nom_complet as nom, 'tel' as quoi from clients c, unnest(c.tel_cles) cle
      where c.tel_cles && ${tels}::text[] and cle = any (${tels}::text[])
    union all select nin_cle, nom_complet, 'nin' from clients where nin_cle = any (${numeros}::text[])
    union all select piece_cle, nom_complet, 'piece' from clients where piece_cle = any (${numeros}::text[])`.execute(
    ctx.db,
  )
  const connus = groupBy(rows, ({ cle, quoi }) => `${quoi} ${cle}`)
  for (const { ligne, tel, client } of nouveaux) {
    const { nin, piece_numero } = (client && complements.get(client)) ?? {}
    const [parTel] = clesDeTelephone(tel ?? '').flatMap((cle) => connus.get(`tel ${cle}`) ?? [])
    if (parTel) report(ctx, ligne, 'avertissement', 'tel', `Un client a déjà ce numéro : ${parTel.nom}.`)
    const [parNin] = connus.get(`nin ${serreDe(nin)}`) ?? []
    if (parNin) report(ctx, ligne, 'avertissement', 'piece', `Un client a déjà ce NIN : ${parNin.nom}.`)
    const [parPiece] = connus.get(`piece ${serreDe(piece_numero)}`) ?? []
    if (parPiece)
      report(ctx, ligne, 'avertissement', 'piece', `Un client a déjà cette pièce : ${parPiece.nom}.`)
  }
}

function tellWithoutPhone(ctx: Contexte): void {
  const muets = ctx.indexes.clients.enregistrements.filter(
    ({ avant, apres, ligne }) => avant === null && apres.tel === '' && ligne?.source !== undefined,
  )
  for (const [source, siens] of groupBy(muets, ({ ligne }) => ligne?.source))
    if (source) sayOfSource(ctx, source, null, `${formatNombreDe(siens.length, 'acquéreur')} sans téléphone.`)
}
