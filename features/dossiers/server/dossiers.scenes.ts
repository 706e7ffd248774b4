import type { Db } from '#server/database/db.ts'
import { buildAppartement, buildBloc, buildClient, buildEtage, sell } from '#test/harness/builders.ts'
import { next, type Scenes } from '#test/scenes/scene.ts'

/** A modèle that no other scene has taken away. */
async function modele(db: Db): Promise<number> {
  const id = next()
  const lignes = [
    { libelle: 'Signature du contrat', pourcent: 2_500, declencheur: 'contrat' },
    { libelle: 'Mensualité', pourcent: 7_500, declencheur: 'date', nombre: 12, pas_mois: 1 },
  ]
  const row = {
    valeur: JSON.stringify({ modeles: [{ id, nom: 'Un quart au contrat', par_defaut: true, lignes }] }),
  }
  await db
    .insertInto('parametres')
    .values({ section: 'modeles', ...row })
    .onConflict((conflict) => conflict.column('section').doUpdateSet(row))
    .execute()
  return id
}

const sold = async (db: Db) => sell(db, await buildAppartement(db), (await buildClient(db)).id)

export const scenes: Scenes = () => ({
  'PUT /api/ventes/{id}': async (db) => ({
    path: `/api/ventes/${await sold(db)}`,
    body: {
      reservation_le: '2026-01-10',
      contrat_le: '2026-02-12',
      notaire: 'Maître Zohra Belkacem',
      note: "Remise des clés prévue à l'automne",
    },
  }),
  'PUT /api/ventes/{id}/co-acquereurs': async (db) => ({
    path: `/api/ventes/${await sold(db)}/co-acquereurs`,
    body: { acquereurs: [{ client_id: (await buildClient(db)).id, part: 33.33 }] },
  }),
  'POST /api/ventes/{id}/echeancier': async (db) => ({
    path: `/api/ventes/${await sold(db)}/echeancier`,
    body: { modele_id: await modele(db), premier_jour: '2026-02-01', nombre: 6, arrondi: 1000 },
  }),
  'PUT /api/ventes/{id}/echeancier': async (db) => ({
    path: `/api/ventes/${await sold(db)}/echeancier`,
    body: {
      lignes: [
        { libelle: 'Réservation', montant: 400_000.5, declencheur: 'reservation' },
        { libelle: 'Solde', montant: 599_999.5, declencheur: 'date', date_prevue: '2026-09-01' },
      ],
    },
  }),
  'POST /api/echeanciers': async (db) => {
    const bloc = await buildBloc(db)
    const etage_id = (await buildEtage(db, { bloc_id: bloc.id })).id
    await sell(db, await buildAppartement(db, { etage_id }), (await buildClient(db)).id)
    const body = {
      modele_id: await modele(db),
      residence_id: bloc.residence_id,
      bloc_id: bloc.id,
      premier_jour: '2026-02-01',
    }
    return { path: '/api/echeanciers', body }
  },
})
