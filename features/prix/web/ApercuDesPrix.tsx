import type { UseQueryResult } from '@tanstack/react-query'
import { AUCUN_PRIX_NE_CHANGE, formatEcart } from '#features/prix/prix.rules.ts'
import type { ApercuLu } from '#features/prix/web/prix.queries.ts'
import styles from '#features/prix/web/prix.module.css'
import { formatMontant, formatNombre, fromDecimal } from '#shared/argent.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { ETATS_DU_BIEN } from '#shared/etats.ts'
import { isoleLieux } from '#shared/texte.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'

type Lot = ApercuLu['lots'][number]

const COLUMNS: readonly Colonne<Lot>[] = [
  {
    title: 'Lot',
    cell: ({ type, numero, lieu }) => (
      <>
        <bdi>{libelleDuBien(type, numero)}</bdi>
        <span className={`dim block ${styles.lieu}`} data-nom>
          {isoleLieux(lieu)}
        </span>
      </>
    ),
  },
  { title: 'État', court: true, cell: ({ etat }) => ETATS_DU_BIEN[etat].mot },
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
  /** True while the form is incomplete, so that no preview is asked for. */
  incomplete: boolean
  /** True while the shown preview belongs to earlier input. */
  waiting: boolean
}

export function ApercuDesPrix({ query: { data, error }, incomplete, waiting }: ApercuProps) {
  const failed = !incomplete && !waiting && error !== null
  const shown = incomplete || failed ? undefined : data
  return (
    <section
      className={`stack shrinks gap-8 ${styles.apercu}`}
      aria-label="Aperçu des nouveaux prix"
      aria-busy={waiting}
    >
      <h3>Aperçu</h3>
      {failed && <Banner kind="error">{messageOf(error, "Erreur lors du calcul de l'aperçu.")}</Banner>}
      {incomplete && <p className="dim flat">Donnez une valeur pour voir les nouveaux prix.</p>}
      {!incomplete && !failed && !shown && <p className="dim flat">Calcul de l'aperçu...</p>}
      <div role="status">{shown && !waiting && <Sommes apercu={shown} />}</div>
      {shown && waiting && <p className="dim flat">Calcul de l'aperçu...</p>}
      {shown && shown.lots.length > 0 && (
        <div className={`shrinks ${styles.lots}`} data-ancien={waiting || undefined}>
          <Lignes label="Nouveaux prix" rows={shown.lots} rowKey={({ id }) => id} columns={COLUMNS} />
        </div>
      )}
      {shown && shown.nombre > shown.lots.length && (
        <p className="dim flat">{describeReste(shown.nombre - shown.lots.length)}</p>
      )}
    </section>
  )
}

const compte = (nombre: number, un: string, plusieurs: string): string =>
  `${formatNombre(nombre)} ${nombre > 1 ? plusieurs : un}`
const describeReste = (nombre: number): string => `et ${compte(nombre, 'autre', 'autres')}`

/** « 84 lots : 840 000 000,00 DA → 865 200 000,00 DA (+25 200 000,00 DA) ». */
function Sommes({ apercu: { nombre, correspondent, sans_surface, avant, apres } }: { apercu: ApercuLu }) {
  const [de, a] = [fromDecimal(avant), fromDecimal(apres)]
  const rien = correspondent > 0 ? AUCUN_PRIX_NE_CHANGE : 'Aucun lot non vendu ne correspond à ces critères.'
  return (
    <>
      <p className="bold flat">
        {nombre === 0
          ? rien
          : `${compte(nombre, 'lot', 'lots')} : ${formatMontant(de)} → ${formatMontant(a)} (${formatEcart(a - de)})`}
      </p>
      {sans_surface > 0 && (
        <p className="dim flat">
          {compte(sans_surface, 'lot sans surface est laissé.', 'lots sans surface sont laissés.')}
        </p>
      )}
    </>
  )
}
