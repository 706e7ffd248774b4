import { expect } from 'vitest'
import type { Correspondance } from '#features/imports/server/reprise/correspondance.ts'
import { readReponse } from '#features/imports/server/reprise/reponse.ts'
import { examineClasseur, type Verdict } from '#features/imports/server/workbook.ts'
import type { Db } from '#server/database/db.ts'
import type { Unite } from '#features/imports/reprise.colonnes.ts'
import {
  buildAppartement,
  buildBloc,
  buildEtage,
  buildParking,
  buildPlace,
  buildResidence,
} from '#test/harness/builders.ts'
import { listes } from '#test/harness/listes.ts'

interface Lot {
  numero: string
  prix: number
  niveau?: number
  type?: string
  surface?: number
}
export interface Patrimoine {
  residence: string
  blocs?: Record<string, readonly Lot[]>
  /** Places of the one parking, by number. */
  places?: readonly number[]
}

/** Records that a list may name: lots at prices in dinars, and places at 900 000 each. */
export async function buildPatrimoine(
  db: Db,
  { residence, blocs = {}, places = [] }: Patrimoine,
): Promise<number> {
  const { id: residence_id } = await buildResidence(db, { nom: residence })
  for (const [nomloc, lots] of Object.entries(blocs)) {
    const { id: bloc_id } = await buildBloc(db, { residence_id, nomloc })
    const etages = new Map<number, number>()
    for (const { numero, prix, niveau = 0, type = 'F3', surface = 7850 } of lots) {
      const etage_id =
        etages.get(niveau) ??
        (await buildEtage(db, { bloc_id, niveau, designation: niveau === 0 ? 'RDC' : `Étage ${niveau}` })).id
      etages.set(niveau, etage_id)
      await buildAppartement(db, {
        etage_id,
        num_lot: numero,
        type_logement: type,
        prix: prix * 100,
        surface_habitable: surface,
        surface_utile: 0,
      })
    }
  }
  if (places.length > 0) {
    const { id: parking_id } = await buildParking(db, { residence_id, parking_nom: 'Parking' })
    for (const numero_place of places) await buildPlace(db, { parking_id, numero_place, prix: 90_000_000 })
  }
  return residence_id
}

/** Outcome of lists: the questions in amber, the remarks, and the rows that were written. */
export interface Reprise {
  demandee: boolean
  /** Sheets shown as lists, with their titles in amber and their unit where it has to be confirmed. */
  feuilles: Record<string, { amber: string[]; residence: number | null; unite: 'sûre' | 'à dire' }>
  motif: string | null
  erreurs: string[]
  avertissements: string[]
  verdict: Verdict
  ventes: string[]
  versements: string[]
  clients: string[]
}

export interface Reponses {
  /** Answers that differ from what is proposed. */
  unite?: Unite
  champs?: Record<string, string | null>
  residence?: number
}

const options = (locking: boolean) => ({
  modifier: false,
  locking,
  signal: new AbortController().signal,
  avance: () => {},
})
const net = (texte: string) => texte.replace(/\s/g, ' ')

/** Sends lists, answers the Correspondance as it is shown but for `reponses`, and writes what has no error. */
export async function reprendre(
  db: Db,
  feuilles: Parameters<typeof listes>[0],
  { unite, champs = {}, residence }: Reponses = {},
): Promise<Reprise> {
  const classeur = await listes(feuilles)
  const lu = await examineClasseur(db, classeur, { ...options(false), listes: null, revoir: false })
  const { demandee } = lu.verdict
  const proposees = lu.verdict.listes
  let controle = lu
  if (demandee && proposees) {
    const residences = await db.selectFrom('residences').select('id').execute()
    const reponse = {
      feuilles: proposees.feuilles.map((feuille) => ({
        ...feuille,
        residence_id: feuille.contacts ? null : (feuille.residence_id ?? residence ?? null),
        unite: unite ?? feuille.unite,
        colonnes: feuille.colonnes.map(({ lettre, titre, champ }) => ({
          lettre,
          champ: champs[titre] === undefined ? champ : champs[titre],
        })),
      })),
    }
    const confirmees: Correspondance = {
      feuilles: readReponse(proposees, reponse, new Set(residences.map(({ id }) => id))),
    }
    controle = await examineClasseur(db, classeur, { ...options(true), listes: confirmees, revoir: false })
  }
  const { verdict } = controle
  if (verdict.erreurs === 0 && verdict.motif === null)
    await controle.write({ ...options(true), actor: { id: 0, name: 'Karim', email: '' }, importId: 1 })
  const said = (gravite: string) =>
    verdict.messages
      .filter((message) => message.gravite === gravite)
      .map(({ cellule, texte }) => net(`${cellule ?? '–'} : ${texte}`))
  return {
    demandee,
    feuilles: Object.fromEntries(
      (proposees?.feuilles ?? []).map(({ nom, residence_id, unite_sure, colonnes }) => [
        nom,
        {
          amber: colonnes.flatMap(({ sur, titre }) => (sur ? [] : [titre])),
          residence: residence_id,
          unite: unite_sure ? 'sûre' : 'à dire',
        },
      ]),
    ),
    motif: verdict.motif,
    erreurs: said('erreur'),
    avertissements: said('avertissement'),
    verdict,
    ...(await written(db)),
  }
}

async function written(db: Db): Promise<Pick<Reprise, 'ventes' | 'versements' | 'clients'>> {
  const ventes = await db
    .selectFrom('ventes as v')
    .innerJoin('biens_decrits as b', 'b.id', 'v.bien_id')
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .select(['b.numero', 'c.nom_complet', 'v.prix', 'v.total_paye'])
    .orderBy('v.id')
    .execute()
  const versements = await db
    .selectFrom('paiements')
    .select(['date_paiement', 'versement', 'mode', 'reference', 'recu_origine'])
    .orderBy('id')
    .execute()
  const clients = await db
    .selectFrom('clients')
    .select(['nom_complet', 'tel', 'tel2'])
    .orderBy('id')
    .execute()
  return {
    ventes: ventes.map(
      ({ numero, nom_complet, prix, total_paye }) =>
        `${numero} ${nom_complet} ${prix / 100} ${total_paye / 100}`,
    ),
    versements: versements.map((v) =>
      [v.date_paiement, v.versement / 100, v.mode, v.reference, v.recu_origine]
        .filter((un) => un !== null)
        .join(' '),
    ),
    clients: clients.map((c) => [c.nom_complet, c.tel, c.tel2].filter((un) => un !== null).join(' · ')),
  }
}

/** The titles of each sheet that were shown in amber. */
export const amber = ({ feuilles }: Reprise) =>
  Object.fromEntries(Object.entries(feuilles).map(([nom, une]) => [nom, une.amber]))

class Rendu extends Error {}

/** Brings lists into an office that holds their lots, and looks at what became of them; the office is empty again afterwards. */
export async function readListes(
  db: Db,
  feuilles: Parameters<typeof listes>[0],
  patrimoine: Patrimoine | readonly Patrimoine[],
  look: (reprise: Reprise) => void,
  reponses: Reponses = {},
): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      for (const un of [patrimoine].flat()) await buildPatrimoine(trx, un)
      const reprise = await reprendre(trx, feuilles, reponses)
      expect(reprise).toMatchObject({ demandee: true, motif: null })
      look(reprise)
      throw new Rendu()
    })
  } catch (error) {
    if (!(error instanceof Rendu)) throw error
  }
}
