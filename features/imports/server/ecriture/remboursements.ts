import type { Remboursement } from '#features/imports/server/controle/registres.ventes.ts'
import { idDe, type Redaction } from '#features/imports/server/ecriture/fiches.ts'
import { numeroter } from '#features/imports/server/ecriture/numeros.ts'
import { couper } from '#features/imports/server/tranches.ts'
import { writeJournal, type Entry } from '#features/journal/server/journal.service.ts'
import { numeroDossier, numeroRemboursement } from '#shared/numero.ts'
import { drawIds, insertMany } from '#server/database/bulk.ts'

const COLONNES = {
  id: 'bigint',
  vente_id: 'bigint',
  annee: 'int',
  numero: 'int',
  jour: 'date',
  montant: 'bigint',
  mode: 'text',
  banque: 'text',
  reference: 'text',
  note: 'text',
}

/** Writes the refunds that a workbook adds, once their dossiers are numbered. */
export async function ecrireRemboursements(
  { db, actor, signal, avancer }: Redaction,
  remboursements: readonly Remboursement[],
): Promise<void> {
  const ids = await drawIds(db, 'remboursements', remboursements.length)
  const numeros = await numeroter(
    db,
    'remboursement',
    remboursements.map(({ numero }) => numero),
  )
  for (const [at, un] of remboursements.entries()) {
    un.id = ids[at] ?? null
    un.numero = numeros[at] ?? null
  }
  for await (const tranche of couper(remboursements, signal)) {
    await insertMany(
      db,
      'remboursements',
      COLONNES,
      tranche.map((un) => [
        un.id,
        idDe(un.vente),
        un.numero?.annee ?? 0,
        un.numero?.numero ?? 0,
        un.jour,
        un.montant,
        un.mode,
        un.banque,
        un.reference,
        un.note,
      ]),
    )
    await writeJournal(db, actor, tranche.map(ligneDuJournal))
    avancer(tranche.length)
  }
}

function ligneDuJournal({ ligne: _, id, numero, vente, ...un }: Remboursement): Entry {
  const { dossier, nomClient } = vente
  return {
    action: 'ajouter',
    objet: 'remboursement',
    id,
    apres: {
      id,
      numero: numero && numeroRemboursement(numero.annee, numero.numero),
      vente_id: vente.id,
      ...un,
      dossier: dossier && numeroDossier(dossier.annee, dossier.numero),
      client: nomClient,
    },
  }
}
