import { sql, type RawBuilder } from 'kysely'
import { etatDuBien } from '#features/etats/server/etats.read.ts'
import { SURFACE_TOTALE } from '#features/etats/server/biens.read.ts'
import { PAR_GENRE } from '#features/recherche/recherche.contract.ts'
import type { Db } from '#server/database/db.ts'
import { containsMots, containsNoms, type Valeur } from '#server/database/lists.ts'
import { aujourdhui } from '#shared/dates.ts'
import { readGenre, motsOf, type GenreNomme } from '#shared/texte.ts'

/** The text to search in one kind: for lots « lot 302 » becomes 302, for other kinds both words stay. */
export function searchedIn(genre: GenreNomme, texte: string): string {
  const nomme = readGenre(texte)
  return nomme.genre === genre ? nomme.reste : texte
}

/** The condition of a lot: all words in its number, or one word there and the others in bloc and residence (« 302 el yasmine »). */
function designe(
  genre: 'lot' | 'local',
  texte: string,
  valeur: Valeur,
  dans: (blocs: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  const cherche = searchedIn(genre, texte)
  const ailleurs = readNumeros(cherche, readGenre(texte).genre === genre ? 1 : SIGNES_MIN).map(
    ({ numero, lieu }) => {
      const blocs = sql`(select b.id from blocs b join residences r on r.id = b.residence_id
        where ${containsNoms(sql<string>`r.recherche || ' ' || b.recherche`, lieu, valeur)})`
      return sql`(${containsMots('recherche', numero, valeur)} and ${dans(blocs)})`
    },
  )
  return sql<boolean>`(${sql.join([containsMots('recherche', cherche, valeur), ...ailleurs], sql` or `)})`
}

/** The least length of a number beside the name of a place, since « tour 2 » means a bloc. After « lot » one character is enough. */
const SIGNES_MIN = 3

/** The words that may be a number, each with the other words. Empty when no word has letters, since none could name a place. */
function readNumeros(cherche: string, signes: number): { numero: string; lieu: string }[] {
  const mots = motsOf(cherche)
  if (mots.length < 2 || !mots.some((mot) => /^\p{L}{2}/u.test(mot))) return []
  return mots
    .filter((mot) => /\d/.test(mot) && mot.length >= signes)
    .slice(0, NUMEROS_MAX)
    .map((numero) => ({ numero, lieu: mots.filter((mot) => mot !== numero).join(' ') }))
}
const NUMEROS_MAX = 3

/** Price, total surface in hundredths of m² and state of a bien `i`. @param surface its column */
const decrit = (surface: string) =>
  [
    sql<number>`i.prix`.as('montant'),
    sql<number | null>`${sql.raw(surface)}`.as('surface'),
    etatDuBien('i', 'v', aujourdhui()).as('etat_bien'),
  ] as const

/** The rows are found and limited, the shortest number first, before other tables are joined. */
export function findAppartements(db: Db, texte: string, valeur: Valeur) {
  const hits = db
    .selectFrom('appartements as a')
    .where(
      designe(
        'lot',
        texte,
        valeur,
        (blocs) => sql`etage_id in (select e.id from etages e where e.bloc_id in ${blocs})`,
      ),
    )
    .select(['id', 'num_lot', 'etage_id', sql<number>`length(num_lot)`.as('longueur')])
    .select(SURFACE_TOTALE.as('surface'))
    .orderBy(sql`length(num_lot)`)
    .orderBy('num_lot')
    .orderBy('id')
    .limit(sql.lit(PAR_GENRE))
  return db
    .selectFrom(hits.as('a'))
    .innerJoin('etages as e', 'e.id', 'a.etage_id')
    .innerJoin('blocs as b', 'b.id', 'e.bloc_id')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .innerJoin('biens as i', 'i.id', 'a.id')
    .leftJoin('ventes as v', (join) => join.onRef('v.bien_id', '=', 'a.id').on('v.terminee_le', 'is', null))
    .leftJoin('clients as c', 'c.id', 'v.client_id')
    .select([
      'a.id',
      sql<string>`'Appartement ' || a.num_lot`.as('titre'),
      sql<string>`concat_ws(', ', r.nom, b.nomloc, e.designation)`.as('lieu'),
    ])
    .select(['v.id as vente_id', 'c.id as client_id', 'c.nom_complet as client_nom'])
    .select(decrit('a.surface'))
    .orderBy('a.longueur')
    .orderBy('a.num_lot')
    .orderBy('a.id')
}

export function findLocaux(db: Db, texte: string, valeur: Valeur) {
  const hits = db
    .selectFrom('locaux')
    .where(designe('local', texte, valeur, (blocs) => sql`bloc_id in ${blocs}`))
    .select(['id', 'num', 'bloc_id', 'surface', sql<number>`length(num)`.as('longueur')])
    .orderBy(sql`length(num)`)
    .orderBy('num')
    .orderBy('id')
    .limit(sql.lit(PAR_GENRE))
  return db
    .selectFrom(hits.as('l'))
    .innerJoin('blocs as b', 'b.id', 'l.bloc_id')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .innerJoin('biens as i', 'i.id', 'l.id')
    .leftJoin('ventes as v', (join) => join.onRef('v.bien_id', '=', 'l.id').on('v.terminee_le', 'is', null))
    .leftJoin('clients as c', 'c.id', 'v.client_id')
    .select([
      'l.id',
      sql<string>`'Local ' || l.num`.as('titre'),
      sql<string>`concat_ws(', ', r.nom, b.nomloc)`.as('lieu'),
    ])
    .select(['v.id as vente_id', 'c.id as client_id', 'c.nom_complet as client_nom'])
    .select(decrit('l.surface'))
    .orderBy('l.longueur')
    .orderBy('l.num')
    .orderBy('l.id')
}

/** Places by exact number, in the parking that the other words name, or by their parking's name. */
export function findPlaces(db: Db, texte: string, valeur: Valeur) {
  const cherche = searchedIn('place', texte)
  const { numero, parking } = readNumero(cherche)
  const numeros = motsOf(cherche).length === 1
  return db
    .selectFrom('places_parking as p')
    .innerJoin('parkings as k', 'k.id', 'p.parking_id')
    .innerJoin('residences as r', 'r.id', 'k.residence_id')
    .innerJoin('biens as i', 'i.id', 'p.id')
    .leftJoin('ventes as v', (join) => join.onRef('v.bien_id', '=', 'p.id').on('v.terminee_le', 'is', null))
    .leftJoin('clients as c', 'c.id', 'v.client_id')
    .where((eb) => {
      const named = containsNoms('k.recherche', cherche, valeur)
      if (numero === null) return named
      const numbered = eb('p.numero_place', '=', valeur(numero, 'bigint'))
      return numeros
        ? numbered
        : eb.or([named, eb.and([numbered, containsNoms('k.recherche', parking, valeur)])])
    })
    .select([
      'p.id',
      'p.parking_id',
      sql<string>`'Place ' || p.numero_place`.as('titre'),
      sql<string>`concat_ws(', ', k.parking_nom, r.nom)`.as('lieu'),
    ])
    .select(['v.id as vente_id', 'c.id as client_id', 'c.nom_complet as client_nom'])
    .select(decrit('p.superficie'))
    .orderBy('k.rang')
    .orderBy('p.numero_place')
    .orderBy('p.id')
    .limit(sql.lit(PAR_GENRE))
}

function readNumero(texte: string): { numero: number | null; parking: string } {
  const mots = motsOf(texte)
  const numero = mots.findLast((mot) => /^\d{1,9}$/.test(mot))
  return {
    numero: numero === undefined ? null : Number(numero),
    parking: mots.filter((mot) => mot !== numero).join(' '),
  }
}
