/** Words for the demo portfolio: believable, and hard on layouts (accents, apostrophes, long and Arabic names). */

export const PRENOMS = [
  'Karim',
  'Amina',
  'Yacine',
  'Nadia',
  'Mohamed',
  'Fatima Zohra',
  'Sofiane',
  'Meriem',
  'Abdelkader',
  'Samira',
  'Rachid',
  'Lynda',
  'Noureddine',
  'Khadidja',
  'Hichem',
  'Assia',
  'Mourad',
  'Souad',
  'Redha',
  'Djamila',
  'Farid',
  'Houria',
  'Nassim',
  'Leïla',
  'Zinédine',
  'Kheïra',
  'Toufik',
  'Wassila',
  'Salim',
  'Ghania',
  'Idir',
  'Tassadit',
  'Massinissa',
  'Ouarda',
  'Bilal',
  'Naïma',
  'Anis',
  'Rym',
]

export const NOMS = [
  'Benali',
  'Boudiaf',
  'Cherif',
  'Haddad',
  'Mansouri',
  'Belkacem',
  'Saïdi',
  'Brahimi',
  'Zerrouki',
  'Khelifi',
  'Bouazza',
  'Meziane',
  'Aït Ahmed',
  "N'Aït Kaci",
  'Ouali',
  'Hamidi',
  'Benyoucef',
  'Rahmani',
  'Guerfi',
  'Lounès',
  'Ferhat',
  'Bencheikh',
  'Tlemçani',
  'Daoudi',
  'Ben Abderrahmane',
  'Slimani',
  'Boukhalfa',
  'Yahiaoui',
  'Hadj-Moussa',
  'Kaddour',
  'Amrouche',
  'Benmohammed',
  'Chaouche',
  'Djebbar',
]

export const NOMS_ARABES = [
  'محمد الأمين بن عبد الله',
  'فاطمة الزهراء بوعلام',
  'عبد القادر بن يوسف',
  'أمينة حداد',
  'ياسين مزيان',
  'خديجة سليماني',
  'نور الدين شريف',
  'سميرة منصوري',
  'رشيد إبراهيمي',
  'مريم زروقي',
  'عمر الفاروق قدور',
  'هدى بلقاسم',
]

export const RUES = [
  '12, rue Didouche Mourad, Alger',
  '5, boulevard Krim Belkacem, Alger',
  'Cité 1200 logements, bâtiment 14, Bab Ezzouar',
  '33, rue Larbi Ben M’hidi, Oran',
  'Lotissement El Yasmine, villa 27, Draria',
  '8, avenue de l’Indépendance, Béjaïa',
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

export const ETAGES = ['Rez-de-chaussée', '1er étage', '2e étage', '3e étage', '4e étage']

export const DETAILS = [
  'Premier versement',
  null,
  'Versement à la réservation',
  'Deuxième tranche',
  'Solde de la tranche',
  null,
  'Tranche à la fin du gros œuvre',
  'Tranche du crédit',
  null,
  'Remise des clés',
]

export const CHARGES: readonly { nom: string; lignes: readonly (readonly [string, number])[] }[] = [
  {
    nom: 'Gros œuvre',
    lignes: [
      ['Ciment CPJ 42,5 (sac de 50 kg)', 85_000],
      ['Rond à béton Ø 12 (tonne)', 13_500_000],
      ['Gravier 8/15 (m³)', 320_000],
    ],
  },
  {
    nom: 'Second œuvre',
    lignes: [
      ['Brique 8 trous', 2_800],
      ['Enduit de façade (sac)', 145_000],
      ['Carrelage 60 × 60 (m²)', 240_000],
    ],
  },
  {
    nom: 'Électricité',
    lignes: [
      ['Câble 3G2,5 (couronne)', 1_850_000],
      ['Tableau électrique 24 modules', 1_290_000],
      ['Prise 16 A', 45_000],
    ],
  },
  {
    nom: 'Plomberie et sanitaire',
    lignes: [
      ['Tube PPR Ø 25 (barre)', 78_000],
      ['Lavabo céramique', 890_000],
      ['Chauffe-bain à gaz', 3_450_000],
    ],
  },
  {
    nom: 'Menuiserie',
    lignes: [
      ['Porte blindée', 9_500_000],
      ['Fenêtre aluminium 120 × 140', 4_200_000],
      ['Placard mural (m²)', 1_600_000],
    ],
  },
  {
    nom: 'Honoraires et études',
    lignes: [
      ['Étude de sol', 45_000_000],
      ['Contrôle technique (CTC)', 32_000_000],
      ['Suivi architecte (mois)', 18_000_000],
    ],
  },
]

export const FOURNISSEURS = ['LAF', 'COSIDER', 'ETS-MEZIANE', 'SARL-BTPH', 'GRANITEX', 'CONDOR']
