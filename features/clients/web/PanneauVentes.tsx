import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ClientLink, DossierLink } from '#web/kit/card/EntityLinks.tsx'
import { Nom } from '#web/kit/card/Nom.tsx'
import { Panneau, Rien } from '#web/kit/card/Panneau.tsx'
import type { FicheLue, VenteLue } from '#features/clients/web/fiches.queries.ts'
import styles from '#features/clients/web/fiches.module.css'
import { biensDuClientQuery } from '#features/ventes/web/ventes.queries.ts'
import { formatPourcent } from '#shared/argent.ts'
import { formatJourCourt } from '#shared/dates.ts'
import type { clientAssets } from '#features/clients/clients.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { isoleLieux } from '#shared/texte.ts'
import { PaymentBar, StatusBadge } from '#web/kit/feedback/States.tsx'
import type { Tone } from '#web/kit/feedback/tones.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { biensOf, dossierAt, screens } from '#shared/paths.ts'

const ETATS: Record<VenteLue['etat'], { mot: string; tone: Tone }> = {
  ouverte: { mot: 'En cours', tone: 'blue' },
  desistement: { mot: 'Désistement', tone: 'gray' },
  retrait: { mot: 'Retrait', tone: 'gray' },
}

type ClosLu = Wire<typeof clientAssets>['dossiersClos'][number]

/** A sale of the client. One that has ended also says how much it still owes him. */
function Vente({ vente, clos }: { vente: VenteLue; clos: ClosLu | undefined }) {
  const { id, bien, dossier, lieu, residence, part, avec, etat, terminee } = vente
  return (
    <li className={`row ${styles.vente}`}>
      <div className={`stack shrinks ${styles.quoi}`}>
        <span className={`row anywhere ${styles.ligne}`}>
          <strong>
            <Nom to={dossierAt(id)}>{bien}</Nom>
          </strong>
          <StatusBadge tone={ETATS[etat].tone}>{ETATS[etat].mot}</StatusBadge>
        </span>
        <span className="dim small anywhere block">
          <DossierLink id={id} dossier={dossier} />
          {lieu && <span data-nom> · {isoleLieux(lieu)}</span>}
          {residence && <span data-nom> · {residence}</span>}
        </span>
        {part < 100 && (
          <span className="dim small anywhere block">
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
      <div className={`stack ${styles.paye}`}>
        {terminee ? (
          // An ended sale has no price due, so a percentage would mean nothing.
          <PayeEtDu paye={vente.totalPaye} du={clos?.a_rembourser ?? 0} />
        ) : (
          <>
            <PaymentBar percent={vente.pourcentagePaiement} label={`Payé : ${bien}`} />
            <span className="dim small anywhere block">
              Reste à payer : <Montant decimal={vente.resteAPayer} />
            </span>
          </>
        )}
      </div>
    </li>
  )
}

function PayeEtDu({ paye, du }: { paye: number; du: number }) {
  return (
    <>
      <span className="dim small anywhere block">
        Payé : <Montant decimal={paye} />
      </span>
      {du > 0 && (
        <span className="small warn unit block">
          Reste à rembourser : <Montant decimal={du} />
        </span>
      )}
    </>
  )
}

/** A dossier that he gave over to another client: his payments stay his. */
function Cede({ clos: { id, designation, dossier, jour, totalPaye } }: { clos: ClosLu }) {
  return (
    <li className={`row ${styles.vente}`}>
      <div className={`stack shrinks ${styles.quoi}`}>
        <span className={`row anywhere ${styles.ligne}`}>
          <strong>
            <Nom to={dossierAt(id)}>{designation}</Nom>
          </strong>
          <StatusBadge tone="gray">Cédé</StatusBadge>
        </span>
        <span className="dim small anywhere block">
          <DossierLink id={id} dossier={dossier} /> · cédé le {formatJourCourt(jour)}
        </span>
      </div>
      <div className={`stack ${styles.paye}`}>
        <PayeEtDu paye={totalPaye} du={0} />
      </div>
    </li>
  )
}

export function PanneauVentes({ fiche: { id, ventes } }: { fiche: FicheLue }) {
  const clos = useQuery(biensDuClientQuery(id)).data?.dossiersClos ?? []
  const cedes = clos.filter(({ etat }) => etat === 'cede')
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
      {ventes.length + cedes.length === 0 ? (
        <Rien
          hint="Vendez-lui un bien ici, ou depuis le plan de vente."
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
        <ul className="stack list parted">
          {ventes.map((vente) => (
            <Vente key={vente.id} vente={vente} clos={clos.find((one) => one.id === vente.id)} />
          ))}
          {cedes.map((one) => (
            <Cede key={`cede ${one.id}`} clos={one} />
          ))}
        </ul>
      )}
    </Panneau>
  )
}
