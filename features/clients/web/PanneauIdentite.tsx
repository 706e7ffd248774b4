import { IconId } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  NOMS_DES_CIVILITES,
  NOMS_DES_PIECES_D_IDENTITE,
  NOMS_DES_SITUATIONS,
} from '#features/clients/fiches.codes.ts'
import { fichesEndpoints } from '#features/clients/fiches.contract.ts'
import styles from '#features/clients/web/fiches.module.css'
import { fichesQueries, type CiviliteLue, type FicheLue } from '#features/clients/web/fiches.queries.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Panneau, PanneauButton } from '#web/kit/card/Panneau.tsx'

const said = (value: ReactNode) => value ?? <span className={styles.dim}>Non spécifié</span>
const jour = (day: string | null) => said(day && formatJourCourt(day))
const arabe = (texte: string | null | undefined) =>
  said(
    texte && (
      <bdi lang="ar" dir="rtl">
        {texte}
      </bdi>
    ),
  )

export function PanneauIdentite({ fiche, onEdit }: { fiche: FicheLue; onEdit: () => void }) {
  const peut = usePeut()
  const { data: civilite } = useQuery(fichesQueries.civilite(fiche.id))
  const { tel2 } = fiche
  return (
    <Panneau
      title="Identité"
      buttons={
        peut(fichesEndpoints.update) && (
          <PanneauButton icon={IconId} onClick={onEdit}>
            Compléter l'identité
          </PanneauButton>
        )
      }
    >
      <div className={styles.identite}>
        <Facts
          facts={[
            {
              label: 'Civilité',
              value: civilite?.genre ? (
                NOMS_DES_CIVILITES[civilite.genre]
              ) : (
                <span className={styles.dim}>{civilite && 'Non précisée'}</span>
              ),
            },
            { label: 'Nom en arabe', value: arabe(fiche.nom_ar) },
            { label: 'Adresse en arabe', value: arabe(civilite?.adresse_ar) },
            { label: 'Deuxième téléphone', value: said(tel2 && <PhoneLink tel={tel2} />) },
          ]}
        />
        {civilite?.genre === 'societe' ? (
          <Societe civilite={civilite} />
        ) : (
          <Personne fiche={fiche} civilite={civilite} />
        )}
      </div>
    </Panneau>
  )
}

function Societe({ civilite }: { civilite: CiviliteLue }) {
  return (
    <Facts
      facts={[
        { label: 'RC', value: said(civilite.rc) },
        { label: 'NIF', value: said(civilite.nif) },
        { label: 'Représentant', value: said(civilite.representant) },
        { label: 'Qualité', value: said(civilite.representant_qualite) },
        { label: 'Représentant, en arabe', value: arabe(civilite.representant_ar) },
        { label: 'Qualité, en arabe', value: arabe(civilite.representant_qualite_ar) },
      ]}
    />
  )
}

function Personne({ fiche, civilite }: { fiche: FicheLue; civilite: CiviliteLue | undefined }) {
  const { situation, piece_type } = fiche
  return (
    <>
      <Facts
        facts={[
          { label: 'Né(e) le', value: jour(fiche.naissance_le) },
          { label: 'À', value: said(fiche.naissance_lieu) },
          civilite?.naissance_lieu_ar
            ? { label: 'Lieu de naissance, en arabe', value: arabe(civilite.naissance_lieu_ar) }
            : null,
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
    </>
  )
}
