import type { CiviliteLue, FicheLue } from '#features/clients/web/fiches.queries.ts'

/** A client's file together with the civility, as the form of the identity reads them. */
export interface IdentiteLue {
  id: number
  /** The older of the two versions, so that a save in between is told. */
  version: number
  fiche: FicheLue
  civilite: CiviliteLue
}

export const joinIdentite = (fiche: FicheLue, civilite: CiviliteLue): IdentiteLue => ({
  id: fiche.id,
  version: Math.min(fiche.version, civilite.version),
  fiche,
  civilite,
})

const toCivilite = (civilite: CiviliteLue) => ({
  genre: civilite.genre ?? ('' as const),
  adresse_ar: civilite.adresse_ar ?? '',
  naissance_lieu_ar: civilite.naissance_lieu_ar ?? '',
  rc: civilite.rc ?? '',
  nif: civilite.nif ?? '',
  representant: civilite.representant ?? '',
  representant_ar: civilite.representant_ar ?? '',
  representant_qualite: civilite.representant_qualite ?? '',
  representant_qualite_ar: civilite.representant_qualite_ar ?? '',
})

const toFiche = (fiche: FicheLue) => ({
  nom_ar: fiche.nom_ar ?? '',
  tel2: fiche.tel2 ?? '',
  naissance_le: fiche.naissance_le ?? '',
  naissance_lieu: fiche.naissance_lieu ?? '',
  profession: fiche.profession ?? '',
  situation: fiche.situation,
  nin: fiche.nin ?? '',
  piece_type: fiche.piece_type,
  piece_numero: fiche.piece_numero ?? '',
  piece_delivree_le: fiche.piece_delivree_le ?? '',
  piece_lieu: fiche.piece_lieu ?? '',
})

export const toSaisie = ({ fiche, civilite }: IdentiteLue) => ({ ...toFiche(fiche), ...toCivilite(civilite) })
export type SaisieDIdentite = ReturnType<typeof toSaisie>

/** The typed values by the call that saves them. */
export function splitSaisie(saisie: SaisieDIdentite) {
  const { genre, adresse_ar, naissance_lieu_ar, rc, nif, ...rest } = saisie
  const { representant, representant_ar, representant_qualite, representant_qualite_ar, ...identite } = rest
  const acte = { representant, representant_ar, representant_qualite, representant_qualite_ar }
  return { identite, civilite: { genre, adresse_ar, naissance_lieu_ar, rc, nif, ...acte } }
}
