import { IconPrinter } from '@tabler/icons-react'
import { appelsDuBien, paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { GENRES, type BienDesigne } from '#shared/biens.ts'
import { enLangue, fichierDuPapier, languesDuNom, type Langue } from '#shared/papiers.ts'
import { callFile, messageOf } from '#web/kit/call/api.ts'
import { openInNewTab, saveFile } from '#web/kit/file/files.ts'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import type { Acte } from '#web/kit/table/MenuOuvert.tsx'

/** The acts of a row that print its receipt: in the language of the holder's name, then in the other one. */
export function actesDuRecu(
  { recu, nom }: { recu: string; nom: string },
  busy: boolean,
  onPrint: (langue: Langue) => void,
): Acte[] {
  const { langue, autreLangue, motDeLAutre } = languesDuNom(nom)
  return [
    { label: `Imprimer le reçu ${recu}`, icon: IconPrinter, busy, onClick: () => onPrint(langue) },
    {
      label: `Imprimer le reçu ${recu} en ${motDeLAutre}`,
      icon: IconPrinter,
      busy,
      onClick: () => onPrint(autreLangue),
    },
  ]
}

/** Saves the receipt of a payment (D3 §9), as a print to hand out: the next one is a duplicata. */
export function printRecu(work: WorkState, id: number, langue: Langue): Promise<boolean> {
  return work.run(
    'Préparation du reçu…',
    (signal) =>
      saveFile(
        () =>
          callFile(paiementsEndpoints.printSingle, {
            params: { id },
            query: { ...enLangue(langue), tirage: '1' },
            signal,
          }),
        fichierDuPapier(`paiement_${id}`, langue),
      ),
    'Erreur lors de la génération du PDF pour le paiement.',
  )
}

/** Saves the receipts of a group in one file, as prints to hand out. @param premier number of the first */
export function printRecusDuGroupe(
  work: WorkState,
  { id, premier }: { id: number; premier: string },
  langue: Langue,
): Promise<boolean> {
  return work.run(
    'Préparation des reçus…',
    (signal) =>
      saveFile(
        () =>
          callFile(paiementsEndpoints.recusDuGroupe, {
            params: { id },
            query: { ...enLangue(langue), tirage: '1' },
            signal,
          }),
        fichierDuPapier(`recus_${premier}`, langue),
      ),
    'Erreur lors de la génération du PDF des reçus.',
  )
}

export function printReleveDuClient(work: WorkState, id: number, langue: Langue): Promise<boolean> {
  return work.run(
    'Préparation du relevé du client…',
    (signal) =>
      saveFile(
        () => callFile(paiementsEndpoints.printClient, { params: { id }, query: enLangue(langue), signal }),
        fichierDuPapier(`paiements_client_${id}`, langue),
      ),
    'Erreur lors de la génération du PDF pour le client.',
  )
}

export function printReleveDuBien(
  work: WorkState,
  { type, id }: BienDesigne,
  langue: Langue,
): Promise<boolean> {
  return work.run(
    'Préparation du relevé…',
    (signal) =>
      saveFile(
        () => callFile(appelsDuBien[type].print, { params: { id }, query: enLangue(langue), signal }),
        fichierDuPapier(`paiements_${GENRES[type].chemin}_${id}`, langue),
      ),
    'Erreur lors de la génération du PDF pour tous les paiements.',
  )
}

export function printReleveDeTous(work: WorkState): Promise<boolean> {
  return work.run(
    'Préparation du relevé de tous les paiements…',
    (signal) => saveFile(() => callFile(paiementsEndpoints.printAll, { signal }), 'tous_les_paiements.pdf'),
    'Erreur lors de la génération du PDF pour tous les paiements.',
  )
}

export async function openJustificatif(id: number, tell: (failure: string) => void): Promise<void> {
  try {
    await openInNewTab(() => callFile(paiementsEndpoints.justificatif, { params: { id } }), {
      titre: 'Justificatif',
      attente: 'Ouverture du justificatif…',
    })
  } catch (error) {
    tell(messageOf(error, "Erreur lors de l'ouverture du justificatif."))
  }
}
