import { importClasseur, type Feuilles } from '#db/demo-import.ts'
import { ETAGES, LOTS, NB_LOGEMENTS, NB_PLACES, PARKINGS } from '#db/demo-lots.ts'
import { RESIDENCES } from '#db/demo-names.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'

const DINARS = 100

/** Workbook of one résidence as the product's model has its sheets. */
function classeurOf(residence: number): Feuilles {
  const { nom = '', adresse = '', blocs = [] } = RESIDENCES[residence] ?? {}
  const lots = (type: string) => LOTS.filter((lot) => lot.residence === residence && lot.type === type)
  return {
    Résidences: [
      ['Nom', 'Adresse'],
      [nom, adresse],
    ],
    Blocs: [['Résidence', 'Nom', 'Description'], ...blocs.map((bloc) => [nom, bloc, bloc])],
    Étages: [
      ['Résidence', 'Bloc', 'Désignation', 'Niveau', 'Logements par palier'],
      ...blocs.flatMap((bloc) => ETAGES.map((etage, niveau) => [nom, bloc, etage, niveau, NB_LOGEMENTS])),
    ],
    Appartements: [
      ['Résidence', 'Bloc', 'Étage', 'Lot', 'Type', 'Surface habitable', 'Surface utile', 'Prix'],
      ...lots('appartement').map(({ lieu, etage, numero, sorte, surface, utile, prix }) => [
        nom,
        lieu,
        etage,
        numero,
        sorte,
        surface,
        utile,
        prix / DINARS,
      ]),
    ],
    Locaux: [
      ['Résidence', 'Bloc', 'Numéro', 'Surface', 'Description', 'Prix'],
      ...lots('local').map(({ lieu, numero, surface, sorte, prix }) => [
        nom,
        lieu,
        numero,
        surface,
        sorte || null,
        prix / DINARS,
      ]),
    ],
    Parkings: [
      ['Résidence', 'Nom', 'Capacité'],
      ...PARKINGS.filter((parking) => parking.residence === residence).map((parking) => [
        nom,
        parking.nom,
        NB_PLACES,
      ]),
    ],
    Places: [
      ['Résidence', 'Parking', 'Numéro', 'Type', 'Superficie', 'Prix'],
      ...lots('place_parking').map(({ lieu, numero, sorte, surface, prix }) => [
        nom,
        lieu,
        Number(numero),
        sorte,
        surface,
        prix / DINARS,
      ]),
    ],
  }
}

/** Brings a résidence in with all its lots, as an office does that fills the product's model. */
export const importResidence = (db: Db, actor: Actor, residence: number): Promise<number> =>
  importClasseur(db, actor, {
    nom: `${RESIDENCES[residence]?.nom ?? ''}.xlsx`,
    feuilles: classeurOf(residence),
  })
