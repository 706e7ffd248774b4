import { sql } from 'kysely'
import { paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'
import { holdCompte, readCompteNomme } from '#features/comptes/server/comptes.service.ts'
import { holdClient, readClient } from '#features/clients/server/clients.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { formatEtat, parLaBanque } from '#features/paiements/modes.ts'
import {
  refusDuVersement,
  type FautesDuMoyen,
  mergeMoyen,
  type MoyenTenu,
  type MoyenSaisi,
} from '#features/paiements/paiements.rules.ts'
import { readTimbre, timbreCorrige } from '#features/paiements/server/paiements.timbre.ts'
import { assertFree, changesRecu, type Said } from '#features/paiements/server/paiements.corrections.ts'
import {
  etatDe,
  lockBienNomme,
  lockBiens,
  lockBiensDe,
  lockPaiements,
  lockVenteDuClient,
  type PaiementVerrouille,
  recuOf,
  type Verrouille,
  whereItStands,
} from '#features/paiements/server/paiements.locks.ts'
import {
  type PaiementLu,
  readPaiement,
  readPaiements,
  type SaisiePaiement,
} from '#features/paiements/server/paiements.read.ts'
import { toPaiement } from '#features/paiements/server/paiements.wire.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { addToTotalPaye, revokeCodes } from '#features/ventes/server/ventes.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { zip } from '#shared/zip.ts'
import { columnsOf, only, recordset } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { anneeEnCours } from '#server/database/numeros.ts'
import { runPrepared } from '#server/database/prepared.ts'
import { changeVersioned } from '#server/database/records.ts'
import { type FileLife, replaceFile } from '#server/files/replace.ts'
import { assertKept, fieldErrors, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** The column of a payment's proof, for the calls that store files. */
export const justificatifOf = (id: number) => ({ table: 'paiements', column: 'justificatif_id', id }) as const

/**
 * Records a payment for a client's open sale of one bien, adds it to the sale's total under its lock, and gives it the next receipt number.
 * Amounts in centimes.
 * @throws clientInconnu, bienManquant, bienAutreClient (Q157), versementDepasse (Q154), the errors of {@link resolveMoyen}, all 422 at
 * their field
 */
export async function createPaiement(db: Db, actor: Actor, input: SaisiePaiement): Promise<PaiementLu> {
  const moyen = await resolveMoyen(db, null, input)
  await holdClient(db, input.client_id)
  const vente = await lockVenteDuClient(db, await lockBienNomme(db, input.bien), input.client_id)
  assertKept(refusDuVersement(vente, input.versement))
  const { date_paiement, versement, details } = input
  const timbre = await readTimbre(db, { versement, mode: moyen.mode })
  const id = await insertPaiement(db, {
    vente_id: vente.id,
    date_paiement,
    versement,
    details,
    ...moyen,
    timbre,
  })
  const apres = await readPaiement(db, id)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'paiement', id, apres: toPaiement(apres) })
  return apres
}

/**
 * Corrects a payment under the rules of a new one; its old amount does not count in the remainder (Q159). It may move to another bien, or
 * to another client with that client's bien. After the end of its sale only details, means and payer change (Q172); with its cheque at the
 * bank, only details and payer; a payment that represents a cheque keeps amount, mode and bien. The receipt keeps its number, and
 * `rectifie_le` records the day when a printed fact changes. Day, means and payer of a payment of a group are those of the whole group: they
 * change in all of it, or in none. Amounts in centimes.
 * @throws introuvable (404), versionPerimee, venteTerminee, chequeFige, chequeRepresente, conflit (409), and those of {@link
 * createPaiement}
 */
export async function updatePaiement(
  db: Db,
  actor: Actor,
  id: number,
  input: SaisiePaiement,
): Promise<PaiementLu> {
  const seen = await whereItStands(db, id)
  await holdClient(db, input.client_id)
  const biens = await lockBiens(db, seen.tous, input.bien)
  const {
    nomme: { avant, vente },
    autres,
  } = await lockPaiements(db, id, seen.tous)
  const moyen = await resolveMoyen(db, avant, input)
  const partage = autres.length > 0
  if (partage) assertInGroupe(vente, input.client_id, moyen)
  const { versement, date_paiement, details } = input
  const elsewhere = biens.cible.id !== vente.bien_id || input.client_id !== vente.client_id
  const said = { elsewhere, versement, date_paiement, moyen, partage }
  const timbre = await timbreCorrige(db, avant, { versement, mode: moyen.mode })
  if (vente.terminee_le) {
    await assertFree(db, avant, said, true)
    await changeVersioned(db, 'paiements', avant, input.version, {
      details,
      ...moyen,
      timbre,
      rectifie_le: changesRecu(avant, said) ? aujourdhui() : undefined,
    })
  } else {
    const cible = await lockVenteDuClient(db, biens.cible, input.client_id)
    await assertFree(db, avant, said, false)
    const ancien = cible.id === vente.id ? avant.versement : 0
    assertKept(refusDuVersement(cible, versement, ancien))
    await changeVersioned(db, 'paiements', avant, input.version, {
      vente_id: cible.id,
      versement,
      date_paiement,
      details,
      ...moyen,
      timbre,
      rectifie_le: changesRecu(avant, said) ? aujourdhui() : undefined,
    })
    if (cible.id !== vente.id) await addToTotalPaye(db, vente, -avant.versement)
    await addToTotalPaye(db, cible, versement - ancien)
  }
  const changes = [avant, ...(await correctShared(db, autres, { date_paiement, moyen }))]
  const apres = await readPaiements(
    db,
    changes.map((un) => un.id),
  )
  const compte = await readCompteNomme(db, avant.compte_id)
  await writeJournal(
    db,
    actor,
    zip(changes, apres).map(([un, lu]) => ({
      action: 'modifier',
      objet: 'paiement',
      id: un.id,
      avant: { ...un, compte },
      apres: toPaiement(lu),
    })),
  )
  return only(apres.slice(0, 1))
}

/** Writes what the payments of a group share where it changes. @returns those that changed @throws the errors of {@link assertFree} */
async function correctShared(
  db: Db,
  autres: readonly Verrouille[],
  shared: Pick<Said, 'date_paiement' | 'moyen'>,
): Promise<PaiementVerrouille[]> {
  const changes = autres.flatMap(({ avant, vente }) => {
    const said = { ...shared, elsewhere: false, versement: avant.versement, partage: true }
    return changesRecu(avant, said) ? [{ avant, vente, said }] : []
  })
  const { date_paiement, moyen } = shared
  for (const { avant, vente, said } of changes) {
    await assertFree(db, avant, said, vente.terminee_le !== null)
    const rectifie_le = aujourdhui()
    await changeVersioned(db, 'paiements', avant, undefined, { date_paiement, ...moyen, rectifie_le })
  }
  return changes.map(({ avant }) => avant)
}

/** Refuses a correction that would part a payment from its group. @throws bienAutreClient, modeDuGroupe (422) */
function assertInGroupe(vente: { client_id: number }, clientId: number, { mode }: MoyenTenu): void {
  if (clientId !== vente.client_id) throw refuse(paiementsErreurs.bienAutreClient).on('client_id')
  if (!parLaBanque(mode)) throw refuse(paiementsErreurs.modeDuGroupe).on('mode')
}

/**
 * Deletes a payment of an open sale with its proof, and takes it off the sale's total. Its receipt number stays used, and the journal names
 * it as void. Those of its group are held with it, since the line of the bank that they make changes.
 * @throws introuvable (404), venteTerminee (409) for a payment of an ended sale, chequeNonSupprimable (409) for a cheque at the bank
 */
export async function deletePaiement(db: Db, actor: Actor, id: number, life: FileLife): Promise<void> {
  const { tous } = await whereItStands(db, id)
  await lockBiensDe(db, tous)
  const { avant, vente } = (await lockPaiements(db, id, tous)).nomme
  if (vente.terminee_le) throw refuse(paiementsErreurs.venteTerminee)
  const etat = etatDe(avant)
  if (etat !== null && etat !== 'recu')
    throw refuse(paiementsErreurs.chequeNonSupprimable, { etat: formatEtat(etat) })
  await replaceFile(db, life, justificatifOf(id), null)
  await revokeCodes(db, [id])
  await db.deleteFrom('paiements').where('id', '=', id).execute()
  await addToTotalPaye(db, vente, -avant.versement)
  const numero = recuOf(avant)
  const { nomComplet } = await readClient(db, vente.client_id)
  await writeJournal(db, actor, {
    action: 'supprimer',
    objet: 'paiement',
    id,
    avant: {
      ...avant,
      recu: numero,
      client_id: vente.client_id,
      client: nomComplet,
      bien_id: vente.bien_id,
      compte: await readCompteNomme(db, avant.compte_id),
    },
    apres: { recu: numero, mention: `Paiement supprimé : le numéro de reçu ${numero} reste utilisé.` },
  })
}

export interface NouveauPaiement extends MoyenTenu {
  vente_id: number
  date_paiement: Jour
  versement: Centimes
  details?: string | null | undefined
  represente_id?: number
  groupe_id?: number | null
  timbre?: Centimes | null
}

/**
 * Inserts a payment of a locked sale, adds it to the sale's total, and takes the next receipt number of the current year in Algiers. The
 * number's row stays locked until the commit, so that the numbers of a year have no gap. Callers call this last and it is one statement, so
 * that others wait for the number as little as possible.
 * @returns the payment's id
 */
export async function insertPaiement(db: Db, nouveau: NouveauPaiement): Promise<number> {
  const { vente_id, versement } = nouveau
  const annee = anneeEnCours()
  const columns = columnsOf([nouveau])
  const inserted = await runPrepared(
    db,
    sql<{ id: number }>`
      with vente as (update ventes set total_paye = total_paye + ${versement}::bigint where id = ${vente_id}),
      recu as (
        insert into recus (annee, dernier) values (${annee}, 1)
        on conflict (annee) do update set dernier = recus.dernier + 1 returning annee, dernier)
      insert into paiements (${columns}, recu_annee, recu_numero)
      select l.*, recu.annee, recu.dernier from recu, (select ${columns} from ${recordset('paiements', [nouveau])}) l
      returning id`,
  )
  return only(inserted).id
}

/**
 * Merges the form with the payment's means under the settings of the firm, and holds the account that it newly names.
 * @throws invalide (422 at each field), compteBancaireInconnu, compteBancaireInactif (422 on compte_id)
 */
export async function resolveMoyen(db: Db, avant: MoyenTenu | null, input: MoyenSaisi): Promise<MoyenTenu> {
  const complet = mergeMoyen(avant, input, true)
  // A form without a missing field needs no look at the setting.
  const exiger = Object.keys(complet.fautes).length > 0 && (await readParametres(db, 'paiements')).exiger_mode
  const { moyen, fautes } = exiger ? complet : mergeMoyen(avant, input, false)
  if (Object.keys(fautes).length > 0) throw fieldErrors(fautes satisfies FautesDuMoyen)
  if (moyen.compte_id !== null && moyen.compte_id !== avant?.compte_id) await holdCompte(db, moyen.compte_id)
  return moyen
}
