import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { ClientOptions } from '#features/clients/web/ClientSelect.tsx'
import { type ChampBien, CHAMPS_DU_BIEN } from '#features/paiements/web/bienDuPaiement.ts'
import styles from '#features/paiements/web/ChoixDuBien.module.css'
import { clientsAPayer } from '#features/paiements/web/paiements.queries.ts'
import { type BienOffert, estSolde } from '#features/paiements/web/biensAPayer.ts'
import { isoleLieux } from '#shared/texte.ts'
import {
  AUCUN_BIEN,
  bienChoisi,
  type BiensOfferts,
  type Saisie,
} from '#features/paiements/web/saisieDuPaiement.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { FieldTrio } from '#web/kit/form/FieldPair.tsx'
import { type LookupProps, LookupSelect } from '#web/kit/select/LookupSelect.tsx'

/** The search of clients for the payment form (D3 §7). */
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
  /** True when the focus starts on the client: client and bien are not both known. */
  startsHere: boolean
}

/** The client, then one bien. A choice in one of the three lists clears and disables the other two (D3 §4). */
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
  /** Moves the focus to the amount after a choice by hand. The move is immediate, because the next key may be a digit. */
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
    if (client_id === null) return "Client d'abord"
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
      <p className="warn flat if-any" role="status">
        {rien &&
          (owned.length > 0
            ? "Tous les biens de ce client sont soldés : il n'a plus rien à payer."
            : "Aucun bien n'est attribué à ce client : il n'a rien à payer.")}
      </p>
      {LISTES.map(({ champ, pluriel }) => (
        <Failure key={champ} query={queries[champ]} text={`Erreur lors du chargement des ${pluriel}.`} />
      ))}
      <BienEntier champ={chosen} id={chosen && form.values[chosen]} offerts={offerts} />
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

interface BienEntierProps {
  champ: ChampBien | undefined
  id: number | null | undefined
  offerts: BiensOfferts['offerts']
}

/** The chosen bien named whole: its list cuts a long name, and two lots may begin alike (ecrans §12). */
function BienEntier({ champ, id, offerts }: BienEntierProps) {
  const bien = champ && offerts[champ].find((one) => one.id === id)
  const liste = LISTES.find((one) => one.champ === champ)
  if (!bien || !liste) return null
  return (
    <p className="bold flat anywhere">
      {liste.label} <span data-nom>{isoleLieux(bien.nom, bien.lieu)}</span>
    </p>
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

/** Wider than the field, which is a third of a row; on a phone as wide as the dialog. */
const WIDE = { width: 'min(380px, calc(90vw - 32px))', position: 'bottom-start' } as const

type ListeDesBiensProps = LookupProps &
  Pick<ComponentProps<typeof LookupSelect>, 'onTaken'> & { biens: readonly BienOffert[] }

function ListeDesBiens({ biens, ...rest }: ListeDesBiensProps) {
  return (
    <LookupSelect
      {...rest}
      options={biens}
      clearable
      comboboxProps={WIDE}
      classNames={{ input: styles.input }}
      renderLine={({ value, label }) => (
        <span className="stack anywhere shrinks grow">
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
    <span className="dim small">
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

interface SuiteDuClient {
  form: UseFormReturnType<Saisie>
  /** True when the form opens with a client, without a bien and untouched: the next step then follows at once. */
  atOnce: boolean
  /** The three lists of the client; null while one is loading or has failed. */
  offerts: Record<ChampBien, BienOffert[]> | null
  choose: (champ: ChampBien, id: number) => void
}

/**
 * The step after the choice of a client. A single bien with a remainder is chosen and the focus goes to the amount; with several, the first
 * list that has one opens. The lists may load late, so a member who has acted meanwhile keeps the focus, and an open choice is not
 * disturbed. Call the returned function when a client is chosen.
 */
function useSuiteDuClient({ form, atOnce, offerts, choose }: SuiteDuClient): () => void {
  /** A new object for each choice; null once it is done. */
  const [choice, setChoice] = useState<object | null>(atOnce ? {} : null)
  const actedRef = useActed()
  const follow = useEffectEvent(() => {
    setChoice(null)
    if (!offerts || bienChoisi(form.getValues()) !== null || isChoosing()) return
    const left = CHAMPS_DU_BIEN.flatMap((champ) =>
      offerts[champ].filter((bien) => !estSolde(bien)).map(({ id }) => ({ champ, id })),
    )
    const [first] = left
    if (!first) return
    const lists = CHAMPS_DU_BIEN.map((champ) => form.getInputNode(champ))
    // The focus may also move when it is still within the lists, or when its element has disappeared.
    const free = !actedRef.current || [document.body, ...lists].some((place) => place === focused())
    if (left.length === 1) choose(first.champ, first.id)
    if (!free) return
    if (left.length === 1) focusMontant(form)
    else open(form.getInputNode(first.champ))
  })
  const ready = choice !== null && offerts !== null
  useEffect(() => {
    if (!ready) return undefined
    // The time-out lets the Tab that chose the client move the focus first.
    const timer = setTimeout(follow)
    return () => clearTimeout(timer)
  }, [ready])
  return () => {
    actedRef.current = false
    setChoice({})
  }
}

/** Focuses the amount with its text selected, so that typing replaces it. */
function focusMontant(form: UseFormReturnType<Saisie>): void {
  const amount = form.getInputNode('versement')
  amount?.focus()
  if (amount instanceof HTMLInputElement) amount.select()
}

const ACTS = ['keydown', 'pointerdown', 'beforeinput'] as const

/** A ref that becomes true at a key, a button, or text from elsewhere (dictated, pasted by a menu); modifier keys alone do not count. */
function useActed() {
  const actedRef = useRef(false)
  useEffect(() => {
    const note = (event: Event) => {
      const held = event instanceof KeyboardEvent && /^(?:Shift|Control|Alt|Meta)/.test(event.key)
      if (!held) actedRef.current = true
    }
    for (const type of ACTS) document.addEventListener(type, note, true)
    return () => {
      for (const type of ACTS) document.removeEventListener(type, note, true)
    }
  }, [])
  return actedRef
}

const focused = () => document.activeElement
const isChoosing = () => focused()?.getAttribute('aria-expanded') === 'true'

function open(list: HTMLElement | null): void {
  list?.focus()
  list?.click()
}
