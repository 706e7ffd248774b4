import { expect, it } from 'vitest'
import { fauteDuTexte, remplacer } from '#shared/papiers.ts'

const LA_SOCIETE = 'la société Bâti Sud, agissant par Ali Saadi, gérant,'

// spec: PA-15
it('prints commas that meet once, and none before a full stop', () => {
  const dit = (texte: string, representant = ', agissant par Ali Saadi, gérant,') =>
    remplacer(texte, { promoteur: 'El Bahia', representant, le_client: LA_SOCIETE })
  expect(dit('Nous, {promoteur}{representant}, attestons')).toBe(
    'Nous, El Bahia, agissant par Ali Saadi, gérant, attestons',
  )
  expect(dit('Nous, {promoteur}, {representant}, attestons')).toBe(
    'Nous, El Bahia, agissant par Ali Saadi, gérant, attestons',
  )
  expect(dit('remises par {promoteur}{representant}.')).toBe(
    'remises par El Bahia, agissant par Ali Saadi, gérant.',
  )
  expect(dit('remises à {le_client}. Le reste ({le_client}) : rien')).toBe(
    'remises à la société Bâti Sud, agissant par Ali Saadi, gérant. Le reste (la société Bâti Sud, agissant par Ali Saadi, gérant) : rien',
  )
  expect(remplacer('{nom}، نشهد', { nom: '، الممثل في شخص ⁨علي⁩ (⁨مسير⁩)،' })).toBe(
    '، الممثل في شخص ⁨علي⁩ (⁨مسير⁩)، نشهد',
  )
})

// spec: PA-15
it('a piece with nothing to say leaves neither a blank nor dots', () => {
  const rien = { promoteur: 'El Bahia', representant: '', comptes: '', heure: '', rappels: '' }
  expect(remplacer('Nous, {promoteur}{representant}, attestons', rien)).toBe('Nous, El Bahia, attestons')
  expect(remplacer('Nous, {promoteur} {representant}, attestons', rien)).toBe('Nous, El Bahia, attestons')
  expect(remplacer('verser la somme {comptes}, en rappelant', rien)).toBe('verser la somme, en rappelant')
  expect(remplacer('{rappels} la somme', rien)).toBe('la somme')
  expect(remplacer('Le 1er{heure}, les clés', rien)).toBe('Le 1er, les clés')
  expect(remplacer('Prix : {prix}.', { prix: null })).toBe('Prix : ….')
})

// spec: PA-15
it('leaves alone what is no variable, and braces inside a value', () => {
  expect(remplacer('{ prix } {inconnu} {nom}', { nom: '{prix}', prix: '1' })).toBe(
    '{ prix } {inconnu} {prix}',
  )
  expect(remplacer('a,, b ,. {nom}', { nom: 'c' })).toBe('a,, b ,. c')
})

// spec: PA-15
it('refuses the French words in an Arabic text', () => {
  expect(fauteDuTexte('{prix_lettres}', 'ar')).toBe("Cette variable n'existe pas en arabe : {prix_lettres}.")
  expect(fauteDuTexte('{prix_lettres} {prix_mots} {le_client}', 'fr')).toBeNull()
  expect(fauteDuTexte('{prix_mots} {sous_reserve_mots} {rang}', 'ar')).toBeNull()
  expect(fauteDuTexte('{prx}', 'fr')).toBe('Variable inconnue : {prx}.')
})
