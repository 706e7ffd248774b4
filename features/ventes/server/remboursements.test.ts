import { describe, expect, it } from 'vitest'
import {
  t,
  karim,
  vente,
  vendreUnLot,
  said,
  refused,
  journal,
  everything,
  desister,
  rembourser,
  corriger,
} from '#features/ventes/server/dossiers.essais.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { idOf, pay } from '#test/harness/builders.ts'

vendreUnLot()

const today = aujourdhui()

describe('a refund', () => {
  // spec: VE-26, VE-34
  it.each([
    [{ jour: addJours(today, 1) }, 'jour', 'La date ne peut pas être dans le futur.'],
    [{ jour: '' }, 'jour', 'La date est obligatoire.'],
    [{ montant: '' }, 'montant', 'Le montant est obligatoire.'],
    [{ montant: 0 }, 'montant', 'Le montant doit être supérieur à zéro.'],
    [{ mode: null }, 'mode', 'Veuillez choisir le mode de paiement.'],
    [{ mode: 'troc' }, 'mode', 'Veuillez choisir le mode de paiement.'],
    [{ banque: 'b'.repeat(101) }, 'banque', 'Ce texte dépasse 100 caractères.'],
    [{ reference: 'r'.repeat(101) }, 'reference', 'Ce texte dépasse 100 caractères.'],
    [{ note: 7 }, 'note', 'Ce champ doit être un texte.'],
  ])('is refused with %o, and takes no number', async (rest, champ, message) => {
    await pay(t.db, vente, 100_000_000)
    await desister()
    const before = await everything()
    expect(said(await rembourser(100, rest))).toEqual(refused(422, message, champ))
    expect(await everything()).toEqual(before)
  })

  // spec: VE-35
  it('in cash has neither bank nor reference; its number is never given again, and the journal tells it all', async () => {
    await pay(t.db, vente, 100_000_000)
    const from = (await journal()).length
    await desister()
    await corriger({ retenue: 1000 })
    const cash = await rembourser(100, { mode: 'especes', banque: 'BNA', reference: '1' })
    expect(cash.json).toMatchObject({ banque: null, reference: null })
    const { numero } = cash.json as { numero: string }
    await karim.delete(`/api/remboursements/${idOf(cash)}`)
    const next = (await rembourser(100)).json as { numero: string }
    expect(Number(next.numero.slice(7))).toBe(Number(numero.slice(7)) + 1)
    const lines = (await journal()).slice(from)
    expect(lines.map(({ action, objet }) => `${action} ${objet}`)).toEqual([
      'desister vente',
      'modifier desistement',
      'ajouter remboursement',
      'supprimer remboursement',
      'ajouter remboursement',
    ])
    const [ended, corrected, , deleted] = lines
    expect(ended).toMatchObject({
      objet_id: vente,
      avant: { client: 'Samira Haddad', total_paye: 100_000_000 },
      apres: { motif: 'Crédit refusé', a_rembourser: 100_000_000 },
    })
    expect(corrected).toMatchObject({
      objet_id: vente,
      avant: { retenue: 0 },
      apres: { retenue: 100_000 },
    })
    expect(deleted).toMatchObject({ avant: { numero, montant: 10_000 } })
  })
})
