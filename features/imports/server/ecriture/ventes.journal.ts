import { resteARembourser } from '#features/dossiers/desistement.rules.ts'
import { idDe } from '#features/imports/server/ecriture/fiches.ts'
import { prixDe, type Vente } from '#features/imports/server/controle/registres.ventes.ts'
import type { Entry } from '#features/journal/server/journal.service.ts'
import { numeroDossier } from '#shared/numero.ts'

/** What the journal says of a sale that a workbook adds: that it was made, with its dossier, and how it ended. In centimes. */
export function journalDesVentes(vente: Vente): Entry[] {
  const { bien, client, dossier, desistement, terminee_le, paye } = vente
  if (!bien || !client || !dossier) throw new Error('a sale is written whole')
  const id = idDe(vente)
  const vendu = { bien_id: idDe(bien), client_id: idDe(client), prix: prixDe(vente) }
  const { type } = bien.apres
  const { nomComplet: nom } = client.apres
  const numero = numeroDossier(dossier.annee, dossier.numero)
  const assignee: Entry = {
    action: 'assigner',
    objet: 'vente',
    id,
    apres: {
      id,
      ...vendu,
      dossier_annee: dossier.annee,
      dossier_numero: dossier.numero,
      ouverte_le: vente.ouverte_le,
      terminee_le,
      reservation_le: vente.reservation_le,
      contrat_le: vente.contrat_le,
      livraison_le: vente.livraison_le,
      livraison_prevue_le: vente.livraison_prevue_le,
      notaire: vente.notaire,
      note: vente.note,
      type,
      client: nom,
    },
  }
  if (terminee_le === null) return [assignee]
  const avant = { dossier: numero, ...vendu, type, total_paye: paye, client: nom }
  if (!desistement)
    return [
      assignee,
      { action: 'retirer', objet: 'vente', id, avant: { id, ...avant, echeances: vente.echeancier } },
    ]
  const comptes = { paye, retenue: desistement.retenue, rembourse: 0 }
  return [
    assignee,
    {
      action: 'desister',
      objet: 'vente',
      id,
      avant,
      apres: {
        ...desistement,
        note: null,
        retenue_pourcent: null,
        ...comptes,
        ...resteARembourser({ ...comptes, enAttente: vente.enAttente }),
        version: 1,
      },
    },
  ]
}
