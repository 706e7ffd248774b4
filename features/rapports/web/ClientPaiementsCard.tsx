import { Button } from '@mantine/core'
import { VERSER_SUR_PLUSIEURS } from '#features/paiements/web/versementGroupe.ts'
import { IconPlus, IconPrinter, IconStack2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import styles from '#features/paiements/web/paiements.module.css'
import type { BienLu, GroupeLu } from '#features/rapports/web/payeurs.queries.ts'
import { VersementsRetenus } from '#features/rapports/web/VersementsRetenus.tsx'
import { SANS_TELEPHONE } from '#shared/coordonnees.ts'
import { formatCompte } from '#shared/texte.ts'
import { EntityCard } from '#web/kit/card/EntityCard.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Nom } from '#web/kit/card/Nom.tsx'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { dossierAt, paiementsOf } from '#shared/paths.ts'
import { type BienDesigne, GENRES, libelleDuBien } from '#shared/biens.ts'

interface ClientPaiementsCardProps {
  groupe: GroupeLu
  rejetes: boolean
  /** True while the receipt of a payment of this client is on offer. */
  marked: boolean
  busy: boolean
  onPrint: () => void
  onAdd: ((bien?: BienDesigne) => void) | undefined
  /** Undefined for a client without two biens to pay. */
  onGroup: (() => void) | false | undefined
}

/** A client with one bien, or all of them when unfolded (D3 §2.3). */
export function ClientPaiementsCard({
  groupe: { client, biens, totaux },
  rejetes,
  marked,
  busy,
  onPrint,
  onAdd,
  onGroup,
}: ClientPaiementsCardProps) {
  const [expanded, setExpanded] = useState(false)
  const shown = expanded ? biens : biens.slice(0, 1)
  const [only] = biens
  const name = client.nomComplet
  return (
    <EntityCard
      name={<ClientLink id={client.id} nomComplet={name} />}
      under={client.tel || SANS_TELEPHONE}
      marked={marked}
      main={
        onAdd && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={18} stroke={1.6} />}
            aria-label={`Nouveau paiement de ${name}`}
            onClick={() => onAdd(biens.length === 1 ? only : undefined)}
          >
            Nouveau paiement
          </Button>
        )
      }
      actions={
        <IconAction
          icon={IconPrinter}
          label={`Imprimer les paiements de ${name}`}
          busy={busy}
          onClick={onPrint}
        />
      }
      {...(onGroup && {
        autres: {
          nom: name,
          actes: [{ label: VERSER_SUR_PLUSIEURS, icon: IconStack2, onClick: onGroup }],
        },
      })}
    >
      {totaux && totaux.biens > 1 && (
        <p className="dim flat">
          {formatCompte(totaux.biens, 'bien')} · reste <Montant decimal={totaux.resteAPayer} />
        </p>
      )}
      <ul className="stack list gap-12">
        {shown.map((bien) => (
          <li key={bien.id}>
            <Bloc bien={bien} clientId={client.id} rejetes={rejetes} />
          </li>
        ))}
      </ul>
      {biens.length > 1 && (
        <Button variant="subtle" size="sm" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
          {expanded ? 'Masquer' : `Afficher tout (${biens.length - 1})`}
        </Button>
      )}
    </EntityCard>
  )
}

function Bloc({ bien, clientId, rejetes }: { bien: BienLu; clientId: number; rejetes: boolean }) {
  const libelle = libelleDuBien(bien.type, bien.nlot)
  return (
    <div className={styles.bloc}>
      <div className={`wrap between ${styles.blocHead}`}>
        <Link className={styles.blocLink} to={paiementsOf(clientId, bien)}>
          <span className="dim">{GENRES[bien.type].nom}</span> <strong data-nom>{bien.nlot}</strong>
        </Link>
        <span className="dim" data-nom>
          {bien.residence}
        </span>
      </div>
      <PaymentBar percent={bien.pourcentagePaiement} label={`Payé : ${libelle}`} />
      <dl className="stack facts pairs gap-4">
        <div>
          <dt>Dossier</dt>
          <dd className={styles.above}>
            <Nom to={dossierAt(bien.vente_id)}>{bien.dossier}</Nom>
          </dd>
        </div>
        <div>
          <dt>Total payé</dt>
          <dd>
            <Montant decimal={bien.reglement} />
            <VersementsRetenus retenus={bien.versements_retenus} rejetes={rejetes} />
          </dd>
        </div>
        <div>
          <dt>Montant total</dt>
          <dd>
            <Montant decimal={bien.montant} />
          </dd>
        </div>
        <div>
          <dt>Reste à payer</dt>
          <dd className={styles.above}>
            <PourquoiCeSolde bien={bien} libelle={libelle} reste={bien.resteAPayer} />
          </dd>
        </div>
      </dl>
    </div>
  )
}
