import { Button, Title } from '@mantine/core'
import { IconCircleCheck, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import section from '#features/parametres/web/Parametres.module.css'
import { santeEndpoints } from '#features/sauvegardes/sauvegardes.contract.ts'
import styles from '#features/sauvegardes/web/Sante.module.css'
import { santeQuery, useCheckRegles, type SanteLue } from '#features/sauvegardes/web/sauvegardes.queries.ts'
import { formatInstant } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banners, useBanners, type BannersState } from '#web/kit/feedback/Banner.tsx'
import { formatTaille } from '#shared/taille.ts'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useActKey } from '#web/kit/form/adding.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'

export function SanteSection() {
  const id = useId()
  const query = useQuery(santeQuery)
  const banners = useBanners()
  const peut = usePeut()
  if (!peut(santeEndpoints.read)) return null
  return (
    <section className={`column card gap-16 ${section.section}`} aria-labelledby={id}>
      <Title order={2} id={id} className={section.title}>
        Santé
      </Title>
      <Banners banners={banners} />
      <Results
        query={query}
        loading="Chargement de la santé..."
        error="Erreur lors du chargement de la santé."
        cards={0}
      >
        {(lue) => (
          <div className={`stack ${styles.corps}`}>
            <Faits {...lue} />
            <Regles {...lue} banners={banners} />
          </div>
        )}
      </Results>
    </section>
  )
}

function Faits({ version, base, fichiers, disque, demarre_le }: SanteLue) {
  const faits = [
    ['Version', version],
    ['Base de données', `${base.moteur}${base.integree ? ' (intégrée)' : ''}, ${formatTaille(base.taille)}`],
    ['Fichiers', `${formatCompte(fichiers.nombre, 'fichier')}, ${formatTaille(fichiers.taille)}`],
    ['En marche depuis', `le ${formatInstant(new Date(demarre_le))}`],
  ] as const
  return (
    <dl className={`stack facts small-terms figures ${styles.faits}`}>
      {faits.map(([nom, valeur]) => (
        <div key={nom}>
          <dt>{nom}</dt>
          <dd>{valeur}</dd>
        </div>
      ))}
      {disque && <Place {...disque} />}
    </dl>
  )
}

function Place({ libre, total, peu }: NonNullable<SanteLue['disque']>) {
  const pris = total > 0 ? Math.min(Math.max((100 * (total - libre)) / total, 0), 100) : 0
  const text = `${formatTaille(Math.max(total - libre, 0))} sur ${formatTaille(total)}, ${formatTaille(libre)} libres`
  return (
    <div className={styles.place} data-peu={peu || undefined}>
      <dt>Espace utilisé</dt>
      <dd>
        {text}
        <div
          className={`track ${styles.piste}`}
          role="meter"
          aria-label="Espace utilisé"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(pris)}
          aria-valuetext={text}
        >
          <div style={{ width: `${pris}%` }} />
        </div>
        {peu && <p className={`bold alarm ${styles.alerte}`}>Il reste peu de place sur le disque.</p>}
      </dd>
    </div>
  )
}

function Regles({ verification, echec, en_cours, banners }: SanteLue & { banners: BannersState }) {
  const verifier = useCheckRegles()
  const act = useActKey()
  const busy = en_cours || verifier.isPending
  async function begin() {
    if (busy) return
    banners.clear()
    try {
      await act((key) => verifier.mutateAsync(key))
    } catch (error) {
      banners.error(messageOf(error, 'Erreur lors de la vérification.'), null)
    }
  }
  return (
    <div className="stack gap-10">
      <Title order={3} className={`flat ${styles.sousTitre}`}>
        Contrôle des règles
      </Title>
      <div role="status" className="stack gap-10">
        {verification ? (
          <Verdict {...verification} />
        ) : (
          !echec && <p className="dim flat">Aucun contrôle pour l'instant.</p>
        )}
        {echec && (
          <p className={`bold alarm ${styles.alerte}`}>
            Le contrôle du {formatInstant(new Date(echec.le))} n'a pas pu être fait : {echec.texte}
          </p>
        )}
      </div>
      <div className="row gap-8">
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={18} stroke={1.6} />}
          {...whileBusy(busy)}
          aria-busy={busy}
          onClick={() => void begin()}
        >
          {busy ? 'Vérification en cours…' : 'Vérifier maintenant'}
        </Button>
      </div>
    </div>
  )
}

const SECONDES = new Intl.NumberFormat('fr', { maximumFractionDigits: 1 })

function Verdict({ faite_le, duree_ms, regles, enfreintes }: NonNullable<SanteLue['verification']>) {
  const seconds = SECONDES.format(duree_ms / 1000)
  const tenues = regles - enfreintes.length
  const text = `${tenues} règles sur ${regles} sont respectées, le ${formatInstant(new Date(faite_le))} (${seconds} s).`
  if (enfreintes.length === 0)
    return (
      <p className={`line flat gap-8 ${styles.bien}`}>
        <IconCircleCheck size={20} stroke={1.6} aria-hidden /> {text}
      </p>
    )
  return (
    <>
      <p className="dim flat">{text}</p>
      <ul className={`stack list alarm gap-6 ${styles.enfreintes}`}>
        {enfreintes.map(({ regle, lignes }) => (
          <li key={regle} className="wrap between">
            <span>{regle}</span>
            <span className="nowrap figures">{formatCompte(lignes, 'ligne')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
