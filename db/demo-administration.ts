import { VILLES_EN_ARABE } from '#db/demo-arabe.ts'
import { pick, seeded } from '#db/random.ts'
import { documents } from '#features/parametres/parametres.sections.ts'
import type { Db } from '#server/database/db.ts'
import { addJours, type Jour } from '#shared/dates.ts'

const IDENTITES = 40
const PARTS = [[5_000], [3_333, 3_333], [2_500], [1_000, 2_000]]

/** Writes identities, co-buyers, types of pieces and clauses. The same day gives the same data. */
export async function insertAdministration(db: Db, today: Jour): Promise<void> {
  await db
    .updateTable('promoteurs')
    .set({
      nom_ar: 'ش.ذ.م.م ديار للترقية العقارية',
      rc: '16/00-0987654 B 15',
      nif: '001516098765432',
      nis: '001516010123456',
      ai: '16280123456',
      agrement: '2015/0412',
      tnpi: '16-0387',
      capital: 50_000_000_00,
      couleur: '#0f6e84',
      adresse_ar: '14، شارع الإخوة بوعدو، بئر مراد رايس، الجزائر',
      representant: 'Ali Saadi',
      representant_ar: 'علي سعدي',
      representant_qualite: 'gérant',
      representant_qualite_ar: 'مسير',
    })
    .execute()
  await db
    .insertInto('parametres')
    .values([
      {
        section: 'documents',
        valeur: JSON.stringify({
          ...documents.defaut,
          ville: 'Alger',
          ville_ar: 'الجزائر',
          delai_mise_en_demeure: 30,
          textes: { ...documents.defaut.textes, contrat_reservation: CLAUSES },
        }),
      },
      {
        section: 'pieces',
        valeur: JSON.stringify({
          types: [
            { code: 'piece-identite', libelle: "Pièce d'identité", portee: 'client', obligatoire: true },
            { code: 'contrat-signe', libelle: 'Contrat signé', portee: 'vente', obligatoire: true },
            { code: 'residence', libelle: 'Certificat de résidence', portee: 'client', obligatoire: false },
            { code: 'pret', libelle: 'Accord de prêt bancaire', portee: 'vente', obligatoire: false },
            { code: 'autre', libelle: 'Autre pièce', portee: 'client', obligatoire: false },
          ],
        }),
      },
      // A public address makes the demo show links and QR codes; under « .example » no stranger can answer them.
      { section: 'acces', valeur: JSON.stringify({ adresse_publique: 'https://diyar.example' }) },
    ])
    .execute()
  await insertIdentites(db, today)
  await insertCoAcquereurs(db)
}

/** Clauses of the demo's contract: sample text, no legal advice. */
const CLAUSES = {
  fr: `# Article 1 : objet
Le promoteur réserve {a_client}, qui accepte, {le_bien}, au prix ferme de {prix} ({prix_lettres}).

# Article 2 : paiement
Le prix est payé selon l'échéancier ci-dessus, par chèque ou par virement au compte du promoteur. Chaque versement donne lieu à un reçu numéroté.

# Article 3 : délai et livraison
Le promoteur informe le client de l'avancement des travaux et de la date de remise des clés. La remise fait l'objet d'un procès-verbal.

# Article 4 : désistement
Le client peut se désister par écrit. Les sommes versées lui sont remboursées, déduction faite de la retenue convenue.`,
  ar: `# المادة 1 : الموضوع
يحفظ المرقي العقاري حق {client} الذي يقبل في {bien} بثمن ثابت قدره {prix}.

# المادة 2 : الدفع
يدفع الثمن حسب جدول التسديد أعلاه بصك أو تحويل إلى حساب المرقي العقاري. يسلم وصل مرقم عن كل دفعة.

# المادة 3 : التسليم
يعلم المرقي العقاري المقتني بتقدم الأشغال وبتاريخ تسليم المفاتيح. يحرر محضر عن التسليم.`,
}

const PROFESSIONS = [
  'Enseignante',
  'Commerçant',
  'Médecin',
  'Cadre bancaire',
  'Entrepreneur',
  'Retraité',
  'Ingénieure',
]
const VILLES = Object.keys(VILLES_EN_ARABE)
const SITUATIONS = ['marié', 'marié', 'célibataire', 'veuf', 'divorcé']

async function insertIdentites(db: Db, today: Jour): Promise<void> {
  const clients = await db
    .selectFrom('clients')
    .innerJoin('acquereurs as a', 'a.client_id', 'clients.id')
    .select('clients.id')
    .where('genre', '<>', 'societe')
    .orderBy('clients.id')
    .limit(IDENTITES)
    .execute()
  for (const [n, { id }] of clients.entries()) {
    const random = seeded(id)
    const digits = (length: number) => Array.from({ length }, () => Math.floor(random() * 10)).join('')
    const naissance_lieu = pick(random, VILLES)
    await db
      .updateTable('clients')
      .set({
        naissance_le: addJours(today, -Math.floor((24 + random() * 45) * 365.25)),
        naissance_lieu,
        naissance_lieu_ar: VILLES_EN_ARABE[naissance_lieu] ?? null,
        profession: pick(random, PROFESSIONS),
        situation: pick(random, SITUATIONS),
        nin: n % 4 === 3 ? null : `1${digits(17)}`,
        piece_type: n % 5 === 4 ? 'passeport' : 'carte',
        piece_numero: n % 5 === 4 ? `15${digits(7)}` : digits(9),
        piece_delivree_le: addJours(today, -Math.floor(200 + random() * 2_500)),
        piece_lieu: `Daïra de ${pick(random, VILLES)}`,
        ...(n % 6 === 0 && { tel2: `023 ${digits(2)} ${digits(2)} ${digits(2)}` }),
      })
      .where('id', '=', id)
      .execute()
  }
}

async function insertCoAcquereurs(db: Db): Promise<void> {
  const ventes = await db
    .selectFrom('ventes')
    .where('terminee_le', 'is', null)
    .select(['id', 'client_id'])
    .orderBy('id')
    .limit(PARTS.length)
    .execute()
  const taken = new Set(ventes.map(({ client_id }) => client_id))
  const others = (await db.selectFrom('clients').select('id').orderBy('id', 'desc').execute())
    .map(({ id }) => id)
    .filter((id) => !taken.has(id))
  const values = ventes.flatMap(({ id }, n) =>
    (PARTS[n] ?? []).map((part) => ({ vente_id: id, part, client_id: others.shift() ?? 0 })),
  )
  await db.insertInto('co_acquereurs').values(values).execute()
}
