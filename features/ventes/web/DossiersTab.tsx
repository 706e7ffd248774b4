import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FiltresDeLieu } from '#features/structure/web/LieuSelects.tsx'
import { isJour } from '#shared/dates.ts'
import {
  type DossierLigneLue,
  dossiersQueries,
  type FiltresDesDossiers,
} from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/ventes/web/dossiers.module.css'
import { ListeDesDossiers } from '#features/ventes/web/ListeDesDossiers.tsx'
import { OptionsCloses } from '#features/options/web/OptionsCloses.tsx'
import { OptionsEnCours } from '#features/options/web/OptionsEnCours.tsx'
import { Filters } from '#web/kit/list/Filters.tsx'
import type { PageStep } from '#web/kit/list/Pager.tsx'
import { Jours } from '#web/kit/list/PeriodeFields.tsx'
import { EnPlace } from '#web/kit/list/Puces.tsx'
import { SearchField, useSearchField } from '#web/kit/list/SearchField.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'

export const ONGLETS = [
  { value: 'cours', label: 'En cours' },
  { value: 'options', label: 'Options' },
  { value: 'clos', label: 'Clos' },
] as const
export type Onglet = (typeof ONGLETS)[number]['value']

/**
 * `bien` and `vendeur` are the ids of the only bien and the only member whose dossiers are listed, `reste` is 1 for dossiers with a refund to make, `etat` is `closes` for
 * options that are over. `vendre` opens the sale of a bien: `oui`, or the id of its client.
 */
export const DEFAULTS = {
  onglet: 'cours',
  page: 1,
  recherche: '',
  residence: 0,
  bloc: 0,
  bien: 0,
  vendeur: 0,
  tri: '',
  reste: '',
  sans_echeancier: '',
  sans_contrat: '',
  du: '',
  au: '',
  etat: '',
  vendre: '',
}
export type State = typeof DEFAULTS

export interface OngletProps {
  state: State
  setState: (patch: Partial<State>, options?: { replace?: boolean }) => void
}

export const toOnglet = (mot: string): Onglet => ONGLETS.find(({ value }) => value === mot)?.value ?? 'cours'

export const isSansEcheancier = ({ onglet, sans_echeancier }: State): boolean =>
  toOnglet(onglet) === 'cours' && sans_echeancier === '1'

const isDu = (state: State, onglet: Onglet, filtre: 'reste' | 'sans_contrat') =>
  toOnglet(state.onglet) === onglet && !isSansEcheancier(state) && state[filtre] === '1' ? '1' : undefined

/** The filters that an address sets, for a call of its tab. */
export function toFiltres(state: State): Omit<FiltresDesDossiers, 'page'> {
  const sans = isSansEcheancier(state)
  const cours = toOnglet(state.onglet) === 'cours'
  return {
    search: state.recherche,
    residence_id: state.residence || undefined,
    bloc_id: state.bloc || undefined,
    // An option has no criterion of a bien.
    bien_id: (toOnglet(state.onglet) !== 'options' && state.bien) || undefined,
    vendeur_id: (toOnglet(state.onglet) !== 'options' && state.vendeur) || undefined,
    etat: toOnglet(state.onglet) === 'clos' ? 'closes' : 'ouvertes',
    a_rembourser: isDu(state, 'clos', 'reste'),
    sans_echeancier: sans ? '1' : undefined,
    sans_contrat: isDu(state, 'cours', 'sans_contrat'),
    du: isJour(state.du) ? state.du : undefined,
    au: isJour(state.au) ? state.au : undefined,
    tri: cours && !sans && state.tri === 'reste' ? 'reste' : undefined,
  }
}

const SEARCH_MS = 300
const RESTE = 'Reste à rembourser'
const SANS_CONTRAT = 'Sans date de contrat'
const TRIS = [
  { value: '', label: 'Dossier' },
  { value: 'reste', label: 'Reste à payer' },
]
const ETATS = [
  { value: '', label: 'En cours' },
  { value: 'closes', label: 'Closes' },
]

interface DossiersTabProps extends OngletProps {
  onglet: Onglet
  /** Opens the generation of an échéancier; undefined for a member without that right. */
  onGenerer: ((dossier: DossierLigneLue) => void) | undefined
}

export function DossiersTab({ onglet, state, setState, onGenerer }: DossiersTabProps) {
  const { page, recherche, residence, bloc } = state
  const filtres = { page, ...toFiltres(state) }
  const { a_rembourser: reste, sans_echeancier: sans, sans_contrat: contrat, tri, du, au } = filtres
  const { bien_id: bien, vendeur_id: vendeur } = filtres
  const nomDuBien = useNomDuBien(filtres)
  const nomDuVendeur = useNomDuVendeur(filtres)
  const closes = onglet === 'options' && state.etat === 'closes' ? 'closes' : undefined
  const Options = closes ? OptionsCloses : OptionsEnCours
  const search = useSearchField(
    recherche,
    (text) => setState({ recherche: text }, { replace: true }),
    SEARCH_MS,
  )
  const turn = ({ page: next, replace }: PageStep) => setState({ page: next }, { replace })
  const own: Record<Onglet, ReactNode> = {
    cours: !sans && (
      <>
        <SelectField
          label="Trier par"
          data={TRIS}
          value={tri ?? ''}
          onChange={(next) => setState({ tri: next ?? '' })}
        />
        <Checkbox
          className={styles.case}
          label="Contrat à signer"
          checked={contrat !== undefined}
          onChange={(event) => setState({ sans_contrat: event.currentTarget.checked ? '1' : '' })}
        />
        <EnPlace label={contrat ? SANS_CONTRAT : ''} onRemove={() => setState({ sans_contrat: '' })} />
      </>
    ),
    options: (
      <SelectField
        label="État"
        data={ETATS}
        value={closes ?? ''}
        onChange={(next) => setState({ etat: next ?? '' })}
      />
    ),
    clos: (
      <>
        <Checkbox
          className={styles.case}
          label={RESTE}
          checked={reste !== undefined}
          onChange={(event) => setState({ reste: event.currentTarget.checked ? '1' : '' })}
        />
        <EnPlace label={reste ? RESTE : ''} onRemove={() => setState({ reste: '' })} />
      </>
    ),
  }
  return (
    <>
      <Filters
        set={
          [residence, bloc, bien, vendeur, tri, reste, sans, contrat, du, au, closes].filter(Boolean).length
        }
        asked={search.text !== ''}
        ours
        puces={[
          ...(sans ? [{ label: 'Sans échéancier', onRemove: () => setState({ sans_echeancier: '' }) }] : []),
          ...(bien === undefined ? [] : [{ label: nomDuBien, onRemove: () => setState({ bien: 0 }) }]),
          ...(vendeur === undefined
            ? []
            : [{ label: `Vendu par ${nomDuVendeur}`, onRemove: () => setState({ vendeur: 0 }) }]),
        ]}
        onReset={() => {
          search.clear()
          setState({
            recherche: '',
            residence: 0,
            bloc: 0,
            bien: 0,
            vendeur: 0,
            tri: '',
            reste: '',
            sans_echeancier: '',
            sans_contrat: '',
            du: '',
            au: '',
            etat: '',
          })
        }}
      >
        <SearchField search={search} placeholder="Client, dossier ou numéro de bien..." />
        <FiltresDeLieu residence={residence || null} bloc={bloc || null} onChange={setState} />
        {onglet !== 'options' && <Jours du={state.du} au={state.au} onChange={setState} />}
        {own[onglet]}
      </Filters>
      {onglet === 'options' ? (
        <Options
          search={filtres.search}
          residence_id={filtres.residence_id}
          bloc_id={filtres.bloc_id}
          page={page}
          onPage={turn}
        />
      ) : (
        <ListeDesDossiers
          onglet={onglet}
          filtres={filtres}
          onGenerer={sans ? onGenerer : undefined}
          onPage={turn}
        />
      )}
    </>
  )
}

/** Returns the name of the only bien of these dossiers, as one of them says it. */
function useNomDuBien(filtres: FiltresDesDossiers): string {
  const { bien_id: bien } = filtres
  const { data } = useQuery({ ...dossiersQueries.page(filtres), enabled: bien !== undefined })
  return data?.data.find((dossier) => dossier.bien.id === bien)?.bien.designation ?? 'Un seul bien'
}

/** Returns the name of the seller of these dossiers, as one of them says it. */
function useNomDuVendeur(filtres: FiltresDesDossiers): string {
  const { vendeur_id } = filtres
  const { data } = useQuery({ ...dossiersQueries.page(filtres), enabled: vendeur_id !== undefined })
  return data?.data.find(({ vendeur }) => vendeur?.id === vendeur_id)?.vendeur?.nom ?? 'un seul membre'
}
