import { formatCompteBancaire } from '#features/comptes/comptes.words.ts'
import { nomDeLaBanque } from '#features/paiements/web/MoyenFields.tsx'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PiedDeDetails } from '#features/journal/web/Historique.tsx'
import { ETATS_CHEQUE, MODES, PAYEURS } from '#features/paiements/modes.ts'
import { champsDuPaiement } from '#features/paiements/paiements.champs.ts'
import { titulaireOf } from '#features/paiements/paiements.rules.ts'
import { bienDuPaiement } from '#features/paiements/web/bienDuPaiement.ts'
import { openJustificatif } from '#features/paiements/web/impressions.ts'
import { Rectifie } from '#features/paiements/web/PaiementParts.tsx'
import styles from '#features/paiements/web/paiements.module.css'
import { type PaiementLu, paiementsQueries } from '#features/paiements/web/paiements.queries.ts'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { formatJourLong } from '#shared/dates.ts'
import { enumerer } from '#shared/nommer.ts'
import { formatCompte } from '#shared/texte.ts'
import { type Fact, Facts } from '#web/kit/card/EntityCard.tsx'
import { BienLink, ClientLink, RecuLink } from '#web/kit/card/EntityLinks.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Nom } from '#web/kit/card/Nom.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { dossierAt } from '#shared/paths.ts'

/** The details of one payment, without any action on it (Q176). */
export function PaiementDetails({ paiement, onClose }: { paiement: PaiementLu; onClose: () => void }) {
  return (
    <Dialog title="Détails du paiement" onClose={onClose}>
      <FaitsDuPaiement paiement={paiement} />
      <PiedDeDetails objet="paiement" id={paiement.id} nom={`Reçu N° ${paiement.recu}`} />
    </Dialog>
  )
}

function FaitsDuPaiement({ paiement }: { paiement: PaiementLu }) {
  const { date_paiement, versement, details, recu, recu_origine, rectifie_le, prix } = paiement
  return (
    <Facts
      facts={[
        {
          label: 'Reçu',
          value: (
            <span className="right block">
              N° {recu} <Rectifie jour={rectifie_le} />
            </span>
          ),
        },
        recu_origine !== null && { label: champsDuPaiement.recu_origine.label, value: recu_origine },
        { label: 'Date', value: date_paiement ? formatJourLong(date_paiement) : 'N/A' },
        { label: 'Versement', value: <Montant decimal={versement} /> },
        ...factsOfMoyen(paiement),
        { label: 'Solde', value: <Solde paiement={paiement} /> },
        { label: 'Prix', value: <Montant decimal={prix} /> },
        { label: 'Détails', value: details || 'Non spécifié' },
        {
          label: 'Client',
          value: <ClientLink {...titulaireOf(paiement)} />,
        },
        { label: 'Bien', value: <BienDuPaiement paiement={paiement} /> },
        paiement.dossier !== '' && {
          label: 'Dossier',
          value: <Nom to={dossierAt(paiement.vente_id)}>{paiement.dossier}</Nom>,
        },
      ]}
    />
  )
}

function factsOfMoyen(paiement: PaiementLu): Fact[] {
  const { mode, banque, reference, compte, timbre, date_cheque, payeur_type, payeur, justificatif } = paiement
  const { groupe } = paiement
  const { motif_rejet, frais_rejet, represente, represente_par, client } = paiement
  const bien = bienDuPaiement(paiement)
  const linkTo = ({ id, recu }: { id: number; recu: string }) =>
    bien ? <RecuLink recu={recu} paiement={id} client={client.id} bien={bien} /> : recu
  const facts: [label: string, value: ReactNode][] = [
    ['Mode', mode && MODES[mode]],
    [nomDeLaBanque(mode), banque],
    ['Référence', reference],
    [champsDuPaiement.compte.label, compte && formatCompteBancaire(compte)],
    ['Date du chèque', date_cheque && formatJourLong(date_cheque)],
    ['Payé par', payeur_type && [PAYEURS[payeur_type], payeur].filter(Boolean).join(', ')],
    [champsDuPaiement.timbre.label, timbre !== null && <Montant decimal={timbre} />],
    [champsDuPaiement.groupe.label, groupe && <Groupe groupe={groupe} />],
    ['État', etatEtJour(paiement)],
    ['Motif du rejet', motif_rejet],
    ['Frais de rejet', frais_rejet ? <Montant decimal={frais_rejet} /> : null],
    ['Représenté par', represente_par && <>le reçu N° {linkTo(represente_par)}</>],
    ['Représente', represente && <>le chèque du reçu N° {linkTo(represente)}</>],
    ['Justificatif', justificatif !== null && <Justificatif paiement={paiement} />],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** « 2 biens · 3 000 000,00 DA, reçus N° 2026-000123 et 2026-000124 ». */
function Groupe({ groupe: { montant, recus } }: { groupe: NonNullable<PaiementLu['groupe']> }) {
  return (
    <>
      {formatCompte(recus.length, 'bien')} · <Montant decimal={montant} />, reçus N° {enumerer('fr', recus)}
    </>
  )
}

/** The step of a cheque with its day: « Remis le 10 mars 2026 (remise N° 2026-0004) ». */
function etatEtJour({ etat, encaisse_le, rejete_le, remise }: PaiementLu): string | null {
  if (etat === null) return null
  const jours = { recu: null, remis: remise?.jour, encaisse: encaisse_le, rejete: rejete_le }
  const jour = jours[etat]
  const dit = jour ? `${ETATS_CHEQUE[etat]} le ${formatJourLong(jour)}` : ETATS_CHEQUE[etat]
  return etat === 'remis' && remise ? `${dit} (remise N° ${remise.numero})` : dit
}

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

/** The remainder just after the payment. Only in a current sale does it open its explanation. */
function Solde({ paiement }: { paiement: PaiementLu }) {
  const bien = bienDuPaiement(paiement)
  if (!bien || paiement.vente_terminee) return <Montant decimal={paiement.solde} />
  return <PourquoiCeSolde bien={bien} libelle={bien.libelle} reste={paiement.solde} />
}

function BienDuPaiement({ paiement }: { paiement: PaiementLu }) {
  const bien = bienDuPaiement(paiement)
  if (!bien) return 'N/A'
  const { place_parking, vente_id } = paiement
  return (
    <BienLink type={bien.type} id={bien.id} venteId={vente_id}>
      {place_parking ? `${bien.libelle} (${place_parking.parking.parking_nom})` : bien.libelle}
    </BienLink>
  )
}

/** The details of the payment named by the address, which may stand on another page of the list. */
export function PaiementNomme({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(paiementsQueries.one(id))
  return (
    <Dialog title="Détails du paiement" onClose={onClose}>
      <Results query={query} loading="Chargement..." error="Erreur lors du chargement du paiement." cards={0}>
        {(paiement) => <FaitsDuPaiement paiement={paiement} />}
      </Results>
    </Dialog>
  )
}
