import { sql } from 'kysely'
import type { Contexte, Ligne, Valeur } from '#features/imports/server/check/context.ts'
import type { LieuConnu, LotConnu } from '#features/imports/server/reprise/biens.rules.ts'
import { TYPES_DE_BIEN } from '#shared/biens.ts'
import { readCentiemes } from '#shared/argent.ts'
import { normaliser } from '#shared/texte.ts'

export interface ResidenceConnue {
  id: number | null
  nom: string
}

const texte = (valeur: Valeur | undefined): string => String(valeur ?? '')

/** Adds to what Diyar holds what the other sheets of the workbook bring. */
function withWorkbook<T>(connus: readonly T[], apportes: readonly T[], cleDe: (un: T) => string): T[] {
  const cles = new Set(connus.map(cleDe))
  return [
    ...connus,
    ...apportes.filter((un) => {
      const cle = cleDe(un)
      const nouveau = !cles.has(cle)
      cles.add(cle)
      return nouveau
    }),
  ]
}

/** The residences that lines can name: those of Diyar, then those of the workbook. */
export async function readResidences({ db, lignes }: Contexte): Promise<ResidenceConnue[]> {
  const connues = await db.selectFrom('residences').select(['id', 'nom']).orderBy('id').execute()
  const apportees = lignes.residences.map(({ valeurs }) => ({ id: null, nom: texte(valeurs.nom) }))
  return withWorkbook<ResidenceConnue>(
    connues,
    apportees.filter(({ nom }) => nom !== ''),
    ({ nom }) => normaliser(nom),
  )
}

/** The blocs and parkings of all residences, and the lots of those of these ids. */
export async function readPatrimoine(
  ctx: Contexte,
  ids: readonly number[],
): Promise<{ lieux: LieuConnu[]; lots: LotConnu[] }> {
  const { db, lignes } = ctx
  const { rows: lieux } = await sql<LieuConnu>`
    select residence, parking, nom from (
    select r.nom as residence, false as parking, o.nomloc as nom, o.id from blocs o join residences r on r.id = o.residence_id
      where r.id = any (${ids}::bigint[])
    union all select r.nom, true, k.parking_nom, k.id from parkings k join residences r on r.id = k.residence_id
      where r.id = any (${ids}::bigint[])) lieux order by residence, parking, id`.execute(db)
  const { rows: lots } = await sql<LotConnu>`
    select lots.type, residence, lieu, etage, niveau, numero, "typeLogement", surfaces from (
    select 'appartement' as type, a.rang, r.nom as residence, o.nomloc as lieu, e.designation as etage, e.niveau, a.num_lot as numero,
      a.type_logement as "typeLogement",
      array[a.surface_habitable, a.surface_utile, a.surface_habitable + a.surface_utile]::float8[] as surfaces
    from appartements a join etages e on e.id = a.etage_id join blocs o on o.id = e.bloc_id join residences r on r.id = o.residence_id
    where r.id = any (${ids}::bigint[])
    union all
    select 'local', l.rang, r.nom, o.nomloc, null, null, l.num, null, array[l.surface]::float8[]
    from locaux l join blocs o on o.id = l.bloc_id join residences r on r.id = o.residence_id where r.id = any (${ids}::bigint[])
    union all
    select 'place_parking', lpad(p.numero_place::text, 9, '0'), r.nom, k.parking_nom, null, null, p.numero_place::text, null,
      case when p.superficie is null then array[]::float8[] else array[p.superficie]::float8[] end
    from places_parking p join parkings k on k.id = p.parking_id join residences r on r.id = k.residence_id
    where r.id = any (${ids}::bigint[])) lots order by residence, lieu, niveau, rang collate "C"`.execute(db)
  return {
    lieux: withWorkbook(lieux, lieuxApportes(lignes), ({ residence, parking, nom }) =>
      normaliser([residence, String(parking), nom].join('\u0000')),
    ),
    lots: withWorkbook(lots, lotsApportes(lignes), ({ type, residence, lieu, etage, numero }) =>
      normaliser([type, residence, lieu, etage ?? '', numero].join('\u0000')),
    ),
  }
}

const lieuxApportes = ({ blocs, parkings }: Contexte['lignes']): LieuConnu[] => [
  ...blocs.map(({ valeurs }) => ({
    residence: texte(valeurs.residence),
    parking: false,
    nom: texte(valeurs.nomloc),
  })),
  ...parkings.map(({ valeurs }) => ({
    residence: texte(valeurs.residence),
    parking: true,
    nom: texte(valeurs.parking_nom),
  })),
]

function lotsApportes({ etages, appartements, locaux, places }: Contexte['lignes']): LotConnu[] {
  const niveaux = new Map(
    etages.map(({ valeurs }) => [
      normaliser([valeurs.residence, valeurs.bloc, valeurs.designation].map(texte).join('\u0000')),
      Number(valeurs.niveau),
    ]),
  )
  const niveauDe = ({ residence, bloc, etage }: Ligne['valeurs']) =>
    niveaux.get(normaliser([residence, bloc, etage].map(texte).join('\u0000'))) ?? null
  const surface = (valeur: Valeur | undefined) => (valeur == null ? 0 : (readCentiemes(valeur) ?? 0))
  const [appartement, local, place] = TYPES_DE_BIEN
  return [
    ...appartements.map(({ valeurs }) => {
      const [habitable, utile] = [surface(valeurs.surfaceHabitable), surface(valeurs.surfaceUtile)]
      return {
        type: appartement,
        residence: texte(valeurs.residence),
        lieu: texte(valeurs.bloc),
        etage: texte(valeurs.etage),
        niveau: niveauDe(valeurs),
        numero: texte(valeurs.numLot),
        typeLogement: texte(valeurs.typeLogement),
        surfaces: [habitable, utile, habitable + utile],
      }
    }),
    ...locaux.map(({ valeurs }) => ({
      ...SANS_ETAGE,
      type: local,
      residence: texte(valeurs.residence),
      lieu: texte(valeurs.bloc),
      numero: texte(valeurs.num),
      surfaces: [surface(valeurs.surface)],
    })),
    ...places.map(({ valeurs }) => ({
      ...SANS_ETAGE,
      type: place,
      residence: texte(valeurs.residence),
      lieu: texte(valeurs.parking),
      numero: texte(valeurs.numero_place),
      surfaces: [],
    })),
  ]
}
const SANS_ETAGE = { etage: null, niveau: null, typeLogement: null }
