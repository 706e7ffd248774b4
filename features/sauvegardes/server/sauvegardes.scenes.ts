import { BACKUP_LOCK } from '#server/backup/kept.ts'
import type { Db } from '#server/database/db.ts'
import { whenFree } from '#test/harness/locks.ts'
import { next, withPassword, type Scenes } from '#test/scenes/scene.ts'
import { CONTROLE_LOCK } from '#features/sauvegardes/server/sante.service.ts'

/** A backup that was made, whose file is elsewhere. */
async function buildSauvegarde(db: Db): Promise<number> {
  const { id } = await db
    .insertInto('sauvegardes')
    .values({ fichier: `manuelle-${next()}.tar`, taille: 1, sha256: Buffer.alloc(32), origine: 'manuelle' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const scenes: Scenes = (visitor) => ({
  'POST /api/sauvegardes': async (db) => {
    await whenFree(db, BACKUP_LOCK)
    return { path: '/api/sauvegardes' }
  },
  'POST /api/sauvegardes/{id}/autorisation': async (db) => {
    const { mot_de_passe: password } = await withPassword(db, visitor)
    return { path: `/api/sauvegardes/${await buildSauvegarde(db)}/autorisation`, body: { password } }
  },
  'POST /api/sante/verification': async (db) => {
    await whenFree(db, CONTROLE_LOCK)
    return { path: '/api/sante/verification' }
  },
})
