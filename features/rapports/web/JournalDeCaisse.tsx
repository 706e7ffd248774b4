import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatMode } from '#features/paiements/modes.ts'
import { ETATS, formatEtait, formatReference } from '#features/rapports/registres.words.ts'
import { CAISSE } from '#features/rapports/rapports.onglets.ts'
import { Rapport, type ColonneDeRapport } from '#features/rapports/web/Rapport.tsx'
import { Chiffres, LienDuRecu, Somme } from '#features/rapports/web/RapportTable.tsx'
import styles from '#features/rapports/web/rapports.module.css'
import { caisseAsked, type PartieProps } from '#features/rapports/web/rapports.adresse.ts'
import { registresQueries, type LigneLue } from '#features/rapports/web/registres.queries.ts'
import { formatNombre, fromDecimal } from '#shared/argent.ts'
import { aujourdhui, formatJourComplet, isJour } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
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
  { title: 'Membre', genre: 'nom', min: 110, cell: ({ membre }) => membre },
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
      </search>
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
          data.length > 0 && (
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
