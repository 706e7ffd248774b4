import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatMode } from '#features/paiements/modes.ts'
import { ETATS, formatEtait, formatReference } from '#features/rapports/registres.words.ts'
import { CAISSE } from '#features/rapports/rapports.onglets.ts'
import { Rapport, type ColonneDeRapport } from '#features/rapports/web/Rapport.tsx'
import { Chiffres, LienDuRecu, Somme } from '#features/rapports/web/RapportTable.tsx'
import styles from '#features/rapports/web/rapports.module.css'
import { CloturesDuJour } from '#features/rapports/web/CloturesDuJour.tsx'
import { caisseAsked, type PartieProps } from '#features/rapports/web/rapports.adresse.ts'
import { registresQueries, type LigneLue } from '#features/rapports/web/registres.queries.ts'
import { useCloture } from '#features/rapports/web/useCloture.tsx'
import { formatNombre, fromDecimal } from '#shared/argent.ts'
import { aujourdhui, formatJourComplet, isJour } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { useWork, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import type { Tone } from '#web/kit/feedback/tones.ts'

const TONES: Record<LigneLue['etat'], Tone> = { valide: 'green', rejete: 'red', annule: 'gray' }

const COLONNES: readonly ColonneDeRapport<LigneLue>[] = [
  { title: 'Heure', genre: 'jour', min: 56, cell: ({ heure }) => heure },
  {
    title: 'Reçu',
    genre: 'jour',
    min: 96,
    phone: 'quoi',
    cell: (ligne) => <LienDuRecu {...ligne} />,
  },
  {
    title: 'Client',
    genre: 'nom',
    min: 150,
    phone: 'qui',
    cell: ({ client }) => client,
    under: ({ bien }) => bien,
  },
  { title: 'Mode', genre: 'texte', min: 100, phone: 'quoi', cell: ({ mode }) => formatMode(mode) },
  { title: 'Référence', genre: 'texte', min: 120, cell: (ligne) => formatReference(ligne) || null },
  {
    title: 'Montant',
    genre: 'figure',
    min: 130,
    phone: 'combien',
    cell: ({ versement, etat }) => <Somme decimal={versement} nulle={etat === 'annule'} />,
  },
  {
    title: 'Timbre',
    genre: 'figure',
    min: 100,
    has: ({ timbre }) => timbre !== null,
    cell: ({ timbre, etat }) => <Somme decimal={timbre} nulle={etat === 'annule'} />,
  },
  { title: 'Membre', genre: 'nom', min: 100, cell: ({ membre }) => membre },
  {
    title: 'État',
    genre: 'texte',
    min: 110,
    phone: 'etat',
    cell: ({ etat, corrige }) => (
      <>
        <StatusBadge tone={TONES[etat]}>{ETATS[etat].un}</StatusBadge>
        {corrige && <span className="dim"> corrigé</span>}
      </>
    ),
    under: ({ etait }) => etait && formatEtait({ ...etait, versement: fromDecimal(etait.versement) }),
  },
]

export function JournalDeCaisse({ asked: inAddress, onChange }: PartieProps) {
  const { page } = inAddress
  const asked = caisseAsked(inAddress)
  const query = useQuery(registresQueries.caisse(asked, page))
  const jour = asked.jour || aujourdhui()
  const membres = (query.data?.membres ?? []).map(({ id, nom }) => ({ value: String(id), label: nom }))
  const banners = useBanners()
  const work = useWork(banners)
  const nomme = (query.data?.membres ?? []).find(({ id }) => String(id) === asked.membre)
  const { bouton, faite, dialog } = useCloture(
    work,
    isJour(jour) ? jour : aujourdhui(),
    asked.membre === '' ? 'moi' : nomme,
  )
  const known = asked.membre === '' || membres.some(({ value }) => value === asked.membre)
  return (
    <>
      <search className={`wrap no-print gap-12 ${styles.filtres}`}>
        <DateField
          label="Jour"
          className={styles.moyen}
          value={jour}
          onChange={(day) =>
            (day === '' || isJour(day)) && onChange({ jour: day === aujourdhui() ? '' : day, membre: '' })
          }
        />
        <SelectField
          label="Membre"
          className={styles.large}
          data={[
            { value: '', label: 'Tous les membres' },
            ...membres,
            ...(known ? [] : [{ value: asked.membre, label: `Membre ${asked.membre}` }]),
          ]}
          value={asked.membre}
          onChange={(membre) => onChange({ membre: membre ?? '' })}
        />
        {(asked.jour !== '' || asked.membre !== '') && (
          <Button
            variant="default"
            leftSection={<IconFilterOff size={18} stroke={1.6} />}
            onClick={() => onChange({ jour: '', membre: '' })}
          >
            Réinitialiser
          </Button>
        )}
        {bouton}
      </search>
      <Banners banners={banners}>{faite}</Banners>
      <WorkBar work={work} />
      {query.data?.clotures && <CloturesDuJour clotures={query.data.clotures} work={work} />}
      {dialog}
      <Rapport
        query={query}
        label={CAISSE}
        columns={COLONNES}
        rowKey={({ recu, heure }) => `${recu} ${heure}`}
        unite="ligne"
        page={page}
        onPage={({ page: next, replace }) => onChange({ page: next }, { replace })}
        renderChiffres={({ data, totals }) =>
          totals &&
          (data.length > 0 || totals.sorties > 0) && (
            <Chiffres
              montants
              label={`Caisse du ${formatJourComplet(isJour(jour) ? jour : aujourdhui())}`}
              chiffres={[
                {
                  label: 'Total',
                  valeur: <Montant decimal={totals.montant} />,
                  under: formatCompte(totals.nombre, 'versement'),
                  fort: true,
                },
                ...totals.modes.map(({ mode, nombre, montant }) => ({
                  label: formatMode(mode),
                  valeur: <Montant decimal={montant} />,
                  under: formatCompte(nombre, 'versement'),
                })),
                { label: 'Espèces en caisse', valeur: <Montant decimal={totals.especes} />, fort: true },
                ...(totals.timbre > 0
                  ? [
                      { label: 'Droit de timbre', valeur: <Montant decimal={totals.timbre} /> },
                      {
                        label: 'Espèces et timbre en caisse',
                        valeur: (
                          <Montant centimes={fromDecimal(totals.especes) + fromDecimal(totals.timbre)} />
                        ),
                        fort: true,
                      },
                    ]
                  : []),
                ...(totals.sorties > 0
                  ? [{ label: 'Sorties en espèces', valeur: <Montant decimal={totals.sorties} /> }]
                  : []),
                ...(totals.annules > 0
                  ? [{ label: ETATS.annule.des, valeur: formatNombre(totals.annules) }]
                  : []),
              ]}
            />
          )
        }
      />
    </>
  )
}
