import { writeFirstLignes } from '#features/echeanciers/server/lignes.service.ts'
import type { Contexte, Writing } from '#features/imports/server/check/context.ts'
import { idDe } from '#features/imports/server/check/indexes.ts'
import { prixDe, type Remboursement, type Vente } from '#features/imports/server/check/indexes.ventes.ts'
import { writePaiements } from '#features/imports/server/write.paiements.ts'
import { writeJournal, type Entry } from '#features/journal/server/journal.service.ts'
import { settleOptions } from '#features/options/server/options.service.ts'
import { resteARembourser } from '#features/ventes/dossiers.rules.ts'
import { addAcquereurs } from '#features/ventes/server/acquereurs.service.ts'
import { addRemboursements } from '#features/ventes/server/remboursements.service.ts'
import { insertVentes, settlePrixDe, tieRemises } from '#features/ventes/server/vendre.service.ts'
import { addToTotauxPayes } from '#features/ventes/server/ventes.service.ts'
import type { Db } from '#server/database/db.ts'
import { insertMany, raiseVersions } from '#server/database/bulk.ts'
import { cut } from '#server/tranches.ts'
import type { Jour } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import { zip } from '#shared/zip.ts'

/** Writes the sales with all that hangs on them. Numbers stay locked from then on, so those of receipts come last. */
export async function writeVentes(writing: Writing, { lignes, indexes }: Contexte): Promise<void> {
  const { db, actor, signal, advance } = writing
  const { toutes, paiements, remboursements } = indexes.ventes
  // Data that the check alone needs is freed before a large writing.
  lignes.paiements.length = 0
  indexes.ventes.lieux.clear()
  const nouvelles = toutes.filter(({ connue }) => !connue)
  await endOptions(writing, nouvelles, indexes.suivis)
  const remisees = nouvelles.filter(isRemisee)
  for await (const tranche of cut(remisees, signal)) await settlePrixDe(db, actor, tranche.map(toPrix))
  await insertNouvelles(writing, nouvelles)
  for await (const tranche of cut(remisees, signal))
    await tieRemises(
      db,
      tranche.map((vente) => ({ id: idDe(vente), bien_id: partiesDe(vente).bien.id })),
    )
  const payees = toutes.filter(({ connue, ajoute }) => connue && ajoute > 0)
  for await (const tranche of cut(payees, signal))
    await addToTotauxPayes(
      db,
      tranche.map((vente) => ({ id: idDe(vente), centimes: vente.ajoute })),
    )
  await writeAcquereurs(writing, toutes)
  await writeEcheanciers(writing, toutes)
  for await (const tranche of cut(nouvelles, signal)) {
    await writeJournal(db, actor, tranche.flatMap(journalDesVentes))
    advance(tranche.length)
  }
  await writeRemboursements(writing, remboursements)
  await writePaiements(writing, paiements)
}

/** True for a new open sale at another price than its bien has. */
const isRemisee = ({ terminee_le, bien, prix }: Vente): boolean =>
  terminee_le === null && bien !== null && prix !== bien.apres.montant

/** The bien and the client of a sale to write, with their ids. @throws Error for an existing sale whose bien or client no line names */
function partiesDe({ bien, client }: Vente) {
  if (!bien || !client) throw new Error('a sale is written whole')
  return {
    bien: { id: idDe(bien), type: bien.apres.type, prix: bien.apres.montant },
    client: { id: idDe(client), nomComplet: client.apres.nomComplet },
  }
}

const toPrix = (vente: Vente) => ({ bien: partiesDe(vente).bien, prix: vente.prix })

/** Ends the options of the sold biens: as sold for the buyer's option, as expired for one that is over. */
async function endOptions(
  { db, actor, signal }: Writing,
  nouvelles: readonly Vente[],
  suivis: Contexte['indexes']['suivis'],
): Promise<void> {
  const sousOption = nouvelles.flatMap(({ bien, client, terminee_le }) => {
    if (!bien || !client || bien.id === null || terminee_le !== null || !suivis.get(bien.id)?.option)
      return []
    return [{ bien: { id: bien.id, bloque_motif: bien.apres.bloque_motif }, clientId: idDe(client) }]
  })
  for await (const ventes of cut(sousOption, signal)) await settleOptions(db, actor, ventes)
}

/** Noon of a day in Algiers, or now when noon is still to come, so that the day's later acts come after it. */
const midi = (jour: Jour): Date => new Date(Math.min(Date.parse(`${jour}T12:00:00+01:00`), Date.now()))

/** Finds the one member whose name it is, letter for letter, so that it reads again as it was written; null where none or several have it. */
async function readMembres(db: Db): Promise<(nom: string | null) => number | null> {
  const ids = new Map<string, number | null>()
  for (const { id, name } of await db.selectFrom('membres').select(['id', 'name']).execute()) {
    ids.set(name, ids.has(name) ? null : id)
  }
  return (nom) => (nom === null ? null : (ids.get(nom) ?? null))
}

async function insertNouvelles({ db }: Writing, nouvelles: readonly Vente[]): Promise<void> {
  const membreNomme = await readMembres(db)
  const written = await insertVentes(
    db,
    nouvelles.map((vente) => {
      const { bien, client } = partiesDe(vente)
      return {
        bien_id: bien.id,
        client_id: client.id,
        prix: prixDe(vente),
        total_paye: vente.ajoute,
        ouverte_le: midi(vente.ouverte_le),
        terminee_le: vente.terminee_le === null ? null : midi(vente.terminee_le),
        dossier: vente.dossier,
        reservation_le: vente.reservation_le,
        contrat_le: vente.contrat_le,
        livraison_le: vente.livraison_le,
        livraison_prevue_le: vente.livraison_prevue_le,
        notaire: vente.notaire,
        vendeur_id: membreNomme(vente.vendeur),
        vendeur: vente.vendeur,
        note: vente.note,
      }
    }),
  )
  for (const [vente, { id, dossier_annee: annee, dossier_numero: numero }] of zip(nouvelles, written))
    Object.assign(vente, { id, dossier: { annee, numero } })
  await insertMany(
    db,
    'desistements',
    nouvelles.flatMap((vente) =>
      vente.desistement ? [{ vente_id: idDe(vente), ...vente.desistement }] : [],
    ),
  )
}

async function writeAcquereurs(
  { db, actor, signal, advance }: Writing,
  ventes: readonly Vente[],
): Promise<void> {
  const partagees = ventes.filter(({ coAcquereurs }) => coAcquereurs.length > 0)
  for await (const tranche of cut(partagees, signal)) {
    const ecrites = tranche.map((vente) => ({
      id: idDe(vente),
      acquereurs: vente.coAcquereurs.map(({ client, part }) => ({
        client_id: idDe(client),
        nomComplet: client.apres.nomComplet,
        part,
      })),
    }))
    await addAcquereurs(db, actor, ecrites)
    await raiseVersions(db, 'ventes', connuesParmi(tranche))
    advance(ecrites.flatMap(({ acquereurs }) => acquereurs).length)
  }
}

const connuesParmi = (ventes: readonly Vente[]): number[] => ventes.filter(({ connue }) => connue).map(idDe)

const ECHEANCIERS_A_LA_FOIS = 300

async function writeEcheanciers(
  { db, actor, signal, advance }: Writing,
  ventes: readonly Vente[],
): Promise<void> {
  const planifiees = ventes.filter(({ echeancier }) => echeancier.length > 0)
  for await (const tranche of cut(planifiees, signal, ECHEANCIERS_A_LA_FOIS)) {
    const lignes = tranche.map((vente) => ({ id: idDe(vente), lignes: vente.echeancier }))
    await writeFirstLignes(db, actor, lignes)
    await raiseVersions(db, 'ventes', connuesParmi(tranche))
    advance(lignes.reduce((sum, une) => sum + une.lignes.length, 0))
  }
}

/** @throws Error before the sale is inserted, which numbers it */
function numeroOf({ dossier }: Vente): string {
  if (!dossier) throw new Error('a sale is numbered when it is inserted')
  return numeroDossier(dossier.annee, dossier.numero)
}

/** The journal's lines for a new sale: its assignment, and how it ended. Amounts in centimes. */
function journalDesVentes(vente: Vente): Entry[] {
  const { desistement, terminee_le, paye } = vente
  const { bien, client } = partiesDe(vente)
  const id = idDe(vente)
  const vendu = { bien_id: bien.id, client_id: client.id, prix: prixDe(vente) }
  const parties = { type: bien.type, client: client.nomComplet }
  const assignee: Entry = {
    action: 'assigner',
    objet: 'vente',
    id,
    apres: {
      id,
      ...vendu,
      dossier_annee: vente.dossier?.annee,
      dossier_numero: vente.dossier?.numero,
      ouverte_le: vente.ouverte_le,
      terminee_le,
      reservation_le: vente.reservation_le,
      contrat_le: vente.contrat_le,
      livraison_le: vente.livraison_le,
      livraison_prevue_le: vente.livraison_prevue_le,
      notaire: vente.notaire,
      ...(vente.vendeur !== null && { vendeur: vente.vendeur }),
      note: vente.note,
      ...parties,
    },
  }
  if (terminee_le === null) return [assignee]
  const avant = { dossier: numeroOf(vente), ...vendu, total_paye: paye, ...parties }
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

async function writeRemboursements(
  { db, actor, importId, advance }: Writing,
  remboursements: readonly Remboursement[],
): Promise<void> {
  const ecrits = await addRemboursements(
    db,
    actor,
    remboursements.map(({ id: _id, ligne: _ligne, vente, numero, ...remboursement }) => ({
      numero,
      remboursement: { vente_id: idDe(vente), compte: null, ...remboursement },
      dossier: numeroOf(vente),
      client: vente.nomClient,
      importId,
    })),
  )
  for (const [remboursement, { id }] of zip(remboursements, ecrits)) remboursement.id = id
  advance(remboursements.length)
}
