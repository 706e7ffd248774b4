import { sql } from 'kysely'
import { describeBiens, type BienDecrit } from '#features/biens/server/biens.read.ts'
import {
  prixDe,
  type Cheque,
  type Paiement,
  type Vente,
} from '#features/imports/server/controle/registres.ventes.ts'
import { idDe, type Redaction } from '#features/imports/server/ecriture/fiches.ts'
import { numeroter } from '#features/imports/server/ecriture/numeros.ts'
import { couper, parTranches } from '#features/imports/server/tranches.ts'
import type { Entry } from '#features/journal/server/journal.service.ts'
import { prepareJournal, writePreparedJournal } from '#features/journal/server/prepared-journal.ts'
import { toLien, toPaiement } from '#features/paiements/server/paiements.wire.ts'
import type { Numerote } from '#features/paiements/server/paiements.read.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { numeroDossier, numeroRecu } from '#shared/numero.ts'
import { groupBy } from '#shared/group-by.ts'
import { drawIds, insertMany } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'

/** What the journal says of payments besides what their lines do, read before anybody waits for a number. */
interface Prepares {
  biens: ReadonlyMap<number, BienDecrit>
  /** What remained of its sale after each payment, in centimes. */
  soldes: ReadonlyMap<Paiement, Centimes>
}

/** Draws the ids of the payments in the order of the workbook, and reads all that will be said of them. */
export async function preparerPaiements(
  { db, signal }: Redaction,
  paiements: readonly Paiement[],
): Promise<Prepares> {
  const ids = await drawIds(db, 'paiements', paiements.length)
  for (const [at, paiement] of paiements.entries()) paiement.id = ids[at] ?? null
  const parVente = groupBy(paiements, ({ vente }) => vente)
  const soldes = new Map<Paiement, Centimes>()
  const avant = await lireVersements(db, [...parVente.keys()])
  await parTranches([...parVente], signal, ([vente, siens]) => {
    let reste = prixDe(vente)
    for (const un of [...(avant.get(idDe(vente)) ?? []), ...siens].toSorted(parJour)) {
      if ('connu' in un ? un.rejete_le === null : true) reste -= un.versement
      if ('connu' in un) soldes.set(un, reste)
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

/** The payments that are there and count, by their sale. */
async function lireVersements(db: Db, ventes: readonly Vente[]) {
  const ids = ventes.filter(({ connue }) => connue).map(idDe)
  const { rows } = await sql<Versement & { vente_id: number }>`
    select vente_id, id, date_paiement, versement from paiements
    where vente_id = any (${ids}::bigint[]) and rejete_le is null`.execute(db)
  return groupBy(rows, ({ vente_id }) => vente_id)
}

const COLONNES = {
  id: 'bigint',
  vente_id: 'bigint',
  date_paiement: 'date',
  versement: 'bigint',
  details: 'text',
  recu_annee: 'int',
  recu_numero: 'int',
  mode: 'text',
  banque: 'text',
  reference: 'text',
  date_cheque: 'date',
  payeur_type: 'text',
  payeur: 'text',
  encaisse_le: 'date',
  rejete_le: 'date',
  motif_rejet: 'text',
  frais_rejet: 'bigint',
}

/** Puts aside what the journal will say of payments, all but their numbers: whoever records one meanwhile waits the less. */
export async function preparerJournal(
  { db, importId, signal }: Redaction,
  prepares: Prepares,
  paiements: readonly Paiement[],
): Promise<void> {
  for await (const tranche of couper(paiements, signal))
    await prepareJournal(
      db,
      tranche.map((paiement) => ligneDuJournal(paiement, prepares, importId)),
    )
}

/** Numbers payments and writes them, each with the line that was put aside. Their sales have what is paid of them already. */
export async function ecrirePaiements(
  { db, actor, signal, avancer }: Redaction,
  paiements: readonly Paiement[],
): Promise<void> {
  const recus = await numeroter(
    db,
    'recu',
    paiements.map(({ recu }) => recu),
  )
  for (const [at, paiement] of paiements.entries()) paiement.recu = recus[at] ?? null
  for await (const tranche of couper(paiements, signal)) {
    await insertMany(db, 'paiements', COLONNES, tranche.map(enLigne))
    await writePreparedJournal(
      db,
      actor,
      tranche.map((paiement) => ({ id: idDe(paiement), suite: numeros(paiement) })),
    )
    avancer(tranche.length)
  }
}

/** What a line of the journal says by numbers. */
function numeros({ recu, vente: { dossier }, represente, representePar }: Paiement) {
  if (!recu || !dossier) throw new Error('a payment is written after its sale')
  return {
    recu: numeroRecu(recu.annee, recu.numero),
    dossier: numeroDossier(dossier.annee, dossier.numero),
    represente: toLien(lien(represente)),
    represente_par: toLien(lien(representePar)),
  }
}

const enLigne = (un: Paiement) => [
  un.id,
  idDe(un.vente),
  un.date_paiement,
  un.versement,
  un.details,
  un.recu?.annee ?? 0,
  un.recu?.numero ?? 0,
  un.mode,
  un.banque,
  un.reference,
  un.date_cheque,
  un.payeur_type,
  un.payeur,
  un.encaisse_le,
  un.rejete_le,
  un.motif_rejet,
  un.frais_rejet,
]

const PAS_ENCORE = { annee: 0, numero: 0 }

/** As the forms write it, its numbers apart; the import tells it from money that was taken today. */
function ligneDuJournal(paiement: Paiement, { biens, soldes }: Prepares, importId: number): Entry {
  const { vente, recu: _, represente, representePar: __, connu: ___, ligne: ____, ...dit } = paiement
  const { bien, client } = vente
  const decrit = bien && biens.get(idDe(bien))
  if (!decrit || !client) throw new Error('a payment is written after its sale')
  const id = idDe(paiement)
  const { nomComplet, tel, email } = client.apres
  // Its code is given by the table, when the line is prepared already.
  const { code: _code, ...apres } = toPaiement({
    ...dit,
    id,
    vente_id: idDe(vente),
    dossier_annee: PAS_ENCORE.annee,
    dossier_numero: PAS_ENCORE.numero,
    version: 1,
    recu_annee: PAS_ENCORE.annee,
    recu_numero: PAS_ENCORE.numero,
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

/** Ties what stands for a rejected cheque to it, once both are there; what one that was there says of it has changed with it. */
export async function representer(db: Db, paiements: readonly Paiement[]): Promise<void> {
  const liens = paiements.flatMap((un) => (un.represente ? [{ id: idDe(un), cheque: un.represente }] : []))
  if (liens.length === 0) return
  await sql`
    update paiements p set represente_id = l.cheque
    from unnest(${liens.map(({ id }) => id)}::bigint[], ${liens.map(({ cheque }) => idDe(cheque))}::bigint[]) as l (id, cheque)
    where p.id = l.id`.execute(db)
  const connus = liens.flatMap(({ cheque }) => (cheque.connu ? idDe(cheque) : []))
  await sql`update paiements set version = version + 1 where id = any (${connus}::bigint[])`.execute(db)
}
