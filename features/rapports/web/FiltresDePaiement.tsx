import { Button } from '@mantine/core'
import { IconCash, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import {
  CODES_ETAT_CHERCHE,
  CODES_MODE,
  ETATS_CHERCHES,
  type FiltresDePaiement,
  formatMode,
  SANS_MODE,
} from '#features/paiements/modes.ts'
import { ceMois } from '#features/paiements/paiements.rules.ts'
import type { AdresseDesFiltres } from '#features/rapports/web/ChampsDesFiltres.tsx'
import styles from '#features/rapports/web/versements.module.css'
import { describePeriode, isJour, readPeriode } from '#shared/dates.ts'
import { ErrorState } from '#web/kit/feedback/Results.tsx'
import type { Puce } from '#web/kit/list/Puces.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'

/** No filter set. */
export const SANS_FILTRE: AdresseDesFiltres = { mode: '', banque: '', du: '', au: '', etat: '' }

const among = <T extends string>(codes: readonly T[], found: string): T | undefined =>
  codes.find((code) => code === found)

/** The filters that an address sets, for a call; an unknown value counts as no filter. */
function filtresDe({ mode, banque, du, au, etat }: AdresseDesFiltres): FiltresDePaiement {
  const lus = {
    mode: among([...CODES_MODE, SANS_MODE], mode),
    banque: banque.trim() || undefined,
    du: isJour(du) ? du : undefined,
    au: isJour(au) ? au : undefined,
    etat: among(CODES_ETAT_CHERCHE, etat),
  }
  return Object.fromEntries(Object.entries(lus).filter(([, valeur]) => valeur !== undefined))
}

/** True when the filters are others than those with which the screen opens. */
function isChanged(address: AdresseDesFiltres, defaults: AdresseDesFiltres): boolean {
  const [lus, usual] = [filtresDe(address), filtresDe(defaults)]
  return (['mode', 'banque', 'du', 'au', 'etat'] as const).some((champ) => lus[champ] !== usual[champ])
}

/** The filters in force in words; the two days are one. */
function pucesDe(address: AdresseDesFiltres, onChange: (patch: Partial<AdresseDesFiltres>) => void): Puce[] {
  const { mode, banque, du, au, etat } = filtresDe(address)
  const puces = [
    { label: describePeriode(readPeriode({ du, au })), patch: { du: '', au: '' } },
    { label: mode ? formatMode(mode === SANS_MODE ? null : mode) : '', patch: { mode: '' } },
    { label: banque ?? '', patch: { banque: '' } },
    { label: etat ? ETATS_CHERCHES[etat] : '', patch: { etat: '' } },
  ]
  return puces
    .filter(({ label }) => label !== '')
    .map(({ label, patch }) => ({ label, onRemove: () => onChange(patch) }))
}

export const filtresDuMois = (): AdresseDesFiltres => ({ ...SANS_FILTRE, ...ceMois() })

/** The panel loads only when unfolded, because its calendar is large. */
const Champs = lazyPart(
  () => import('#features/rapports/web/ChampsDesFiltres.tsx'),
  'ChampsDesFiltres',
  (_error, retry) => <ErrorState message="Erreur lors du chargement des filtres." onRetry={retry} />,
  () => <div className={styles.attente} />,
)

interface Options {
  address: AdresseDesFiltres
  onChange: (patch: Partial<AdresseDesFiltres>) => void
  defaults?: AdresseDesFiltres
  /** More selects of the screen, and those of them that are set. */
  others?: ReactNode
  othersSet?: readonly Puce[]
  unfolded?: boolean
  /** Sentence on what the two days keep, where it is not plain. */
  portee?: string
}

/** The filters in force, « Filtres (2) » with the number of filters set, and the panel that it unfolds. */
export function useFiltresDePaiement({
  address,
  onChange,
  defaults = SANS_FILTRE,
  others,
  othersSet = [],
  unfolded = false,
  portee,
}: Options) {
  const { mode, banque, du, au, etat } = address
  const puces = [...pucesDe(address, onChange), ...othersSet]
  const set = puces.length
  const changed = isChanged(address, defaults) || othersSet.length > 0
  const [open, setOpen] = useState(unfolded || changed)
  const id = useId()
  return {
    filtres: filtresDe(address),
    set,
    changed,
    puces,
    button: (
      <Button
        className="at-start no-print"
        variant="default"
        leftSection={<IconCash size={18} stroke={1.6} />}
        rightSection={<IconChevronDown size={16} stroke={1.6} />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {set > 0 ? `Filtres (${set})` : 'Filtres de paiement'}
      </Button>
    ),
    panel: open && (
      <section id={id} className={`card no-print ${styles.panneau}`} aria-label="Filtres de paiement">
        <Champs address={{ mode, banque, du, au, etat }} onChange={onChange} portee={portee}>
          {others}
        </Champs>
      </section>
    ),
  }
}
