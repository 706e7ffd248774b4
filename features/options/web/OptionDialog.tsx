import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LibererOption } from '#features/options/web/LibererOption.tsx'
import styles from '#features/options/web/options.module.css'
import { optionsQueries, type BienNomme, type OptionLue } from '#features/options/web/options.queries.ts'
import { describeReste } from '#features/options/web/options.words.ts'
import { ProlongerOption } from '#features/options/web/ProlongerOption.tsx'
import { leBien } from '#shared/biens.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'

const VendreLeBien = lazyDialog(() => import('#features/biens/web/VendreLeBien.tsx'), 'VendreLeBien')

type Acte = 'prolonger' | 'liberer' | 'vendre'

interface OptionDialogProps {
  bien: BienNomme
  onClose: () => void
  onSaved: (message: string) => void
}

/** Details of an option; each action opens in the place of this dialog. */
export function OptionDialog({ bien, onClose, onSaved }: OptionDialogProps) {
  const query = useQuery(optionsQueries.ofBien(bien.id))
  const [opened, setOpened] = useOpened<{ acte: Acte; option: OptionLue }>('acte-sur-option')
  const dialog = {
    onClose: () => setOpened(null),
    onSaved: (message: string) => (onSaved(message), onClose()),
  }
  if (opened?.acte === 'prolonger') return <ProlongerOption option={opened.option} {...dialog} />
  if (opened?.acte === 'liberer') return <LibererOption option={opened.option} {...dialog} />
  if (opened) return <VendreLeBien bien={bien} option={opened.option} {...dialog} />
  return (
    <Dialog title={`Option sur ${leBien(bien)}`} onClose={onClose}>
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

const describeDelai = ({ etat, jours_restants: jours }: OptionLue) =>
  etat === 'expiree' ? 'expirée' : jours === 0 ? describeReste(0) : `il reste ${describeReste(jours)}`

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
          { label: "Jusqu'au", value: `${formatJourCourt(expire_le)}, ${describeDelai(option)}` },
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
        <div className={`wrap end gap-8 ${styles.actes}`}>
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
