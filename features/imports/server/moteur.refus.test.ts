import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { amina, buildElYasmine, desiste, fini, vente, paye } from '#test/harness/el-yasmine.ts'
import { fautes, verifier, type Feuilles } from '#test/harness/feuilles.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
  await buildElYasmine(t)
})
afterAll(() => t.close())

const demain = addJours(aujourdhui(), 1)
const annee = Number(aujourdhui().slice(0, 4))

type Cas = [quoi: string, feuilles: Feuilles, fautes: string[]]

// spec: PO-24, PO-25
describe('the sheet Ventes refuses', () => {
  it.each<Cas>([
    [
      'what has no day',
      { ventes: [vente('A1', { Date: null })] },
      ['Ventes 2, Date : La date est obligatoire.'],
    ],
    [
      'a day to come',
      { ventes: [vente('A1', { Date: demain })] },
      ['Ventes 2, Date : Cette date est à venir.'],
    ],
    [
      'an end to come',
      { ventes: [vente('A1', { ...fini, 'Terminée le': demain })] },
      ['Ventes 2, Terminée le : Cette date est à venir.'],
    ],
    [
      'an end before the beginning',
      { ventes: [vente('A1', { ...fini, 'Terminée le': '2025-03-11' })] },
      ["Ventes 2, Terminée le : La vente se termine avant d'avoir commencé."],
    ],
    [
      'another price than the lot, once it is sold',
      { ventes: [vente('A2', { ...amina, Prix: 900_000 })] },
      ["Ventes 2, Prix : Le prix de la vente n'est pas celui du lot (1 000 000,00 DA)."],
    ],
    [
      'an ended sale without a price',
      { ventes: [vente('A1', { ...fini, Prix: null })] },
      ['Ventes 2, Prix : Le prix est obligatoire pour une vente terminée.'],
    ],
    [
      'a lot of somebody else',
      { ventes: [vente('A2')] },
      ['Ventes 2, Client : Ce bien est déjà vendu à Amina Haddad.'],
    ],
    [
      'a second buyer',
      { ventes: [vente('A1'), vente('A1', amina)] },
      ['Ventes 3, Client : Ce bien est déjà vendu à Karim Benali.'],
    ],
    [
      'the same sale otherwise',
      { ventes: [vente('A1'), vente('A1', { Notaire: 'Me Saïdi' })] },
      ["Ventes 3, – : Déjà à la ligne 2, avec d'autres valeurs."],
    ],
    [
      'what is off sale',
      { ventes: [vente('A3')] },
      ["Ventes 2, Numéro : Ce bien est bloqué (Litige) : débloquez-le d'abord."],
    ],
    [
      'what is held',
      { ventes: [vente('A4')] },
      [
        `Ventes 2, Numéro : Ce bien est sous option pour Lynda Aït Ahmed jusqu'au ${formatJourCourt(addJours(aujourdhui(), 7))} : libérez l'option d'abord.`,
      ],
    ],
    [
      'an unknown client',
      { ventes: [vente('A1', { Client: 'Personne' })] },
      ["Ventes 2, Client : Ce client n'est ni dans la feuille Clients ni dans Diyar."],
    ],
    [
      'one of two clients',
      { ventes: [vente('A1', { Client: 'Sofiane Meziane' })] },
      ['Ventes 2, Client : Plusieurs clients portent ce nom : remplissez « Téléphone du client ».'],
    ],
    [
      'an unknown lot',
      { ventes: [vente('A9')] },
      ["Ventes 2, Numéro : Ce lot n'est ni dans ce classeur ni dans Diyar."],
    ],
    [
      'steps in another order',
      { ventes: [vente('A1', { Contrat: '2025-03-01', Livraison: '2025-02-01' })] },
      [
        'Ventes 2, Contrat : Le contrat ne peut pas précéder la réservation (12/03/2025).',
        'Ventes 2, Livraison : La livraison ne peut pas précéder le contrat (01/03/2025).',
      ],
    ],
    [
      'a contract to come',
      { ventes: [vente('A1', { Contrat: demain })] },
      ['Ventes 2, Contrat : La date ne peut pas être dans le futur.'],
    ],
    [
      'no number of a dossier',
      { ventes: [vente('A1', { Dossier: `${annee + 1}-D-0001` })] },
      ["Ventes 2, Dossier : Un numéro de dossier s'écrit AAAA-D-NNNN, d'une année passée ou en cours."],
    ],
    [
      'the dossier of another sale',
      { ventes: [vente('A1', { Dossier: '2026-D-0001' })] },
      ["Ventes 2, Dossier : Le dossier 2026-D-0001 est déjà celui d'une autre vente."],
    ],
    [
      'a dossier on two lines',
      { ventes: [vente('A1', { Dossier: '2025-D-0001' }), vente('A6', { Dossier: '2025-D-0001' })] },
      ['Ventes 3, Dossier : Le dossier 2025-D-0001 est déjà à la ligne 2.'],
    ],
    [
      'a désistement of a sale that goes on',
      { ventes: [vente('A1', { ...desiste, Prix: null, 'Terminée le': null })] },
      ['Ventes 2, Terminée le : La date est obligatoire.'],
    ],
    [
      'half a désistement',
      { ventes: [vente('A1', { ...fini, Motif: 'Crédit' })] },
      [
        'Ventes 2, Désistement le : La date est obligatoire.',
        'Ventes 2, À la demande de : Précisez qui demande le désistement.',
      ],
    ],
    [
      'more kept than was paid',
      { ventes: [vente('A1', { ...desiste, Retenue: 2000 })], paiements: [paye('A1')] },
      ['Ventes 2, Retenue : La retenue ne peut pas dépasser 1 000,00 DA.'],
    ],
  ])('%s', async (_quoi, feuilles, attendues) => {
    const { verdict } = await verifier(t.db, feuilles)
    expect(fautes(verdict)).toEqual(attendues)
  })
})
