import { Button } from '@mantine/core'
import { IconChecks, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { printBordereau, RemiseBar } from '#features/cheques/web/RemisesTab.tsx'
import styles from '#features/cheques/web/cheques.module.css'
import { chequesEntiers } from '#features/cheques/web/cheques.onglets.ts'
import { chequesQueries, type ChequeLu, type RemiseLue } from '#features/cheques/web/cheques.queries.ts'
import { formatCheques } from '#features/cheques/web/cheques.words.ts'
import { formatCompteBancaire } from '#features/comptes/comptes.words.ts'
import { ChequesDeRemise } from '#features/cheques/web/ChequesTable.tsx'
import { MarquerEncaisses } from '#features/cheques/web/MarquerEncaisses.tsx'
import { fromDecimal } from '#shared/argent.ts'
import { formatJourLong } from '#shared/dates.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { InputScope } from '#web/kit/form/savedInput.ts'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useWork, whileBusy, WorkBar } from '#web/kit/feedback/WorkBar.tsx'

interface RemiseDialogProps {
  remise: Pick<RemiseLue, 'id' | 'numero'>
  onClose: () => void
  onEncaisses: (ids: readonly number[]) => void
}

export function RemiseDialog({ remise, onClose, onEncaisses }: RemiseDialogProps) {
  const query = useQuery(chequesQueries.remise(remise.id))
  const [clearing, setClearing] = useOpened<{ cheques: readonly ChequeLu[] }>('encaissement')
  const banners = useBanners()
  const work = useWork(banners)
  const peut = usePeut()
  return (
    <>
      <Dialog
        title={`Remise N° ${remise.numero}`}
        onClose={onClose}
        size="xl"
        dismissible={clearing === null}
      >
        <Banners banners={banners} />
        <WorkBar work={work} />
        <Results
          query={query}
          loading="Chargement de la remise..."
          error="Erreur lors du chargement des chèques."
          cards={1}
          wide
        >
          {({ jour, compte, nombre, montant, cheques, ...comptes }) => {
            const waiting = chequesEntiers(cheques.filter(({ etat }) => etat === 'remis'))
            return (
              <div className="column gap-16">
                <Facts
                  facts={[
                    { label: 'Date de remise', value: jour && formatJourLong(jour) },
                    { label: 'Compte', value: formatCompteBancaire(compte) },
                    { label: 'Montant', value: formatCheques(nombre, fromDecimal(montant)) },
                  ]}
                />
                <RemiseBar remise={comptes} />
                <div className={`wrap gap-8 ${styles.boutons}`}>
                  <Button
                    variant="default"
                    leftSection={<IconPrinter size={18} stroke={1.6} />}
                    {...whileBusy(work.label !== null)}
                    onClick={() => void printBordereau(work, remise)}
                  >
                    Bordereau
                  </Button>
                  {waiting.length > 0 && peut(chequesEndpoints.encaisser) && (
                    <Button
                      leftSection={<IconChecks size={18} stroke={1.6} />}
                      onClick={() => setClearing({ cheques: waiting })}
                    >
                      Marquer encaissés
                    </Button>
                  )}
                </div>
                <ChequesDeRemise rows={cheques} />
              </div>
            )
          }}
        </Results>
      </Dialog>
      {clearing && (
        <InputScope value="encaissement">
          <MarquerEncaisses
            cheques={clearing.cheques}
            onClose={() => setClearing(null)}
            onDone={(message, ids) => {
              banners.success(message)
              onEncaisses(ids)
            }}
          />
        </InputScope>
      )}
    </>
  )
}
