import { holdCompte, readCompteNomme } from '#features/comptes/server/comptes.service.ts'
import { parLaBanque } from '#features/paiements/modes.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { RemboursementInput } from '#features/ventes/fins.contract.ts'
import { readDossier } from '#features/ventes/server/dossiers.read.ts'
import { lockDossier } from '#features/ventes/server/dossiers.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { numeroRemboursement } from '#shared/numero.ts'
import { zip } from '#shared/zip.ts'
import { addMany, only } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { nextNumeros, type Numero } from '#server/database/numeros.ts'
import { refusDuRemboursement } from '#features/ventes/dossiers.rules.ts'
import { assertKept, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

type Remboursement = Dossier['remboursements'][number]

/**
 * Records a refund under the next number of the year; its limit is `remboursable` of the désistement. In centimes.
 * The account that it leaves from is kept for the modes of a bank.
 * @throws introuvable (404), pasDeDesistement (409), compteBancaireInconnu, compteBancaireInactif (422 on compte_id),
 * remboursementDepasse (422 on montant)
 */
export async function createRemboursement(
  db: Db,
  actor: Actor,
  venteId: number,
  { banque, reference, note, compte_id, ...input }: RemboursementInput,
): Promise<Remboursement> {
  const compte = parLaBanque(input.mode) && compte_id != null ? compte_id : null
  if (compte !== null) await holdCompte(db, compte)
  await lockDossier(db, venteId)
  const { desistement, dossier, client } = await readDossier(db, venteId)
  assertKept(refusDuRemboursement(input.montant, desistement))
  const especes = input.mode === 'especes'
  return only(
    await addRemboursements(db, actor, [
      {
        numero: null,
        remboursement: {
          vente_id: venteId,
          ...input,
          banque: especes ? null : (banque ?? null),
          reference: especes ? null : (reference ?? null),
          compte: await readCompteNomme(db, compte),
          note: note ?? null,
        },
        dossier,
        client: client.nomComplet,
      },
    ]),
  )
}

interface NouveauRemboursement {
  /** The number of the refund; null takes the next one of the year. */
  numero: Numero | null
  remboursement: Omit<Remboursement, 'id' | 'numero'> & { vente_id: number }
  /** The dossier and the client that the journal names. */
  dossier: string
  client: string
  /** The import that brought it: it never left a till. */
  importId?: number
}

/** Adds refunds of locked ventes, in their order and in centimes. */
export async function addRemboursements(
  db: Db,
  actor: Actor,
  nouveaux: readonly NouveauRemboursement[],
): Promise<Remboursement[]> {
  const numeros = await nextNumeros(
    db,
    'remboursement',
    nouveaux.map(({ numero }) => numero),
  )
  const rows = zip(nouveaux, numeros).map(([{ remboursement }, numero]) => {
    const { compte, ...row } = remboursement
    return { ...row, compte_id: compte?.id ?? null, ...numero }
  })
  const ids = await addMany(db, 'remboursements', rows)
  const apres = zip(zip(ids, nouveaux), numeros).map(([[id, { remboursement }], { annee, numero }]) => ({
    id,
    ...remboursement,
    numero: numeroRemboursement(annee, numero),
  }))
  await writeJournal(
    db,
    actor,
    zip(apres, nouveaux).map(([remboursement, { dossier, client, importId }]) => ({
      action: 'ajouter',
      objet: 'remboursement',
      id: remboursement.id,
      apres: { ...remboursement, dossier, client, ...(importId !== undefined && { import: importId }) },
    })),
  )
  return apres
}

/** Deletes a refund recorded by mistake; its number is not given again, and the journal keeps it. @throws introuvable (404) */
export async function deleteRemboursement(db: Db, actor: Actor, id: number): Promise<void> {
  await lockDossier(db, await venteDuRemboursement(db, id))
  const avant = await db.deleteFrom('remboursements').where('id', '=', id).returningAll().executeTakeFirst()
  if (!avant) throw refuse(communesErreurs.introuvable)
  const { dossier, client } = await readDossier(db, avant.vente_id)
  const numero = numeroRemboursement(avant.annee, avant.numero)
  await writeJournal(db, actor, {
    action: 'supprimer',
    objet: 'remboursement',
    id,
    avant: {
      ...avant,
      numero,
      dossier,
      client: client.nomComplet,
      compte: await readCompteNomme(db, avant.compte_id),
    },
  })
}

/** Reads the vente of a refund. @throws introuvable (404) */
export async function venteDuRemboursement(db: Db, id: number): Promise<number> {
  const seen = await db
    .selectFrom('remboursements')
    .select('vente_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!seen) throw refuse(communesErreurs.introuvable)
  return seen.vente_id
}
