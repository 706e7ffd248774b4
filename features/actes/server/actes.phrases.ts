import type { Usage } from '#features/actes/server/actes.usages.ts'
import type { Sujet } from '#features/actes/server/actes.sujets.ts'
import { describeAction, describeObjet } from '#features/journal/journal.mots.ts'
import { formatJourCourt, jourOf } from '#shared/dates.ts'
import { formatNombre } from '#shared/argent.ts'

/** Words for what an act of the journal did to a fiche, before « le 28/11/2026 ». */
const PARTICIPES: Readonly<Record<string, string>> = {
  bloquer: 'bloqué',
  debloquer: 'débloqué',
  encaisser: 'encaissé',
  rejeter: 'rejeté',
  representer: 'représenté',
  joindre: 'pièce jointe',
  'retirer piece': 'pièce retirée',
  retirer: 'client retiré',
  rouvrir: 'rouverte',
  acquereurs: 'co-acquéreurs modifiés',
  'annuler etape': 'étape annulée',
  effacer: 'données effacées',
  lier: 'lien créé',
  ouvrir: 'lien ouvert',
  delier: 'lien révoqué',
}
/** Acts that are said by their noun: « désistement du 28/11/2026 ». */
const NOMS: Readonly<Record<string, string>> = {
  desister: 'désistement',
  transferer: 'transfert',
  ceder: 'cession',
  echeancier: 'échéancier',
  stade: 'stade',
  prévision: 'prévision',
  generer: 'génération',
}

const FEMININS = new Set(['vente', 'residence', 'place', 'option'])

/** The sentence of an obstacle: « Client Kaci Ahmed : modifié le 28/11/2026 par Yacine. » (`entree.md` D.8) */
export function phraseOf(usage: Usage, sujet: Sujet): string {
  const { quoi, sorte, action, membre_nom, nombre } = usage
  const jour = formatJourCourt(jourOf(usage.quand))
  const accord = (participe: string) => (FEMININS.has(quoi) ? `${participe}e` : participe)
  const done = (): string => {
    if (action === 'modifier') return `${accord('modifié')} le ${jour} par ${membre_nom}`
    if (action === 'supprimer') return `${accord('supprimé')} le ${jour} par ${membre_nom}`
    if (NOMS[action] !== undefined) return `${NOMS[action]} du ${jour}`
    const participe = PARTICIPES[action]
    if (participe === undefined) return `${describeAction(usage.objet, action).toLowerCase()} le ${jour}`
    return `${action === 'bloquer' || action === 'debloquer' ? accord(participe) : participe} le ${jour}`
  }
  const of = (suite: string) => `${sujet.nom} : ${suite}.`
  switch (sorte) {
    case 'papier':
      return `${sujet.autre}.`
    case 'prix':
      return of(`prix modifié le ${jour}`)
    case 'reglement': {
      const du = sujet.jour === null ? '' : ` du ${formatJourCourt(sujet.jour)}`
      if (action === 'joindre' || action === 'retirer piece')
        return of(`${PARTICIPES[action]} au versement${du} le ${jour}`)
      const fait =
        usage.objet === 'remise'
          ? 'remis en banque'
          : action === 'supprimer'
            ? 'supprimé'
            : PARTICIPES[action]
      return of(`versement${du} ${fait ?? 'modifié'} le ${jour}`)
    }
    case 'versement':
      return of(
        nombre > 1 ? `${formatNombre(nombre)} versements depuis le ${jour}` : `1 versement du ${jour}`,
      )
    case 'remboursement':
    case 'relance':
      return of(`${sorte} du ${jour}`)
    case 'option':
      return of(`option de ${sujet.autre}`)
    case 'vente':
      return of(sujet.autre === '' ? `vente du ${jour}` : `vente ${sujet.autre} du ${jour}`)
    case 'transfert':
      return of(`transfert du ${jour}`)
    case 'acquereur':
      return of(`co-acquéreur depuis le ${jour}`)
    case 'contenu':
      return of(
        `${describeObjet(usage.objet).toLowerCase()} ${action === 'ajouter' ? 'ajouté' : 'modifié'}${usage.objet === 'place' ? 'e' : ''} le ${jour}`,
      )
    case 'ligne':
      break
  }
  return of(done())
}
