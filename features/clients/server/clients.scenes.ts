import { buildClient, buildAppartement, idOf, sell } from '#test/harness/builders.ts'
import { type Scenes, next } from '#test/scenes/scene.ts'
import { PDF } from '#test/harness/plans.ts'

const client = () => ({
  nomComplet: 'Élodie Benaïssa',
  tel: '0555 12 34 56',
  email: 'elodie@exemple.dz',
  adresse: 'Oran',
})

const file = () => ({ part: 'fichier', name: `carte ${next()}.pdf`, content: PDF })

export const scenes: Scenes = (visitor) => ({
  'POST /api/clients': async () => ({ path: '/api/clients', body: client() }),
  'PUT /api/clients/{id}': async (db) => ({
    path: `/api/clients/${(await buildClient(db)).id}`,
    body: client(),
  }),
  'DELETE /api/clients/{id}': async (db) => ({ path: `/api/clients/${(await buildClient(db)).id}` }),
  'PUT /api/clients/{id}/dossier': async (db) => ({
    path: `/api/clients/${(await buildClient(db)).id}/dossier`,
    body: {
      nom_ar: 'إلودي بن عيسى',
      tel2: '0666 12 34 56',
      naissance_le: '1984-03-14',
      naissance_lieu: 'Oran',
      profession: 'Architecte',
      situation: 'marié',
      nin: '109 841 234 567 890 123',
      piece_type: 'carte',
      piece_numero: '301 245 876',
      piece_delivree_le: '2021-06-01',
      piece_lieu: "Daïra d'Oran",
    },
  }),
  'PUT /api/clients/{id}/civilite': async (db) => ({
    path: `/api/clients/${(await buildClient(db)).id}/civilite`,
    body: {
      genre: 'societe',
      adresse_ar: 'حي الياسمين، وهران',
      naissance_lieu_ar: 'وهران',
      rc: '31/00-0123456 B 20',
      nif: '002031012345678',
      representant: 'Ali Saadi',
      representant_ar: 'علي سعدي',
      representant_qualite: 'gérant',
      representant_qualite_ar: 'مسير',
    },
  }),
  'POST /api/clients/{id}/effacer': async (db) => {
    const { id, nom_complet } = await buildClient(db)
    return { path: `/api/clients/${id}/effacer`, body: { confirmation: nom_complet } }
  },
  'POST /api/pieces': async (db) => ({
    path: '/api/pieces',
    body: {
      vente_id: await sell(db, await buildAppartement(db), (await buildClient(db)).id),
      type: 'contrat-signe',
      note: 'Exemplaire du notaire',
    },
    file: file(),
  }),
  'DELETE /api/pieces/{id}': async (db) => {
    const client_id = String((await buildClient(db)).id)
    const added = await visitor.form('/api/pieces', { client_id, type: 'piece-identite' }, file())
    return { path: `/api/pieces/${idOf(added)}` }
  },
})
