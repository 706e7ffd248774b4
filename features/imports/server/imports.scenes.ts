import { createHash } from 'node:crypto'
import { readLastLigne } from '#features/actes/server/actes.record.ts'
import type { Db } from '#server/database/db.ts'
import { buildResidence } from '#test/harness/builders.ts'
import { envoi, residences } from '#test/harness/classeur-envoye.ts'
import { next, type Scenes } from '#test/scenes/scene.ts'

/** An import that waits to be confirmed, whose workbook is gone: a call that confirms it makes nothing of it. */
export async function buildImport(db: Db): Promise<number> {
  await endWorks(db)
  const nom = `portefeuille-${next()}.xlsx`
  const { id } = await db
    .insertInto('imports')
    .values({
      nom,
      sha256: createHash('sha256').update(nom).digest(),
      membre_nom: 'Karim Benali',
      modifier: false,
      statut: 'pret',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The work of a request before this one may still be under way: there is room for one. */
const endWorks = (db: Db) =>
  db.updateTable('imports').set({ statut: 'annule' }).where('statut', 'in', ['lecture', 'ecriture']).execute()

/** The columns of a list that waits to be answered for; its workbook is gone. */
export async function buildListe(db: Db): Promise<number> {
  const id = await buildImport(db)
  const colonnes = [
    { lettre: 'A', titre: 'Nom', exemples: ['Kaci Ahmed'], sorte: 'texte', champ: 'nom', sur: true },
    { lettre: 'B', titre: 'N° APPT', exemples: ['101'], sorte: 'nombre', champ: 'appartement', sur: true },
  ]
  const feuille = {
    nom: 'Liste',
    lire: true,
    entete: 1,
    lignes: 1,
    residence_id: null,
    arretee_au: '2026-10-31',
  }
  const plus = { unite: 'da', unite_sure: true, contacts: false, repondue: false, colonnes }
  await db
    .updateTable('imports')
    .set({
      statut: 'correspondance',
      correspondance: JSON.stringify({ feuilles: [{ ...feuille, ...plus }] }),
    })
    .where('id', '=', id)
    .execute()
  return id
}

/** Answers of a member for the columns of {@link buildListe}. */
export const reponseALaListe = (residence_id: number) => ({
  feuilles: [
    {
      nom: 'Liste',
      lire: true,
      residence_id,
      colonnes: [
        { lettre: 'A', champ: 'nom' },
        { lettre: 'B', champ: 'appartement' },
      ],
    },
  ],
})

export const scenes: Scenes = () => ({
  'POST /api/imports/{id}/correspondance': async (db) => ({
    path: `/api/imports/${await buildListe(db)}/correspondance`,
    body: reponseALaListe((await buildResidence(db)).id),
  }),
  'POST /api/imports': async (db) => {
    await endWorks(db)
    return { path: '/api/imports', file: envoi(await residences(`Résidence importée ${next()}`)) }
  },
  'POST /api/imports/{id}/confirmer': async (db) => ({
    path: `/api/imports/${await buildImport(db)}/confirmer`,
  }),
  'POST /api/imports/{id}/defaire': async (db) => {
    const id = await buildImport(db)
    await db
      .updateTable('imports')
      .set({ statut: 'termine', fini_le: new Date() })
      .where('id', '=', id)
      .execute()
    await db
      .insertInto('actes')
      .values({
        import_id: id,
        membre_nom: 'Karim Benali',
        resume: '{}',
        dernier_journal: await readLastLigne(db),
      })
      .execute()
    return { path: `/api/imports/${id}/defaire`, body: {} }
  },
  'POST /api/imports/{id}/annuler': async (db) => ({
    path: `/api/imports/${await buildImport(db)}/annuler`,
  }),
})
