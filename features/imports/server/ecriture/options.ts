import type { Registres } from '#features/imports/server/controle/registres.ts'
import { idDe, nouvelles, parTranches, type Redaction } from '#features/imports/server/ecriture/fiches.ts'
import { readOptions } from '#features/options/server/options.read.ts'
import { closeExpired } from '#features/options/server/options.service.ts'
import { drawIds, insertMany } from '#server/database/bulk.ts'

const TYPES = {
  id: 'bigint',
  bien_id: 'bigint',
  client_id: 'bigint',
  nom: 'text',
  tel: 'text',
  expire_le: 'date',
  note: 'text',
  prise_par: 'text',
}

/** What is held for somebody; an option whose last day is over makes room, as it does in the form. */
export async function ecrireOptions(redaction: Redaction, { options, suivis }: Registres): Promise<void> {
  const { db, actor, signal } = redaction
  const posees = nouvelles(options.fiches)
  const ids = await drawIds(db, 'options', posees.length)
  for (const [at, fiche] of posees.entries()) fiche.id = ids[at] ?? null
  for (const { apres } of posees) {
    const finie = apres.bien.id === null ? null : (suivis.get(apres.bien.id)?.option ?? null)
    signal.throwIfAborted()
    if (finie) await closeExpired(db, actor, idDe(apres.bien))
  }
  await parTranches(redaction, posees, async (tranche) => {
    const lignes = tranche.map((fiche) => {
      const { bien, client, nom, tel, expire_le, note } = fiche.apres
      return [idDe(fiche), idDe(bien), client && idDe(client), nom, tel, expire_le, note, actor.name]
    })
    await insertMany(db, 'options', TYPES, lignes)
    const apres = new Map((await readOptions(db, tranche.map(idDe))).map((option) => [option.id, option]))
    return tranche.map((fiche) => ({
      action: 'poser',
      objet: 'option',
      id: idDe(fiche),
      apres: apres.get(idDe(fiche)),
    }))
  })
}
