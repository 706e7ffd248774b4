import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LibererOption } from '#features/options/web/LibererOption.tsx'
import styles from '#features/options/web/options.module.css'
import { optionsQueries, type BienNomme, type OptionLue } from '#features/options/web/options.queries.ts'
import { direReste } from '#features/options/web/options.texts.ts'
import { ProlongerOption } from '#features/options/web/ProlongerOption.tsx'
import { useVendre } from '#features/options/web/vendre.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { PhoneLink } from '#web/kit/ContactLinks.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import { ClientLink } from '#web/kit/EntityLinks.tsx'
import { Results } from '#web/kit/Results.tsx'
import { useOpened } from '#web/kit/useOpened.ts'
import { usePeut } from '#web/kit/usePeut.ts'

type Acte = 'prolonger' | 'liberer' | 'vendre'

interface OptionDialogProps {
  bien: BienNomme
  onClose: () => void
  onSaved: (message: string) => void
}

/** Whom a bien is held for and until when, and what can be done about it: each takes the place of this dialog. */
export function OptionDialog({ bien, onClose, onSaved }: OptionDialogProps) {
  const query = useQuery(optionsQueries.ofBien(bien.id))
  const [opened, setOpened] = useOpened<{ acte: Acte; option: OptionLue }>('acte-sur-option')
  const renderVendre = useVendre()
  const dialog = {
    onClose: () => setOpened(null),
    onSaved: (message: string) => (onSaved(message), onClose()),
  }
  if (opened?.acte === 'prolonger') return <ProlongerOption option={opened.option} {...dialog} />
  if (opened?.acte === 'liberer') return <LibererOption option={opened.option} {...dialog} />
  if (opened) return renderVendre({ bien, option: opened.option, ...dialog })
  return (
    <Dialog title={`Option sur ${libelleDuBien(bien.type, bien.numero)}`} onClose={onClose}>
      <Results query={query} loading="Chargement..." error="Erreur lors du chargement des options." cards={0}>
        {(option) =>
          option && (option.etat === 'en_cours' || option.etat === 'expiree') ? (
            <Ouverte option={option} onAct={(acte) => setOpened({ acte, option })} />
          ) : (
            <p>Cette option est close.</p>
          )
        }
      </Results>
    </Dialog>
  )
}

const direDelai = ({ etat, jours_restants: jours }: OptionLue) =>
  etat === 'expiree' ? 'expirée' : jours === 0 ? direReste(0) : `il reste ${direReste(jours)}`

function Ouverte({ option, onAct }: { option: OptionLue; onAct: (acte: Acte) => void }) {
  const { client_id, nom, tel, expire_le, prise_le, prise_par, note, etat } = option
  const peut = usePeut()
  return (
    <>
      <Facts
        facts={[
          {
            label: 'Titulaire',
            value: client_id === null ? nom : <ClientLink id={client_id} nomComplet={nom} />,
          },
          { label: 'Téléphone', value: <PhoneLink tel={tel ?? ''} /> },
          { label: "Jusqu'au", value: `${formatJourCourt(expire_le)}, ${direDelai(option)}` },
          {
            label: 'Prise le',
            value: (
              <>
                {formatJourCourt(prise_le)} par <bdi>{prise_par}</bdi>
              </>
            ),
          },
          note !== null && { label: 'Note', value: note },
        ]}
      />
      {peut({ access: 'ventes' }) && (
        <div className={styles.actes}>
          {etat === 'en_cours' && (
            <Button variant="default" onClick={() => onAct('liberer')}>
              Libérer
            </Button>
          )}
          <Button variant="default" onClick={() => onAct('prolonger')}>
            Prolonger
          </Button>
          {etat === 'en_cours' && <Button onClick={() => onAct('vendre')}>Vendre à ce titulaire</Button>}
        </div>
      )}
    </>
  )
}
