import { Button, TextInput, Title } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import section from '#features/parametres/web/Parametres.module.css'
import { stadeInput, type Stade } from '#features/echeanciers/stades.contract.ts'
import styles from '#features/echeanciers/web/stades.module.css'
import {
  modelesQuery,
  useCreateStade,
  useDeleteStade,
  useUpdateStade,
} from '#features/echeanciers/web/stades.queries.ts'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { InputScope } from '#web/kit/form/savedInput.ts'
import { useDeletion } from '#web/kit/dialog/confirm.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'

export function StadesSection() {
  const id = useId()
  const query = useQuery(modelesQuery)
  const [opened, setOpened] = useOpened<{ stade?: Stade }>('stade')
  const banners = useBanners()
  const update = useUpdateStade()
  const remove = useDeleteStade()
  const confirmDeletion = useDeletion(banners.success, (message) => banners.error(message, null))
  async function move({ id: stade, nom, rang, version }: Stade, by: -1 | 1) {
    try {
      const saved = await update.mutateAsync({ id: stade, nom, rang: rang + by, version })
      banners.success(saved.message)
    } catch (error) {
      banners.error(messageOf(error, "Erreur lors de l'enregistrement du stade."), null)
    }
  }
  return (
    <section className={`column card gap-16 ${section.section}`} aria-labelledby={id}>
      <Title order={2} id={id} className={section.title}>
        Stades des travaux
      </Title>
      <Banners banners={banners} />
      <Results
        query={query}
        loading="Chargement des stades..."
        error="Erreur lors du chargement des stades."
        cards={0}
      >
        {({ stades }) => (
          <>
            {stades.length === 0 && <p className="dim flat">Aucun stade défini.</p>}
            <ol className={`stack list gap-4 ${styles.liste}`}>
              {stades.map((stade, index) => (
                <li key={stade.id}>
                  <span className={styles.nom} data-nom>
                    {stade.nom}
                  </span>
                  <IconAction
                    icon={IconArrowUp}
                    label={`Monter ${stade.nom}`}
                    busy={index === 0 || update.isPending}
                    onClick={() => void move(stade, -1)}
                  />
                  <IconAction
                    icon={IconArrowDown}
                    label={`Descendre ${stade.nom}`}
                    busy={index === stades.length - 1 || update.isPending}
                    onClick={() => void move(stade, 1)}
                  />
                  <IconAction
                    icon={IconEdit}
                    label={`Modifier ${stade.nom}`}
                    onClick={() => setOpened({ stade })}
                  />
                  <IconAction
                    icon={IconTrash}
                    label={`Supprimer ${stade.nom}`}
                    danger
                    onClick={() =>
                      void confirmDeletion({
                        title: 'Supprimer le stade',
                        body: `Supprimer le stade ${stade.nom} ? Cette action est définitive.`,
                        fallback: 'Erreur lors de la suppression du stade.',
                        action: () => remove.mutateAsync(stade.id),
                      })
                    }
                  />
                </li>
              ))}
            </ol>
            <Button
              className={section.add}
              variant="subtle"
              size="sm"
              leftSection={<IconPlus size={18} stroke={1.6} />}
              onClick={() => setOpened({})}
            >
              Ajouter un stade
            </Button>
          </>
        )}
      </Results>
      {opened && (
        <InputScope value="stade">
          <NomDuStade stade={opened.stade} onClose={() => setOpened(null)} onSaved={banners.success} />
        </InputScope>
      )}
    </section>
  )
}

interface NomDuStadeProps {
  stade: Stade | undefined
  onClose: () => void
  onSaved: (message: string) => void
}

function NomDuStade({ stade, onClose, onSaved }: NomDuStadeProps) {
  const form = useContractForm(stadeInput, { nom: stade?.nom ?? '', nom_ar: stade?.nom_ar ?? '' })
  const create = useCreateStade()
  const update = useUpdateStade()
  const idempotencyKey = useIdempotencyKey()
  return (
    <FormDialog
      title={stade ? 'Modifier le stade' : 'Ajouter un stade'}
      form={form}
      onSubmit={async (values) => {
        const saved = stade
          ? await update.mutateAsync({ ...values, id: stade.id, version: stade.version })
          : await create.mutateAsync({ ...values, idempotencyKey })
        onSaved(saved.message)
      }}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel={stade ? 'Mise à jour...' : 'Enregistrement...'}
      fallback="Erreur lors de l'enregistrement du stade."
    >
      <TextInput
        label="Nom"
        withAsterisk
        required
        maxLength={120}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('nom')}
      />
      <TextInput
        label="Nom en arabe"
        dir="rtl"
        lang="ar"
        maxLength={120}
        autoComplete="off"
        {...withPrintHint(form.getInputProps('nom_ar'))}
      />
    </FormDialog>
  )
}
