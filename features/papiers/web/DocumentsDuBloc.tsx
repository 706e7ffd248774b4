import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { documentsDeBlocEndpoints } from '#features/papiers/papiers.contract.ts'
import { AnnulerDocument } from '#features/papiers/web/AnnulerDocument.tsx'
import {
  documentsDuBlocQuery,
  printPapier,
  type DocumentLu,
  type PapierPossible,
} from '#features/papiers/web/documents.queries.ts'
import { EtablirAvancement } from '#features/papiers/web/EtablirAvancement.tsx'
import { ListeDesDocuments } from '#features/papiers/web/ListeDesDocuments.tsx'
import { messageOf } from '#web/kit/call/api.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Rien } from '#web/kit/card/Panneau.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { Banner, Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useWork, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { InputScope } from '#web/kit/form/savedInput.ts'

interface DocumentsDuBlocProps {
  bloc: { id: number; nomloc: string }
  onClose: () => void
}

type Ouvert = { etablir: true } | { annuler: Pick<DocumentLu, 'id' | 'numero' | 'libelle'> }

/** The attestations of the progress of works of a bloc, and the one that may be issued now. */
export function DocumentsDuBloc({ bloc, onClose }: DocumentsDuBlocProps) {
  const query = useQuery(documentsDuBlocQuery(bloc.id))
  const [opened, setOpened] = useOpened<Ouvert>('attestation')
  const banners = useBanners()
  const work = useWork(banners)
  const close = () => setOpened(null)
  return (
    <>
      <Dialog
        title={`Attestation d'avancement - ${bloc.nomloc}`}
        size="xl"
        onClose={onClose}
        dismissible={opened === null}
      >
        <Banners banners={banners} />
        <WorkBar work={work} />
        <Results
          query={query}
          loading="Chargement des documents..."
          error="Erreur lors du chargement des documents."
          cards={1}
        >
          {({ data, possibles: [possible] }) => (
            <div className="column gap-16">
              {possible && <Etablir possible={possible} onOpen={() => setOpened({ etablir: true })} />}
              {data.length === 0 ? (
                <Rien>Aucun document établi.</Rien>
              ) : (
                <ListeDesDocuments
                  documents={data}
                  busy={work.label !== null}
                  onPrint={(document) => void printPapier(work, document)}
                  onCancel={({ id, numero, libelle }) => setOpened({ annuler: { id, numero, libelle } })}
                />
              )}
            </div>
          )}
        </Results>
      </Dialog>
      {opened && (
        <InputScope value="attestation">
          {'annuler' in opened ? (
            <AnnulerDocument document={opened.annuler} onClose={close} onSaved={banners.success} />
          ) : (
            <EtablirAvancement
              bloc={bloc}
              remarques={query.data?.possibles[0]?.remarques ?? []}
              onClose={close}
              onSaved={banners.success}
              onPrintFailed={(error) =>
                banners.error(messageOf(error, "Erreur lors de l'impression du document."), null)
              }
            />
          )}
        </InputScope>
      )}
    </>
  )
}

function Etablir({ possible: { empeche }, onOpen }: { possible: PapierPossible; onOpen: () => void }) {
  const peut = usePeut()
  if (!peut(documentsDeBlocEndpoints.etablir)) return null
  if (empeche !== null) return <Banner kind="info">{empeche}</Banner>
  return (
    <Button
      className="at-start"
      leftSection={<IconPlus size={18} stroke={1.6} />}
      onClick={onOpen}
      data-autofocus
    >
      Établir une attestation
    </Button>
  )
}
