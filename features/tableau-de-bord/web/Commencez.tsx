import { Button } from '@mantine/core'
import { use, useState } from 'react'
import styles from '#features/tableau-de-bord/web/Dashboard.module.css'
import { aideAt, PAGES_D_AIDE, type PageDAide } from '#shared/aide.ts'
import { ROLE_LIBELLES, type Role } from '#shared/droits.ts'
import { RoleContext } from '#web/kit/call/usePeut.ts'
import { returnFocus } from '#web/kit/dialog/focus.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { readStorage, writeStorage } from '#web/kit/frame/storage.ts'

/** Where each rôle begins; the direction has its first steps instead (entree-2 G). */
const PAGES: Readonly<Partial<Record<Role, PageDAide>>> = {
  caisse: 'encaisser-et-corriger',
  commercial: 'vendre-un-bien',
  comptable: 'fin-du-mois',
  lecture: 'avant-de-commencer',
}

const keyOf = (role: Role) => `diyar.commencez.${role}`

/** Says once a browser what the rôle of the member does first. A browser that several rôles share says it to each. */
export function Commencez() {
  const role = use(RoleContext)
  const page = role === null ? undefined : PAGES[role]
  const [dits, setDits] = useState<readonly Role[]>([])
  if (role === null || page === undefined || dits.includes(role) || readStorage(keyOf(role)) !== null)
    return null
  const fermer = () => {
    writeStorage(keyOf(role), 'lu')
    setDits([...dits, role])
    setTimeout(() => returnFocus(null))
  }
  return (
    <div className={`no-print ${styles.avis}`}>
      <Banner
        kind="info"
        action={
          <span className="line gap-8">
            <Button
              variant="default"
              size="sm"
              component="a"
              href={aideAt(page)}
              target="_blank"
              rel="noreferrer"
              onClick={fermer}
            >
              Lire
            </Button>
            <Button variant="subtle" size="sm" onClick={fermer}>
              Fermer
            </Button>
          </span>
        }
      >
        Vous êtes {ROLE_LIBELLES[role]}. Commencez par « {PAGES_D_AIDE[page]} ».
      </Banner>
    </div>
  )
}
