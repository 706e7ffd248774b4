import { sql } from 'kysely'
import { describeBiens, type BienDecrit } from '#features/etats/server/biens.read.ts'
import {
  prixDe,
  type Cheque,
  type Paiement,
  type Remboursement,
  type Vente,
} from '#features/imports/server/controle/registres.ventes.ts'
import {
  idDe,
  insertAll,
  type Colonnes,
  type Redaction,
} from '#features/imports/server/ecriture/fiches.ecriture.ts'
import { number } from '#features/imports/server/controle/series.ts'
import { cut, parTranches } from '#features/imports/server/tranches.ts'
import {
  type Entry,
  prepareJournal,
  writeJournal,
  writePreparedJournal,
} from '#features/journal/server/journal.service.ts'
import { toLien, toPaiement } from '#features/paiements/server/paiements.wire.ts'
import type { Numerote } from '#features/paiements/server/paiements.read.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { numeroDossier, numeroRecu, numeroRemboursement } from '#shared/numero.ts'
import { groupBy } from '#shared/group-by.ts'
import { giveIds } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'

/** Data for the journal's lines of payments, read before the writing locks the numbers. */
interface Prepares {
  biens: ReadonlyMap<number, BienDecrit>
  /** Rest of the sale's price after each payment, in centimes. */
  soldes: ReadonlyMap<Paiement, Centimes>
}

/** Draws the payments' ids in the order of the workbook, and reads the data for the journal. */
export async function preparePaiements(
  { db, signal }: Redaction,
  paiements: readonly Paiement[],
): Promise<Prepares> {
  await giveIds(db, 'paiements', paiements)
  const parVente = groupBy(paiements, ({ vente }) => vente)
  const soldes = new Map<Paiement, Centimes>()
  const avant = await readVersements(db, [...parVente.keys()])
  await parTranches([...parVente], signal, ([vente, siens]) => {
    let reste = prixDe(vente)
    for (const paiement of [...(avant.get(idDe(vente)) ?? []), ...siens].toSorted(parJour)) {
      if ('connu' in paiement ? paiement.rejete_le === null : true) reste -= paiement.versement
      if ('connu' in paiement) soldes.set(paiement, reste)
    }
  })
  const biens = [...parVente.keys()].flatMap(({ bien }) => (bien ? idDe(bien) : []))
  return { biens: await describeBiens(db, [...new Set(biens)]), soldes }
}

interface Versement {
  id: number | null
  date_paiement: Jour
  versement: Centimes
}
const parJour = (a: Versement, b: Versement): number =>
  a.date_paiement < b.date_paiement ? -1 : a.date_paiement > b.date_paiement ? 1 : (a.id ?? 0) - (b.id ?? 0)

async function readVersements(db: Db, ventes: readonly Vente[]) {
  const ids = ventes.filter(({ connue }) => connue).map(idDe)
  const { rows } = await sql<Versement & { vente_id: number }>`
    select vente_id, id, date_paiement, versement from paiements
    where vente_id = any (${ids}::bigint[]) and rejete_le is null`.execute(db)
  return groupBy(rows, ({ vente_id }) => vente_id)
}

const PAIEMENT: Colonnes<Paiement> = {
  id: ['bigint', idDe],
  vente_id: ['bigint', ({ vente }) => idDe(vente)],
  date_paiement: ['date', (paiement) => paiement.date_paiement],
  versement: ['bigint', (paiement) => paiement.versement],
  details: ['text', (paiement) => paiement.details],
  recu_annee: ['int', ({ recu }) => recu?.annee ?? 0],
  recu_numero: ['int', ({ recu }) => recu?.numero ?? 0],
  mode: ['text', (paiement) => paiement.mode],
  banque: ['text', (paiement) => paiement.banque],
  reference: ['text', (paiement) => paiement.reference],
  date_cheque: ['date', (paiement) => paiement.date_cheque],
  payeur_type: ['text', (paiement) => paiement.payeur_type],
  payeur: ['text', (paiement) => paiement.payeur],
  encaisse_le: ['date', (paiement) => paiement.encaisse_le],
  rejete_le: ['date', (paiement) => paiement.rejete_le],
  motif_rejet: ['text', (paiement) => paiement.motif_rejet],
  frais_rejet: ['bigint', (paiement) => paiement.frais_rejet],
}

/** Stores the journal's lines of payments without their numbers, so that the numbers stay locked for less time. */
export async function prepareJournalOfPaiements(
  { db, importId, signal }: Redaction,
  prepares: Prepares,
  paiements: readonly Paiement[],
): Promise<void> {
  for await (const tranche of cut(paiements, signal))
    await prepareJournal(
      db,
      tranche.map((paiement) => ligneDuJournal(paiement, prepares, importId)),
    )
}

/** Numbers the payments and writes them with their prepared lines. Their sales already have the new sum paid. */
export async function writePaiements(
  { db, actor, signal, advance }: Redaction,
  paiements: readonly Paiement[],
): Promise<void> {
  const recus = await number(
    db,
    'recu',
    paiements.map(({ recu }) => recu),
  )
  for (const [at, paiement] of paiements.entries()) paiement.recu = recus[at] ?? null
  for await (const tranche of cut(paiements, signal)) {
    await insertAll(db, 'paiements', PAIEMENT, tranche)
    await writePreparedJournal(
      db,
      actor,
      tranche.map((paiement) => ({ id: idDe(paiement), suite: numerosDuPaiement(paiement) })),
    )
    advance(tranche.length)
  }
}

function numerosDuPaiement({ recu, vente: { dossier }, represente, representePar }: Paiement) {
  if (!recu || !dossier) throw new Error('a payment is written after its sale')
  return {
    recu: numeroRecu(recu.annee, recu.numero),
    dossier: numeroDossier(dossier.annee, dossier.numero),
    represente: toLien(lien(represente)),
    represente_par: toLien(lien(representePar)),
  }
}

/** A payment's line in the journal, as its form writes it but without numbers. `import` tells it from money taken today. */
function ligneDuJournal(paiement: Paiement, { biens, soldes }: Prepares, importId: number): Entry {
  const { vente, recu: _, represente, representePar: __, connu: ___, ligne: ____, ...contenu } = paiement
  const { bien, client } = vente
  const decrit = bien && biens.get(idDe(bien))
  if (!decrit || !client) throw new Error('a payment is written after its sale')
  const id = idDe(paiement)
  const { nomComplet, tel, email } = client.apres
  // The table gives the code later, when the payment is inserted.
  const { code: _code, ...apres } = toPaiement({
    ...contenu,
    id,
    vente_id: idDe(vente),
    dossier_annee: 0,
    dossier_numero: 0,
    version: 1,
    recu_annee: 0,
    recu_numero: 0,
    code: '',
    rectifie_le: null,
    justificatif: null,
    remise: null,
    represente: null,
    represente_par: null,
    detenteur: null,
    solde: soldes.get(paiement) ?? 0,
    prix: prixDe(vente),
    terminee: vente.terminee_le !== null,
    client: { id: idDe(client), nomComplet, tel, email },
    bien: decrit,
  })
  return {
    action: represente ? 'representer' : 'ajouter',
    objet: 'paiement',
    id,
    apres: { ...apres, import: importId },
  }
}

const lien = (autre: Cheque | null): Numerote | null =>
  autre?.recu && autre.id !== null
    ? { id: autre.id, annee: autre.recu.annee, numero: autre.recu.numero }
    : null

/** Ties payments to the rejected cheques that they replace, once both are written; an existing cheque gets a new version. */
export async function tieRepresentations(db: Db, paiements: readonly Paiement[]): Promise<void> {
  const liens = paiements.flatMap((paiement) =>
    paiement.represente ? [{ id: idDe(paiement), cheque: paiement.represente }] : [],
  )
  if (liens.length === 0) return
  await sql`
    update paiements p set represente_id = l.cheque
    from unnest(${liens.map(({ id }) => id)}::bigint[], ${liens.map(({ cheque }) => idDe(cheque))}::bigint[]) as l (id, cheque)
    where p.id = l.id`.execute(db)
  const connus = liens.flatMap(({ cheque }) => (cheque.connu ? idDe(cheque) : []))
  await sql`update paiements set version = version + 1 where id = any (${connus}::bigint[])`.execute(db)
}

const REMBOURSEMENT: Colonnes<Remboursement> = {
  id: ['bigint', idDe],
  vente_id: ['bigint', ({ vente }) => idDe(vente)],
  annee: ['int', ({ numero }) => numero?.annee ?? 0],
  numero: ['int', ({ numero }) => numero?.numero ?? 0],
  jour: ['date', ({ jour }) => jour],
  montant: ['bigint', ({ montant }) => montant],
  mode: ['text', ({ mode }) => mode],
  banque: ['text', ({ banque }) => banque],
  reference: ['text', ({ reference }) => reference],
  note: ['text', ({ note }) => note],
}

/** Writes the refunds, after their dossiers are numbered. */
export async function writeRemboursements(
  { db, actor, signal, advance }: Redaction,
  remboursements: readonly Remboursement[],
): Promise<void> {
  await giveIds(db, 'remboursements', remboursements)
  const numeros = await number(
    db,
    'remboursement',
    remboursements.map(({ numero }) => numero),
  )
  for (const [at, remboursement] of remboursements.entries()) remboursement.numero = numeros[at] ?? null
  for await (const tranche of cut(remboursements, signal)) {
    await insertAll(db, 'remboursements', REMBOURSEMENT, tranche)
    await writeJournal(db, actor, tranche.map(journalDuRemboursement))
    advance(tranche.length)
  }
}

function journalDuRemboursement({ ligne: _, id, numero, vente, ...remboursement }: Remboursement): Entry {
  const { dossier, nomClient } = vente
  return {
    action: 'ajouter',
    objet: 'remboursement',
    id,
    apres: {
      id,
      numero: numero && numeroRemboursement(numero.annee, numero.numero),
      vente_id: vente.id,
      ...remboursement,
      dossier: dossier && numeroDossier(dossier.annee, dossier.numero),
      client: nomClient,
    },
  }
}
