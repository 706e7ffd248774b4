import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { PiedDeDetails } from '#features/journal/web/PiedDeDetails.tsx'
import { ETATS_CHEQUE, MODES, PAYEURS } from '#features/paiements/modes.ts'
import { bienDuPaiement } from '#features/paiements/web/bienDuPaiement.ts'
import { openJustificatif } from '#features/paiements/web/impressions.ts'
import { Rectifie } from '#features/paiements/web/Rectifie.tsx'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/paiements.module.css'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { formatJourLong } from '#shared/dates.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Facts, type Fact } from '#web/kit/EntityCard.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { dossierAt } from '#web/paths.ts'

/** Everything about one payment, to read (Q176). */
export function PaiementDetails({ paiement, onClose }: { paiement: PaiementLu; onClose: () => void }) {
  return (
    <Dialog title="Détails du paiement" onClose={onClose}>
      <FaitsDuPaiement paiement={paiement} />
      <PiedDeDetails objet="paiement" id={paiement.id} nom={`Reçu N° ${paiement.recu}`} />
    </Dialog>
  )
}

/** What its dialog says. */
export function FaitsDuPaiement({ paiement }: { paiement: PaiementLu }) {
  const { date_paiement, versement, details, client, recu, rectifie_le, prix } = paiement
  return (
    <Facts
      facts={[
        {
          label: 'Reçu',
          value: (
            <span className={styles.numero}>
              N° {recu} <Rectifie le={rectifie_le} />
            </span>
          ),
        },
        { label: 'Date', value: date_paiement ? formatJourLong(date_paiement) : 'N/A' },
        { label: 'Versement', value: <Montant decimal={versement} /> },
        ...factsOfMoyen(paiement),
        { label: 'Solde', value: <Solde paiement={paiement} /> },
        { label: 'Prix de vente', value: <Montant decimal={prix} /> },
        { label: 'Détails', value: details || 'Non spécifié' },
        { label: 'Client', value: client.nomComplet || 'Non spécifié' },
        { label: 'Bien', value: nameOf(paiement) },
        paiement.dossier !== '' && {
          label: 'Dossier',
          value: (
            <Anchor inherit renderRoot={(props) => <Link to={dossierAt(paiement.vente_id)} {...props} />}>
              {paiement.dossier}
            </Anchor>
          ),
        },
      ]}
    />
  )
}

/** How it was paid, by whom, and what became of its cheque; what is not known is left out. */
function factsOfMoyen(paiement: PaiementLu): Fact[] {
  const { mode, banque, reference, date_cheque, payeur_type, payeur, justificatif } = paiement
  const { motif_rejet, frais_rejet, represente, represente_par } = paiement
  const facts: [label: string, value: ReactNode][] = [
    ['Mode', mode && MODES[mode]],
    ['Banque', banque],
    ['Référence', reference],
    ['Date du chèque', date_cheque && formatJourLong(date_cheque)],
    ['Payé par', payeur_type && [PAYEURS[payeur_type], payeur].filter(Boolean).join(', ')],
    ['État', etatEtJour(paiement)],
    ['Motif du rejet', motif_rejet],
    ['Frais de rejet', frais_rejet ? <Montant decimal={frais_rejet} /> : null],
    ['Représenté par', represente_par && `le reçu N° ${represente_par.recu}`],
    ['Représente', represente && `le chèque du reçu N° ${represente.recu}`],
    ['Justificatif', justificatif !== null && <Justificatif paiement={paiement} />],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** « Remis le 10 mars 2026 (remise N° 2026-0004) »: the state of a cheque with the day it came to it. */
function etatEtJour({ etat, encaisse_le, rejete_le, remise }: PaiementLu): string | null {
  if (etat === null) return null
  const jours = { recu: null, remis: remise?.jour, encaisse: encaisse_le, rejete: rejete_le }
  const le = jours[etat]
  const dit = le ? `${ETATS_CHEQUE[etat]} le ${formatJourLong(le)}` : ETATS_CHEQUE[etat]
  return etat === 'remis' && remise ? `${dit} (remise N° ${remise.numero})` : dit
}

/** Leads to the proof, by its own name. */
function Justificatif({ paiement: { id, justificatif } }: { paiement: PaiementLu }) {
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <>
      <bdi>{justificatif}</bdi>{' '}
      <Anchor component="button" type="button" onClick={() => void openJustificatif(id, setFailure)}>
        Voir
        <span className="visuallyHidden"> le justificatif</span>
      </Anchor>
      <span role="status" className={styles.echec}>
        {failure}
      </span>
    </>
  )
}

/** What remained once it was paid; of a current sale, with the lines behind it. */
function Solde({ paiement }: { paiement: PaiementLu }) {
  const bien = bienDuPaiement(paiement)
  if (!bien || paiement.vente_terminee) return <Montant decimal={paiement.solde} />
  return <PourquoiCeSolde bien={bien} libelle={bien.libelle} reste={paiement.solde} />
}

function nameOf(paiement: PaiementLu): string {
  const { libelle = 'N/A' } = bienDuPaiement(paiement) ?? {}
  const { place_parking } = paiement
  return place_parking ? `${libelle} (${place_parking.parking.parking_nom})` : libelle
}
