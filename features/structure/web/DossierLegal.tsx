import { useQuery } from '@tanstack/react-query'
import { dossierLegalEndpoints } from '#features/structure/dossier-legal.contract.ts'
import { DossierLegalForm, EtatDeLaGarantie } from '#features/structure/web/DossierLegalForm.tsx'
import styles from '#features/structure/web/dossierLegal.module.css'
import { dossierLegalQuery, type DossierLegalLu } from '#features/structure/web/dossierLegal.queries.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Facts, type Fact } from '#web/kit/card/EntityCard.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'

interface DossierLegalProps {
  /** Residence. */
  id: number
  nom: string
  onClose: () => void
  onSaved: (message: string) => void
}

/** Legal file of a residence: a form for a member who may change it, else a page to read. */
export function DossierLegal({ id, nom, onClose, onSaved }: DossierLegalProps) {
  const query = useQuery(dossierLegalQuery(id))
  const edits = usePeut()(dossierLegalEndpoints.update)
  const title = `Dossier légal - ${query.data?.nom ?? nom}`
  if (edits && query.data)
    return <DossierLegalForm title={title} listed={query.data} onClose={onClose} onSaved={onSaved} />
  return (
    <Dialog title={title} onClose={onClose} size="lg">
      <Results
        query={query}
        loading="Chargement du dossier légal..."
        error="Erreur lors du chargement du dossier légal."
        cards={0}
      >
        {(dossier) => <Lecture dossier={dossier} />}
      </Results>
    </Dialog>
  )
}

const dit = (texte: string | null) => texte ?? 'Non spécifié'
const jour = (day: string | null) => (day === null ? 'Non spécifié' : formatJourCourt(day))
const arabe = (label: string, texte: string | null): Fact => ({
  label,
  value: texte === null ? 'Non spécifié' : <bdi lang="ar">{texte}</bdi>,
})

function Lecture({ dossier }: { dossier: DossierLegalLu }) {
  const { blocs, parkings } = dossier
  return (
    <div className="column gap-24">
      <section className={`column gap-14 ${styles.section}`}>
        <h3>Noms en arabe</h3>
        <Facts
          facts={[
            arabe('Nom de la résidence', dossier.nom_ar),
            arabe('Adresse', dossier.adresse_ar),
            ...blocs.flatMap(({ nomloc, nom_ar, etages }) => [
              arabe(nomloc, nom_ar),
              ...etages.flatMap(({ designation, designation_ar }) =>
                designation_ar === null ? [] : [arabe(`${nomloc}, ${designation}`, designation_ar)],
              ),
            ]),
            ...parkings.map(({ parking_nom, nom_ar }) => arabe(parking_nom, nom_ar)),
          ]}
        />
      </section>
      <section className={`column gap-14 ${styles.section}`}>
        <h3>Permis</h3>
        <Facts
          facts={[
            { label: 'Numéro', value: dit(dossier.permis_numero) },
            { label: 'Délivré le', value: jour(dossier.permis_le) },
            { label: 'Par', value: dit(dossier.permis_autorite) },
          ]}
        />
      </section>
      <section className={`column gap-14 ${styles.section}`}>
        <h3>Terrain</h3>
        <Facts
          facts={[
            { label: 'Acte', value: dit(dossier.terrain_acte) },
            { label: "Date de l'acte", value: jour(dossier.terrain_le) },
          ]}
        />
      </section>
      <section className={`column gap-14 ${styles.section}`}>
        <h3>Garanties</h3>
        {blocs.length === 0 && <p className="dim flat">Cette résidence n'a pas encore de bloc.</p>}
        {blocs.map((bloc) => (
          <div key={bloc.id} className={`column gap-12 ${styles.bloc}`}>
            <h4 className="row gap-4-12">
              <span data-nom>{bloc.nomloc}</span>
              <EtatDeLaGarantie {...bloc} />
            </h4>
            <Facts
              facts={[
                { label: 'Numéro', value: dit(bloc.garantie_numero) },
                { label: 'Police', value: dit(bloc.garantie_police) },
                { label: 'Du', value: jour(bloc.garantie_le) },
                { label: "Jusqu'au", value: jour(bloc.garantie_au) },
                { label: 'Livraison prévue', value: jour(bloc.livraison_prevue_le) },
              ]}
            />
          </div>
        ))}
      </section>
    </div>
  )
}
