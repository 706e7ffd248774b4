import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import ages from '#features/echeanciers/web/echeances.module.css'
import { ANCIENNETES } from '#features/echeanciers/echeances.words.ts'
import styles from '#features/tableau-de-bord/web/Dashboard.module.css'
import type { Alertes, Ventes } from '#features/tableau-de-bord/web/tableau-de-bord.queries.ts'
import { formatMontant, formatNombre, fromDecimal } from '#shared/argent.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { type Adresse, chequesRejetesAt, optionsAt, screens } from '#shared/paths.ts'

/** The screen shows « 99+ » from here on, where the server stops most counts. */
const COMPTE_MAX = 100

interface Ligne extends Adresse {
  label: string
  count: number
  montant?: number
  tone?: 'red'
}

/** Each line leads to the list that it counts. */
export function ATraiter({ alertes }: { alertes: Alertes }) {
  const { echeances_en_retard, montant_en_retard, options_a_echeance } = alertes
  const { ventes_sans_echeancier, remboursements_a_faire, cheques_a_remettre, montant_a_remettre } = alertes
  const { ventes_sans_contrat, cheques_rejetes } = alertes
  const lignes: Ligne[] = [
    {
      label: 'Échéances en retard',
      count: echeances_en_retard,
      montant: montant_en_retard,
      tone: 'red',
      to: screens.echeances,
    },
    ...(cheques_a_remettre === null || cheques_a_remettre === undefined
      ? []
      : [
          {
            label: 'Chèques à remettre',
            count: cheques_a_remettre,
            montant: montant_a_remettre ?? 0,
            to: screens.cheques,
          },
        ]),
    {
      label: 'Options qui expirent sous 7 jours',
      count: options_a_echeance,
      ...optionsAt,
    },
    {
      label: 'Ventes sans échéancier',
      count: ventes_sans_echeancier,
      to: screens.ventes,
      search: { sans_echeancier: '1' },
    },
    {
      label: 'Remboursements à faire',
      count: remboursements_a_faire,
      to: screens.ventes,
      search: { onglet: 'clos', reste: '1' },
    },
    ...(ventes_sans_contrat === undefined
      ? []
      : [
          {
            label: 'Ventes sans date de contrat',
            count: ventes_sans_contrat,
            to: screens.ventes,
            search: { sans_contrat: '1' },
          },
        ]),
    ...(cheques_rejetes === null || cheques_rejetes === undefined
      ? []
      : [{ label: 'Chèques rejetés à représenter', count: cheques_rejetes, ...chequesRejetesAt }]),
  ]
  return (
    <section className={`card flex shrinks gap-12 ${styles.panel}`} aria-labelledby="a-traiter">
      <Title order={2} id="a-traiter">
        À traiter
      </Title>
      <ul className={`list ${styles.traiter}`}>
        {lignes.map(({ label, count, montant, tone = 'yellow', to, search }) => (
          <li key={label}>
            <Link to={to} {...(search && { search })} className={`line between gap-10 ${styles.link}`}>
              <span>
                {label}
                {montant !== undefined && count > 0 && (
                  <>
                    {' '}
                    <small className="dim small nowrap">{formatMontant(fromDecimal(montant))}</small>
                  </>
                )}
              </span>
              <span className={styles.badge} data-tone={count > 0 ? tone : 'gray'}>
                {count >= COMPTE_MAX ? '99+' : formatNombre(count)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Panel of the money: the month's income, the debts of clients by lateness, and the cheques that wait for the bank. */
export function Encaissements({ ventes, alertes }: { ventes: Ventes; alertes: Alertes | undefined }) {
  const { anciennete } = alertes ?? {}
  return (
    <section
      className={`card flex shrinks gap-12 ${styles.panel}`}
      data-encaissements
      aria-labelledby="encaissements"
    >
      <Title order={2} id="encaissements">
        Encaissements
      </Title>
      <dl className="wrap facts gap-8-16">
        <Figure label="Encaissé ce mois">
          <Montant decimal={ventes.encaisse_mois} />
          {[
            { label: 'Rejeté', decimal: ventes.rejete_mois },
            { label: 'Remboursé', decimal: ventes.rembourse_mois },
          ].map(
            ({ label, decimal }) =>
              decimal > 0 && (
                <small key={label}>
                  {label} <Montant decimal={decimal} />
                </small>
              ),
          )}
        </Figure>
        <Figure label="Encaissé au total">
          <Montant decimal={ventes.encaisse_total} />
        </Figure>
        <Figure label="Reste à encaisser">
          <Montant decimal={ventes.reste_a_encaisser} />
        </Figure>
        <Figure label="Biens vendus">
          {formatNombre(ventes.biens_vendus)} / {formatNombre(ventes.biens_total)}
        </Figure>
        {alertes && (
          <Figure label="En retard" late={alertes.montant_en_retard > 0}>
            <Montant decimal={alertes.montant_en_retard} />
          </Figure>
        )}
        {alertes && alertes.montant_a_remettre !== null && (
          <Figure label="Chèques à remettre">
            <Montant decimal={alertes.montant_a_remettre} />
          </Figure>
        )}
      </dl>
      {anciennete && alertes && alertes.montant_en_retard > 0 && (
        <div className={`stack gap-8 ${styles.retards}`}>
          <div className={ages.barre} aria-hidden>
            {ANCIENNETES.filter(({ key }) => anciennete[key] > 0).map(({ key }) => (
              <span key={key} data-age={key} style={{ flexGrow: anciennete[key] }} />
            ))}
          </div>
          <dl className={`facts small-terms wrap ${ages.ages}`} aria-label="Retards par ancienneté">
            {ANCIENNETES.map(({ key, label }) => (
              <div key={key} data-age={key}>
                <dt>{label}</dt>
                <dd className="bold">
                  <Montant decimal={anciennete[key]} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {ventes.anciens > 0 && (
        <p className="dim flat">
          Sans compter {formatMontant(fromDecimal(ventes.anciens))} versés par d'anciens clients.
        </p>
      )}
    </section>
  )
}

interface FigureProps {
  label: string
  late?: boolean
  children: ReactNode
}

function Figure({ label, late, children }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={late ? 'bold alarm' : 'bold'}>{children}</dd>
    </div>
  )
}
