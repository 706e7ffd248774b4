import { Button, TextInput } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ETATS_RECU } from '#features/rapports/registres.contract.ts'
import {
  ETATS,
  formatReference,
  modeDuRecu,
  motDeLAnnee,
  nomDeLAnnee,
  observationDuRecu,
} from '#features/rapports/registres.words.ts'
import { REGISTRE } from '#features/rapports/rapports.onglets.ts'
import { Rapport, type ColonneDeRapport } from '#features/rapports/web/Rapport.tsx'
import { Chiffres, LienDuRecu, Somme } from '#features/rapports/web/RapportTable.tsx'
import styles from '#features/rapports/web/rapports.module.css'
import { registreAsked, type PartieProps } from '#features/rapports/web/rapports.adresse.ts'
import { registresQueries, type RecuLu } from '#features/rapports/web/registres.queries.ts'
import { formatNombre } from '#shared/argent.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import type { Tone } from '#web/kit/feedback/tones.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { SearchField, useSearchField } from '#web/kit/list/SearchField.tsx'

const TONES: Record<Exclude<RecuLu['etat'], 'valide'>, Tone> = {
  rejete: 'red',
  annule: 'gray',
  absent: 'yellow',
}
const CHOIX = [
  { value: '', label: 'Tous' },
  ...ETATS_RECU.map((etat) => ({ value: etat, label: ETATS[etat].des })),
]

const COLONNES: readonly ColonneDeRapport<RecuLu>[] = [
  { title: 'N°', genre: 'jour', min: 96, phone: 'quoi', cell: (recu) => <LienDuRecu {...recu} /> },
  {
    title: 'État',
    genre: 'etat',
    min: 84,
    phone: 'etat',
    has: ({ etat }) => etat !== 'valide',
    cell: ({ etat }) => etat !== 'valide' && <StatusBadge tone={TONES[etat]}>{ETATS[etat].un}</StatusBadge>,
  },
  {
    title: 'Date',
    genre: 'jour',
    min: 84,
    cell: ({ date_paiement }) => date_paiement && formatJourCourt(date_paiement),
  },
  {
    title: 'Client',
    genre: 'nom',
    min: 140,
    phone: 'qui',
    cell: ({ client }) => client,
    under: ({ bien }) => bien,
  },
  { title: 'Résidence', genre: 'lieu', min: 98, cell: ({ residence }) => residence },
  { title: 'Mode', genre: 'texte', min: 90, cell: modeDuRecu },
  { title: 'Référence', genre: 'texte', min: 112, cell: (recu) => formatReference(recu) || null },
  {
    title: 'Montant',
    genre: 'figure',
    min: 130,
    phone: 'combien',
    cell: ({ versement, etat }) => <Somme decimal={versement} nulle={etat !== 'valide'} />,
  },
  {
    title: 'Timbre',
    genre: 'figure',
    min: 100,
    has: ({ timbre }) => timbre !== null,
    cell: ({ timbre, etat }) => <Somme decimal={timbre} nulle={etat !== 'valide'} />,
  },
  {
    title: 'Observation',
    genre: 'texte',
    min: 100,
    has: (recu) => Boolean(observationDuRecu(recu)),
    cell: (recu) => observationDuRecu(recu) || null,
  },
]

export function RegistreDesRecus({ asked: inAddress, onChange }: PartieProps) {
  const { page } = inAddress
  const asked = registreAsked(inAddress)
  const query = useQuery(registresQueries.recus(asked, page))
  const de = useSearchField(asked.de, (text) => onChange({ de: text }, { replace: true }), 300)
  const a = useSearchField(asked.a, (text) => onChange({ a: text }, { replace: true }), 300)
  const thisYear = aujourdhui().slice(0, 4)
  const chosen = asked.annee || thisYear
  const annees = [...new Set([thisYear, chosen, ...(query.data?.annees ?? []).map(String)])]
  const search = useSearchField(asked.search, (text) => onChange({ recherche: text }, { replace: true }), 300)
  const set =
    asked.search !== '' || asked.annee !== '' || asked.etat !== '' || asked.de !== '' || asked.a !== ''
  return (
    <>
      <search className={`wrap no-print gap-12 ${styles.filtres}`}>
        <div className={styles.recherche}>
          <SearchField search={search} placeholder="Client, bien ou reçu..." />
        </div>
        <SelectField
          label="Année"
          className={styles.court}
          data={annees
            .toSorted()
            .toReversed()
            .map((annee) => ({ value: annee, label: nomDeLAnnee(Number(annee)) }))}
          value={chosen}
          onChange={(annee) => onChange({ annee: annee === thisYear ? '' : (annee ?? '') })}
        />
        <SelectField
          label="État"
          className={styles.moyen}
          data={CHOIX}
          value={CHOIX.some(({ value }) => value === asked.etat) ? asked.etat : ''}
          onChange={(etat) => onChange({ etat: etat ?? '' })}
        />
        <Rang label="Du N°" field={de} />
        <Rang label="Au N°" field={a} />
        {set && (
          <Button
            variant="default"
            leftSection={<IconFilterOff size={18} stroke={1.6} />}
            onClick={() => {
              search.clear()
              de.clear()
              a.clear()
              onChange({ annee: '', etat: '', de: '', a: '', recherche: '' })
            }}
          >
            Réinitialiser
          </Button>
        )}
      </search>
      <Rapport
        query={query}
        label={REGISTRE}
        columns={COLONNES}
        rowKey={({ recu }) => recu}
        unite="numéro"
        page={page}
        onPage={({ page: next, replace }) => onChange({ page: next }, { replace })}
        renderChiffres={({ totals }) =>
          totals && (
            <Chiffres
              montants
              label={`Reçus de ${motDeLAnnee(Number(chosen))}`}
              chiffres={[
                {
                  label: 'Montant des reçus valides',
                  valeur: <Montant decimal={totals.montant} />,
                  fort: true,
                },
                { label: 'Numéros', valeur: formatNombre(totals.numeros) },
                { label: ETATS.valide.des, valeur: formatNombre(totals.valides) },
                { label: ETATS.rejete.des, valeur: formatNombre(totals.rejetes) },
                { label: ETATS.annule.des, valeur: formatNombre(totals.annules) },
                { label: ETATS.absent.des, valeur: formatNombre(totals.absents) },
              ]}
            />
          )
        }
      />
    </>
  )
}

function Rang({ label, field }: { label: string; field: ReturnType<typeof useSearchField> }) {
  return (
    <TextInput
      label={label}
      className={styles.court}
      inputMode="numeric"
      maxLength={9}
      value={field.text}
      onChange={({ currentTarget }) => field.type(currentTarget.value.replace(/\D/g, ''))}
    />
  )
}
