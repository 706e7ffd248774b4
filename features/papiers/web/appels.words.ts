import type { AppelLu } from '#features/papiers/web/appels.queries.ts'
import { estDue } from '#features/papiers/papiers.rules.ts'
import { NOMS_DES_CANAUX, remplirMessage } from '#features/ventes/relances.rules.ts'
import { formatMontant, formatMontantArabe, fromDecimal } from '#shared/argent.ts'
import { leBien, leBienEnArabe } from '#shared/biens.ts'
import type { Jour } from '#shared/dates.ts'
import type { Langue } from '#shared/papiers.ts'

/** A line with the language in which its appel is issued and sent. */
export interface Rang extends AppelLu {
  /** Whether its appel can be issued today. */
  due: boolean
}

export const toRang = (appel: AppelLu, langue: Langue | undefined, today: Jour): Rang => ({
  ...appel,
  langue: langue ?? appel.langue,
  due: estDue(appel, today),
})

export const MOTS_DES_LANGUES: Readonly<Record<Langue, string>> = { fr: 'Français', ar: 'Arabe' }

/** Whether an appel de fonds is to be made of the line, or made again. */
export const estAFaire = ({ due, document }: Rang): boolean => due && (!document || document.a_refaire)

/** A line whose appel de fonds stands, to be printed and sent. */
export type Appele = Rang & { document: NonNullable<Rang['document']> }
export const estAppele = (rang: Rang): rang is Appele => rang.document !== null && !rang.document.a_refaire

/** Means by which the valid appel of a line was sent, each once: « Lettre, WhatsApp ». */
export const moyensDits = ({ document, notes }: Rang): string =>
  [
    ...new Set(
      notes.flatMap(({ numero, canal }) => (numero === document?.numero ? [NOMS_DES_CANAUX[canal]] : [])),
    ),
  ].join(', ')

/** The appels in the order in which they are sent one by one: first those without a note, then those that a letter alone was noted of. */
export function dansLOrdre(appeles: readonly Appele[]): Appele[] {
  const sent = ({ document, notes }: Appele) => {
    const canaux = notes.flatMap(({ numero, canal }) => (numero === document.numero ? [canal] : []))
    if (canaux.length === 0) return 0
    return canaux.every((canal) => canal === 'lettre') ? 1 : 2
  }
  return appeles.toSorted((a, b) => sent(a) - sent(b))
}

const MESSAGES: Readonly<Record<Langue, string>> = {
  fr: 'Bonjour {client}, le stade « {stade} » est atteint : {montant} sont à régler pour {bien}, dossier {dossier}. {promoteur}',
  ar: 'السلام عليكم {client}، بلغت الأشغال مرحلة « {stade} »: نرجو منكم دفع مبلغ {montant} عن {bien}، الملف {dossier}. {promoteur}',
}

/** A text in both languages; the Arabic one is null where it was never typed. */
interface Nomme {
  nom: string
  nom_ar: string | null
}

/** Message that goes with an appel de fonds, in the language of its line. */
export function messageDAppel(
  { langue, client, bien, dossier, document }: Appele,
  stade: Nomme,
  promoteur: Nomme,
): string {
  const arabe = langue === 'ar'
  const pick = ({ nom, nom_ar }: Nomme) => (arabe ? nom_ar || nom : nom)
  const montant = fromDecimal(document.montant)
  return remplirMessage(MESSAGES[langue], {
    client: client.nomComplet,
    stade: pick(stade),
    montant: arabe ? formatMontantArabe(montant) : formatMontant(montant),
    bien: arabe ? leBienEnArabe(bien) : leBien(bien),
    dossier,
    promoteur: pick(promoteur),
  })
}

export const sujetDAppel = ({ langue, dossier }: Appele): string =>
  langue === 'ar' ? `الملف ${dossier}: إشعار بدفع قسط` : `Dossier ${dossier} : appel de fonds`

/** « Établir 20 appels »; the button waits without a number. */
export const direEtablir = (nombre: number): string =>
  nombre === 0 ? 'Établir' : nombre === 1 ? 'Établir 1 appel' : `Établir ${nombre} appels`

/** The sentences before numbers are taken. @param refaits how many replace an appel that stands */
export function direAvantDEtablir(nombre: number, refaits: number): string[] {
  return [
    nombre === 1
      ? '1 appel de fonds sera numéroté. Un numéro ne resservira pas.'
      : `${nombre} appels de fonds seront numérotés. Un numéro ne resservira pas.`,
    ...(refaits === 0
      ? []
      : [
          refaits === 1
            ? '1 remplace un appel déjà établi, qui sera annulé.'
            : `${refaits} remplacent un appel déjà établi, qui sera annulé.`,
        ]),
  ]
}
