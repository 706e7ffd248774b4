import { memo, useMemo } from 'react'
import type { ApercuLu } from '#features/generation/web/generation.queries.ts'
import styles from '#features/generation/web/generation.module.css'
import { describeTotaux } from '#features/generation/web/generation.words.ts'
import { formatPrix, Grille, type Cellule, type Rangee } from '#features/plan-de-vente/web/Grille.tsx'
import { formatNombre, formatNombreDe, formatMontant, formatSurface, fromDecimal } from '#shared/argent.ts'
import { surfaceTotale } from '#shared/biens.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { nomDuParking, rangeesDesPlaces } from '#features/plan-de-vente/plan-de-vente.words.ts'

export const Apercu = memo(function Apercu({ apercu }: { apercu: ApercuLu }) {
  const { blocs, parking, totaux, nombre_collisions, collisions, avertissements } = apercu
  return (
    <>
      <p className="bold flat">{describeTotaux(totaux)}</p>
      {nombre_collisions > 0 && (
        <Banner kind="error">
          <Phrases
            titre={`${formatNombreDe(nombre_collisions, 'collision')} :`}
            phrases={collisions}
            toutes={nombre_collisions}
          />
        </Banner>
      )}
      {avertissements.length > 0 && (
        <div className={styles.attention} role="status">
          <Phrases titre="À vérifier :" phrases={avertissements} toutes={avertissements.length} />
        </div>
      )}
      {blocs.map((bloc, rang) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may bear one name
        <Bloc key={rang} bloc={bloc} />
      ))}
      {parking && <Parking parking={parking} />}
    </>
  )
})

interface PhrasesProps {
  titre: string
  phrases: readonly string[]
  toutes: number
}

/** A longer list scrolls, also by keyboard. */
const COURTE = 8
const DEFILE = { tabIndex: 0 }

function Phrases({ titre, phrases, toutes }: PhrasesProps) {
  return (
    <>
      <strong>{titre}</strong>
      <ul className={styles.phrases} {...(phrases.length > COURTE && DEFILE)}>
        {phrases.map((phrase) => (
          <li key={phrase}>{phrase}</li>
        ))}
        {toutes > phrases.length && <li>et {formatNombre(toutes - phrases.length)} autres</li>}
      </ul>
    </>
  )
}

function Bloc({ bloc }: { bloc: ApercuLu['blocs'][number] }) {
  const rangees = useMemo(() => rangeesDuBloc(bloc), [bloc])
  const lots = bloc.locaux.length + bloc.etages.reduce((somme, { lots: siens }) => somme + siens.length, 0)
  return (
    <section className={styles.morceau} aria-label={bloc.nomloc}>
      <h3 className={`wrap bold gap-4-12 ${styles.nom}`}>
        <bdi>{bloc.nomloc}</bdi>
        <span>
          {formatNombreDe(lots, 'lot')}
          {!bloc.nouveau && ', bloc existant'}
        </span>
      </h3>
      {lots > 0 && <Grille label={`Aperçu du ${bloc.nomloc}`} rangees={rangees} />}
    </section>
  )
}

function Parking({ parking }: { parking: NonNullable<ApercuLu['parking']> }) {
  const rangees = useMemo(() => rangeesDuParking(parking), [parking])
  const { parking_nom, places, nouveau } = parking
  const nom = nomDuParking(parking_nom)
  return (
    <section className={styles.morceau} aria-label={nom}>
      <h3 className={`wrap bold gap-4-12 ${styles.nom}`}>
        <bdi>{nom}</bdi>
        <span>
          {formatNombreDe(places.length, 'place')}
          {!nouveau && ', parking existant'}
        </span>
      </h3>
      <Grille label={`Aperçu du ${nom}`} rangees={rangees} />
    </section>
  )
}

type BlocLu = ApercuLu['blocs'][number]
type ParkingLu = NonNullable<ApercuLu['parking']>

/** Rows of a bloc: its étages from top to bottom, then its locaux. */
function rangeesDuBloc({ etages, locaux }: BlocLu): Rangee[] {
  const rows = etages.map(({ designation, niveau, lots }) => ({
    cle: `e${niveau}`,
    titre: designation,
    cellules: lots.map((lot, rang) =>
      cellule(`e${niveau}-${rang}`, 'Appartement', {
        ...lot,
        sorte: lot.typeLogement,
        surface: surfaceTotale({
          surfaceHabitable: fromDecimal(lot.surfaceHabitable),
          surfaceUtile: fromDecimal(lot.surfaceUtile),
        }),
      }),
    ),
  }))
  if (locaux.length === 0) return rows
  const derniere = locaux.map((local, rang) =>
    cellule(`l${rang}`, 'Local', { ...local, sorte: null, surface: fromDecimal(local.surface) }),
  )
  return [...rows, { cle: 'locaux', titre: 'Locaux', cellules: derniere }]
}

const rangeesDuParking = ({ places }: ParkingLu): Rangee[] =>
  rangeesDesPlaces(places, ({ numero_place }) => numero_place).map(({ titre, lots }, at) => ({
    cle: `p${at}`,
    titre,
    cellules: lots.map((place) =>
      cellule(`p${place.numero_place}`, 'Place', {
        ...place,
        numero: String(place.numero_place),
        sorte: place.type_place,
        surface: null,
      }),
    ),
  }))

interface LotNouveau {
  numero: string
  sorte: string | null
  /** In hundredths of m². */
  surface: number | null
  montant: number | null
  collision: BlocLu['collision']
}

const OBSTACLES = { existe: 'existe déjà', double: 'en double', prix: 'prix hors limites' }

function cellule(cle: string, genre: string, lot: LotNouveau): Cellule {
  const { numero, sorte, montant, collision } = lot
  const surface = lot.surface === null ? null : formatSurface(lot.surface)
  const centimes = montant === null ? null : fromDecimal(montant)
  return {
    cle,
    numero,
    sorte,
    surface,
    prix: centimes === null ? null : formatPrix(centimes),
    etat: 'nouveau',
    nom: [
      `${genre} ${numero}`,
      sorte,
      surface,
      centimes === null ? null : formatMontant(centimes),
      collision === null ? 'nouveau' : OBSTACLES[collision],
    ]
      .filter(Boolean)
      .join(', '),
    ...(collision !== null && { collision: OBSTACLES[collision] }),
  }
}
