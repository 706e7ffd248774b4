import { sql } from 'kysely'
import { writeFirstLignes } from '#features/echeancier/server/lignes.service.ts'
import {
  ecrirePaiements,
  preparerJournal,
  preparerPaiements,
  representer,
} from '#features/imports/server/ecriture/paiements.ts'
import { ecrireRemboursements } from '#features/imports/server/ecriture/remboursements.ts'
import { journalDesVentes } from '#features/imports/server/ecriture/ventes.journal.ts'
import { idDe, type Redaction } from '#features/imports/server/ecriture/fiches.ts'
import { anneeEnCours, numeroter } from '#features/imports/server/ecriture/numeros.ts'
import type { Contexte } from '#features/imports/server/controle/contexte.ts'
import { prixDe, type Paiement, type Vente } from '#features/imports/server/controle/registres.ventes.ts'
import { couper } from '#features/imports/server/tranches.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { settleOption } from '#features/options/server/options.service.ts'
import { drawIds, insertMany } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import type { Jour } from '#shared/dates.ts'

/**
 * Writes the sales that a workbook adds, with their échéanciers, refunds and payments. Numbers come last: what needs none of this year
 * is written before anybody has to wait for one.
 */
export async function ecrireVentes(redaction: Redaction, { lignes, registres }: Contexte): Promise<void> {
  const { db, signal } = redaction
  const { toutes, paiements, remboursements } = registres.ventes
  lignes.paiements.length = 0
  registres.ventes.lieux.clear()
  const nouvelles = toutes.filter(({ connue }) => !connue)
  await libererOptions(redaction, nouvelles, registres.suivis)
  const ids = await drawIds(db, 'ventes', nouvelles.length)
  for (const [at, vente] of nouvelles.entries()) vente.id = ids[at] ?? null
  for await (const tranche of couper(nouvelles, signal)) await ajouterVentes(db, tranche)
  await ajouterDesistements(db, nouvelles)
  await payer(db, toutes)
  await ecrireEcheanciers(redaction, toutes)
  const prepares = await preparerPaiements(redaction, paiements)
  const [anciens, derniers] = partager(paiements)
  await preparerJournal(redaction, prepares, paiements)
  await ecrirePaiements(redaction, anciens)
  await numeroterVentes(redaction, nouvelles)
  await ecrireRemboursements(redaction, remboursements)
  await ecrirePaiements(redaction, derniers)
  await representer(db, paiements)
}

/** An option of the buyer ends as sold, one that is over as such. */
async function libererOptions(
  { db, actor }: Redaction,
  ventes: readonly Vente[],
  suivis: Contexte['registres']['suivis'],
): Promise<void> {
  for (const { bien, client, terminee_le } of ventes) {
    if (!bien || !client || bien.id === null || terminee_le !== null || !suivis.get(bien.id)?.option) continue
    const { montant: prix, type, bloque_motif } = bien.apres
    await settleOption(
      db,
      actor,
      { id: bien.id, type, prix, version: bien.version, bloque_motif },
      idDe(client),
    )
  }
}

/** A dossier that is numbered this year has its number last: until then, one that nobody can have. */
const provisoire = ({ dossier }: Vente): boolean => dossier === null || dossier.annee === anneeEnCours()

/** Noon of a day in Algiers, or now if that is still to come: what happens later today is later. */
const midi = (jour: Jour | null): Date | null =>
  jour === null ? null : new Date(Math.min(Date.parse(`${jour}T12:00:00+01:00`), Date.now()))

const COLONNES = {
  id: 'bigint',
  bien_id: 'bigint',
  client_id: 'bigint',
  prix: 'bigint',
  total_paye: 'bigint',
  ouverte_le: 'timestamptz',
  terminee_le: 'timestamptz',
  dossier_annee: 'int',
  dossier_numero: 'int',
  reservation_le: 'date',
  contrat_le: 'date',
  livraison_le: 'date',
  livraison_prevue_le: 'date',
  notaire: 'text',
  note: 'text',
}

const ajouterVentes = (db: Db, ventes: readonly Vente[]): Promise<void> =>
  insertMany(
    db,
    'ventes',
    COLONNES,
    ventes.map((vente) => {
      const id = idDe(vente)
      const { dossier } = vente
      const numero = dossier && !provisoire(vente) ? dossier : { annee: anneeEnCours(), numero: -id }
      return [
        id,
        vente.bien && idDe(vente.bien),
        vente.client && idDe(vente.client),
        prixDe(vente),
        vente.ajoute,
        midi(vente.ouverte_le),
        midi(vente.terminee_le),
        numero.annee,
        numero.numero,
        vente.reservation_le,
        vente.contrat_le,
        vente.livraison_le,
        vente.livraison_prevue_le,
        vente.notaire,
        vente.note,
      ]
    }),
  )

const ajouterDesistements = (db: Db, ventes: readonly Vente[]): Promise<void> =>
  insertMany(
    db,
    'desistements',
    { vente_id: 'bigint', demande_le: 'date', origine: 'text', motif: 'text', retenue: 'bigint' },
    ventes.flatMap(({ id, desistement }) =>
      desistement
        ? [[id, desistement.demande_le, desistement.origine, desistement.motif, desistement.retenue]]
        : [],
    ),
  )

/** Moves what is paid of the sales that are there: their échéances follow. */
async function payer(db: Db, ventes: readonly Vente[]): Promise<void> {
  const payees = ventes.filter(({ connue, ajoute }) => connue && ajoute > 0)
  for await (const tranche of couper(payees))
    await sql`
      update ventes v set total_paye = v.total_paye + l.ajoute
      from unnest(${tranche.map(idDe)}::bigint[], ${tranche.map(({ ajoute }) => ajoute)}::bigint[]) as l (id, ajoute)
      where v.id = l.id`.execute(db)
}

/** So many échéanciers at a time: of a dozen lines each, they stay below what one statement may take. */
const ECHEANCIERS_A_LA_FOIS = 300

async function ecrireEcheanciers(
  { db, actor, signal, avancer }: Redaction,
  ventes: readonly Vente[],
): Promise<void> {
  const planifiees = ventes.filter(({ echeancier }) => echeancier.length > 0)
  for await (const tranche of couper(planifiees, signal, ECHEANCIERS_A_LA_FOIS)) {
    const lignes = tranche.map((vente) => ({ id: idDe(vente), lignes: vente.echeancier }))
    await writeFirstLignes(db, actor, lignes)
    const connues = tranche.filter(({ connue }) => connue).map(idDe)
    await sql`update ventes set version = version + 1 where id = any (${connues}::bigint[])`.execute(db)
    avancer(lignes.reduce((sum, une) => sum + une.lignes.length, 0))
  }
}

/** Payments that need no number of this year, nor name a dossier that does, and the others; each in the order of the workbook. */
function partager(paiements: readonly Paiement[]): [Paiement[], Paiement[]] {
  const annee = anneeEnCours()
  const ancien = ({ recu, vente }: Paiement) =>
    recu !== null && recu.annee < annee && (vente.connue || !provisoire(vente))
  return [paiements.filter(ancien), paiements.filter((un) => !ancien(un))]
}

async function numeroterVentes(redaction: Redaction, nouvelles: readonly Vente[]): Promise<void> {
  const { db, actor, signal, avancer } = redaction
  const aNumeroter = nouvelles.filter(provisoire)
  const autres = nouvelles.filter((vente) => !provisoire(vente))
  await numeroter(
    db,
    'dossier',
    autres.map(({ dossier }) => dossier),
  )
  const numeros = await numeroter(
    db,
    'dossier',
    aNumeroter.map(({ dossier }) => dossier),
  )
  for (const [at, vente] of aNumeroter.entries()) vente.dossier = numeros[at] ?? null
  for await (const tranche of couper(aNumeroter, signal))
    await sql`
      update ventes v set dossier_annee = l.annee, dossier_numero = l.numero
      from unnest(${tranche.map(idDe)}::bigint[], ${tranche.map(({ dossier }) => dossier?.annee ?? 0)}::int[],
        ${tranche.map(({ dossier }) => dossier?.numero ?? 0)}::int[]) as l (id, annee, numero)
      where v.id = l.id`.execute(db)
  for await (const tranche of couper(nouvelles, signal)) {
    await writeJournal(db, actor, tranche.flatMap(journalDesVentes))
    avancer(tranche.length)
  }
}
