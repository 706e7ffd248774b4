import { sql } from 'kysely'
import type { ModelePapier } from '#features/papiers/server/press/pdf.ts'
import type { Element } from '#features/papiers/server/words/redaction.ts'
import type { Db } from '#server/database/db.ts'
import { formatCentiemes, formatMontant } from '#shared/argent.ts'
import { formatJourCourt, jourOf, type Jour } from '#shared/dates.ts'

interface Line {
  id: number
  quand: Date
  action: string
  objet: string
  objet_id: number
  apres: Record<string, unknown> | null
}

interface Paper {
  id: number
  serie: string
  numero: number
  montant: number | null
  variante: string | null
  modele: ModelePapier
}

/** A sale as the database has it: its papers, what the journal says happened to it, and where that led. Amounts in centimes. */
export interface Story {
  prix: number
  /** The client who held the dossier when it was opened. */
  client: number
  retenue: number
  noms: ReadonlyMap<number, string>
  journal: readonly Line[]
  papers: readonly Paper[]
  now: { total_paye: number; client_id: number; ended: boolean }
}

/** A sale between two lines of its journal. */
interface Moment {
  client: number
  fini: Jour | null
  /** The payments that count, in the order of their recording. */
  paiements: Map<number, { recu: string; montant: number; cheque: boolean; client: number }>
  /** The clients who ceded the dossier, with the day of the last cession of each; the last to cede comes last. */
  cedants: Map<number, Jour>
}

export async function readStory(
  db: Db,
  vente: number,
  opened: Pick<Story, 'prix' | 'client' | 'retenue'>,
): Promise<Story> {
  const { rows: journal } = await sql<Line>`
    select id, quand, action, objet, objet_id, apres from journal
    where (objet = 'vente' and objet_id = ${vente})
      or (objet = 'paiement' and objet_id in (select id from paiements where vente_id = ${vente}))
      or (objet = 'document' and objet_id in (select id from documents where vente_id = ${vente}))
    order by id`.execute(db)
  const { rows: papers } = await sql<Paper>`
    select id, serie, numero, montant, variante, modele from documents where vente_id = ${vente} order by id`.execute(
    db,
  )
  const { terminee_le, ...now } = await db
    .selectFrom('ventes')
    .select(['total_paye', 'client_id', 'terminee_le'])
    .where('id', '=', vente)
    .executeTakeFirstOrThrow()
  const clients = await db.selectFrom('clients').select(['id', 'nom_complet']).execute()
  const noms = new Map(clients.map(({ id, nom_complet }) => [id, nom_complet]))
  return { ...opened, noms, journal, papers, now: { ...now, ended: terminee_le !== null } }
}

/** Recounts the sale line by line; each paper must say what was so at its own line, and nothing else. What differs. */
export function judge(story: Story): string[] {
  const { journal, papers, now, client } = story
  const moment: Moment = { client, fini: null, paiements: new Map(), cedants: new Map() }
  const wrong: string[] = []
  const unseen = new Map(papers.map((paper) => [paper.id, paper]))
  for (const line of journal) {
    if (line.objet !== 'document') {
      follow(moment, line)
      continue
    }
    const paper = unseen.get(line.objet_id)
    unseen.delete(line.objet_id)
    if (!paper) continue
    const { serie, numero, montant, variante, modele } = paper
    const was = foretell(story, moment, serie)
    const is = { montant, variante, dit: readLines(modele).toSorted() }
    if (JSON.stringify(is) !== JSON.stringify(was))
      wrong.push(`${serie} ${numero}: says ${JSON.stringify(is)}, was ${JSON.stringify(was)}`)
  }
  for (const { serie, numero } of unseen.values()) wrong.push(`${serie} ${numero}: has no line`)
  const recounted = {
    total_paye: sum(moment.paiements.values()),
    client_id: moment.client,
    ended: moment.fini !== null,
  }
  if (JSON.stringify(recounted) !== JSON.stringify(now))
    wrong.push(`the sale: recounted ${JSON.stringify(recounted)}, is ${JSON.stringify(now)}`)
  return wrong
}

/** The same eyes must see an amount that was altered on a paper, and a payment that came after the papers that have it. */
export function judgeFalse(story: Story): string[] {
  const { papers, journal } = story
  const last = papers.at(-1)
  const first = journal.find(({ action }) => action === 'ajouter')
  if (!last || !first) return ['there is no paper to judge']
  const altered = JSON.stringify(last.modele).replace(/\d(?=,\d\d\u00A0DA)/, (digit) =>
    String(9 - Number(digit)),
  )
  const modele = JSON.parse(altered) as ModelePapier
  const falses: Record<string, Story> = {
    'an altered amount': { ...story, papers: [...papers.slice(0, -1), { ...last, modele }] },
    'another moment': { ...story, journal: [...journal.filter((line) => line !== first), first] },
  }
  return Object.keys(falses).flatMap((what) => {
    const seen = judge(falses[what] ?? story)
    return seen.length === 0 ? [`the eyes do not see ${what}`] : []
  })
}

function follow(moment: Moment, { action, objet_id, quand, apres }: Line): void {
  if (action === 'ajouter')
    moment.paiements.set(objet_id, {
      recu: String(apres?.['recu']),
      montant: Number(apres?.['versement']),
      cheque: apres?.['mode'] === 'cheque',
      client: moment.client,
    })
  else if (action === 'rejeter') moment.paiements.delete(objet_id)
  else if (action === 'ceder') {
    moment.cedants.delete(moment.client)
    moment.cedants.set(moment.client, jourOf(quand))
    moment.client = Number(apres?.['client_id'])
  } else if (action === 'desister') moment.fini = jourOf(quand)
  else throw new Error(`nobody was to ${action}`)
}

const sum = (paiements: Iterable<{ montant: number }>) =>
  [...paiements].reduce((total, { montant }) => total + montant, 0)

/** Returns the sentences that a paper of this series says of the sale at this moment. */
function foretell({ prix, retenue, noms }: Story, moment: Moment, serie: string) {
  const { client, fini, cedants } = moment
  const paiements = [...moment.paiements.values()]
  const verse = sum(paiements)
  const sousReserve = sum(paiements.filter(({ cheque }) => cheque))
  const encaisse = verse - sousReserve
  const reste = prix - verse
  const aRendre = Math.max(0, verse - retenue)
  const nom = noms.get(client) ?? ''
  const solde = fini === null && reste === 0 && sousReserve === 0
  const reserve = sousReserve > 0
  const dont = [
    ...(reserve
      ? [
          `Dont ${formatMontant(encaisse)} encaissés et ${formatMontant(sousReserve)} par chèques reçus sous réserve d'encaissement.`,
        ]
      : []),
    ...[...cedants].flatMap(([ancien, jour]) => {
      const siens = paiements.filter((un) => un.client === ancien)
      return siens.length === 0 || ancien === client
        ? []
        : [
            `Dont ${formatMontant(sum(siens))} versés par ${noms.get(ancien)}, titulaire du dossier jusqu'au ${formatJourCourt(jour)}.`,
          ]
    }),
  ]
  const split = reserve
    ? [
        `dont encaissé ${formatMontant(encaisse)}`,
        `dont sous réserve d'encaissement ${formatMontant(sousReserve)}`,
      ]
    : []
  const faits =
    fini === null
      ? [`Prix de vente ${formatMontant(prix)}`, ...split, `Reste à payer ${formatMontant(reste)}`]
      : [
          ...split,
          `Retenue ${formatMontant(retenue)}`,
          `Remboursé ${formatMontant(0)}`,
          `Reste à rembourser ${formatMontant(aRendre)}`,
        ]
  const parQui = paiements.some((un) => un.client !== client)
  const table = [
    ...paiements.map(({ recu, montant, client: payeur }) =>
      [recu, ...(parQui ? [noms.get(payeur)] : []), formatCentiemes(montant)].join(' '),
    ),
    `total ${formatCentiemes(verse)}`,
  ]
  const fin =
    fini === null
      ? reste > 0
        ? []
        : [
            solde
              ? 'Le prix est entièrement payé. La présente vaut quittance du prix de vente.'
              : `Le prix est versé en totalité, dont ${formatMontant(sousReserve)} sous réserve d'encaissement.`,
          ]
      : [`La vente a pris fin le ${formatJourCourt(fini)}, à la demande du client. Aucun prix n'est dû.`]
  const common = [`acquéreur ${nom}`, `Total versé ${formatMontant(verse)}`, ...faits, ...dont]
  const says = (titre: string, dits: number[], ...lignes: string[]) =>
    [titre, ...common, [nom, ...dits.map(formatMontant)].join(' '), ...lignes].toSorted()
  if (serie === 'AP')
    return {
      montant: verse,
      variante: null,
      dit: says('Attestation de paiement', [verse, prix, reste], ...table),
    }
  if (serie === 'AR')
    return {
      montant: prix,
      variante: null,
      // A bank reads what is cashed even where all of it is, and once: the sentence says it where a cheque is not cleared.
      dit: says(
        'Attestation de réservation',
        [prix],
        ...(reserve ? [] : [`dont encaissé ${formatMontant(encaisse)}`]),
      ).filter((ligne) => !split.includes(ligne)),
    }
  const [variante, titre] =
    fini === null
      ? solde
        ? ['solde', 'Attestation de solde']
        : [null, 'Décompte']
      : ['fin', 'Décompte de fin de vente']
  return { montant: fini === null ? reste : aRendre, variante, dit: says(titre ?? '', [], ...table, ...fin) }
}

/** The facts on a stored paper, each a line: title, buyer, sums, sentences about them, payments. */
const readLines = ({ papier, blocs }: ModelePapier): string[] => [papier.titre, ...blocs.flatMap(linesOf)]

function linesOf(bloc: Element): string[] {
  switch (bloc.genre) {
    case 'fiches':
      return [`acquéreur ${bloc.fiches[0]?.nom}`]
    case 'texte':
      return bloc.lignes.flatMap((ligne) => {
        if (ligne.startsWith('Dont ')) return [ligne]
        const nom = /(?:au nom de|réservé à) (\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+)/u.exec(ligne)?.[1]
        return nom === undefined
          ? []
          : [[nom, ...(ligne.match(/\d[\d\u202F]*,\d\d\u00A0DA/g) ?? [])].join(' ')]
      })
    case 'fort':
      return [bloc.texte]
    case 'faits':
      return bloc.lignes.map(({ libelle, valeur }) => `${libelle.replace(/ \(.*\)$/, '')} ${valeur}`)
    case 'table': {
      const total = bloc.total.at(-1)
      const parQui = bloc.colonnes.some(({ titre }) => titre === 'Versé par')
      return [
        ...bloc.lignes.map((row) => {
          const cells = row.map((cell) => (typeof cell === 'string' ? cell : cell.texte))
          return [cells[1], ...(parQui ? [cells.at(-2)] : []), cells.at(-1)].join(' ')
        }),
        `total ${typeof total === 'object' ? total.texte : total}`,
      ]
    }
    case 'alerte':
    case 'arrete':
    case 'cadre':
    case 'details':
    case 'comptes':
    case 'titre':
    case 'somme':
    case 'champ':
    case 'section':
    case 'bilan':
      break
  }
  return []
}
