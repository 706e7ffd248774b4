import { sql } from 'kysely'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { compareBiens, readPrix } from '#features/etats/server/biens.read.ts'
import { readClients } from '#features/papiers/server/facts/recu.read.ts'
import { LIGNES_RELEVE_MAX } from '#features/papiers/server/papers/releve.ts'
import type {
  BienEnCommun,
  DossierCede,
  ModeleReleve,
  VenteRelevee,
} from '#features/papiers/server/facts/releve.ts'
import { readEmetteur, readFaitsDesVentes } from '#features/papiers/server/facts/faits.read.ts'
import type { Faits } from '#features/papiers/server/facts/faits.ts'
import { bienImprime } from '#features/papiers/server/words/noms.ts'
import { Redaction } from '#features/papiers/server/words/redaction.ts'
import type { TypeBien } from '#shared/biens.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Langue } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'
import { checkLongueur } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

export type Portee =
  | { portee: 'bien'; type: TypeBien; id: number }
  | { portee: 'client'; id: number }
  | { portee: 'tous' }

/**
 * The data of the statement: each sale that is open, was paid for or ended in a désistement, with its payments, clients by name; for a
 * client also the sales that he shares and those that he ceded. Amounts in centimes.
 * @throws introuvable; bienSansClient (409) for a bien never sold; documentTropLong (422), checked by a count before anything else is read
 */
export async function readReleveModele(db: Db, portee: Portee, langue: Langue = 'fr'): Promise<ModeleReleve> {
  if (portee.portee === 'tous') await assertPrintable(db)
  const ids = await findVentes(db, portee)
  const autres = portee.portee === 'client' ? await findAutres(db, portee.id) : []
  const lues = await readFaitsDesVentes(db, [...ids, ...autres])
  const ventes = lues.slice(0, ids.length).toSorted((a, b) => compareBiens(a.bien, b.bien))
  if (portee.portee === 'bien' && ventes.length === 0) {
    await readPrix(db, portee.type, portee.id)
    throw refuse(ventesErreurs.bienSansClient)
  }
  const parClient = groupBy(ventes, titulaireDe)
  const clients = await readClients(
    db,
    portee.portee === 'client' ? [portee.id] : [...parClient.keys()],
    langue,
  )
  if (portee.portee === 'client' && clients.size === 0) throw refuse(communesErreurs.introuvable)
  const { promoteur, aujourdhui } = lues[0] ?? (await readEmetteur(db))
  const redaction = new Redaction(langue)
  return {
    langue,
    promoteur,
    etabliLe: aujourdhui,
    portee: portee.portee,
    groupes: [...clients].map(([id, client]) => ({
      client,
      ventes: (parClient.get(id) ?? []).map((faits) => toRelevee(redaction, faits)),
      ...(portee.portee === 'client' && autresOf(redaction, id, lues.slice(ids.length))),
    })),
  }
}

async function assertPrintable(db: Db): Promise<void> {
  const { rows } = await sql<{
    n: number
  }>`select (select count(*) from paiements) + 3 * (select count(*) from ventes) as n`.execute(db)
  checkLongueur(
    rows[0]?.n ?? 0,
    LIGNES_RELEVE_MAX,
    'Imprimez plutôt le relevé de chaque client, ou exportez le récapitulatif en Excel.',
  )
}

/** An ended sale without a payment or a désistement has nothing to state. */
const STATED = sql<boolean>`(v.terminee_le is null or exists (select from desistements d where d.vente_id = v.id)
  or exists (select from paiements w where w.vente_id = v.id))`

async function findVentes(db: Db, portee: Portee): Promise<number[]> {
  const query = db
    .selectFrom('ventes as v')
    .innerJoin('biens as b', 'b.id', 'v.bien_id')
    .select('v.id')
    .where(STATED)
    .orderBy('v.id')
  const those =
    portee.portee === 'tous'
      ? query
      : portee.portee === 'client'
        ? query.where('v.client_id', '=', portee.id)
        : query.where('b.id', '=', portee.id).where('b.type', '=', portee.type)
  return (await those.execute()).map(({ id }) => id)
}

/** The sales of others in which a client has a part, or that he held and ceded. */
async function findAutres(db: Db, client: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from ventes v where v.client_id <> ${client} and ${STATED} and v.id in (
      select vente_id from co_acquereurs where client_id = ${client}
      union select vente_id from transferts where ancien_client_id = ${client} and nature = 'client')
    order by v.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The client who holds the dossier. */
const titulaireDe = ({ acquereurs: [premier] }: Faits): number => premier?.id ?? 0

function toRelevee(redaction: Redaction, faits: Faits): VenteRelevee {
  const { dossier, fin, transferts } = faits
  return {
    bien: bienImprime(redaction, faits),
    prix: dossier.montant,
    termineeLe: dossier.terminee_le,
    dossier: dossier.dossier,
    repris: transferts
      .filter(({ nature }) => nature === 'client')
      .map(({ ancien, ancienClient, le }) => ({ de: redaction.pick(ancien, ancienClient?.nomAr), le })),
    desistement: fin && desistementOf(fin),
    paiements: dossier.paiements.map(({ date_paiement, detenteur, ...paiement }) => ({
      ...paiement,
      date: date_paiement,
      versePar: detenteur && redaction.pick(detenteur.nom, detenteur.nomAr),
    })),
  }
}

const desistementOf = ({
  demandeLe,
  retenue,
  rembourse,
  resteARembourser,
}: NonNullable<Faits['fin']>): VenteRelevee['desistement'] =>
  demandeLe === null
    ? null
    : { le: demandeLe, retenue: retenue ?? 0, rembourse: rembourse ?? 0, reste: resteARembourser ?? 0 }

/** Finds the biens that a client buys together with others, and the dossiers that the client ceded and does not hold again. */
function autresOf(
  redaction: Redaction,
  client: number,
  ventes: readonly Faits[],
): { communs: BienEnCommun[]; cedes: DossierCede[] } {
  const communs = ventes.flatMap((faits) => {
    const [titulaire] = faits.acquereurs
    const sien = faits.acquereurs.find(({ id }) => id === client)
    if (!titulaire || !sien) return []
    const { dossier } = faits.dossier
    const nom = redaction.pick(titulaire.nom, titulaire.nomAr)
    return [{ bien: bienImprime(redaction, faits), dossier, part: sien.part ?? 0, titulaire: nom }]
  })
  const cedes = ventes.flatMap((faits) => {
    const { titulaires, anciens, dossier } = faits
    const rang = titulaires.findLastIndex(({ id }) => id === client)
    const [sien, suivant] = [titulaires[rang], titulaires[rang + 1]]
    if (!sien?.au || !suivant) return []
    return [
      {
        bien: bienImprime(redaction, faits),
        dossier: dossier.dossier,
        le: sien.au,
        a: redaction.pick(suivant.nom, suivant.nomAr),
        verse: anciens.find(({ id }) => id === client)?.montant ?? 0,
      },
    ]
  })
  return { communs, cedes }
}
