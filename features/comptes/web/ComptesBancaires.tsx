import { Button } from '@mantine/core'
import { IconEdit, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { comptesEndpoints } from '#features/comptes/comptes.contract.ts'
import styles from '#features/comptes/web/comptes.module.css'
import { lesComptes, type CompteLu } from '#features/comptes/web/comptes.queries.ts'
import { CompteForm } from '#features/comptes/web/CompteForm.tsx'
import { formatCompte } from '#shared/texte.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { InputScope } from '#web/kit/form/savedInput.ts'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Numero } from '#web/kit/card/Nom.tsx'

export function ComptesBancaires({ onClose }: { onClose: () => void }) {
  const query = useQuery(lesComptes())
  const [form, setForm] = useOpened<{ compte?: CompteLu }>('compte')
  const banners = useBanners()
  const peut = usePeut()
  const add = peut(comptesEndpoints.create) && (
    <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setForm({})}>
      Ajouter un compte
    </Button>
  )
  return (
    <>
      <Dialog title="Comptes bancaires" onClose={onClose} size="lg" dismissible={form === null}>
        <Banners banners={banners} />
        <Results
          query={query}
          loading="Chargement des comptes bancaires..."
          error="Erreur lors du chargement des comptes bancaires."
          cards={0}
        >
          {({ data: comptes }) =>
            comptes.length === 0 ? (
              <EmptyState action={add}>Aucun compte bancaire.</EmptyState>
            ) : (
              <>
                <ul className={`stack list parted ${styles.comptes}`} aria-label="Comptes bancaires">
                  {comptes.map((compte) => (
                    <li key={compte.id} className="line gap-12">
                      <span className="grow shrinks anywhere">
                        <strong data-nom>{compte.banque}</strong>
                        {compte.agence !== null && <span data-nom>, {compte.agence}</span>}
                        <span className="under">
                          <Numero>{compte.numero}</Numero> · {formatCompte(compte.remises, 'remise')}
                        </span>
                      </span>
                      <StatusBadge tone={compte.actif ? 'green' : 'gray'}>
                        {compte.actif ? 'Utilisé' : 'Non utilisé'}
                      </StatusBadge>
                      {peut(comptesEndpoints.update) && (
                        <IconAction
                          icon={IconEdit}
                          label={`Modifier le compte ${compte.numero}`}
                          onClick={() => setForm({ compte })}
                        />
                      )}
                    </li>
                  ))}
                </ul>
                {add}
              </>
            )
          }
        </Results>
      </Dialog>
      {form && (
        <InputScope value="compte">
          <CompteForm compte={form.compte} onClose={() => setForm(null)} onSaved={banners.success} />
        </InputScope>
      )}
    </>
  )
}
