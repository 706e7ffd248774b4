import { useEffect, useRef, useState } from 'react'
import type { Lot } from '#features/biens/web/lots.ts'
import type { LieuChoisi } from '#features/structure/web/structure.queries.ts'
import {
  etatDit,
  etatsDuChoix,
  readChoixDEtat,
  type ChoixDEtat,
  LIGNES_D_ETAT,
  TOUS_LES_ETATS,
} from '#shared/etats.ts'
import { useList } from '#web/kit/list/useList.ts'
import { BlocSelect, EtageSelect, ResidenceSelect } from '#features/structure/web/LieuSelects.tsx'
import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { messageOf } from '#web/kit/call/api.ts'
import { ListFilters } from '#web/kit/list/ListPage.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'

/** `rapport` and `details` hold the id of the opened lot. */
const OWN = { residence: 0, bloc: 0, etage: 0, client: 0, etat: '', rapport: 0, details: 0 }
const FILTERS = ['residence', 'bloc', 'etage', 'client', 'etat'] as const
const SPINNER_MS = 500

type Chosen = Partial<Pick<typeof OWN, (typeof FILTERS)[number]>>

/** Search, filters, order and page of a list of lots, kept in the address; the spinner lasts half a second (D2 §9). */
export function useLotList(ecran: string) {
  const list = useList(OWN, { filters: FILTERS, table: ecran })
  const { residence, bloc, etage, client } = list.state
  const etat = readChoixDEtat(list.state.etat)
  const [flashing, flash] = useFlash(SPINNER_MS)
  const chosen = {
    residence: residence || null,
    bloc: bloc || null,
    etage: etage || null,
    client: client || null,
    etat,
  }
  /** A new lot is proposed here; a bloc needs its residence, an étage its bloc. */
  const place: LieuChoisi = {
    residence: chosen.residence,
    bloc: residence > 0 ? chosen.bloc : null,
    etage: residence > 0 && bloc > 0 ? chosen.etage : null,
  }
  return {
    ...list,
    search: { ...list.search, busy: list.search.busy || flashing },
    chosen,
    place,
    byPlace: residence + bloc + etage > 0 && client === 0 && etat === null,
    query: {
      ...list.query,
      ...(list.wholeList && {
        residence_id: residence || undefined,
        bloc_id: bloc || undefined,
        etage_id: etage || undefined,
        client_id: client || undefined,
        ...toQuery(etat),
      }),
    },
    keeps: (lot: Lot) =>
      (residence === 0 || lot.bloc.residence_id === residence) &&
      (bloc === 0 || lot.bloc.id === bloc) &&
      (etage === 0 || lot.etage_id === etage) &&
      (client === 0 || lot.client_id === client) &&
      (etat === null || etatsDuChoix(etat).includes(etatDit(lot))),
    choose(patch: Chosen) {
      flash()
      list.choose(patch)
    },
    close: () => list.close({ rapport: 0, details: 0 }),
  }
}

/** Disponible and Vendu look at the client alone; any other choice is one of the five states. */
const toQuery = (choix: ChoixDEtat | null) =>
  choix === 'disponible' || choix === 'vendu' ? { etat: choix } : { etat_bien: choix ?? undefined }

function useFlash(ms: number): [boolean, () => void] {
  const [on, setOn] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return [
    on,
    () => {
      clearTimeout(timer.current)
      setOn(true)
      timer.current = setTimeout(() => setOn(false), ms)
    },
  ]
}

interface LotFiltersProps {
  list: ReturnType<typeof useLotList>
  placeholder: string
  etages: boolean
  onError: (message: string, ms: number) => void
}

/** Duration of the message about a select that did not load (D2 §8, §9). */
const ERROR_MS = 5000

const ETATS = [{ value: '', label: TOUS_LES_ETATS }, ...LIGNES_D_ETAT]

/** A residence limits the blocs, a bloc the étages (Q48). */
export function LotFilters({ list, placeholder, etages, onError }: LotFiltersProps) {
  const { chosen, choose } = list
  const tell = (noun: string) => (error: Error) =>
    onError(messageOf(error, `Erreur lors du chargement des ${noun}.`), ERROR_MS)
  return (
    <ListFilters list={list} placeholder={placeholder}>
      <ResidenceSelect
        aria-label="Résidence"
        tous="Toutes les résidences"
        onUnloaded={tell('résidences')}
        value={chosen.residence}
        onChange={(id) => choose({ residence: id ?? 0, bloc: 0, etage: 0 })}
      />
      <BlocSelect
        aria-label="Bloc"
        tous="Tous les blocs"
        onUnloaded={tell('blocs')}
        residenceId={chosen.residence}
        value={chosen.bloc}
        onChange={(id) => choose({ bloc: id ?? 0, etage: 0 })}
      />
      {etages && (
        <EtageSelect
          aria-label="Étage"
          tous="Tous les étages"
          onUnloaded={tell('étages')}
          residenceId={chosen.residence}
          blocId={chosen.bloc}
          value={chosen.etage}
          onChange={(id) => choose({ etage: id ?? 0 })}
        />
      )}
      <ClientSelect
        aria-label="Client"
        tous="Tous les clients"
        onUnloaded={tell('clients')}
        value={chosen.client}
        onChange={(id) => choose({ client: id ?? 0 })}
      />
      <SelectField
        aria-label="État"
        data={ETATS}
        maxDropdownHeight={320}
        value={chosen.etat ?? ''}
        onChange={(etat) => choose({ etat: etat ?? '' })}
      />
    </ListFilters>
  )
}
