import { Button } from '@mantine/core'
import { IconCash, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import {
  CODES_ETAT_CHERCHE,
  CODES_MODE,
  type FiltresDePaiement,
  SANS_MODE,
} from '#features/paiements/modes.ts'
import { ceMois } from '#features/paiements/paiements.rules.ts'
import styles from '#features/paiements/web/versements.module.css'
import { isJour } from '#shared/dates.ts'
import { ErrorState } from '#web/kit/feedback/Results.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'

/** The filters of payments in an address; '' is no filter. */
export interface AdresseDesFiltres {
  mode: string
  banque: string
  du: string
  au: string
  etat: string
}
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

function countFiltres(address: AdresseDesFiltres, defaults: AdresseDesFiltres = SANS_FILTRE): number {
  const [lus, usual] = [filtresDe(address), filtresDe(defaults)]
  return (['mode', 'banque', 'du', 'au', 'etat'] as const).filter((champ) => lus[champ] !== usual[champ])
    .length
}

export const filtresDuMois = (): AdresseDesFiltres => ({ ...SANS_FILTRE, ...ceMois() })

/** The panel loads only when unfolded, because its calendar is large. */
const Champs = lazyPart(
  () => import('#features/paiements/web/ChampsDesFiltres.tsx'),
  'ChampsDesFiltres',
  (_error, retry) => <ErrorState message="Erreur lors du chargement des filtres." onRetry={retry} />,
  () => <div className={styles.attente} />,
)

interface Options {
  address: AdresseDesFiltres
  onChange: (patch: Partial<AdresseDesFiltres>) => void
  defaults?: AdresseDesFiltres
  /** More selects of the screen, and how many of them are set. */
  others?: ReactNode
  othersSet?: number
  unfolded?: boolean
}

/** The filters in force, « Filtres (2) » with the number of filters set, and the panel that it unfolds. */
export function useFiltresDePaiement({
  address,
  onChange,
  defaults = SANS_FILTRE,
  others,
  othersSet = 0,
  unfolded = false,
}: Options) {
  const { mode, banque, du, au, etat } = address
  const set = countFiltres(address, defaults) + othersSet
  const [open, setOpen] = useState(unfolded || set > 0)
  const id = useId()
  return {
    filtres: filtresDe(address),
    set,
    button: (
      <Button
        className={styles.bouton}
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
      <section id={id} className={styles.panneau} aria-label="Filtres de paiement">
        <Champs address={{ mode, banque, du, au, etat }} onChange={onChange}>
          {others}
        </Champs>
      </section>
    ),
  }
}
