import { Button, Title } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { comptesEndpoints } from '#features/comptes/comptes.contract.ts'
import { lesComptes } from '#features/comptes/web/comptes.queries.ts'
import styles from '#features/parametres/web/Parametres.module.css'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Numero } from '#web/kit/card/Nom.tsx'

const ComptesBancaires = lazyDialog(
  () => import('#features/comptes/web/ComptesBancaires.tsx'),
  'ComptesBancaires',
)

export function ComptesSection() {
  const [opened, setOpened] = useOpened<{ comptes: true }>('comptes')
  const peut = usePeut()
  const id = useId()
  const allowed = peut(comptesEndpoints.list)
  const { data } = useQuery({ ...lesComptes(), enabled: allowed })
  if (!allowed) return null
  const actifs = data?.data.filter(({ actif }) => actif) ?? []
  return (
    <section className={`column card gap-16 ${styles.section}`} aria-labelledby={id}>
      <Title order={2} id={id} className={styles.title}>
        Comptes bancaires
      </Title>
      <p className="dim flat">Les comptes sur lesquels les chèques sont remis.</p>
      {data && actifs.length === 0 && <p className="dim flat">Aucun compte bancaire.</p>}
      {actifs.length > 0 && (
        <ul className="stack list anywhere gap-6">
          {actifs.map((compte) => (
            <li key={compte.id}>
              <strong data-nom>{compte.banque}</strong>
              {compte.agence !== null && <span data-nom>, {compte.agence}</span>}{' '}
              <span className="dim" data-nom>
                <Numero>{compte.numero}</Numero>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="row gap-8">
        <Button
          variant="default"
          leftSection={<IconBuildingBank size={18} stroke={1.6} />}
          onClick={() => setOpened({ comptes: true })}
        >
          Gérer les comptes
        </Button>
      </div>
      {opened && <ComptesBancaires onClose={() => setOpened(null)} />}
    </section>
  )
}
