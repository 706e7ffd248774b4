/** Words of the demo portfolio. Accents, apostrophes, long and Arabic names test the layouts. */

/** The member who has entered it all. */
export const PAR = 'Amina Cherif'

const PRENOMS_EN_ARABE: Record<string, string> = {
  Karim: 'كريم',
  Amina: 'أمينة',
  Yacine: 'ياسين',
  Nadia: 'نادية',
  Mohamed: 'محمد',
  'Fatima Zohra': 'فاطمة الزهراء',
  Sofiane: 'سفيان',
  Meriem: 'مريم',
  Abdelkader: 'عبد القادر',
  Samira: 'سميرة',
  Rachid: 'رشيد',
  Lynda: 'ليندة',
  Noureddine: 'نور الدين',
  Khadidja: 'خديجة',
  Hichem: 'هشام',
  Assia: 'آسيا',
  Mourad: 'مراد',
  Souad: 'سعاد',
  Redha: 'رضا',
  Djamila: 'جميلة',
  Farid: 'فريد',
  Houria: 'حورية',
  Nassim: 'نسيم',
  Leïla: 'ليلى',
  Zinédine: 'زين الدين',
  Kheïra: 'خيرة',
  Toufik: 'توفيق',
  Wassila: 'وسيلة',
  Salim: 'سليم',
  Ghania: 'غنية',
  Idir: 'يدير',
  Tassadit: 'تسعديت',
  Massinissa: 'ماسينيسا',
  Ouarda: 'وردة',
  Bilal: 'بلال',
  Naïma: 'نعيمة',
  Anis: 'أنيس',
  Rym: 'ريم',
}

const NOMS_EN_ARABE: Record<string, string> = {
  Benali: 'بن علي',
  Boudiaf: 'بوضياف',
  Cherif: 'شريف',
  Haddad: 'حداد',
  Mansouri: 'منصوري',
  Belkacem: 'بلقاسم',
  Saïdi: 'سعيدي',
  Brahimi: 'براهيمي',
  Zerrouki: 'زروقي',
  Khelifi: 'خليفي',
  Bouazza: 'بوعزة',
  Meziane: 'مزيان',
  'Aït Ahmed': 'آيت أحمد',
  "N'Aït Kaci": 'نايت قاسي',
  Ouali: 'والي',
  Hamidi: 'حميدي',
  Benyoucef: 'بن يوسف',
  Rahmani: 'رحماني',
  Guerfi: 'قرفي',
  Lounès: 'لونيس',
  Ferhat: 'فرحات',
  Bencheikh: 'بن الشيخ',
  Tlemçani: 'تلمساني',
  Daoudi: 'داودي',
  'Ben Abderrahmane': 'بن عبد الرحمن',
  Slimani: 'سليماني',
  Boukhalfa: 'بوخالفة',
  Yahiaoui: 'يحياوي',
  'Hadj-Moussa': 'حاج موسى',
  Kaddour: 'قدور',
  Amrouche: 'عمروش',
  Benmohammed: 'بن محمد',
  Chaouche: 'شاوش',
  Djebbar: 'جبار',
}

export const FEMMES: ReadonlySet<string> = new Set(
  'Amina,Nadia,Fatima Zohra,Meriem,Samira,Lynda,Khadidja,Assia,Souad,Djamila,Houria,Leïla,Kheïra,Wassila,Ghania,Tassadit,Ouarda,Naïma,Rym'.split(
    ',',
  ),
)
export const PRENOMS = Object.keys(PRENOMS_EN_ARABE)
export const NOMS = Object.keys(NOMS_EN_ARABE)

/** « Benali Karim » in Arabic letters; null for a name without a spelling here, or already Arabic. */
export function nomEnArabe(nomComplet: string): string | null {
  const nom = NOMS.find((one) => nomComplet.startsWith(`${one} `))
  const prenom = nom === undefined ? undefined : PRENOMS_EN_ARABE[nomComplet.slice(nom.length + 1)]
  return nom === undefined || prenom === undefined ? null : `${NOMS_EN_ARABE[nom]} ${prenom}`
}

export const NOMS_ARABES: readonly { nom: string; boite: string; femme?: boolean }[] = [
  { nom: 'محمد الأمين بن عبد الله', boite: 'benabdallah.mohamed' },
  { nom: 'فاطمة الزهراء بوعلام', boite: 'boualem.fatima', femme: true },
  { nom: 'عبد القادر بن يوسف', boite: 'benyoucef.abdelkader' },
  { nom: 'أمينة حداد', boite: 'haddad.amina', femme: true },
  { nom: 'ياسين مزيان', boite: 'meziane.yacine' },
  { nom: 'خديجة سليماني', boite: 'slimani.khadidja', femme: true },
  { nom: 'نور الدين شريف', boite: 'cherif.noureddine' },
  { nom: 'سميرة منصوري', boite: 'mansouri.samira', femme: true },
  { nom: 'رشيد إبراهيمي', boite: 'brahimi.rachid' },
  { nom: 'مريم زروقي', boite: 'zerrouki.meriem', femme: true },
  { nom: 'عمر الفاروق قدور', boite: 'kaddour.omar' },
  { nom: 'هدى بلقاسم', boite: 'belkacem.houda', femme: true },
]

export const RUES = [
  '12, rue Didouche Mourad, Alger',
  '5, boulevard Krim Belkacem, Alger',
  'Cité 1200 logements, bâtiment 14, Bab Ezzouar',
  "33, rue Larbi Ben M'hidi, Oran",
  'Lotissement El Yasmine, villa 27, Draria',
  "8, avenue de l'Indépendance, Béjaïa",
  'Cité des Frères Abbad, Tizi Ouzou',
  '101, rue de la Liberté, Constantine',
  'Route de Aïn Taya, Bordj El Kiffan',
  '2, place des Martyrs, Blida',
]

export const RESIDENCES = [
  {
    nom: 'Résidence El Yasmine',
    adresse: 'Chemin des Crêtes, Draria, Alger',
    blocs: ['Bloc A', 'Bloc B', 'Bloc C'],
  },
  {
    nom: 'Les Jardins de Tafourah',
    adresse: 'Route nationale n° 5, Bordj El Kiffan, Alger',
    blocs: ['Bloc Nord', 'Bloc Sud', 'Bloc Est'],
  },
  {
    nom: 'Résidence Ibn Khaldoun',
    adresse: 'Boulevard du 1er Novembre, Béjaïa',
    blocs: ['Tour 1', 'Tour 2'],
  },
]

/** Purchases for the works: designation, price in centimes, and how many at a time. */
export const CHARGES: readonly {
  nom: string
  fournisseurs: readonly string[]
  lignes: readonly (readonly [designation: string, prix: number, quantite: number])[]
}[] = [
  {
    nom: 'Gros œuvre',
    fournisseurs: ['Lafarge Ciment', 'Ets Meziane Matériaux', 'SARL BTPH Est'],
    lignes: [
      ['Ciment CPJ 42,5 (sac de 50 kg)', 85_000, 900],
      ['Rond à béton Ø 12 (tonne)', 13_500_000, 9],
      ['Gravier 8/15 (m³)', 320_000, 120],
    ],
  },
  {
    nom: 'Second œuvre',
    fournisseurs: ['Briqueterie du Sahel', 'Granitex', 'Céramique El Djazaïr'],
    lignes: [
      ['Carrelage 60 × 60 (m²)', 240_000, 420],
      ['Enduit de façade (sac)', 145_000, 180],
      ['Brique 8 trous', 2_800, 9_000],
    ],
  },
  {
    nom: 'Électricité',
    fournisseurs: ['Électro Sud', 'SARL Câblel'],
    lignes: [
      ['Câble 3G2,5 (couronne)', 1_850_000, 40],
      ['Tableau électrique 24 modules', 1_290_000, 18],
      ['Prise 16 A', 45_000, 300],
    ],
  },
  {
    nom: 'Plomberie et sanitaire',
    fournisseurs: ['Sanitaire Plus', 'Ets Hadjadj'],
    lignes: [
      ['Chauffe-bain à gaz', 3_450_000, 18],
      ['Lavabo céramique', 890_000, 30],
      ['Tube PPR Ø 25 (barre)', 78_000, 220],
    ],
  },
  {
    nom: 'Menuiserie',
    fournisseurs: ['Menuiserie El Baraka', 'Alu Confort'],
    lignes: [
      ['Porte blindée', 9_500_000, 12],
      ['Fenêtre aluminium 120 × 140', 4_200_000, 24],
      ['Placard mural (m²)', 1_600_000, 35],
    ],
  },
  {
    nom: 'Honoraires et études',
    fournisseurs: ['CTC', "Bureau d'études Techno-Plan", 'Laboratoire LNHC'],
    lignes: [
      ['Suivi architecte (mois)', 18_000_000, 2],
      ['Contrôle technique (CTC)', 32_000_000, 1],
      ['Étude de sol', 45_000_000, 1],
    ],
  },
]
