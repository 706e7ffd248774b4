import { expect, it } from 'vitest'
import {
  deNom,
  designationDuBloc,
  designationDuLieu,
  enumerer,
  exemplairesEnMots,
  formesDesClients,
  initiales,
  joursEnMots,
  nomDuBloc,
  politesse,
  rangDeMiseEnDemeure,
  rappels,
  representantDe,
  type GenreDeClient,
} from '#shared/nommer.ts'

const un = (nom: string, genre: GenreDeClient | null = null, representant = '', qualite = '') => ({
  nom,
  genre,
  representant,
  qualite,
})
const karim = un('Karim Zerrouki', 'homme')
const samira = un('Samira Haddad', 'femme')
const bati = un('Bâti Sud', 'societe', 'Ali Saadi', 'gérant')

// spec: PA-14
it('names buyers by genre, each with his own preposition', () => {
  expect(formesDesClients('fr', [karim])).toEqual({
    le_client: 'M. Karim Zerrouki',
    de_client: 'de M. Karim Zerrouki',
    a_client: 'à M. Karim Zerrouki',
  })
  expect(formesDesClients('fr', [samira]).le_client).toBe('Mme Samira Haddad')
  expect(formesDesClients('fr', [bati])).toEqual({
    le_client: 'la société Bâti Sud, agissant par Ali Saadi, gérant,',
    de_client: 'de la société Bâti Sud, agissant par Ali Saadi, gérant,',
    a_client: 'à la société Bâti Sud, agissant par Ali Saadi, gérant,',
  })
  expect(formesDesClients('fr', [un('Bâti Sud', 'societe')]).le_client).toBe('la société Bâti Sud')
  for (const nom of ['Société Bâti Sud', 'La Société Bâti Sud', 'la  societe Bâti Sud'])
    expect(formesDesClients('fr', [un(nom, 'societe')]).le_client).toBe('la société Bâti Sud')
  expect(formesDesClients('fr', [karim, samira, un('Ilyès Haddad')])).toEqual({
    le_client: 'M. Karim Zerrouki, Mme Samira Haddad et Ilyès Haddad',
    de_client: "de M. Karim Zerrouki, de Mme Samira Haddad et d'Ilyès Haddad",
    a_client: 'à M. Karim Zerrouki, à Mme Samira Haddad et à Ilyès Haddad',
  })
  expect(formesDesClients('fr', [bati, karim, samira]).le_client).toBe(
    'la société Bâti Sud, agissant par Ali Saadi, gérant, M. Karim Zerrouki et Mme Samira Haddad',
  )
  const onze = Array.from({ length: 11 }, (_, rang) => un(`Nom ${rang + 1}`))
  expect(formesDesClients('fr', onze).a_client).toMatch(/^à Nom 1, à Nom 2, .* à Nom 10 et à Nom 11$/)
})

// spec: PA-14
it('names buyers in Arabic', () => {
  const samir = un('سمير', 'homme')
  const nour = un('نور', 'femme')
  expect(formesDesClients('ar', [samir, nour])).toEqual({
    le_client: 'السيد سمير والسيدة نور',
    de_client: 'السيد سمير والسيدة نور',
    a_client: 'إلى السيد سمير والسيدة نور',
  })
  expect(formesDesClients('ar', [un('بناء الجنوب', 'societe', 'علي سعدي', 'مسير')]).le_client).toBe(
    'شركة بناء الجنوب، الممثلة في شخص علي سعدي (مسير)',
  )
  for (const nom of ['شركة بناء الجنوب', 'الشركة الجزائرية للبناء', '\u2068الشركة الجزائرية\u2069'])
    expect(formesDesClients('ar', [un(nom, 'societe')]).le_client).toBe(nom)
  expect(formesDesClients('ar', [un('سمير'), un('Karim')]).le_client).toBe('سمير و\u202FKarim')
})

// spec: PA-14
it('elides before a vowel and before nothing else', () => {
  for (const nom of ['Ali', 'âge', 'Élodie', 'ibrahim', 'Îlot', 'Omar', 'Ôde', 'Ussama', 'Œil'])
    expect(deNom(nom)).toBe(`d'${nom}`)
  for (const nom of ['Hadj', 'Yacine', 'Karim', 'سمير', '\u2068سمير\u2069', '7e Art'])
    expect(deNom(nom)).toBe(`de ${nom}`)
})

it('names who acts for the promoter', () => {
  expect(representantDe('fr', 'Ali Saadi', 'gérant')).toBe(', agissant par Ali Saadi, gérant,')
  expect(representantDe('fr', 'Ali Saadi', '')).toBe(', agissant par Ali Saadi,')
  expect(representantDe('ar', 'علي سعدي', 'مسير')).toBe('، الممثل في شخص علي سعدي (مسير)،')
  for (const langue of ['fr', 'ar'] as const) expect(representantDe(langue, '', 'gérant')).toBe('')
})

// spec: PA-17
it('begins and ends a letter by who reads it', () => {
  const fr = (...genres: (GenreDeClient | null)[]) => politesse('fr', genres).appel
  const ar = (...genres: (GenreDeClient | null)[]) => politesse('ar', genres).appel
  expect([fr('homme'), fr('femme'), fr('homme', 'homme'), fr('femme', 'femme')]).toEqual([
    'Monsieur,',
    'Madame,',
    'Messieurs,',
    'Mesdames,',
  ])
  for (const appel of [fr(null), fr('societe'), fr('homme', 'femme'), fr('societe', 'societe'), fr()])
    expect(appel).toBe('Madame, Monsieur,')
  expect([ar('homme'), ar('femme'), ar('homme', 'homme'), ar('femme', 'femme'), ar(null)]).toEqual([
    'سيدي،',
    'سيدتي،',
    'السادة،',
    'السيدات،',
    'سيدي، سيدتي،',
  ])
  expect(politesse('fr', ['femme']).fin).toBe('Veuillez agréer, Madame, nos salutations distinguées.')
  expect(politesse('ar', [null]).fin).toBe('وتفضلوا بقبول فائق الاحترام والتقدير.')
})

// spec: PA-10
it('says the rank of a mise en demeure and the relances before it: D.7', () => {
  const rangs = [1, 2, 10, 11].map((rang) => rangDeMiseEnDemeure('fr', rang))
  expect(rangs).toEqual([
    'première mise en demeure',
    'deuxième mise en demeure',
    'dixième mise en demeure',
    '11e mise en demeure',
  ])
  const jours = ['03/02/2026', '04/02/2026', '05/02/2026', '06/02/2026', '07/02/2026']
  expect([0, 1, 2, 3, 5].map((combien) => rappels('fr', jours.slice(0, combien)))).toEqual([
    'À ce jour,',
    'Malgré notre relance du 03/02/2026,',
    'Malgré nos relances du 03/02/2026 et du 04/02/2026,',
    'Malgré nos relances du 03/02/2026, du 04/02/2026 et du 05/02/2026,',
    'Malgré nos 5 relances, la dernière du 07/02/2026,',
  ])
  expect([0, 1, 2, 5].map((combien) => rappels('ar', jours.slice(0, combien)))).toEqual([
    'إلى غاية هذا اليوم،',
    'رغم تذكيرنا المؤرخ في 03/02/2026،',
    'رغم تذكيراتنا المؤرخة في 03/02/2026 و04/02/2026،',
    'رغم تذكيراتنا العديدة، وآخرها بتاريخ 07/02/2026،',
  ])
})

// spec: PA-11
it('counts days and copies in words', () => {
  expect([1, 2, 15, 100].map((jours) => joursEnMots('fr', jours))).toEqual([
    '1 jour',
    '2 jours',
    '15 jours',
    '100 jours',
  ])
  expect([1, 2, 9].map((nombre) => exemplairesEnMots('fr', nombre))).toEqual([
    'un exemplaire',
    'deux exemplaires',
    'neuf exemplaires',
  ])
  expect([1, 2].map((nombre) => exemplairesEnMots('ar', nombre))).toEqual(['نسخة واحدة', 'نسختين'])
  expect(exemplairesEnMots('ar', 3)).toBe('\u20663\u2069 نسخ')
})

it('joins names, and takes the word off a bloc', () => {
  expect(enumerer('fr', ['A', 'B', 'C'])).toBe('A, B et C')
  expect(
    ['Bloc A', 'bloc-A', 'Bloc: A', 'Bloc', 'Blocage', 'A', 'Bâtiment A'].map((nom) => nomDuBloc(nom)),
  ).toEqual(['A', 'A', 'A', 'Bloc', 'Blocage', 'A', 'Bâtiment A'])
})

it('says once what a place is', () => {
  expect(
    ['A', 'Bloc A', 'bloc-A', 'Bâtiment A', 'Bât. A', 'العمارة أ', 'Batna'].map(designationDuBloc),
  ).toEqual(['Bloc A', 'Bloc A', 'bloc-A', 'Bâtiment A', 'Bât. A', 'العمارة أ', 'Bloc Batna'])
  expect(designationDuLieu({ bloc: 'A', residence: 'Les Jardins' })).toBe('Bloc A, Résidence Les Jardins')
  expect(designationDuLieu({ bloc: 'Bâtiment A', residence: 'Residence Nour' })).toBe(
    'Bâtiment A, Residence Nour',
  )
})

// spec: AD-33
it('says of a name the first letter of each word', () => {
  expect(initiales('Nom Prénom')).toBe('N. P.')
  expect(initiales('nom composé prénom')).toBe('N. C. P.')
  expect(initiales('الاسم اللقب')).toBe('ا. ا.')
  expect(initiales('  Ben-Ali   élodie ')).toBe('B. É.')
  expect(initiales("(d'Or) « Sarl »")).toBe('D. S.')
  expect(initiales('—')).toBe('')
})
