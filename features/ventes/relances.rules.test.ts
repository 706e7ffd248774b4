import { describe, expect, it } from 'vitest'
import { messageDeRelance, numeroWhatsApp } from '#features/ventes/relances.rules.ts'

describe('the number of WhatsApp', () => {
  // spec: VE-22, RE-35
  it.each([
    ['0555 12 34 56', '213555123456'],
    ['+213 (0)555 12 34 56', '213555123456'],
    ['+213 555 12 34 56', '213555123456'],
    ['00213 555 12 34 56', '213555123456'],
    ['00213 0555 12 34 56', '213555123456'],
    ['213 555 12 34 56', '213555123456'],
    ['213 0555 12 34 56', '213555123456'],
    ['555 12 34 56', '213555123456'],
    ['021 63 52 10 / 0661 00 00 00', '21321635210'],
    ['12 / 0661 00 00 00', '213661000000'],
    ['+33 6 12 34 56 78', '33612345678'],
    ['0033 6 12 34 56 78', '33612345678'],
    ['(+33) 6 12 34 56 78', '33612345678'],
    // Of eight digits, and one of a firm whose first digits are those of the country.
    ['21 63 52 10', '21321635210'],
    ['021352100', '21321352100'],
    ['2135210000', '2132135210000'],
  ])('of « %s » is %s', (tel, numero) => expect(numeroWhatsApp(tel, '213')).toBe(numero))

  it.each(['', '3030', '021 63 5', '12 / 30', '+213 555 12 34 56 78 90 12', 'à demander'])(
    'cannot be read in « %s »',
    (tel) => expect(numeroWhatsApp(tel, '213')).toBeNull(),
  )

  it('follows the country of the firm', () => {
    expect(numeroWhatsApp('06 12 34 56 78', '33')).toBe('33612345678')
    expect(numeroWhatsApp('+213 555 12 34 56', '33')).toBe('213555123456')
  })
})

describe('the message of a relance', () => {
  const valeurs = {
    client: 'أمينة بوعلام {montant}',
    montant: '375 000,00 DA',
    bien: "l'appartement A-12",
    dossier: '2026-D-0012',
    jour: '20/03/2026',
    promoteur: 'Promotion El Bahdja $&',
  }

  // spec: VE-22, RE-35
  it('has every brace replaced, as often as it is there, and leaves the others', () => {
    const texte = ' {client}, {montant} au {jour} pour {bien} ({dossier}), {autre} {promoteur} {client} '
    expect(messageDeRelance(texte, valeurs)).toBe(
      // The amount after an Arabic name reads from left to right: the name is kept apart.
      "\u2068أمينة بوعلام {montant}\u2069, 375 000,00 DA au 20/03/2026 pour l'appartement A-12 (2026-D-0012), {autre} Promotion El Bahdja $& \u2068أمينة بوعلام {montant}\u2069",
    )
  })

  it('has no end of its own when there is no promoter', () => {
    expect(messageDeRelance('Bonjour {client}. {promoteur}', { ...valeurs, promoteur: '' })).toBe(
      'Bonjour \u2068أمينة بوعلام {montant}\u2069.',
    )
  })
})
