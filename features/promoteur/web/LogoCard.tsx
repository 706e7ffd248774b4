import { Button, FileButton, Title } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import section from '#features/parametres/web/Parametres.module.css'
import {
  logoQuery,
  useRemoveLogo,
  useSaveLogo,
  type PromoteurLu,
} from '#features/promoteur/web/promoteur.queries.ts'
import styles from '#features/promoteur/web/PromoteurSection.module.css'
import { messageOf } from '#web/kit/api.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { whileBusy } from '#web/kit/useWork.ts'

/** The logo of the papers, as it is on white: chosen, it is kept at once. */
export function LogoCard({
  promoteur,
  onSaved,
}: {
  promoteur: PromoteurLu
  onSaved: (message: string) => void
}) {
  const { id, logo } = promoteur
  const title = useId()
  const save = useSaveLogo()
  const remove = useRemoveLogo()
  const [failure, setFailure] = useState<string | null>(null)
  const reset = useRef<() => void>(null)
  const busy = save.isPending || remove.isPending
  async function change(work: () => Promise<{ message: string }>) {
    if (busy) return
    setFailure(null)
    try {
      onSaved((await work()).message)
    } catch (error) {
      setFailure(messageOf(error, "Erreur lors de l'enregistrement du logo."))
    }
  }
  return (
    <section className={section.section} aria-labelledby={title}>
      <Title order={2} id={title} className={section.title}>
        Logo
      </Title>
      {failure !== null && <Banner kind="error">{failure}</Banner>}
      {logo ? <Apercu id={id} /> : <p className={section.note}>Aucun logo.</p>}
      <p className={section.note}>
        En tête de tous les documents, sur 25 mm de large. PNG ou JPEG de 1000 × 1000 points et 200 Ko au
        plus.
      </p>
      <div className={section.actions}>
        <FileButton
          accept="image/png,image/jpeg,.png,.jpg,.jpeg"
          resetRef={reset}
          onChange={(file) => {
            // The same file may be chosen again after a refusal.
            reset.current?.()
            if (file) void change(() => save.mutateAsync({ id, file }))
          }}
        >
          {(props) => (
            <Button
              {...props}
              {...whileBusy(busy)}
              variant="default"
              leftSection={<IconPhoto size={18} stroke={1.6} />}
            >
              {save.isPending ? 'Enregistrement...' : 'Choisir une image'}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button
            variant="subtle"
            color="red"
            {...whileBusy(busy)}
            onClick={() => void change(() => remove.mutateAsync(id))}
          >
            Retirer
          </Button>
        )}
      </div>
    </section>
  )
}

function Apercu({ id }: { id: number }) {
  const { data } = useQuery(logoQuery(id))
  return <div className={styles.blanc}>{data && <img src={data} alt="Logo du promoteur" />}</div>
}
