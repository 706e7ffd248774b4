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
import { formatCompte } from '#shared/texte.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Panneau, PanneauButton } from '#web/kit/card/Panneau.tsx'

interface Ligne {
  label: string
  value: ReactNode
  /** False for a line that not every client needs: the civility, and the Arabic of a line that has its French. */
  attendue?: boolean
}

const arabe = (texte: string | null | undefined) =>
  texte && (
    <bdi lang="ar" dir="rtl">
      {texte}
    </bdi>
  )
const jour = (day: string | null) => day && formatJourCourt(day)
const isDite = ({ value }: Ligne): boolean => value != null && value !== ''

/** The identity: what is filled in, then one line that counts what is missing and opens the dialog (ecrans §10). */
export function PanneauIdentite({ fiche, onEdit }: { fiche: FicheLue; onEdit: () => void }) {
  const peut = usePeut()
  const { data: civilite, isPending } = useQuery(fichesQueries.civilite(fiche.id))
  const groupes = groupesOf(fiche, civilite)
  const remplis = groupes.map((lignes) => lignes.filter(isDite)).filter((lignes) => lignes.length > 0)
  const manque = groupes.flat().filter((ligne) => ligne.attendue !== false && !isDite(ligne)).length
  const vide = remplis.length === 0
  const modifie = peut(fichesEndpoints.update)
  // The civility tells which lines a company has, so nothing is counted before it is read.
  const reste =
    isPending || manque === 0
      ? null
      : formatCompte(manque, 'information à compléter', 'informations à compléter')
  const ligne =
    reste !== null &&
    (modifie ? (
      <PanneauButton icon={IconId} onClick={onEdit}>
        {reste}
      </PanneauButton>
    ) : (
      <span className="dim">{reste}</span>
    ))
  return (
    <Panneau
      title="Identité"
      buttons={
        vide
          ? ligne
          : modifie && (
              <PanneauButton icon={IconId} onClick={onEdit}>
                Compléter l'identité
              </PanneauButton>
            )
      }
    >
      {!vide && (
        <div className={`stack parted gap-12 ${styles.identite}`}>
          {remplis.map((lignes) => (
            <Facts key={lignes[0]?.label} facts={lignes} />
          ))}
          {ligne && <div>{ligne}</div>}
        </div>
      )}
    </Panneau>
  )
}

function groupesOf(fiche: FicheLue, civilite: CiviliteLue | undefined): Ligne[][] {
  const { tel2 } = fiche
  const commun: Ligne[] = [
    { label: 'Civilité', value: civilite?.genre && NOMS_DES_CIVILITES[civilite.genre], attendue: false },
    { label: 'Nom en arabe', value: arabe(fiche.nom_ar) },
    { label: 'Adresse en arabe', value: arabe(civilite?.adresse_ar), attendue: false },
    { label: 'Deuxième téléphone', value: tel2 && <PhoneLink tel={tel2} /> },
  ]
  return civilite?.genre === 'societe'
    ? [commun, societeOf(civilite)]
    : [commun, ...personneOf(fiche, civilite)]
}

const societeOf = (civilite: CiviliteLue): Ligne[] => [
  { label: 'RC', value: civilite.rc },
  { label: 'NIF', value: civilite.nif },
  { label: 'Représentant', value: civilite.representant },
  { label: 'Qualité', value: civilite.representant_qualite },
  { label: 'Représentant, en arabe', value: arabe(civilite.representant_ar), attendue: false },
  { label: 'Qualité, en arabe', value: arabe(civilite.representant_qualite_ar), attendue: false },
]

function personneOf(fiche: FicheLue, civilite: CiviliteLue | undefined): Ligne[][] {
  const { situation, piece_type } = fiche
  const lieuAr = arabe(civilite?.naissance_lieu_ar)
  return [
    [
      { label: 'Né(e) le', value: jour(fiche.naissance_le) },
      { label: 'Lieu de naissance', value: fiche.naissance_lieu },
      { label: 'Lieu de naissance, en arabe', value: lieuAr, attendue: false },
      { label: 'Profession', value: fiche.profession },
      { label: 'Situation familiale', value: situation && NOMS_DES_SITUATIONS[situation] },
    ],
    [
      { label: 'NIN', value: fiche.nin },
      { label: "Pièce d'identité", value: piece_type && NOMS_DES_PIECES_D_IDENTITE[piece_type] },
      { label: 'Numéro', value: fiche.piece_numero },
      { label: 'Délivrée le', value: jour(fiche.piece_delivree_le) },
      { label: 'Délivrée par', value: fiche.piece_lieu },
    ],
  ]
}
