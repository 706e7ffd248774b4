import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import type { Profil } from '#features/acces/profil.contract.ts'
import styles from '#features/acces/web/Profil.module.css'
import { formatCompte } from '#shared/texte.ts'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'

const InstallerLeCode = lazyDialog(() => import('#features/acces/web/InstallerLeCode.tsx'), 'InstallerLeCode')
const NouveauxCodes = lazyDialog(() => import('#features/acces/web/NouveauxCodes.tsx'), 'NouveauxCodes')
const RetirerLeCode = lazyDialog(() => import('#features/acces/web/RetirerLeCode.tsx'), 'RetirerLeCode')

/** From so few recovery codes on the panel advises new ones. */
const PEU = 3

interface CodeALaConnexionProps {
  etat: Profil['second_facteur']
  onDone: (message: string) => void
}

/** The member's code at sign-in (D.11). Its dialogs are not restored after an expired session: they begin with the password. */
export function CodeALaConnexion({ etat: { actif, codes_restants }, onDone }: CodeALaConnexionProps) {
  const [opened, setOpened] = useState<'installer' | 'codes' | 'retirer' | null>(null)
  const close = () => setOpened(null)
  return (
    <section className={`stack card gap-12 ${styles.large}`} aria-labelledby="profil-code">
      <div className="row between gap-8-16">
        <div className="row gap-8">
          <Title order={2} id="profil-code">
            Code à la connexion
          </Title>
          {actif && <StatusBadge tone="green">Actif</StatusBadge>}
        </div>
        {actif ? (
          <div className="row gap-8">
            <Button variant="default" size="sm" onClick={() => setOpened('codes')}>
              Nouveaux codes
            </Button>
            <Button variant="default" size="sm" onClick={() => setOpened('retirer')}>
              Retirer
            </Button>
          </div>
        ) : (
          <Button variant="default" size="sm" onClick={() => setOpened('installer')}>
            Activer
          </Button>
        )}
      </div>
      {actif ? (
        <Reste nombre={codes_restants} />
      ) : (
        <p className="dim flat">
          Un code de votre téléphone, en plus du mot de passe, pour chaque connexion : qui apprend votre mot
          de passe n'entre pas.
        </p>
      )}
      {opened === 'installer' && <InstallerLeCode onClose={close} />}
      {opened === 'codes' && <NouveauxCodes onClose={close} />}
      {opened === 'retirer' && <RetirerLeCode onClose={close} onDone={onDone} />}
    </section>
  )
}

function Reste({ nombre }: { nombre: number }) {
  return (
    <p className="flat">
      <span className={nombre < PEU ? 'bold warn' : 'bold'}>
        {formatCompte(nombre, 'code de secours', 'codes de secours')}
      </span>
      <span className="dim">
        {nombre < PEU ? ' : demandez-en de nouveaux.' : ', chacun pour une connexion sans votre téléphone.'}
      </span>
    </p>
  )
}
