import type { DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/ventes/web/fins.module.css'
import { redistribute } from '#features/echeanciers/echeancier.rules.ts'
import { lignesDuDossier } from '#features/echeanciers/web/echeances.queries.ts'
import { fromDecimal, type Centimes } from '#shared/argent.ts'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'

export function ApercuDuTransfert({ dossier, prix }: { dossier: DossierLu; prix: Centimes }) {
  const [ancien, paye] = [fromDecimal(dossier.montant), fromDecimal(dossier.totalPaye)]
  return (
    <div className={styles.sommes} role="group" aria-label="Après le transfert">
      <Facts
        facts={[
          { label: 'Ancien prix', value: <Montant centimes={ancien} /> },
          { label: 'Nouveau prix', value: <Montant centimes={prix} /> },
          {
            label: 'Différence',
            value: (
              <>
                {prix > ancien && '+'}
                <Montant centimes={prix - ancien} />
              </>
            ),
          },
          { label: 'Payé', value: <Montant centimes={paye} /> },
          { label: 'Reste', value: <Montant centimes={prix - paye} />, total: true },
        ]}
      />
      {dossier.echeances.length > 0 && <Echeances dossier={dossier} prix={prix} paye={paye} />}
    </div>
  )
}

function Echeances({ dossier, prix, paye }: { dossier: DossierLu; prix: Centimes; paye: Centimes }) {
  const lignes = lignesDuDossier(dossier)
  const avant = new Map(lignes.map(({ id, montant }) => [id, montant]))
  const apres = redistribute(lignes, prix, paye)
  return (
    <table className={`ledger figures ${styles.apercu}`} aria-label="L'échéancier après le transfert">
      <thead>
        <tr>
          <th scope="col" className="small">
            Échéance
          </th>
          <th scope="col" data-figure className={`small ${styles.seul}`}>
            Avant (DA)
          </th>
          <th scope="col" data-figure className="small">
            Après (DA)
          </th>
        </tr>
      </thead>
      <tbody>
        {apres.map(({ id, libelle, montant }) => (
          <tr key={id}>
            <th scope="row" data-nom>
              {libelle}
            </th>
            <td data-figure className={`dim ${styles.seul}`}>
              <Montant centimes={avant.get(id) ?? 0} sansUnite />
            </td>
            <td data-figure>
              <Montant centimes={montant} sansUnite />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td data-figure className={styles.seul}>
            <Montant decimal={dossier.montant} sansUnite />
          </td>
          <td data-figure>
            <Montant centimes={prix} sansUnite />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
