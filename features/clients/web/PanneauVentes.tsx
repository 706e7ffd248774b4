import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ClientLink, DossierLink } from '#web/kit/card/EntityLinks.tsx'
import { Nom } from '#web/kit/card/Nom.tsx'
import { Panneau, Rien } from '#web/kit/card/Panneau.tsx'
import type { FicheLue, VenteLue } from '#features/clients/web/fiches.queries.ts'
import styles from '#features/clients/web/fiches.module.css'
import { formatPourcent } from '#shared/argent.ts'
import { PaymentBar, StatusBadge, type Tone } from '#web/kit/feedback/States.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { biensOf, dossierAt, screens } from '#web/paths.ts'

const ETATS: Record<VenteLue['etat'], { mot: string; tone: Tone }> = {
  ouverte: { mot: 'En cours', tone: 'blue' },
  desistement: { mot: 'Désistement', tone: 'gray' },
  retrait: { mot: 'Retrait', tone: 'gray' },
}

function Vente({ vente }: { vente: VenteLue }) {
  const { id, bien, dossier, lieu, residence, part, avec, etat, terminee } = vente
  return (
    <li className={styles.vente}>
      <div className={styles.quoi}>
        <span className={styles.ligne}>
          <strong>
            <Nom to={dossierAt(id)}>{bien}</Nom>
          </strong>
          <StatusBadge tone={ETATS[etat].tone}>{ETATS[etat].mot}</StatusBadge>
        </span>
        <span className={styles.sous}>
          <DossierLink id={id} dossier={dossier} />
          {lieu && <span data-nom> · {lieu}</span>}
          {residence && <span data-nom> · {residence}</span>}
        </span>
        {part < 100 && (
          <span className={styles.sous}>
            Part : <strong>{formatPourcent(part)}</strong>
            {avec && (
              <>
                {', avec '}
                <ClientLink {...avec} />
              </>
            )}
          </span>
        )}
      </div>
      <div className={styles.paye}>
        {terminee ? (
          // An ended sale has no price due, so a percentage would mean nothing.
          <span className={styles.sous}>
            Payé : <Montant decimal={vente.totalPaye} />
          </span>
        ) : (
          <>
            <PaymentBar percent={vente.pourcentagePaiement} label={`Payé : ${bien}`} />
            <span className={styles.sous}>
              Reste à payer : <Montant decimal={vente.resteAPayer} />
            </span>
          </>
        )}
      </div>
    </li>
  )
}

export function PanneauVentes({ fiche: { id, ventes } }: { fiche: FicheLue }) {
  const ouvertes = ventes.some(({ terminee, avec }) => !terminee && avec === null)
  return (
    <Panneau
      title="Ventes"
      buttons={
        ouvertes && (
          <Anchor renderRoot={(props) => <Link {...biensOf(id)} {...props} />}>Voir ses biens</Anchor>
        )
      }
    >
      {ventes.length === 0 ? (
        <Rien
          hint="Un bien lui est vendu depuis sa fiche, ou depuis le plan de vente."
          action={
            <Button
              mt="sm"
              size="sm"
              variant="default"
              renderRoot={(props) => <Link to={screens.planDeVente} {...props} />}
            >
              Ouvrir le plan de vente
            </Button>
          }
        >
          Aucune vente pour l'instant.
        </Rien>
      ) : (
        <ul className={styles.ventes}>
          {ventes.map((vente) => (
            <Vente key={vente.id} vente={vente} />
          ))}
        </ul>
      )}
    </Panneau>
  )
}
