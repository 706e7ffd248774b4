import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { biensEndpoints } from '#features/biens/biens.contract.ts'
import { motsDeVente } from '#features/biens/biens.kinds.ts'
import {
  aVendreQueries,
  findAVendre,
  optionAVendre,
  surfaceAVendre,
  VENDRE,
  type BienAVendreLu,
} from '#features/biens/web/aVendre.queries.ts'
import { BIENS_A_PAYER } from '#features/biens/web/lecturesAuBesoin.ts'
import type { BienNomme, OptionDuBien } from '#features/options/web/options.queries.ts'
import { AssignerForm } from '#features/ventes/web/AssignerForm.tsx'
import styles from '#features/ventes/web/fins.module.css'
import type { VenteOuverte, VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { LookupSelect } from '#web/kit/select/LookupSelect.tsx'
import { useLookup } from '#web/kit/select/useLookup.ts'

interface VendreProps {
  bien: BienNomme
  option: OptionDuBien
  onClose: () => void
  onSaved: (message: string, vente: VenteOuverte | null) => void
}

/** Sale of a bien of any kind to the holder of its option, from its card, its details or the list of options. */
export function VendreLeBien({ bien: { id, type, numero }, option, onClose, onSaved }: VendreProps) {
  const lecture = BIENS_A_PAYER[type]
  const { data } = useQuery({
    queryKey: ['biens', type, id],
    queryFn: ({ signal }) => lecture.read(id, signal),
  })
  const prix = data?.facts.find(({ value }) => typeof value === 'object')?.value
  const vendre = useChange((vente: VenteSaisie) => VENDRE[type](id, vente), { evenRefused: true })
  return (
    <AssignerForm
      {...motsDeVente({ type, numero })}
      facts={[
        { label: 'Bien', value: libelleDuBien(type, numero) },
        {
          label: 'Prix',
          value: typeof prix === 'object' ? <Montant decimal={prix.montant} /> : 'Chargement...',
        },
      ]}
      waits
      option={option}
      auTitulaire
      bien={data && { id, type, montant: data.montant, version: data.version }}
      onAssign={(vente) => vendre.mutateAsync(vente)}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}

export interface VendreUnBienProps {
  /** Client chosen at the start, null for none. */
  clientId: number | null
  onClose: () => void
  onSaved: (message: string, vente: VenteOuverte | null) => void
}

const ERREUR = 'Erreur lors du chargement des biens.'
const AUCUN = 'Aucun bien à vendre ne correspond.'

/** Sale of a bien that is chosen first; a member who may not sell is shown nothing (ecrans §3). */
export function VendreUnBien(props: VendreUnBienProps) {
  return usePeut()(biensEndpoints.aVendre) ? <VenteAuChoix {...props} /> : null
}

function VenteAuChoix({ clientId, onClose, onSaved }: VendreUnBienProps) {
  const client = useQueryClient()
  const [id, setId] = useState<number | null>(null)
  const source = useMemo(
    () => ({ choix: aVendreQueries.choix({}), read: aVendreQueries.found(client) }),
    [client],
  )
  const { options, ...lookup } = useLookup({ ...source, toOption: optionAVendre, value: id, error: ERREUR })
  const bien = id === null ? undefined : findAVendre(client, id)
  const vendre = useChange(
    ({ bien: { type, id: vendu }, ...vente }: VenteSaisie & { bien: BienAVendreLu }) =>
      VENDRE[type](vendu, vente),
    { evenRefused: true },
  )
  const aucun = !lookup.searching && lookup.unloaded === null && options.length === 0
  const { mots, hint } = motsDeVente({ type: bien?.type ?? 'appartement', numero: '' })
  return (
    <AssignerForm
      titre="Vendre un bien"
      mots={mots}
      hint={hint}
      facts={[]}
      waits
      clientId={clientId}
      bien={bien}
      option={bien?.option ? { ...bien.option, tel: null } : null}
      first={
        <LookupSelect
          label="Bien"
          withAsterisk
          required
          data-autofocus
          placeholder="Numéro, bloc ou résidence"
          description={aucun ? AUCUN : undefined}
          options={options}
          lookup={lookup}
          nothingFoundMessage={AUCUN}
          renderLine={({ value, label }) => (
            <span className={styles.option}>
              <span data-nom>{label}</span>
              <Etat bien={findAVendre(client, Number(value))} />
            </span>
          )}
          error={lookup.unloaded ? messageOf(lookup.unloaded, ERREUR) : undefined}
          value={id}
          onChange={setId}
        />
      }
      onAssign={async (vente) => {
        if (!bien) throw new Error('no bien was chosen')
        return vendre.mutateAsync({ ...vente, bien })
      }}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}

/** « 97,75 m² · 12 500 000,00 DA · Disponible ». */
function Etat({ bien }: { bien: BienAVendreLu | undefined }) {
  return (
    bien && (
      <span className={styles.dim}>
        {bien.surface !== null && `${surfaceAVendre(bien)} · `}
        <Montant decimal={bien.montant} />
        {' · '}
        {bien.option ? (
          <span data-nom>
            Option de <bdi>{bien.option.nom}</bdi>
          </span>
        ) : (
          'Disponible'
        )}
      </span>
    )
  )
}
