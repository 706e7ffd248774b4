import { exigibleOf } from '#features/dossiers/echeances.texts.ts'
import styles from '#features/dossiers/web/echeancier.module.css'
import type { Ligne } from '#features/echeancier/echeancier.rules.ts'
import { formatMontant } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'
import { Lignes, type Colonne } from '#web/kit/Lignes.tsx'
import { Montant } from '#web/kit/Montant.tsx'

/** A line that is not there yet, in centimes, with what is known of its event. */
export interface LigneApercue extends Ligne {
  rang: number
  stade: string
  /** Of an event that has come. */
  exigible_le: string | null
}

const COLUMNS: readonly Colonne<LigneApercue>[] = [
  { title: 'N°', court: true, cell: ({ rang }) => rang },
  { title: 'Échéance', cell: ({ libelle }) => <span data-nom>{libelle}</span> },
  {
    title: 'Exigible',
    cell: ({ stade, ...ligne }) => exigibleOf({ ...ligne, stade: { nom: stade } }) || 'À dater',
  },
  { title: 'Montant (DA)', figure: true, cell: ({ montant }) => <Montant centimes={montant} sansUnite /> },
]

/** The lines that will be made, and what they come to. */
export function ApercuEcheancier({ lignes }: { lignes: readonly LigneApercue[] }) {
  const somme = lignes.reduce((sum, { montant }) => sum + montant, 0)
  return (
    <section className={styles.apercu} aria-label="Aperçu de l'échéancier">
      <Lignes label="Échéances à créer" rows={lignes} rowKey={({ rang }) => rang} columns={COLUMNS} />
      <p className={styles.somme} role="status">
        {formatCompte(lignes.length, 'échéance')}, {formatMontant(somme)}
      </p>
    </section>
  )
}
