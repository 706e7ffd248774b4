import { Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type KeyboardEvent } from 'react'
import { destinations, type Destination } from '#features/recherche/web/destinations.ts'
import styles from '#features/recherche/web/GlobalSearch.module.css'
import { rechercheQuery } from '#features/recherche/web/recherche.queries.ts'
import { messageOf } from '#web/api.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useDebounced } from '#web/ui/useDebounced.ts'

const DELAY_MS = 200

/** Clients, biens, residences and screens from one field; arrows choose, Enter goes there. */
export function SearchPalette({ initial, onClose }: { initial: string; onClose: () => void }) {
  const [text, setText] = useState(initial)
  const [active, setActive] = useState(0)
  const wanted = useDebounced(text.trim(), DELAY_MS)
  const query = useQuery(rechercheQuery(wanted))
  const navigate = useNavigate()
  const list = useId()
  const found = destinations(text, wanted ? (query.data?.data ?? []) : [])
  const current = Math.min(active, found.length - 1)
  const busy = text.trim() !== wanted || query.isFetching

  const go = ({ to, search }: Destination) => {
    onClose()
    void navigate({ to, search: search ?? {} })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = found[current]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setActive((current + step + found.length) % found.length)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      go(chosen)
    }
  }
  return (
    <Dialog title="Rechercher partout" onClose={onClose} size="lg">
      <TextInput
        className={styles.palette}
        data-autofocus
        role="combobox"
        aria-label="Client, lot, local, place, résidence ou écran"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? `${list}-${current}` : undefined}
        aria-autocomplete="list"
        placeholder="Client, lot, local, place, résidence ou écran…"
        value={text}
        maxLength={255}
        onChange={(event) => (setText(event.currentTarget.value), setActive(0))}
        onKeyDown={onKeyDown}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        rightSection={busy && wanted && <Loader size={18} role="status" aria-label="Recherche en cours" />}
      />
      {query.isError && (
        <Banner kind="error">{messageOf(query.error, 'Erreur lors de la recherche.')}</Banner>
      )}
      <div className={styles.list} id={list} role="listbox" aria-label="Résultats">
        {found.map((destination, index) => (
          <Option
            key={destination.key}
            id={`${list}-${index}`}
            destination={destination}
            selected={index === current}
            onChoose={() => go(destination)}
            onHover={() => setActive(index)}
          />
        ))}
      </div>
      <p className={styles.none} role="status">
        {found.length === 0 &&
          text.trim() !== '' &&
          !busy &&
          !query.isError &&
          `Rien ne correspond à « ${text.trim()} ».`}
        {text.trim() === '' &&
          'Tapez un nom, un numéro de lot ou le nom d’un écran. ↑ ↓ pour choisir, Entrée pour y aller.'}
      </p>
    </Dialog>
  )
}

interface OptionProps {
  id: string
  destination: Destination
  selected: boolean
  onChoose: () => void
  onHover: () => void
}

function Option({
  id,
  destination: { icon: Icon, title, under, client },
  selected,
  onChoose,
  onHover,
}: OptionProps) {
  return (
    // The field keeps the focus and handles the keys (aria-activedescendant); the mouse alone reaches an option.
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className={styles.option}
      onClick={onChoose}
      onMouseMove={onHover}
      ref={(element) => void (selected && element?.scrollIntoView({ block: 'nearest' }))}
    >
      <Icon size={20} stroke={1.6} aria-hidden />
      <span className={styles.names}>
        <span className={styles.title} data-nom>
          {title}
        </span>
        {under && <span className={styles.under}>{under}</span>}
      </span>
      {client && (
        <span className={styles.client} data-nom>
          {client}
        </span>
      )}
    </button>
  )
}
