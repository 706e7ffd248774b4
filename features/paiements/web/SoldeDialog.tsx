import { useQuery } from '@tanstack/react-query'
import { paiementsQueries, type PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/paiements.module.css'
import { JourCourt, Rectifie } from '#features/paiements/web/PaiementParts.tsx'
import { formatJourCourt } from '#shared/dates.ts'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import type { BienDesigne } from '#shared/biens.ts'

interface SoldeDialogProps {
  bien: BienDesigne
  libelle: string
  onClose: () => void
}

export function SoldeDialog({ bien, libelle, onClose }: SoldeDialogProps) {
  const query = useQuery(paiementsQueries.solde(bien))
  return (
    <Dialog title={`Pourquoi ce solde\u00A0? ${libelle}`} onClose={onClose} size="lg">
      <Results
        query={query}
        loading="Chargement des paiements..."
        error="Erreur lors du chargement des paiements. Veuillez réessayer."
        cards={0}
      >
        {({ client, prix, total_paye, resteAPayer, lignes, anciens, rejetes }) => (
          <div className={`stack gap-16 ${styles.solde}`}>
            <table className={`ledger ${styles.ledger}`}>
              <caption>
                {client ? (
                  <>
                    Vente à <ClientLink {...client} />
                  </>
                ) : (
                  "Ce bien n'est vendu à personne."
                )}
              </caption>
              <thead>
                <tr>
                  <th scope="col">Date</th>
                  <th scope="col" data-figure>
                    Versement (DA)
                  </th>
                  <th scope="col" data-figure>
                    Reste (DA)
                  </th>
                </tr>
              </thead>
              <tbody>
                <tr>
                  <td colSpan={2}>Prix</td>
                  <td data-figure>
                    <Montant decimal={prix} sansUnite />
                  </td>
                </tr>
                {lignes.map((ligne) => (
                  <tr key={ligne.id}>
                    <td>
                      <JourCourt jour={ligne.date_paiement} />{' '}
                      <span className={`dim small nowrap block ${styles.recu}`}>Reçu {ligne.recu}</span>
                      <Rectifie jour={ligne.rectifie_le} />
                    </td>
                    <td data-figure>
                      − <Montant decimal={ligne.versement} sansUnite />
                    </td>
                    <td data-figure>
                      <Montant decimal={ligne.solde} sansUnite />
                    </td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">Reste à payer</th>
                  <td data-figure>
                    − <Montant decimal={total_paye} sansUnite />
                  </td>
                  <td data-figure>
                    <Montant decimal={resteAPayer} sansUnite />
                  </td>
                </tr>
              </tfoot>
            </table>
            {rejetes.length > 0 && <Rejetes paiements={rejetes} />}
            {anciens.length > 0 && <Anciens paiements={anciens} />}
          </div>
        )}
      </Results>
    </Dialog>
  )
}

function Rejetes({ paiements }: { paiements: readonly PaiementLu[] }) {
  return (
    <section>
      <p className="dim">Chèques rejetés, qui ne comptent pas dans ce reste :</p>
      <ul className={styles.anciens}>
        {paiements.map(({ id, date_paiement, recu, versement }) => (
          <li key={id}>
            {formatJourCourt(date_paiement)}, reçu {recu} :{' '}
            <s>
              <Montant decimal={versement} />
            </s>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Anciens({ paiements }: { paiements: readonly PaiementLu[] }) {
  return (
    <section>
      <p className="dim">Paiements d'anciens clients, qui ne comptent pas dans ce reste :</p>
      <ul className={styles.anciens}>
        {paiements.map(({ id, date_paiement, recu, client, versement }) => (
          <li key={id}>
            {formatJourCourt(date_paiement)}, reçu {recu}, <ClientLink {...client} /> :{' '}
            <Montant decimal={versement} />
          </li>
        ))}
      </ul>
    </section>
  )
}
