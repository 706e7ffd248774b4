import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import styles from '#features/tableau-de-bord/web/Dashboard.module.css'
import type { Alertes } from '#features/tableau-de-bord/web/tableau-de-bord.queries.ts'
import { formatMontant, formatNombre, fromDecimal } from '#shared/argent.ts'
import { screens } from '#web/paths.ts'

/** The server stops these counts here. */
const COMPTE_MAX = 100

export function ATraiter({ alertes }: { alertes: Alertes }) {
  const { echeances_en_retard, montant_en_retard, options_a_echeance } = alertes
  const { ventes_sans_echeancier, remboursements_a_faire } = alertes
  const lignes = [
    {
      label: 'Échéances en retard',
      count: echeances_en_retard,
      under: formatMontant(fromDecimal(montant_en_retard)),
      tone: 'red',
      to: screens.echeances,
    },
    {
      label: 'Options qui expirent sous 7 jours',
      count: options_a_echeance,
      max: COMPTE_MAX,
      tone: 'yellow',
      to: screens.ventes,
      search: { onglet: 'options' },
    },
    {
      label: 'Ventes sans échéancier',
      count: ventes_sans_echeancier,
      max: COMPTE_MAX,
      tone: 'yellow',
      to: screens.ventes,
      search: { sans_echeancier: '1' },
    },
    {
      label: 'Remboursements à faire',
      count: remboursements_a_faire,
      max: COMPTE_MAX,
      tone: 'yellow',
      to: screens.ventes,
      search: { onglet: 'clos', reste: '1' },
    },
  ]
  return (
    <div className={styles.traiter}>
      <Title order={3}>À traiter</Title>
      {lignes.every(({ count }) => count === 0) ? (
        <p>Rien à traiter.</p>
      ) : (
        <ul>
          {lignes.map(({ label, count, max = Infinity, under, tone, to, search }) => (
            <li key={label}>
              <Link to={to} {...(search && { search })} className={styles.link}>
                <span>
                  {label}
                  {under !== undefined && count > 0 && <small>{under}</small>}
                </span>
                <span className={styles.badge} data-tone={count > 0 ? tone : 'gray'}>
                  {count >= max ? '99+' : formatNombre(count)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
