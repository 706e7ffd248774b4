import { SECTIONS } from '#features/journal/journal.champs.parametres.ts'
import type { Objet } from '#features/journal/journal.mots.ts'
import { lireObjet, nomme, texte } from '#features/journal/journal.valeurs.ts'
import { titreDuBien } from '#shared/biens.ts'
import { numeroDossier, numeroRecu } from '#shared/numero.ts'

type Valeurs = Readonly<Record<string, unknown>>

const cle =
  (...noms: readonly string[]) =>
  (valeurs: Valeurs): string | null =>
    noms.map((nom) => texte(valeurs[nom])).find((lu) => lu !== null) ?? null

const nommeAvec = (mot: string, nom: string | null): string | null => (nom === null ? null : `${mot} ${nom}`)

/** « Dossier 2026-D-0012 » of a vente and of what hangs on it. */
const dossier = (valeurs: Valeurs): string | null => {
  const { dossier_annee, dossier_numero } = valeurs
  if (typeof dossier_annee === 'number' && typeof dossier_numero === 'number')
    return nommeAvec('Dossier', numeroDossier(dossier_annee, dossier_numero))
  return nommeAvec('Dossier', texte(valeurs['dossier']))
}

const recu = ({ recu: lu, recu_annee, recu_numero }: Valeurs): string | null =>
  nommeAvec(
    'Reçu',
    typeof recu_annee === 'number' && typeof recu_numero === 'number'
      ? numeroRecu(recu_annee, recu_numero)
      : texte(lu),
  )

const bien = (type: Parameters<typeof titreDuBien>[0], nom: string) => (valeurs: Valeurs) => {
  const lu = texte(valeurs[nom])
  return lu === null ? null : titreDuBien(type, lu)
}

const TITRES: Readonly<Record<Objet, (valeurs: Valeurs) => string | null>> = {
  appartement: bien('appartement', 'numLot'),
  bloc: cle('nomloc'),
  bon: cle('reference'),
  categorie: cle('nom'),
  client: cle('nomComplet'),
  'compte bancaire': ({ banque, numero }) =>
    [texte(banque), texte(numero)].filter((lu) => lu !== null).join(' ') || null,
  desistement: dossier,
  document: cle('numero'),
  etage: cle('designation'),
  import: cle('nom'),
  ligne: cle('designation'),
  local: bien('local', 'num'),
  membre: cle('name'),
  option: ({ bien: lu, nom }) => nomme('designation')(lu) ?? texte(nom),
  paiement: recu,
  parametres: ({ section }) => {
    const nom = texte(section)
    return nom === null ? null : (SECTIONS[nom] ?? nom)
  },
  parking: cle('parking_nom'),
  place: bien('place_parking', 'numero_place'),
  promoteur: cle('nom'),
  relance: dossier,
  remboursement: cle('numero'),
  remise: cle('numero'),
  residence: cle('nom'),
  revision: cle('motif'),
  sauvegarde: cle('fichier'),
  stade: cle('nom'),
  vente: dossier,
}

/** What the values of a record call it: « Lot A-12 », « Reçu 2026-000123 », its name or number; null where they do not say it. */
export const nomDe = (objet: Objet, valeurs: unknown): string | null => TITRES[objet](lireObjet(valeurs))

/**
 * What a line calls its record, as it was after the act; by what it is called now where its values do not say it; a vente of which
 * nobody knows the dossier by its client.
 */
export function titreDe(
  objet: Objet,
  { avant, apres }: { avant: unknown; apres: unknown },
  maintenant: string | null = null,
): string | null {
  const nom = nomDe(objet, apres) ?? nomDe(objet, avant) ?? maintenant
  if (nom !== null || objet !== 'vente') return nom
  return (
    [apres, avant].map((valeurs) => nomme('nomComplet')(lireObjet(valeurs)['client'])).find(Boolean) ?? null
  )
}
