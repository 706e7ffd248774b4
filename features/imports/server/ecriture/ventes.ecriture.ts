import { sql } from 'kysely'
import { writeFirstLignes } from '#features/echeanciers/server/lignes.service.ts'
import {
  writePaiements,
  writeRemboursements,
  prepareJournalOfPaiements,
  preparePaiements,
  tieRepresentations,
} from '#features/imports/server/ecriture/paiements.ecriture.ts'
import {
  idDe,
  insertAll,
  type Colonnes,
  type Redaction,
} from '#features/imports/server/ecriture/fiches.ecriture.ts'
import { anneeEnCours, number } from '#features/imports/server/controle/series.ts'
import type { Contexte } from '#features/imports/server/controle/contexte.ts'
import {
  prixDe,
  type Desistement,
  type Paiement,
  type Vente,
} from '#features/imports/server/controle/registres.ventes.ts'
import { cut } from '#features/imports/server/tranches.ts'
import { moveVersions, writeAcquereurs } from '#features/imports/server/ecriture/acquereurs.ecriture.ts'
import { writeJournal, type Entry } from '#features/journal/server/journal.service.ts'
import { settleOptions } from '#features/options/server/options.service.ts'
import { OBJETS } from '#features/etats/server/biens.locks.ts'
import { tieRemises } from '#features/ventes/server/vendre.service.ts'
import type { Centimes } from '#shared/argent.ts'
import type { TypeBien } from '#shared/biens.ts'
import { giveIds } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import type { Jour } from '#shared/dates.ts'
import { resteARembourser } from '#features/ventes/dossiers.rules.ts'
import { numeroDossier } from '#shared/numero.ts'

/** Writes the sales. Numbers of this year come last, so that other members wait for one as briefly as possible. */
export async function writeVentes(redaction: Redaction, { lignes, registres }: Contexte): Promise<void> {
  const { db, signal } = redaction
  const { toutes, paiements, remboursements } = registres.ventes
  lignes.paiements.length = 0
  registres.ventes.lieux.clear()
  const nouvelles = toutes.filter(({ connue }) => !connue)
  await endOptions(redaction, nouvelles, registres.suivis)
  await giveIds(db, 'ventes', nouvelles)
  const remisees = nouvelles.filter(isRemisee)
  await givePrix(redaction, remisees)
  for await (const tranche of cut(nouvelles, signal)) await insertAll(db, 'ventes', VENTE, tranche)
  for await (const tranche of cut(remisees, signal))
    await tieRemises(
      db,
      tranche.map((vente) => ({ id: idDe(vente), bien_id: bienDe(vente).id })),
    )
  await insertAll(
    db,
    'desistements',
    DESISTEMENT,
    nouvelles.flatMap(({ id, desistement }) => (desistement ? [{ id, ...desistement }] : [])),
  )
  await pay(db, toutes)
  await writeAcquereurs(redaction, toutes)
  await writeEcheanciers(redaction, toutes)
  const prepares = await preparePaiements(redaction, paiements)
  const [anciens, derniers] = splitPaiements(paiements)
  await prepareJournalOfPaiements(redaction, prepares, paiements)
  await writePaiements(redaction, anciens)
  await numberVentes(redaction, nouvelles)
  await writeRemboursements(redaction, remboursements)
  await writePaiements(redaction, derniers)
  await tieRepresentations(db, paiements)
}

/** True for a new open sale at another price than its bien has. */
const isRemisee = ({ terminee_le, bien, prix }: Vente): boolean =>
  terminee_le === null && bien !== null && prix !== bien.apres.montant

function bienDe({ bien }: Vente): { id: number; type: TypeBien; montant: Centimes } {
  if (!bien) throw new Error('a sale is written whole')
  return { id: idDe(bien), type: bien.apres.type, montant: bien.apres.montant }
}

/** Gives biens the prices that they are sold at, as a sale by its form does. */
async function givePrix({ db, actor, signal }: Redaction, ventes: readonly Vente[]): Promise<void> {
  for await (const tranche of cut(ventes, signal)) {
    await sql`
      update biens b set prix = l.prix, version = b.version + 1
      from unnest(${tranche.map((vente) => bienDe(vente).id)}::bigint[], ${tranche.map(({ prix }) => prix)}::bigint[]) as l (id, prix)
      where b.id = l.id`.execute(db)
    await writeJournal(
      db,
      actor,
      tranche.map((vente): Entry => {
        const { id, type, montant } = bienDe(vente)
        return {
          action: 'modifier',
          objet: OBJETS[type],
          id,
          avant: { montant },
          apres: { montant: vente.prix },
        }
      }),
    )
  }
}

/** Ends the options of the sold biens: as sold for the buyer's option, as expired for one that is over. */
async function endOptions(
  { db, actor, signal }: Redaction,
  nouvelles: readonly Vente[],
  suivis: Contexte['registres']['suivis'],
): Promise<void> {
  const sousOption = nouvelles.flatMap(({ bien, client, terminee_le }) => {
    if (!bien || !client || bien.id === null || terminee_le !== null || !suivis.get(bien.id)?.option)
      return []
    return [{ bien: { id: bien.id, bloque_motif: bien.apres.bloque_motif }, clientId: idDe(client) }]
  })
  for await (const ventes of cut(sousOption, signal)) await settleOptions(db, actor, ventes)
}

/** A dossier of the current year is numbered last; until then it has a negative number, which no other dossier can have. */
const provisoire = ({ dossier }: Vente): boolean => dossier === null || dossier.annee === anneeEnCours()

/** Noon of a day in Algiers, or now when noon is still to come, so that the day's later acts come after it. */
const midi = (jour: Jour | null): Date | null =>
  jour === null ? null : new Date(Math.min(Date.parse(`${jour}T12:00:00+01:00`), Date.now()))

const numeroProvisoire = (vente: Vente) =>
  vente.dossier && !provisoire(vente) ? vente.dossier : { annee: anneeEnCours(), numero: -idDe(vente) }

const VENTE: Colonnes<Vente> = {
  id: ['bigint', idDe],
  bien_id: ['bigint', ({ bien }) => bien && idDe(bien)],
  client_id: ['bigint', ({ client }) => client && idDe(client)],
  prix: ['bigint', prixDe],
  total_paye: ['bigint', (vente) => vente.ajoute],
  ouverte_le: ['timestamptz', (vente) => midi(vente.ouverte_le)],
  terminee_le: ['timestamptz', (vente) => midi(vente.terminee_le)],
  dossier_annee: ['int', (vente) => numeroProvisoire(vente).annee],
  dossier_numero: ['int', (vente) => numeroProvisoire(vente).numero],
  reservation_le: ['date', (vente) => vente.reservation_le],
  contrat_le: ['date', (vente) => vente.contrat_le],
  livraison_le: ['date', (vente) => vente.livraison_le],
  livraison_prevue_le: ['date', (vente) => vente.livraison_prevue_le],
  notaire: ['text', (vente) => vente.notaire],
  note: ['text', (vente) => vente.note],
}

const DESISTEMENT: Colonnes<Desistement & { id: number | null }> = {
  vente_id: ['bigint', idDe],
  demande_le: ['date', ({ demande_le }) => demande_le],
  origine: ['text', ({ origine }) => origine],
  motif: ['text', ({ motif }) => motif],
  retenue: ['bigint', ({ retenue }) => retenue],
}

async function pay(db: Db, ventes: readonly Vente[]): Promise<void> {
  const payees = ventes.filter(({ connue, ajoute }) => connue && ajoute > 0)
  for await (const tranche of cut(payees))
    await sql`
      update ventes v set total_paye = v.total_paye + l.ajoute
      from unnest(${tranche.map(idDe)}::bigint[], ${tranche.map(({ ajoute }) => ajoute)}::bigint[]) as l (id, ajoute)
      where v.id = l.id`.execute(db)
}

const ECHEANCIERS_A_LA_FOIS = 300

async function writeEcheanciers(
  { db, actor, signal, advance }: Redaction,
  ventes: readonly Vente[],
): Promise<void> {
  const planifiees = ventes.filter(({ echeancier }) => echeancier.length > 0)
  for await (const tranche of cut(planifiees, signal, ECHEANCIERS_A_LA_FOIS)) {
    const lignes = tranche.map((vente) => ({ id: idDe(vente), lignes: vente.echeancier }))
    await writeFirstLignes(db, actor, lignes)
    await moveVersions(db, tranche)
    advance(lignes.reduce((sum, une) => sum + une.lignes.length, 0))
  }
}

/** Splits the payments into those that need no number of the current year, nor a dossier's, and the others. */
function splitPaiements(paiements: readonly Paiement[]): [Paiement[], Paiement[]] {
  const annee = anneeEnCours()
  const ancien = ({ recu, vente }: Paiement) =>
    recu !== null && recu.annee < annee && (vente.connue || !provisoire(vente))
  return [paiements.filter(ancien), paiements.filter((un) => !ancien(un))]
}

async function numberVentes(redaction: Redaction, nouvelles: readonly Vente[]): Promise<void> {
  const { db, actor, signal, advance } = redaction
  const aNumeroter = nouvelles.filter(provisoire)
  const autres = nouvelles.filter((vente) => !provisoire(vente))
  await number(
    db,
    'dossier',
    autres.map(({ dossier }) => dossier),
  )
  const numeros = await number(
    db,
    'dossier',
    aNumeroter.map(({ dossier }) => dossier),
  )
  for (const [at, vente] of aNumeroter.entries()) vente.dossier = numeros[at] ?? null
  for await (const tranche of cut(aNumeroter, signal))
    await sql`
      update ventes v set dossier_annee = l.annee, dossier_numero = l.numero
      from unnest(${tranche.map(idDe)}::bigint[], ${tranche.map(({ dossier }) => dossier?.annee ?? 0)}::int[],
        ${tranche.map(({ dossier }) => dossier?.numero ?? 0)}::int[]) as l (id, annee, numero)
      where v.id = l.id`.execute(db)
  for await (const tranche of cut(nouvelles, signal)) {
    await writeJournal(db, actor, tranche.flatMap(journalDesVentes))
    advance(tranche.length)
  }
}

/** The journal's lines for a new sale: its assignment, and how it ended. Amounts in centimes. */
function journalDesVentes(vente: Vente): Entry[] {
  const { bien, client, dossier, desistement, terminee_le, paye } = vente
  if (!bien || !client || !dossier) throw new Error('a sale is written whole')
  const id = idDe(vente)
  const vendu = { bien_id: idDe(bien), client_id: idDe(client), prix: prixDe(vente) }
  const { type } = bien.apres
  const { nomComplet: nom } = client.apres
  const numero = numeroDossier(dossier.annee, dossier.numero)
  const assignee: Entry = {
    action: 'assigner',
    objet: 'vente',
    id,
    apres: {
      id,
      ...vendu,
      dossier_annee: dossier.annee,
      dossier_numero: dossier.numero,
      ouverte_le: vente.ouverte_le,
      terminee_le,
      reservation_le: vente.reservation_le,
      contrat_le: vente.contrat_le,
      livraison_le: vente.livraison_le,
      livraison_prevue_le: vente.livraison_prevue_le,
      notaire: vente.notaire,
      note: vente.note,
      type,
      client: nom,
    },
  }
  if (terminee_le === null) return [assignee]
  const avant = { dossier: numero, ...vendu, type, total_paye: paye, client: nom }
  if (!desistement)
    return [
      assignee,
      { action: 'retirer', objet: 'vente', id, avant: { id, ...avant, echeances: vente.echeancier } },
    ]
  const comptes = { paye, retenue: desistement.retenue, rembourse: 0 }
  return [
    assignee,
    {
      action: 'desister',
      objet: 'vente',
      id,
      avant,
      apres: {
        ...desistement,
        note: null,
        retenue_pourcent: null,
        ...comptes,
        ...resteARembourser({ ...comptes, enAttente: vente.enAttente }),
        version: 1,
      },
    },
  ]
}
