import { memo, useMemo } from 'react'
import type { ApercuLu } from '#features/generation/web/generation.queries.ts'
import styles from '#features/generation/web/generation.module.css'
import { direTotaux } from '#features/generation/web/generation.words.ts'
import { rangeesDuBloc, rangeesDuParking } from '#features/generation/web/rangees.ts'
import { Grille } from '#features/plan-de-vente/web/Grille.tsx'
import { formatNombre } from '#shared/argent.ts'
import { Banner } from '#web/kit/Banner.tsx'

/** What would be created: what stands in the way first, then each bloc and the parking as the plan draws them. */
export const Apercu = memo(function Apercu({ apercu }: { apercu: ApercuLu }) {
  const { blocs, parking, totaux, nombre_collisions, collisions, avertissements } = apercu
  return (
    <>
      <p className={styles.totaux}>{direTotaux(totaux)}</p>
      {nombre_collisions > 0 && (
        <Banner kind="error">
          <Phrases
            titre={`${formatNombre(nombre_collisions)} collision${nombre_collisions > 1 ? 's' : ''} :`}
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
  /** How many there are, of which the first are told. */
  toutes: number
}

/** What is longer scrolls, by keyboard too. */
const COURTE = 8
const DEFILE = { tabIndex: 0 }

/** They may be a hundred: the list scrolls in itself. */
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

const compter = (lots: number) => `${formatNombre(lots)} lot${lots > 1 ? 's' : ''}`

function Bloc({ bloc }: { bloc: ApercuLu['blocs'][number] }) {
  const rangees = useMemo(() => rangeesDuBloc(bloc), [bloc])
  const lots = bloc.locaux.length + bloc.etages.reduce((somme, { lots: siens }) => somme + siens.length, 0)
  return (
    <section className={styles.morceau} aria-label={bloc.nomloc}>
      <h3 className={styles.nom}>
        <bdi>{bloc.nomloc}</bdi>
        <span>
          {compter(lots)}
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
  const nom = /^parking\b/i.test(parking_nom) ? parking_nom : `Parking ${parking_nom}`
  return (
    <section className={styles.morceau} aria-label={nom}>
      <h3 className={styles.nom}>
        <bdi>{nom}</bdi>
        <span>
          {formatNombre(places.length)} place{places.length > 1 ? 's' : ''}
          {!nouveau && ', parking existant'}
        </span>
      </h3>
      <Grille label={`Aperçu du ${nom}`} rangees={rangees} />
    </section>
  )
}
