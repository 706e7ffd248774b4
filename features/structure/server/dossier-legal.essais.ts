import type { DossierLegal } from '#features/structure/dossier-legal.contract.ts'
import type { TestApp, Visitor } from '#test/harness/app.ts'
import { buildBloc, buildEtage, buildParking, buildResidence } from '#test/harness/builders.ts'

/** A residence with two blocs, three étages and a parking, and the calls of its legal file. */
export async function creerLieu({ db }: TestApp, visitor: Visitor) {
  const residence = await buildResidence(db)
  const residence_id = residence.id
  const b = await buildBloc(db, { residence_id, nomloc: 'Bloc B' })
  const a = await buildBloc(db, { residence_id, nomloc: 'Bloc A' })
  const haut = await buildEtage(db, { bloc_id: a.id, designation: '1er étage', niveau: 1 })
  const bas = await buildEtage(db, { bloc_id: a.id, designation: 'Rez-de-chaussée', niveau: 0 })
  const autre = await buildEtage(db, { bloc_id: b.id, designation: 'Entresol', niveau: 0 })
  const parking = await buildParking(db, { residence_id, parking_nom: 'Sous-sol' })
  const path = `/api/residences/${residence_id}/dossier-legal`
  return {
    residence,
    a,
    b,
    haut,
    bas,
    autre,
    parking,
    path,
    read: async () => (await visitor.get(path)).json as DossierLegal,
    save: (body: object) => visitor.put(path, body),
  }
}
export type Lieu = Awaited<ReturnType<typeof creerLieu>>

/** A legal file with every field. */
export const ENTIER = ({ a, bas, parking }: Lieu) => ({
  nom_ar: 'الياسمين',
  adresse_ar: 'درارية، الجزائر',
  permis_numero: 'PC 45/2021',
  permis_le: '2021-03-15',
  permis_autorite: 'APC de Draria',
  terrain_acte: 'Acte n° 112, volume 8',
  terrain_le: '2019-11-04',
  blocs: [
    {
      id: a.id,
      nom_ar: 'العمارة أ',
      garantie_numero: 'G-118',
      garantie_police: 'P 3301',
      garantie_le: '2024-02-01',
      garantie_au: '2099-01-31',
      livraison_prevue_le: '2098-06-30',
      etages: [{ id: bas.id, designation_ar: 'الطابق السفلي' }],
    },
  ],
  parkings: [{ id: parking.id, nom_ar: 'الموقف' }],
})
