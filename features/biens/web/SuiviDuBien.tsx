import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  IconBookmark,
  IconBookmarkPlus,
  IconFolder,
  IconLock,
  IconLockOpen,
  type Icon,
} from '@tabler/icons-react'
import { leBien } from '#shared/biens.ts'
import type { BienSuivi, SuiviLu } from '#features/biens/web/lots.ts'
import type { ActeDeSuivi } from '#features/biens/web/SuiviDialog.tsx'
import type { Fact } from '#web/kit/card/EntityCard.tsx'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'
import type { Acte } from '#web/kit/table/MenuOuvert.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { dossierAt } from '#shared/paths.ts'

/** Whether a bien can be sold: it is free, under option or not, and not taken off sale. */
export const seVend = ({ estDispo, etat_bien }: Pick<BienSuivi, 'estDispo' | 'etat_bien'>): boolean =>
  estDispo && etat_bien !== 'bloque'

export const SuiviDialog = lazyDialog(() => import('#features/biens/web/SuiviDialog.tsx'), 'SuiviDialog')

export function faitsDuSuivi({ option, bloque_motif }: SuiviLu): (Fact | null)[] {
  return [
    option && {
      label: 'Option',
      value: <ClientLink id={option.client_id ?? 0} nomComplet={option.nom} />,
    },
    bloque_motif === null ? null : { label: 'Motif du blocage', value: bloque_motif },
  ]
}

type Suivre = (acte: ActeDeSuivi) => void

/** An act with the word of its button, where it has one. */
export type ActeNomme = Acte & { mot: string }

/** Acts of the option and of the blocage of a bien that its state and the member's rôle allow. */
export function useActesDuSuivi(): (bien: BienSuivi, onSuivi: Suivre) => ActeNomme[] {
  const peut = usePeut()
  return (bien, onSuivi) => {
    const { etat_bien, estDispo } = bien
    const acte = (code: ActeDeSuivi, mot: string, sur: string, icon: Icon): ActeNomme => ({
      mot,
      label: `${mot}${sur} ${leBien(bien)}`,
      icon,
      onClick: () => onSuivi(code),
    })
    const [libre, aBloquer] = [estDispo && etat_bien === 'libre', estDispo && peut({ access: 'patrimoine' })]
    return [
      ...(etat_bien === 'option' ? [acte('option', 'Option', ' sur', IconBookmark)] : []),
      ...(libre && peut({ access: 'ventes' })
        ? [acte('poser', 'Poser une option', ' sur', IconBookmarkPlus)]
        : []),
      ...(libre && aBloquer ? [acte('bloquer', 'Bloquer', '', IconLock)] : []),
      ...(etat_bien === 'bloque' && aBloquer ? [acte('debloquer', 'Débloquer', '', IconLockOpen)] : []),
    ]
  }
}

export function acteDuDossier({ vente_id, dossier }: Pick<SuiviLu, 'vente_id' | 'dossier'>): ActeNomme {
  return {
    mot: 'Dossier',
    label: `Ouvrir le dossier ${dossier}`,
    icon: IconFolder,
    to: dossierAt(vente_id ?? 0),
  }
}

/** The labelled act of a card. */
export function BoutonDActe({ acte: { mot, label, icon: ActeIcon, to, onClick } }: { acte: ActeNomme }) {
  return (
    <Button
      variant="light"
      leftSection={<ActeIcon size={18} stroke={1.6} />}
      aria-label={label}
      onClick={onClick}
      {...(to !== undefined && { renderRoot: (props: object) => <Link to={to} {...props} /> })}
    >
      {mot}
    </Button>
  )
}
