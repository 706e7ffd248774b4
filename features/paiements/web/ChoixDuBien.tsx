import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { ClientOptions } from '#features/clients/web/ClientSelect.tsx'
import { CHAMPS_DU_BIEN, type ChampBien } from '#features/paiements/web/bienDuPaiement.ts'
import styles from '#features/paiements/web/ChoixDuBien.module.css'
import { clientsAPayer } from '#features/paiements/web/paiements.queries.ts'
import {
  AUCUN_BIEN,
  estSolde,
  type BienOffert,
  type BiensOfferts,
  type Saisie,
} from '#features/paiements/web/usePaiement.ts'
import { focusMontant, useSuiteDuClient } from '#features/paiements/web/useSuiteDuClient.ts'
import { messageOf } from '#web/kit/api.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { FieldTrio } from '#web/kit/FieldTrio.tsx'
import { LookupSelect, type LookupProps } from '#web/kit/LookupSelect.tsx'
import { Montant } from '#web/kit/Montant.tsx'

/** The clients as the payment form asks for them (D3 §7). */
const CLIENTS = { choix: clientsAPayer, read: clientsQueries.read }

const LISTES: readonly { champ: ChampBien; label: string; pluriel: string; aucun: string }[] = [
  { champ: 'appartement_id', label: 'Appartement', pluriel: 'appartements', aucun: 'Aucun appartement' },
  {
    champ: 'place_parking_id',
    label: 'Place de parking',
    pluriel: 'places de parking',
    aucun: 'Aucune place de parking',
  },
  { champ: 'local_id', label: 'Local', pluriel: 'locaux', aucun: 'Aucun local' },
]

interface ChoixDuBienProps {
  form: UseFormReturnType<Saisie>
  biens: BiensOfferts
  disabled: boolean
  /** The dialog opens on the client, unless he and his bien are known. */
  startsHere: boolean
}

/** The client, then one of his biens: choosing one of the three kinds clears and disables the other two (D3 §4). */
export function ChoixDuBien({
  form,
  biens: { queries, offerts, complete },
  disabled,
  startsHere,
}: ChoixDuBienProps) {
  const { client_id, versement, details } = form.values
  const clients = useQuery(clientsAPayer())
  const chosen = CHAMPS_DU_BIEN.find((champ) => form.values[champ] !== null)
  const choose = (champ: ChampBien, id: number | null) => {
    form.setValues({ ...AUCUN_BIEN, [champ]: id })
    form.clearFieldError('appartement_id')
  }
  /** By hand: the amount is what is missing. At once, for the next key may be a digit of it. */
  const goOn = (champ: ChampBien) => {
    if (versement === '' && document.activeElement === form.getInputNode(champ)) focusMontant(form)
  }
  const follow = useSuiteDuClient({
    form,
    atOnce: startsHere && client_id !== null && versement === '' && details === '',
    offerts: complete ? offerts : null,
    choose,
  })
  const hint = (champ: ChampBien, aucun: string) => {
    if (client_id === null) return 'Client d’abord'
    return queries[champ].data?.length === 0 ? aucun : 'Choisir…'
  }
  const owned = Object.values(offerts).flat()
  const rien = complete && chosen === undefined && !disabled && owned.every(estSolde)
  return (
    <>
      <Failure query={clients} text="Erreur lors du chargement des clients." />
      <ClientOptions
        label="Client"
        placeholder={clients.isPending ? 'Chargement des clients...' : 'Choisir un client'}
        withAsterisk
        disabled={disabled}
        data-autofocus={(startsHere && !disabled) || undefined}
        source={CLIENTS}
        value={client_id}
        error={form.errors['client_id']}
        onChange={(id) => {
          form.setValues({ client_id: id, ...AUCUN_BIEN })
          form.clearFieldError('client_id')
          follow()
        }}
      />
      <p className={styles.rien} role="status">
        {rien &&
          (owned.length > 0
            ? 'Tous les biens de ce client sont soldés : il n’a plus rien à payer.'
            : 'Aucun bien n’est attribué à ce client : il n’a rien à payer.')}
      </p>
      {LISTES.map(({ champ, pluriel }) => (
        <Failure key={champ} query={queries[champ]} text={`Erreur lors du chargement des ${pluriel}.`} />
      ))}
      <FieldTrio>
        {LISTES.map(({ champ, label, aucun }) => (
          <ListeDesBiens
            key={champ}
            label={label}
            placeholder={hint(champ, aucun)}
            disabled={disabled || client_id === null || (chosen !== undefined && chosen !== champ)}
            biens={offerts[champ]}
            {...form.getInputProps(champ)}
            value={form.values[champ]}
            onChange={(id) => choose(champ, id)}
            onTaken={() => goOn(champ)}
          />
        ))}
      </FieldTrio>
    </>
  )
}

function Failure({ query, text }: { query: UseQueryResult; text: string }) {
  if (!query.isError) return null
  const retry = (
    <Button variant="default" size="sm" onClick={() => void query.refetch()}>
      Réessayer
    </Button>
  )
  return (
    <Banner kind="error" action={retry}>
      {messageOf(query.error, text)}
    </Banner>
  )
}

/** Wider than the field, three of which stand in a row; on a phone as wide as the dialog's. */
const WIDE = { width: 'min(380px, calc(90vw - 32px))', position: 'bottom-start' } as const

type ListeDesBiensProps = LookupProps &
  Pick<ComponentProps<typeof LookupSelect>, 'onTaken'> & { biens: readonly BienOffert[] }

/** One of the three lists of the payment form: what it is and where, and below what remains to be paid of it. */
function ListeDesBiens({ biens, ...rest }: ListeDesBiensProps) {
  const chosen = biens.find(({ id }) => id === rest.value)
  return (
    <LookupSelect
      {...rest}
      options={biens}
      clearable
      comboboxProps={WIDE}
      classNames={{ input: styles.input }}
      // The field shows the beginning of a long name, which is the same of two lots; here it stands whole.
      description={chosen?.lieu && <span data-nom>{chosen.lieu}</span>}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      renderLine={({ value, label }) => (
        <span className={styles.option}>
          <span data-nom>{label}</span>
          <Reste bien={biens.find(({ id }) => String(id) === value)} />
        </span>
      )}
    />
  )
}

function Reste({ bien }: { bien: BienOffert | undefined }) {
  if (!bien || bien.reste === null) return null
  return (
    <span className={styles.reste}>
      {estSolde(bien) ? (
        'soldé'
      ) : (
        <>
          reste <Montant decimal={bien.reste} />
        </>
      )}
    </span>
  )
}
