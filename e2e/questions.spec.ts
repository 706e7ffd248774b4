import { expect, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { plain } from './screen.ts'
import { readPdf } from '../test/harness/pdf.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { addMois, aujourdhui, formatMoisCourt } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'

withServer('demo')

const DEMO = { email: 'demo@diyar.dz', password: 'Demonstration1!' }
const CE_MOIS = aujourdhui().slice(0, 7)
const DERNIER = addMois(`${CE_MOIS}-01`, -1).slice(0, 7)
const FIN_PASSEE = `${Number(CE_MOIS.slice(0, 4)) - 1}-12-31`

type Role = 'link' | 'tab' | 'combobox' | 'option' | 'radio' | 'checkbox' | 'textbox' | 'button' | 'menuitem'
type Click = readonly [Role, string | RegExp]
/** Answer of a call; a question reads some of its figures. */
type Lu = Record<string, never> & {
  totals: Record<string, number>
  alertes: Record<string, number>
  ventes: Record<string, number> & { mois: { mois: string; montant: number }[] }
  modes: { montant: number }[]
  mois: { mois: string; net: number }[]
  comptes: { entrees: number; sorties: number }[]
  residences: { data: Record<string, number>[] }
  categories: { total: number }[]
  lignes: { data: { ventes: number; prix: number }[] }
  total: number
}
interface Question {
  /** Its place in the list of the twenty. */
  n: number
  question: string
  clicks: readonly Click[]
  /** Typed where the last click has led. */
  typed?: string
  /** In the address of the paper that the last click opens: the figures stand there. */
  paper?: string
  /** Figures that the screen shows: amounts in decimal dinars, other texts as they are. They come from another call wherever they stand twice. */
  says: (read: (path: string) => Promise<Lu>) => Promise<(number | string)[]>
}

const rapport = (...clicks: Click[]): Click[] => [['link', 'Rapports'], ...clicks]
const DU_MOIS_DERNIER: Click[] = [['button', 'Mois dernier']]
const etendue = (mois: string) => `du=${mois}&au=${mois}`
const sum = (amounts: readonly (number | undefined)[]) =>
  amounts.reduce<number>((total, amount) => total + fromDecimal(amount ?? 0), 0) / 100

const QUESTIONS: readonly Question[] = [
  {
    n: 1,
    question: 'What did we take last month, by means of payment?',
    clicks: rapport(...DU_MOIS_DERNIER),
    says: async (read) => {
      const { modes, totals } = await read(`/api/rapports/encaissements?${etendue(DERNIER)}`)
      const { ventes } = await read('/api/dashboard')
      expect(sum(modes.map(({ montant }) => montant))).toBe(totals['encaisse'])
      return [...modes.map(({ montant }) => montant), duTableau(ventes, DERNIER)]
    },
  },
  {
    n: 2,
    question: 'What did we take month after month, by residence?',
    clicks: rapport(),
    says: async (read) => {
      const { ventes } = await read('/api/dashboard')
      return ventes.mois
        .filter(({ mois }) => mois.startsWith(CE_MOIS.slice(0, 4)))
        .map(({ montant }) => montant)
    },
  },
  {
    n: 3,
    question: 'Which cheques are to deposit?',
    clicks: [['link', 'Chèques']],
    says: async (read) => [(await read('/api/dashboard')).alertes['montant_a_remettre'] ?? 0],
  },
  {
    n: 4,
    question: 'What is in the till of today?',
    clicks: rapport(['tab', 'Journal de caisse']),
    says: async (read) => {
      const { totals } = await read(`/api/paiements?du=${aujourdhui()}&au=${aujourdhui()}`)
      return [totals['encaisse'] ?? totals['total'] ?? 0]
    },
  },
  {
    n: 5,
    question: "Which TVA goes on this month's declaration?",
    clicks: rapport(['tab', 'TVA']),
    says: async (read) => {
      const { totals } = await read(`/api/rapports/tva?mois=${DERNIER}`)
      const { ventes } = await read('/api/dashboard')
      expect(totals['encaisse']).toBe(duTableau(ventes, DERNIER))
      return [totals['encaisse'] ?? 0, totals['base'] ?? 0, totals['tva'] ?? 0]
    },
  },
  {
    n: 6,
    question: 'What did we refund last month, and what did we keep?',
    clicks: rapport(...DU_MOIS_DERNIER),
    says: async (read) => {
      const { totals } = await read(`/api/rapports/encaissements?${etendue(DERNIER)}`)
      return [totals['rembourse'] ?? 0, totals['retenues'] ?? 0]
    },
  },
  {
    n: 7,
    question: "Does the bank's statement agree with us?",
    clicks: rapport(['tab', 'Banque'], ['checkbox', 'Non vus de tous les mois']),
    says: async (read) => {
      const { totals } = await read('/api/rapports/banque?vu=0')
      return [totals['entrees'] ?? 0, totals['sorties'] ?? 0]
    },
  },
  {
    n: 8,
    question: 'What came in and went out on each of our accounts?',
    clicks: rapport(['tab', 'Banque'], ['checkbox', 'Non vus de tous les mois']),
    says: async (read) => {
      const { comptes, totals } = await read('/api/rapports/banque?vu=0')
      expect(comptes.length).toBeGreaterThan(1)
      expect(sum(comptes.map(({ entrees }) => entrees))).toBe(totals['entrees'])
      return comptes.flatMap(({ entrees, sorties }) => [entrees, sorties])
    },
  },
  {
    n: 9,
    question: 'What do we owe, and to whom?',
    clicks: [
      ['link', 'Charges'],
      ['tab', 'Par fournisseur'],
    ],
    says: async (read) => {
      const { totals } = await read('/api/rapports/residences')
      return [totals['reste_a_regler'] ?? 0]
    },
  },
  {
    n: 10,
    question: 'What did we spend last month, by residence and by category?',
    clicks: [['link', 'Charges'], ['tab', 'Par période'], ...DU_MOIS_DERNIER],
    says: async (read) => {
      const { categories, totals } = await read(`/api/rapports/charges?${etendue(DERNIER)}`)
      expect(sum(categories.map(({ total }) => total))).toBe(totals['total'])
      return [totals['total'] ?? 0, ...categories.map(({ total }) => total)]
    },
  },
  {
    n: 11,
    question: "Which entries does the accountant's software need?",
    clicks: rapport(['tab', 'Écritures']),
    says: async (read) => {
      const { totals } = await read(`/api/rapports/ecritures?mois=${DERNIER}`)
      expect(totals['debit']).toBe(totals['credit'])
      return [totals['debit'] ?? 0]
    },
  },
  {
    n: 12,
    question: 'Who is late, since when, in which residence?',
    clicks: [['link', 'Échéances']],
    says: async (read) => {
      const { alertes } = await read('/api/dashboard')
      const { en_retard } = (await read('/api/rapports/previsions')) as { en_retard?: number }
      expect(en_retard).toBe(alertes['montant_en_retard'])
      return [alertes['montant_en_retard'] ?? 0]
    },
  },
  {
    n: 13,
    question: 'What cash will come in?',
    clicks: rapport(['tab', 'Prévisions']),
    says: async (read) => [(await read('/api/dashboard')).ventes['reste_a_encaisser'] ?? 0],
  },
  {
    n: 14,
    question: 'How many sales and désistements this month, by residence?',
    clicks: rapport(['tab', 'Ventes'], ['link', formatMoisCourt(CE_MOIS)]),
    says: async (read) => {
      const { totals, lignes } = await read(`/api/rapports/ventes?${etendue(CE_MOIS)}`)
      expect(sum(lignes.data.map(({ prix }) => prix))).toBe(totals['prix'])
      return [totals['prix'] ?? 0, ...lignes.data.map(({ prix }) => prix)]
    },
  },
  {
    n: 15,
    question: 'How many sales by commercial?',
    clicks: rapport(['tab', 'Ventes'], ['radio', 'Par commercial']),
    says: async (read) => {
      const annee = CE_MOIS.slice(0, 4)
      const { lignes } = await read(`/api/rapports/ventes?par=vendeur&du=${annee}-01&au=${annee}-12`)
      return lignes.data.map(({ prix }) => prix)
    },
  },
  {
    n: 16,
    question: 'What is still for sale, at which price, by residence?',
    clicks: rapport(['tab', 'Résidences']),
    says: async (read) => {
      const { totals, residences } = await read('/api/rapports/residences')
      const libre = residences.data.map(({ valeur_libre }) => valeur_libre)
      expect(sum(libre)).toBe(totals['valeur_libre'])
      return [totals['valeur_libre'] ?? 0, ...libre.map((valeur) => valeur ?? 0)]
    },
  },
  {
    n: 17,
    question: 'What does a residence leave, and how far are the works?',
    clicks: rapport(['tab', 'Résidences']),
    says: async (read) => {
      const { totals } = await read('/api/rapports/residences')
      return [totals['marge_prevue'] ?? 0, totals['vendu_moins_depense'] ?? 0]
    },
  },
  {
    n: 18,
    question: 'What can we hand to the bank that finances a residence?',
    clicks: [
      ['link', 'Residences'],
      ['button', 'Autres actions : Résidence El Yasmine'],
      ['menuitem', 'État pour la banque de Résidence El Yasmine'],
    ],
    paper: '/etat-bancaire',
    says: async (read) => {
      const { residences } = await read('/api/rapports/residences')
      const found = residences.data.find(({ nom }) => String(nom) === 'Résidence El Yasmine')
      const { valeur_libre, paye, reste } = found ?? {}
      return [valeur_libre ?? 0, paye ?? 0, reste ?? 0]
    },
  },
  {
    n: 19,
    question: 'Which contracts are to be signed?',
    clicks: [['link', /^Ventes sans date de contrat/]],
    says: async (read) => [`${(await read('/api/dashboard')).alertes['ventes_sans_contrat']} dossier`],
  },
  {
    n: 20,
    question: 'Who had paid what on 31 December, and what did he still owe?',
    clicks: [
      ['link', 'Récapitulation'],
      ['textbox', 'Situation au'],
    ],
    typed: FIN_PASSEE,
    says: async (read) => {
      const { totals } = await read(`/api/rapports/residences?au=${FIN_PASSEE}`)
      return [totals['paye'] ?? 0, totals['reste'] ?? 0]
    },
  },
]

const duTableau = (ventes: Lu['ventes'], mois: string) =>
  ventes.mois.find((one) => one.mois === mois)?.montant ?? 0

const seen = (figure: number | string) =>
  typeof figure === 'string' ? figure : plain(formatMontant(fromDecimal(figure))).replace(/ DA$/, '')

async function follow(page: Page, { clicks, typed }: Question): Promise<void> {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
  for (const [role, name] of clicks)
    await page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click()
  if (typed === undefined) return
  await page.keyboard.type(typed.split('-').toReversed().join('/'))
  await page.keyboard.press('Enter')
}

// spec: CO-14, CO-20, CO-21, CO-25
for (const question of QUESTIONS)
  test(`question ${question.n}: ${question.question} ${formatCompte(question.clicks.length, 'click')}`, async ({
    page,
  }) => {
    const api: Api = await signIn(page, DEMO)
    await page.goto('/dashboard')
    // Which report was opened last changes no way.
    await page.evaluate(() => localStorage.removeItem('diyar.rapport'))
    const { paper } = question
    const opened = paper === undefined ? null : page.waitForRequest((call) => call.url().includes(paper))
    await follow(page, question)
    const figures = await question.says(async (path) => (await api.get(path)) as Lu)
    expect(figures.length).toBeGreaterThan(0)
    // A browser keeps no body of what it hands to a tab.
    const printed =
      opened && (await readPdf(await (await page.request.get((await opened).url())).body())).text
    const text = async () => plain(printed ?? (await page.locator('body').innerText()))
    for (const figure of figures) await expect.poll(text).toContain(seen(figure))
    test.info().annotations.push({ type: 'figures', description: figures.map(seen).join(' | ') })
  })
