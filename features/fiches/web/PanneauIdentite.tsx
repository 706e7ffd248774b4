import { Button } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Panneau } from '#web/kit/Panneau.tsx'
import { NOMS_DES_PIECES_D_IDENTITE, NOMS_DES_SITUATIONS } from '#features/fiches/fiches.codes.ts'
import { fichesEndpoints } from '#features/fiches/fiches.contract.ts'
import type { FicheLue } from '#features/fiches/web/fiches.queries.ts'
import styles from '#features/fiches/web/fiches.module.css'
import { formatJourCourt } from '#shared/dates.ts'
import { PhoneLink } from '#web/kit/ContactLinks.tsx'
import { Facts } from '#web/kit/EntityCard.tsx'
import { usePeut } from '#web/kit/usePeut.ts'

const said = (value: ReactNode) => value ?? <span className={styles.dim}>Non spécifié</span>
const jour = (day: string | null) => said(day && formatJourCourt(day))

/** Who he is before the law: what a contract or an attestation asks for. */
export function PanneauIdentite({ fiche, onEdit }: { fiche: FicheLue; onEdit: () => void }) {
  const peut = usePeut()
  const { situation, piece_type, tel2 } = fiche
  return (
    <Panneau
      title="Identité"
      buttons={
        peut(fichesEndpoints.update) && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconId size={18} stroke={1.6} />}
            onClick={onEdit}
          >
            Compléter l'identité
          </Button>
        )
      }
    >
      <div className={styles.identite}>
        <Facts
          facts={[
            {
              label: 'Nom en arabe',
              value: said(
                fiche.nom_ar && (
                  <bdi lang="ar" dir="rtl">
                    {fiche.nom_ar}
                  </bdi>
                ),
              ),
            },
            { label: 'Deuxième téléphone', value: said(tel2 && <PhoneLink tel={tel2} />) },
            { label: 'Né(e) le', value: jour(fiche.naissance_le) },
            { label: 'À', value: said(fiche.naissance_lieu) },
            { label: 'Profession', value: said(fiche.profession) },
            { label: 'Situation familiale', value: said(situation && NOMS_DES_SITUATIONS[situation]) },
          ]}
        />
        <Facts
          facts={[
            { label: 'NIN', value: said(fiche.nin) },
            {
              label: "Pièce d'identité",
              value: said(piece_type && NOMS_DES_PIECES_D_IDENTITE[piece_type]),
            },
            { label: 'Numéro', value: said(fiche.piece_numero) },
            { label: 'Délivrée le', value: jour(fiche.piece_delivree_le) },
            { label: 'Par', value: said(fiche.piece_lieu) },
          ]}
        />
      </div>
    </Panneau>
  )
}
