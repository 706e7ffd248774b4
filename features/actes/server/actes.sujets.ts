import { sql } from 'kysely'
import { BIENS, type Fiche } from '#features/actes/server/actes.fiches.ts'
import type { Usage } from '#features/actes/server/actes.usages.ts'
import { OBJETS_DU_JOURNAL } from '#features/journal/journal.objets.ts'
import { readLieux, toLien } from '#features/journal/server/journal.read.ts'
import type { Db } from '#server/database/db.ts'
import { libelleDuBien, type TypeBien } from '#shared/biens.ts'
import type { Jour } from '#shared/dates.ts'
import { numeroPapier } from '#shared/numero.ts'
import { PAPIERS, typeDeSerie } from '#shared/papiers.ts'
import { dossierAt } from '#shared/paths.ts'

/** Subject of a sentence: « Vente de A102 à Haddad Samia », its screen, and what the sentence names besides. */
export interface Sujet {
  nom: string
  lien: string | null
  /** The holder of an option, the buyer of a lot, the bien that a client bought, a paper, a record that stands in another. */
  autre: string
  /** The day of the payment that a line is about. */
  jour: Jour | null
}

const MOTS: Record<Exclude<Fiche, 'vente'>, string> = {
  client: 'Client',
  residence: 'Résidence',
  bloc: 'Bloc',
  etage: 'Étage',
  parking: 'Parking',
  appartement: 'Lot',
  local: 'Local',
  place: 'Place',
  paiement: 'Paiement',
  option: 'Option de',
  remboursement: 'Remboursement',
}

/** « Bloc A » of « A », and of « Bloc A » itself. */
const named = (mot: string, nom: string): string =>
  nom.toLowerCase().startsWith(`${mot.toLowerCase()} `) ? nom : `${mot} ${nom}`

interface BienNomme {
  type: TypeBien
  numero: string
}
const nommeBien = ({ type, numero }: BienNomme): string =>
  type === 'appartement' ? numero : libelleDuBien(type, numero)

interface Vendue {
  id: number
  bien: BienNomme
  client: string
}

/** The names and screens of what the uses are of, in their order. */
export async function readSujets(db: Db, usages: readonly Usage[]): Promise<Sujet[]> {
  const ofSort = (...sortes: Usage['sorte'][]) =>
    usages.flatMap(({ sorte, objet_id }) => (sortes.includes(sorte) ? (objet_id ?? []) : []))
  const ventes = await readVentes(db, [
    ...usages.flatMap(({ quoi, quoi_id }) => (quoi === 'vente' ? quoi_id : [])),
    ...ofSort('vente'),
  ])
  const lieux = await readLieux(
    db,
    usages.map(({ quoi, quoi_id }) => ({ objet: quoi, objet_id: quoi_id })),
  )
  const papiers = await readPapiers(db, ofSort('papier'))
  const options = await readOptions(db, ofSort('option'))
  const jours = await readJours(db, ofSort('reglement'))
  return usages.map((usage) => {
    const { quoi, quoi_id, objet_id, avant } = usage
    const vente = ventes.get(quoi_id)
    const lieu = lieux({ objet: quoi, objet_id: quoi_id })
    const nom =
      quoi === 'vente'
        ? vente
          ? `Vente de ${nommeBien(vente.bien)} à ${vente.client}`
          : `Vente ${quoi_id}`
        : named(MOTS[quoi], withoutMot(quoi, lieu.titre ?? titreOf(quoi, avant) ?? ''))
    return {
      nom,
      lien: quoi === 'vente' ? (vente ? toLien(dossierAt(vente.id)) : null) : lieu.lien,
      autre: autreOf(usage, { ventes, papiers, options }),
      jour: jours.get(objet_id ?? 0) ?? readJour(avant),
    }
  })
}

interface Autres {
  ventes: ReadonlyMap<number, Vendue>
  papiers: ReadonlyMap<number, string>
  options: ReadonlyMap<number, string>
}

function autreOf(
  { quoi, sorte, objet_id, avant, client }: Usage,
  { ventes, papiers, options }: Autres,
): string {
  const id = objet_id ?? 0
  if (sorte === 'papier') return papiers.get(id) ?? ''
  if (sorte === 'option') return options.get(id) ?? (typeof avant?.['nom'] === 'string' ? avant['nom'] : '')
  if (sorte !== 'vente') return ''
  const vente = ventes.get(id)
  if (quoi === 'client') return vente === undefined ? '' : `de ${nommeBien(vente.bien)}`
  const nom = vente?.client ?? client
  return nom === null ? '' : `à ${nom}`
}

/** The journal calls a bien « Appartement A-12 ». */
function withoutMot(quoi: Fiche, titre: string): string {
  const bien = BIENS.find((un) => un === quoi)
  return bien === undefined ? titre : titre.replace(/^\S+(?: de parking)? /, '')
}

const titreOf = (quoi: Fiche, avant: Usage['avant']): string | null =>
  avant ? OBJETS_DU_JOURNAL[quoi].titre(avant) : null

const readJour = (avant: Usage['avant']): Jour | null => {
  const jour = avant?.['date_paiement']
  return typeof jour === 'string' ? jour.slice(0, 10) : null
}

async function readVentes(db: Db, ids: readonly number[]): Promise<Map<number, Vendue>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Vendue>`
    select v.id, json_build_object('type', b.type, 'numero', b.numero) as bien, c.nom_complet as client
    from ventes v join clients c on c.id = v.client_id
    cross join lateral (select d.type, d.numero from biens_decrits d where d.id = v.bien_id) b
    where v.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** « Attestation 2026-AR-0001 » */
async function readPapiers(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; annee: number; serie: string; numero: number }>`
    select id, annee, serie, numero from documents where id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(
    rows.map(({ id, annee, serie, numero }) => [
      id,
      `${PAPIERS[typeDeSerie(serie)].libelle.replace(/^Attestation .*/, 'Attestation')} ${numeroPapier(annee, serie, numero)}`,
    ]),
  )
}

async function readOptions(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; nom: string }>`
    select id, nom from options where id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, nom }) => [id, nom]))
}

async function readJours(db: Db, ids: readonly number[]): Promise<Map<number, Jour>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; date_paiement: Jour }>`
    select id, date_paiement from paiements where id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, date_paiement }) => [id, date_paiement]))
}
