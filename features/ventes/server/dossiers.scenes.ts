import { addJours, aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEcheancier,
  buildEtage,
  idOf,
  pay,
  sell,
} from '#test/harness/builders.ts'
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

const paid = async (db: Db) => {
  const vente = await sell(db, await buildAppartement(db), (await buildClient(db)).id)
  await pay(db, vente, 50_000_000)
  return vente
}
const desistement = { demande_le: '2026-03-02', origine: 'client', motif: 'Crédit refusé', retenue: 50_000 }
const remboursement = {
  jour: '2026-03-10',
  montant: 100_000,
  mode: 'virement',
  banque: 'CPA',
  reference: '4471',
}

const accepted = async (answer: ReturnType<Visitor['post']>) => {
  const { statusCode, body, json } = await answer
  if (statusCode !== 201) throw new Error(`${statusCode} ${body}`)
  return idOf({ json })
}

/** A sale of which a half is late. */
async function late(db: Db): Promise<number> {
  const vente = await sell(db, await buildAppartement(db), (await buildClient(db)).id)
  const today = aujourdhui()
  await buildEcheancier(db, vente, [
    [50_000_000, addJours(today, -19)],
    [50_000_000, addJours(today, 45)],
  ])
  return vente
}

export const scenes: Scenes = (visitor) => {
  const withdrawn = async (db: Db) =>
    accepted(visitor.post(`/api/ventes/${await paid(db)}/desistement`, desistement))
  return {
    'PUT /api/ventes/{id}': async (db) => ({
      path: `/api/ventes/${await sold(db)}`,
      body: {
        reservation_le: '2026-01-10',
        contrat_le: '2026-02-12',
        livraison_prevue_le: '2028-06-30',
        livraison_le: null,
        notaire: 'Maître Zohra Belkacem',
        note: "Remise des clés prévue à l'automne",
        version: 1,
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
    'POST /api/ventes/{id}/desistement': async (db) => ({
      path: `/api/ventes/${await paid(db)}/desistement`,
      body: desistement,
    }),
    'PUT /api/ventes/{id}/desistement': async (db) => ({
      path: `/api/ventes/${await withdrawn(db)}/desistement`,
      body: { ...desistement, retenue: null, retenue_pourcent: 5, note: 'Accord du 3 mars' },
    }),
    'DELETE /api/ventes/{id}/desistement': async (db) => ({
      path: `/api/ventes/${await withdrawn(db)}/desistement`,
    }),
    'POST /api/ventes/{id}/remboursements': async (db) => ({
      path: `/api/ventes/${await withdrawn(db)}/remboursements`,
      body: remboursement,
    }),
    'DELETE /api/remboursements/{id}': async (db) => ({
      path: `/api/remboursements/${await accepted(
        visitor.post(`/api/ventes/${await withdrawn(db)}/remboursements`, remboursement),
      )}`,
    }),
    'POST /api/ventes/{id}/transfert-bien': async (db) => ({
      path: `/api/ventes/${await paid(db)}/transfert-bien`,
      body: { bien_id: await buildAppartement(db), montant: 900_000, motif: 'Préfère un étage plus haut' },
    }),
    'POST /api/ventes/{id}/transfert-client': async (db) => ({
      path: `/api/ventes/${await paid(db)}/transfert-client`,
      body: { client_id: (await buildClient(db)).id, frais: 20_000, motif: 'Cède à son frère' },
    }),
    'POST /api/relances': async (db) => ({
      path: '/api/relances',
      body: {
        vente_ids: [await late(db), await late(db)],
        canal: 'telephone',
        note: 'Promet de passer jeudi',
      },
    }),
    'DELETE /api/relances/{id}': async (db) => {
      const body = { vente_ids: [await late(db)], canal: 'whatsapp' }
      const { relances } = (await visitor.post('/api/relances', body)).json as { relances: { id: number }[] }
      return { path: `/api/relances/${relances[0]?.id ?? 0}` }
    },
  }
}
