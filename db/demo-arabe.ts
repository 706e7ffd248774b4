/** Names in Arabic of the demo portfolio, and the companies among its clients. */
import { FEMMES, NOMS_ARABES, nomEnArabe } from '#db/demo-names.ts'

/** Streets of the clients. */
const RUES_EN_ARABE: Readonly<Record<string, string>> = {
  '12, rue Didouche Mourad, Alger': '12، شارع ديدوش مراد، الجزائر',
  '5, boulevard Krim Belkacem, Alger': '5، شارع كريم بلقاسم، الجزائر',
  'Cité 1200 logements, bâtiment 14, Bab Ezzouar': 'حي 1200 مسكن، عمارة 14، باب الزوار',
  "33, rue Larbi Ben M'hidi, Oran": '33، شارع العربي بن مهيدي، وهران',
  'Lotissement El Yasmine, villa 27, Draria': 'تجزئة الياسمين، فيلا 27، درارية',
  "8, avenue de l'Indépendance, Béjaïa": '8، شارع الاستقلال، بجاية',
  'Cité des Frères Abbad, Tizi Ouzou': 'حي الإخوة عباد، تيزي وزو',
  '101, rue de la Liberté, Constantine': '101، شارع الحرية، قسنطينة',
  'Route de Aïn Taya, Bordj El Kiffan': 'طريق عين طاية، برج الكيفان',
  '2, place des Martyrs, Blida': '2، ساحة الشهداء، البليدة',
}

export const VILLES_EN_ARABE: Readonly<Record<string, string>> = {
  Alger: 'الجزائر',
  Blida: 'البليدة',
  'Tizi Ouzou': 'تيزي وزو',
  Sétif: 'سطيف',
  Constantine: 'قسنطينة',
  Oran: 'وهران',
  Boumerdès: 'بومرداس',
  Médéa: 'المدية',
}

/** Residences, blocs, étages and parkings; the last tower has no name in Arabic. */
export const LIEUX_EN_ARABE: Readonly<Record<string, string>> = {
  'Résidence El Yasmine': 'الياسمين',
  'Les Jardins de Tafourah': 'حدائق تافورة',
  'Résidence Ibn Khaldoun': 'ابن خلدون',
  'Chemin des Crêtes, Draria, Alger': 'طريق القمم، درارية، الجزائر',
  'Route nationale n° 5, Bordj El Kiffan, Alger': 'الطريق الوطني رقم 5، برج الكيفان، الجزائر',
  'Boulevard du 1er Novembre, Béjaïa': 'شارع أول نوفمبر، بجاية',
  'Bloc A': 'العمارة أ',
  'Bloc B': 'العمارة ب',
  'Bloc C': 'العمارة ج',
  'Bloc Nord': 'العمارة الشمالية',
  'Bloc Sud': 'العمارة الجنوبية',
  'Bloc Est': 'العمارة الشرقية',
  'Tour 1': 'البرج الأول',
  'Rez-de-chaussée': 'الطابق الأرضي',
  '1er étage': 'الطابق الأول',
  '2e étage': 'الطابق الثاني',
  '3e étage': 'الطابق الثالث',
  '4e étage': 'الطابق الرابع',
  'Sous-sol Yasmine': 'حظيرة الياسمين السفلية',
  'Parking extérieur Yasmine': 'حظيرة الياسمين الخارجية',
  'Sous-sol Tafourah': 'حظيرة تافورة السفلية',
  'Parking Ibn Khaldoun': 'حظيرة ابن خلدون',
}

const SOCIETES: readonly (readonly [nom: string, nomAr: string])[] = [
  ['SARL Bâti Sud', 'ش.ذ.م.م باتي سود'],
  ['EURL Atlas Négoce', 'م.ش.و.ذ.م.م أطلس للتجارة'],
  ['SPA Nour Industries', 'ش.ذ.أ نور للصناعات'],
  ['SARL El Fath Import', 'ش.ذ.م.م الفتح للاستيراد'],
  ['SNC Frères Hamidi', 'ش.ت الإخوة حميدي'],
  ['SARL Djurdjura Conseil', 'ش.ذ.م.م جرجرة للاستشارات'],
  ['EURL Pharma Ouest', 'م.ش.و.ذ.م.م فارما الغرب'],
  ['SARL Tassili Voyages', 'ش.ذ.م.م طاسيلي للأسفار'],
  ['SPA Agro Mitidja', 'ش.ذ.أ أغرو متيجة'],
]
/** One client in so many is a company, until there is no company left. */
const TOUS_LES = 16
const PREMIERE = 14

/** How papers name a client; what a person has not, or a company, is absent. */
export interface Civil {
  nom_complet: string
  nom_ar: string | null
  genre: 'homme' | 'femme' | 'societe'
  adresse_ar: string | null
  rc?: string
  nif?: string
  representant?: string
  representant_ar?: string | null
  representant_qualite?: string
  representant_qualite_ar?: string
}

/** Names of a client of the demo on papers: a man, a woman, or a company that a person acts for. */
export function civiliteOf(
  n: number,
  { prenom, nom, adresse }: { prenom: string; nom: string; adresse: string | null },
): Civil {
  const adresse_ar = adresse === null ? null : (RUES_EN_ARABE[adresse] ?? null)
  const arabe = n % 13 === 5 ? NOMS_ARABES[Math.floor(n / 13)] : undefined
  if (arabe)
    return { nom_complet: arabe.nom, nom_ar: arabe.nom, genre: arabe.femme ? 'femme' : 'homme', adresse_ar }
  const femme = FEMMES.has(prenom)
  const societe = n % TOUS_LES === PREMIERE ? SOCIETES[Math.floor(n / TOUS_LES)] : undefined
  const personne = `${nom} ${prenom}`
  if (!societe)
    return {
      nom_complet: personne,
      nom_ar: nomEnArabe(personne),
      genre: femme ? 'femme' : 'homme',
      adresse_ar,
    }
  return {
    nom_complet: societe[0],
    nom_ar: societe[1],
    genre: 'societe',
    adresse_ar,
    rc: `16/00-${String(700_000 + n * 137)} B ${10 + (n % 14)}`,
    nif: `0016${String(10_000_000_000 + n * 7_654_321)}`,
    representant: `${prenom} ${nom}`,
    representant_ar: nomEnArabe(personne),
    representant_qualite: femme ? 'gérante' : 'gérant',
    representant_qualite_ar: femme ? 'مسيرة' : 'مسير',
  }
}
