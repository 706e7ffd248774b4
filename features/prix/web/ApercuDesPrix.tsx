import type { UseQueryResult } from '@tanstack/react-query'
import { formatEcart } from '#features/prix/prix.rules.ts'
import { ETATS } from '#features/prix/web/ChampsDeRevision.tsx'
import type { ApercuLu } from '#features/prix/web/prix.queries.ts'
import styles from '#features/prix/web/prix.module.css'
import { formatMontant, formatNombre, fromDecimal } from '#shared/argent.ts'
import { titreDuBien } from '#shared/biens.ts'
import { messageOf } from '#web/kit/api.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { Lignes, type Colonne } from '#web/kit/Lignes.tsx'
import { Montant } from '#web/kit/Montant.tsx'

type Lot = ApercuLu['lots'][number]

const COLUMNS: readonly Colonne<Lot>[] = [
  {
    title: 'Lot',
    cell: ({ type, numero, lieu }) => (
      <>
        <bdi>{titreDuBien(type, numero)}</bdi>
        <span className={styles.lieu} data-nom>
          {lieu}
        </span>
      </>
    ),
  },
  { title: 'État', court: true, cell: ({ etat }) => ETATS[etat] },
  { title: 'Prix actuel', figure: true, cell: ({ ancien }) => <Montant decimal={ancien} /> },
  { title: 'Nouveau prix', figure: true, cell: ({ nouveau }) => <Montant decimal={nouveau} /> },
  { title: 'Écart', figure: true, cell: ({ ecart }) => formatEcart(fromDecimal(ecart)) },
  {
    title: 'Prix au m²',
    figure: true,
    cell: ({ prixM2 }) => prixM2 !== null && <Montant decimal={prixM2} />,
  },
]

interface ApercuProps {
  query: Pick<UseQueryResult<ApercuLu>, 'data' | 'error'>
  /** Nothing can be asked yet. */
  incomplete: boolean
  /** What is in sight is of what was typed before. */
  waiting: boolean
}

/** What the revision would do: how many prices, what they come to, and the first five hundred. */
export function ApercuDesPrix({ query: { data, error }, incomplete, waiting }: ApercuProps) {
  const failed = !incomplete && !waiting && error !== null
  const shown = incomplete || failed ? undefined : data
  return (
    <section className={styles.apercu} aria-label="Aperçu des nouveaux prix" aria-busy={waiting}>
      <h3>Aperçu</h3>
      {failed && <Banner kind="error">{messageOf(error, "Erreur lors du calcul de l'aperçu.")}</Banner>}
      {incomplete && <p className={styles.dit}>Donnez une valeur pour voir les nouveaux prix.</p>}
      {!incomplete && !failed && !shown && <p className={styles.dit}>Calcul de l'aperçu...</p>}
      <div role="status">{shown && !waiting && <Sommes apercu={shown} />}</div>
      {shown && waiting && <p className={styles.dit}>Calcul de l'aperçu...</p>}
      {shown && shown.lots.length > 0 && (
        <div className={styles.lots} data-ancien={waiting || undefined}>
          <Lignes label="Nouveaux prix" rows={shown.lots} rowKey={({ id }) => id} columns={COLUMNS} />
        </div>
      )}
      {shown && shown.nombre > shown.lots.length && (
        <p className={styles.dit}>{direReste(shown.nombre - shown.lots.length)}</p>
      )}
    </section>
  )
}

const compte = (nombre: number, un: string, plusieurs: string): string =>
  `${formatNombre(nombre)} ${nombre > 1 ? plusieurs : un}`
const direReste = (nombre: number): string => `et ${compte(nombre, 'autre', 'autres')}`

/** « 84 lots : 840 000 000,00 DA → 865 200 000,00 DA (+25 200 000,00 DA) ». */
function Sommes({ apercu: { nombre, sans_surface, avant, apres } }: { apercu: ApercuLu }) {
  const [de, a] = [fromDecimal(avant), fromDecimal(apres)]
  return (
    <>
      <p className={styles.somme}>
        {nombre === 0
          ? 'Aucun lot non vendu ne correspond à ces critères.'
          : `${compte(nombre, 'lot', 'lots')} : ${formatMontant(de)} → ${formatMontant(a)} (${formatEcart(a - de)})`}
      </p>
      {sans_surface > 0 && (
        <p className={styles.dit}>
          {compte(sans_surface, 'lot sans surface est laissé.', 'lots sans surface sont laissés.')}
        </p>
      )}
    </>
  )
}
